"""Find the names that texts, nodes, transitions and graphs use: variables and events.

Texts are looked at as they are written, without a scope: which variable a name means is the matter of the
graph it is in. A text that cannot be read may use any word in it, so that nothing is called unused because of
a slip of the pen. What was found is kept for as long as nodes and graphs stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import lru_cache, reduce
from operator import attrgetter

from graphs.basics.frozen import JsonValue
from graphs.basics.identity_cache import IdentityCache
from graphs.expressions.action_syntax import (
    ActionStatement,
    AssignStatement,
    DoStatement,
    ListStatement,
    RaiseStatement,
    SendStatement,
    SetStatement,
    parse_action_line,
)
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import FUZZY_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import (
    CallSyntax,
    CurveSyntax,
    DegreeSyntax,
    Name,
    SyntaxNode,
    dotted_name,
    walk_syntax,
)
from graphs.kinds.actions.squads import ORDER
from graphs.model.action_rows import text_in_row
from graphs.model.behavior_tree import TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph, Node
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph
from graphs.structure.expression_places import rewritten_edge, rewritten_node, rewritten_sheets

_WORDS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Uses:
    """Hold names: of variables read and written, of events raised here, sent to others, waited for.

    `awaits` holds event descriptors as transitions have them, and the names `received` and `last` ask for.
    `curves` are response curves that are read, `axes` inputs and outputs of fuzzy sheets that are asked.
    `writes` are by lines, `effects` are needs that the success of a child changes.
    """

    reads: frozenset[str] = NOTHING
    writes: frozenset[str] = NOTHING
    raises: frozenset[str] = NOTHING
    sends: frozenset[str] = NOTHING
    awaits: frozenset[str] = NOTHING
    curves: frozenset[str] = NOTHING
    axes: frozenset[str] = NOTHING
    effects: frozenset[str] = NOTHING

    @property
    def written(self) -> frozenset[str]:
        """Return the variables that lines write or effects change."""
        return self.writes | self.effects if self.effects else self.writes

    def __or__(self, other: Uses) -> Uses:
        return Uses(
            self.reads | other.reads,
            self.writes | other.writes,
            self.raises | other.raises,
            self.sends | other.sends,
            self.awaits | other.awaits,
            self.curves | other.curves,
            self.axes | other.axes,
            self.effects | other.effects,
        )


NO_USES = Uses()
_SORTS = tuple(field.name for field in fields(Uses))


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
    return Uses(names, names, events, events, events, names, names)


def _expression_uses(*nodes: SyntaxNode) -> Uses:
    reads: set[str] = set()
    awaits: set[str] = set()
    curves: set[str] = set()
    axes: set[str] = set()
    asked: set[int] = set()
    for node in nodes:
        for part, _ in walk_syntax(node):
            if isinstance(part, Name):
                if id(part) not in asked:
                    reads.add(part.name)
            elif isinstance(part, CurveSyntax):
                curves.add(part.name)
            elif isinstance(part, DegreeSyntax):
                axes.add(part.name)
            elif isinstance(part, CallSyntax) and part.name in EVENT_FUNCTIONS:
                awaits.update(filter(None, (dotted_name(argument.value) for argument in part.arguments)))
            elif isinstance(part, CallSyntax) and part.name in FUZZY_FUNCTIONS:
                for argument in part.arguments:
                    if isinstance(argument.value, Name):
                        asked.add(id(argument.value))
                        axes.add(argument.value.name)
    return Uses(frozenset(reads), awaits=frozenset(awaits), curves=frozenset(curves), axes=frozenset(axes))


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
        case ListStatement():
            item = () if statement.item is None else (statement.item,)
            return _expression_uses(*item) | Uses(writes=frozenset({statement.target.name}))
        case DoStatement():
            return _expression_uses(*_values(statement.action))
        case _:
            return NO_USES


def _values(call: CallSyntax) -> tuple[SyntaxNode, ...]:
    return tuple(argument.value for argument in call.arguments)


def _noting(found: list[Uses]) -> Callable[[str], str]:
    """Return what takes down the uses of each text that it is given."""

    def note(text: str) -> str:
        found.append(text_uses(text))
        return text

    return note


def _find_in_node(node: Node) -> Uses:
    found: list[Uses] = []
    rewritten_node(node, _noting(found))
    found.extend(any_use(text) for text in _texts_beside(node))
    if isinstance(node, TreeNode) and node.slot is not None and node.slot.effects:
        found.append(Uses(effects=frozenset(node.slot.effects)))
    found.append(Uses(sends=frozenset(_ordered_events(node))))
    return shared(united(found))


def _ordered_events(node: Node) -> Iterator[str]:
    """Yield the events that an order of a squad sends, where they are named."""
    for caller in (node, getattr(node, "activity", None)):
        if caller is not None and getattr(caller, "action", None) == ORDER.id:
            event = caller.params.get("event")
            if isinstance(event, str):
                yield event


def _texts_beside(node: Node) -> Iterator[str]:
    """Yield what may name variables without being an expression: literals, aliases, cells of tables."""
    yield from _literals(node.params)
    yield from _literals(getattr(node, "arguments", {}))
    for part in (getattr(node, "activity", None), getattr(node, "decision", None)):
        if part is not None:
            yield from _literals(part.arguments)
    for service in getattr(node, "services", ()):
        yield from _literals(service.params)
    if isinstance(node, DecisionNode):
        for branch in node.branches:
            yield from branch.row or ()


def _literals(value: JsonValue | dict[str, JsonValue]) -> Iterator[str]:
    """Yield texts inside a JSON value, but not those of expressions, which are looked at as such."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from _literals(entry)
    elif isinstance(value, dict):
        for key, entry in value.items():
            if key != "expr" or len(value) > 1:
                yield from _literals(entry)


