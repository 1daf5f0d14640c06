"""Read a condition as rows of subject, comparison and value, joined by `and` and `or`, and write them.

`and` binds closer than `or`, as in the language: rows between two `or` belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from graphs.expressions.errors import ExpressionError
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import (
    BoolLiteral,
    CallSyntax,
    ComparisonSyntax,
    FieldAccess,
    IfElse,
    LogicalSyntax,
    Name,
    NoneLiteral,
    NumberLiteral,
    StringLiteral,
    SyntaxNode,
    Unary,
    walk_syntax,
)
from graphs.expressions.types import ValueType

Joint: TypeAlias = Literal["and", "or"]

HOLDS = ""
"""The comparison of a row whose subject is true by itself."""
TEXT = "text"
"""The comparison of a row that is shown as text: its subject is the whole of it."""
NONE = "none"
"""The value that names no one."""

_ORDERED = (("<", "<"), ("<=", "≤"), ("==", "="), ("!=", "≠"), (">", ">"), (">=", "≥"))
_SAME = (("==", "is"), ("!=", "is not"))
COMPARISONS: Mapping[ValueType, tuple[tuple[str, str], ...]] = {
    ValueType.INT: _ORDERED,
    ValueType.FLOAT: _ORDERED,
    ValueType.STRING: _SAME,
    ValueType.ENUM: _SAME,
    ValueType.VECTOR: _SAME,
    ValueType.ENTITY: (("!= none", "is known"), ("== none", "is no one"), *_SAME),
    ValueType.BOOL: ((HOLDS, "is true"), *_SAME),
    ValueType.TRIGGER: ((HOLDS, "is true"),),
}
"""What values of each type can be asked, the usual first: as it is written, and in words."""

_LITERALS = (BoolLiteral, NoneLiteral, NumberLiteral, StringLiteral)


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """Hold one comparison as text: `subject comparison value`, negated or not.

    `joint` is how it is joined to the rows before it; that of the first row means nothing. A row without a
    subject says nothing.
    """

    subject: str = ""
    comparison: str = HOLDS
    value: str = ""
    negated: bool = False
    joint: Joint = "and"

    @property
    def is_text(self) -> bool:
        """Tell whether it can only be shown as text."""
        return self.comparison == TEXT

    @property
    def takes_value(self) -> bool:
        """Tell whether the comparison is with a value."""
        return self.comparison not in (HOLDS, TEXT) and not self.comparison.endswith(NONE)


def read_rows(text: str) -> tuple[ConditionRow, ...]:
    """Return the rows of a condition; what is no single comparison, or no expression, is a row of text."""
    if not text.strip():
        return ()
    try:
        node = parse_expression(text)
    except ExpressionError:
        return (ConditionRow(text.strip(), TEXT),)
    rows: list[ConditionRow] = []
    for group in _operands(node, "or"):
        for place, part in enumerate(_operands(group, "and")):
            rows.append(replace(_row(text, part), joint="and" if place else "or"))
    return (replace(rows[0], joint="and"), *rows[1:])


def rows_text(rows: Iterable[ConditionRow]) -> str:
    """Return the expression that rows say, "" for none."""
    said = [row for row in rows if row.subject.strip()]
    words = ""
    for row in said:
        words += (f" {row.joint} " if words else "") + _row_text(row, alone=len(said) == 1)
    return words


def read_names(text: str) -> frozenset[str]:
    """Return the names that an expression reads; none of what is no expression."""
    try:
        node = parse_expression(text)
    except ExpressionError:
        return frozenset()
    return frozenset(part.name for part, _ in walk_syntax(node) if isinstance(part, Name))


def _operands(node: SyntaxNode, operator: Joint) -> Iterator[SyntaxNode]:
    """Yield what is joined by an operator, however it is grouped; the node itself where nothing is."""
    if isinstance(node, LogicalSyntax) and node.operator == operator:
        for operand in node.operands:
            yield from _operands(operand, operator)
    else:
        yield node


def _row(text: str, node: SyntaxNode) -> ConditionRow:
    if isinstance(node, Unary) and node.operator == "not":
        inner = _row(text, node.operand)
        return replace(inner, negated=True) if not inner.negated else ConditionRow(_words(text, node), TEXT)
    match node:
        case ComparisonSyntax(operands=(left, right), operators=(operator,)) if not isinstance(
            left, _LITERALS
        ):
            if isinstance(right, NoneLiteral) and operator in ("==", "!="):
                return ConditionRow(_words(text, left), f"{operator} {NONE}")
            return ConditionRow(_words(text, left), operator, _words(text, right))
        case Name() | FieldAccess() | CallSyntax():
            return ConditionRow(_words(text, node))
    return ConditionRow(_words(text, node), TEXT)


def _words(text: str, node: SyntaxNode) -> str:
    return text[node.start : node.end]


def _row_text(row: ConditionRow, *, alone: bool) -> str:
    if row.is_text:
        words = row.subject.strip()
        if _must_be_grouped(words) and (row.negated or not alone):
            words = f"({words})"
        return f"not {words}" if row.negated else words
    words = f"{row.subject} {row.comparison}".strip()
    words = f"{words} {row.value.strip()}" if row.takes_value else words
    if not row.negated:
        return words
    return f"not {words}" if row.comparison == HOLDS else f"not ({words})"


def _must_be_grouped(text: str) -> bool:
    """Tell whether a text would fall apart beside `not`, `and` and `or`."""
    try:
        node = parse_expression(text)
    except ExpressionError:
        return False
    match node:
        case LogicalSyntax():
            return node.operands[0].start == node.start
        case IfElse():
            return node.when_true.start == node.start
    return False
