"""Parse the lines of an action block into untyped statements (rule 2.5).

A line is one of ``name = expression`` (the right side may be one call of ``random``, ``random_int``,
``bell`` or ``chance``), ``raise e(f = x) [after s [as id]]``, ``cancel id``,
``send e(f = x) to self|entity|team|all``, ``set trigger``, ``append x to list``, ``remove x from list``,
``clear list`` and ``do action(args)``. Blank lines do nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import WORDS, name_remedy
from graphs.expressions.parser import Parser
from graphs.expressions.syntax import Argument, CallSyntax, Name, SyntaxNode
from graphs.expressions.tokens import TokenKind

LIST_WORDS = ("append", "clear", "remove")
"""Words that begin a statement about a list."""
STATEMENT_WORDS = ("cancel", "do", "raise", "send", "set", *LIST_WORDS)
"""Words that begin a statement other than an assignment."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Be the base of all statements: the zero-based line in the block and the character span in it."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AssignStatement(Statement):
    """Write the value of ``value`` to the variable ``target``."""

    target: Name
    value: SyntaxNode


@dataclass(frozen=True, slots=True)
class SetStatement(Statement):
    """Arm the trigger ``target``."""

    target: Name


@dataclass(frozen=True, slots=True)
class CancelStatement(Statement):
    """Cancel the delayed event raised with this id."""

    id: str


@dataclass(frozen=True, slots=True)
class RaiseStatement(Statement):
    """Raise an event to the innermost machine, ``after`` some seconds, cancelable by ``id``."""

    event: CallSyntax
    after: SyntaxNode | None
    id: str | None


@dataclass(frozen=True, slots=True)
class SendStatement(Statement):
    """Post an event to others: to a group by word, or to the entity an expression names."""

    event: CallSyntax
    receiver: Literal["self", "team", "all"] | SyntaxNode


@dataclass(frozen=True, slots=True)
class ListStatement(Statement):
    """Append an item to a list, remove the first that is equal, or clear the list."""

    word: Literal["append", "remove", "clear"]
    target: Name
    item: SyntaxNode | None


@dataclass(frozen=True, slots=True)
class DoStatement(Statement):
    """Run an instant action."""

    action: CallSyntax


ActionStatement: TypeAlias = (
    AssignStatement
    | SetStatement
    | CancelStatement
    | RaiseStatement
    | SendStatement
    | ListStatement
    | DoStatement
)


def parse_action_line(text: str, line: int = 0) -> ActionStatement:
    """Return the statement on one line; raise ExpressionError (without a line) if it cannot be read."""
    parser = Parser(text)
    first, second = parser.current, parser.following
    if first.kind is not TokenKind.NAME or first.text in WORDS:
        raise _not_a_statement(parser)
    if second.is_operator("="):
        return _assignment(parser, line)
    if first.text not in STATEMENT_WORDS:
        raise _not_a_statement(parser)
    parser.advance()
    statement = _after_word(parser, first.text, first.start, line)
    parser.expect_end()
    return statement


def _after_word(parser: Parser, word: str, start: int, line: int) -> ActionStatement:
    match word:
        case "set":
            trigger = parser.expect_name("a trigger's name")
            return SetStatement(line, start, trigger.end, Name(trigger.start, trigger.end, trigger.text))
        case "cancel":
            name = parser.expect_name("the id given after 'as'")
            return CancelStatement(line, start, name.end, name.text)
        case "raise":
            return _raise(parser, start, line)
        case "send":
            return _send(parser, start, line)
        case "append" | "remove":
            between = "to" if word == "append" else "from"
            item = parser.expression()
            if not parser.current.is_word(between):
                raise parser.unexpected(f"'{between}'", f"Write '{word} x {between} list'.")
            parser.advance()
            return ListStatement(line, start, parser.current.end, word, _list_name(parser), item)
        case "clear":
            return ListStatement(line, start, parser.current.end, "clear", _list_name(parser), None)
        case _:
            action = _named_call(parser)
            return DoStatement(line, start, action.end, action)


def _list_name(parser: Parser) -> Name:
    name = parser.expect_name("the name of a list")
    return Name(name.start, name.end, name.text)


def _assignment(parser: Parser, line: int) -> ActionStatement:
    name = parser.expect_name("a variable's name")
    parser.advance()
    value = parser.expression()
    parser.expect_end()
    return AssignStatement(line, name.start, value.end, Name(name.start, name.end, name.text), value)


def _raise(parser: Parser, start: int, line: int) -> ActionStatement:
    event = _named_call(parser)
    after: SyntaxNode | None = None
    raise_id: str | None = None
    end = event.end
    if parser.current.is_word("after"):
        parser.advance()
        after = parser.expression()
        end = after.end
        if parser.current.is_word("as"):
            parser.advance()
            token = parser.expect_name("an id")
            raise_id, end = token.text, token.end
    elif parser.current.is_word("as"):
        token = parser.current
        raise ExpressionError(
            "'as' needs a delay before it.",
            token.start,
            token.end,
            "Write 'raise e after 2 as id'; only a delayed event can be canceled.",
        )
    return RaiseStatement(line, start, end, event, after, raise_id)


def _send(parser: Parser, start: int, line: int) -> ActionStatement:
    event = _named_call(parser)
    if not parser.current.is_word("to"):
        raise parser.unexpected("'to'", "Say who gets it: to self, team, all or an entity.")
    parser.advance()
    token = parser.current
    alone = parser.following.kind is TokenKind.END
    for group in ("self", "team", "all"):
        if token.is_word(group) and alone:
            parser.advance()
            return SendStatement(line, start, token.end, event, _group(group))
    receiver = parser.expression()
    return SendStatement(line, start, receiver.end, event, receiver)


def _group(word: str) -> Literal["self", "team", "all"]:
    return "self" if word == "self" else "team" if word == "team" else "all"


def _named_call(parser: Parser) -> CallSyntax:
    """Read a dotted name and its arguments, all by name; the parentheses may be left out."""
    name, start, end = parser.dotted_event()
    arguments: tuple[Argument, ...] = ()
    name_end = end
    if parser.current.is_operator("("):
        arguments, end = parser.arguments()
    for argument in arguments:
        if argument.name is None:
            raise ExpressionError(
                "Arguments are given by name here.",
                argument.start,
                argument.end,
                f"Write 'name = value', as in {name}(at = …).",
            )
    return CallSyntax(start, end, name, start, name_end, arguments)


def _not_a_statement(parser: Parser) -> ExpressionError:
    first, second = parser.current, parser.following
    if first.kind is TokenKind.NAME and second.is_operator("."):
        return ExpressionError(
            "Only whole variables can be assigned.",
            first.start,
            first.end,
            f"Assign all of it, as in '{first.text[:40]} = vec(…)'.",
        )
    if first.kind is TokenKind.NAME and first.text not in WORDS and second.is_operator("("):
        remedy = f"Write 'do {first.text[:40]}(…)' to run an action."
    elif first.kind is TokenKind.NAME and second.kind is TokenKind.NAME:
        remedy = name_remedy(first.text, STATEMENT_WORDS, "Write 'name = value'.")
    else:
        remedy = "Write 'name = value', or begin with raise, cancel, send, set, append, remove, clear or do."
    return ExpressionError("This is not an action.", first.start, first.end, remedy)