def _find_in_edge(edge: Edge) -> Uses:
    found: list[Uses] = [Uses(awaits=frozenset(edge.events))]
    rewritten_edge(edge, _noting(found))
    return shared(united(found))


node_uses: IdentityCache[Node, Uses] = IdentityCache(_find_in_node)
"""Return what a node uses, disabled or not."""

edge_uses: IdentityCache[Edge, Uses] = IdentityCache(_find_in_edge)
"""Return what a transition uses, disabled or not."""


def initial_uses(graph: Graph) -> Uses:
    """Return what a machine uses by itself: as it begins, and as the shares of its moods."""
    if not isinstance(graph, StateMachineGraph):
        return NO_USES
    shares = NOTHING if graph.moods is None else frozenset(graph.moods.shares.values())
    found = Uses(shares, shares) if shares else NO_USES
    if not isinstance(graph.initial, InitialTransition):
        return found
    return found | united(map(text_uses, filter(None, map(text_in_row, graph.initial.actions))))


def sheet_uses(document: Document) -> Uses:
    """Return what the fuzzy sheets of a document use; they read its variables as the document sees them."""
    found: list[Uses] = []
    rewritten_sheets(document, _noting(found))
    return all_uses(found)


def _find_in_graph(graph: Graph) -> Uses:
    parts = [initial_uses(graph), *map(node_uses, graph.nodes.values())]
    if isinstance(graph, StateMachineGraph):
        parts.extend(map(edge_uses, graph.edges.values()))
    return all_uses(parts)


def all_uses(parts: Iterable[Uses]) -> Uses:
    """Return all uses of many parts together; most are the same few, which `shared` makes the very same."""
    apart = {id(part): part for part in parts}.values()
    return Uses(*(frozenset().union(*map(attrgetter(name), apart)) for name in _SORTS))


graph_uses: IdentityCache[Graph, Uses] = IdentityCache(_find_in_graph)
"""Return what all nodes and transitions of a graph use."""
