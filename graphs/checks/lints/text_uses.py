"""Find the names a text uses: variables read and written, events raised, sent and asked for.

Texts are looked at as they are written, without a scope: which variable a name means is the matter of the
graph it stands in. A text that cannot be read may use any word in it, so that nothing is called unused
because of a slip of the pen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce

from graphs.expressions.action_syntax import (
    ActionStatement,
    AssignStatement,
    DoStatement,
    RaiseStatement,
    SendStatement,
    SetStatement,
    parse_action_line,
)
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import EVENT_FUNCTIONS
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import Call, Name, SyntaxNode, dotted_name, walk_syntax

_WORDS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Uses:
    """Hold names: of variables read and written, of events raised here, sent to others, waited for.

    `awaits` holds event descriptors as transitions have them, and the names `received` and `last` ask for.
    """

    reads: frozenset[str] = NOTHING
    writes: frozenset[str] = NOTHING
    raises: frozenset[str] = NOTHING
    sends: frozenset[str] = NOTHING
    awaits: frozenset[str] = NOTHING

    def __or__(self, other: Uses) -> Uses:
        return Uses(
            self.reads | other.reads,
            self.writes | other.writes,
            self.raises | other.raises,
            self.sends | other.sends,
            self.awaits | other.awaits,
        )


NO_USES = Uses()


def united(parts: Iterable[Uses]) -> Uses:
    """Return all uses of several parts together."""
    return reduce(Uses.__or__, parts, NO_USES)


@lru_cache(maxsize=65_536)
def shared(uses: Uses) -> Uses:
    """Return the very same uses for equal ones."""
    return uses


@lru_cache(maxsize=65_536)
def text_uses(text: str) -> Uses:
    """Return what an expression or an action line uses."""
    try:
        return _expression_uses(parse_expression(text))
    except ExpressionError:
        pass
    try:
        return _statement_uses(parse_action_line(text))
    except ExpressionError:
        return any_use(text)


def any_use(text: str) -> Uses:
    """Return every word of a text as used in every way."""
    words = _WORDS.findall(text)
    names = frozenset(part for word in words for part in word.split("."))
    events = names | frozenset(words)
    return Uses(names, names, events, events, events)


def _expression_uses(*nodes: SyntaxNode) -> Uses:
    reads: set[str] = set()
    awaits: set[str] = set()
    for node in nodes:
        for part, _ in walk_syntax(node):
            if isinstance(part, Name):
                reads.add(part.name)
            elif isinstance(part, Call) and part.name in EVENT_FUNCTIONS:
                awaits.update(filter(None, (dotted_name(one.value) for one in part.arguments)))
    return Uses(frozenset(reads), awaits=frozenset(awaits))


def _statement_uses(statement: ActionStatement) -> Uses:
    match statement:
        case AssignStatement():
            return _expression_uses(statement.value) | Uses(writes=frozenset({statement.target.name}))
        case SetStatement():
            return Uses(writes=frozenset({statement.target.name}))
        case RaiseStatement():
            after = () if statement.after is None else (statement.after,)
            inner = _expression_uses(*_values(statement.event), *after)
            return inner | Uses(raises=frozenset({statement.event.name}))
        case SendStatement():
            name = frozenset({statement.event.name})
            if statement.receiver == "self":
                return _expression_uses(*_values(statement.event)) | Uses(raises=name)
            receiver = () if isinstance(statement.receiver, str) else (statement.receiver,)
            # The team and all include the one who sends.
            own = NO_USES if receiver else Uses(raises=name)
            return _expression_uses(*_values(statement.event), *receiver) | Uses(sends=name) | own
        case DoStatement():
            return _expression_uses(*_values(statement.action))
        case _:
            return NO_USES


def _values(call: Call) -> tuple[SyntaxNode, ...]:
    return tuple(argument.value for argument in call.arguments)
