"""Define the untyped syntax tree of an expression: what was written, before names are looked up.

Every node carries the character span it is on; a span includes the parentheses around the node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SyntaxNode:
    """Be the base of all syntax nodes; ``start`` and ``end`` (exclusive) are character positions."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NumberLiteral(SyntaxNode):
    """Hold a number; an int literal is an int, one with a point or exponent a float."""

    value: int | float


@dataclass(frozen=True, slots=True)
class StringLiteral(SyntaxNode):
    """Hold a text written between quotes, escapes resolved."""

    value: str


@dataclass(frozen=True, slots=True)
class BoolLiteral(SyntaxNode):
    """Hold ``true`` or ``false``."""

    value: bool


@dataclass(frozen=True, slots=True)
class NoneLiteral(SyntaxNode):
    """Stand for ``none``, the entity value that names no one."""


@dataclass(frozen=True, slots=True)
class Name(SyntaxNode):
    """Hold a name that is read: a variable or one of the read-only names."""

    name: str


@dataclass(frozen=True, slots=True)
class FieldAccess(SyntaxNode):
    """Read ``field`` of ``target``; the field's name is at ``field_start``."""

    target: SyntaxNode
    field: str
    field_start: int


@dataclass(frozen=True, slots=True)
class Argument(SyntaxNode):
    """Hold one argument of a call: given by position (``name`` is None) or by name."""

    name: str | None
    value: SyntaxNode


@dataclass(frozen=True, slots=True)
class CallSyntax(SyntaxNode):
    """Call a function or condition by its (possibly dotted) name, which ends at ``name_end``."""

    name: str
    name_start: int
    name_end: int
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Unary(SyntaxNode):
    """Apply ``-`` or ``not``."""

    operator: str
    operand: SyntaxNode


@dataclass(frozen=True, slots=True)
class Binary(SyntaxNode):
    """Apply one of ``+ - * / %``."""

    operator: str
    left: SyntaxNode
    right: SyntaxNode


@dataclass(frozen=True, slots=True)
class LogicalSyntax(SyntaxNode):
    """Join two or more operands by the same ``and`` or ``or``."""

    operator: str
    operands: tuple[SyntaxNode, ...]


@dataclass(frozen=True, slots=True)
class ComparisonSyntax(SyntaxNode):
    """Compare neighbors of ``operands`` by ``operators`` (one fewer), as in ``a < b <= c``."""

    operands: tuple[SyntaxNode, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IfElse(SyntaxNode):
    """Give ``when_true`` if ``condition`` holds, else ``when_false``."""

    condition: SyntaxNode
    when_true: SyntaxNode
    when_false: SyntaxNode


@dataclass(frozen=True, slots=True)
class CurveSyntax(SyntaxNode):
    """Give the value of a curve, whose name is at ``name_start``, for ``operand``."""

    name: str
    name_start: int
    operand: SyntaxNode


@dataclass(frozen=True, slots=True)
class DegreeSyntax(SyntaxNode):
    """Give how much a fuzzy input or output, called ``name``, is in a set: ``health is very hurt``.

    ``hedges`` are the words before the set, which is at ``set_start``, in the order they are written.
    """

    name: str
    hedges: tuple[str, ...]
    set: str
    set_start: int


def syntax_children(node: SyntaxNode) -> tuple[SyntaxNode, ...]:
    """Return the direct parts of a node in evaluation order."""
    match node:
        case FieldAccess():
            return (node.target,)
        case Argument():
            return (node.value,)
        case CallSyntax():
            return tuple(argument.value for argument in node.arguments)
        case Unary() | CurveSyntax():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case LogicalSyntax() | ComparisonSyntax():
            return node.operands
        case IfElse():
            return (node.condition, node.when_true, node.when_false)
        case _:
            return ()


def walk_syntax(node: SyntaxNode) -> Iterator[tuple[SyntaxNode, int]]:
    """Yield every node below and including this one with its depth (1 for the root), without recursion."""
    waiting = [(node, 1)]
    while waiting:
        current, depth = waiting.pop()
        yield current, depth
        waiting.extend((child, depth + 1) for child in reversed(syntax_children(current)))


def dotted_name(node: SyntaxNode) -> str | None:
    """Return the text of a name or dotted name such as ``noise.loud``, or None for anything else."""
    fields: list[str] = []
    while isinstance(node, FieldAccess):
        fields.append(node.field)
        node = node.target
    if not isinstance(node, Name):
        return None
    return ".".join([node.name, *reversed(fields)])
