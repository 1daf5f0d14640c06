"""Write expressions that cannot fail as Python source for the middle of a generated function."""

from __future__ import annotations

from functools import lru_cache

from graphs.expressions.typed import (
    Arithmetic,
    Comparison,
    Conditional,
    Constant,
    ContextRead,
    Logical,
    Negate,
    Not,
    ToFloat,
    TypedExpression,
    VariableRead,
    VectorComponent,
    walk_typed,
)
from graphs.expressions.types import ValueType
from runtime.minds.expressions.generate import inline_source
from runtime.minds.program.code import Expression

_PLAIN = (Comparison, Conditional, Constant, ContextRead, Logical, Not, ToFloat, VariableRead)


@lru_cache(maxsize=256)
def inline_or_none(expression: Expression) -> str | None:
    """Return the expression as source, or None where it can fail or is deep.

    The source reads the locals `bytes_`, `ints`, `floats`, `objects`, the world's `world_…` and `context`.
    """
    if not all(_cannot_fail(node) for node in walk_typed(expression.typed)):
        return None
    return inline_source(expression.typed, expression.slots)


def _cannot_fail(node: TypedExpression) -> bool:
    if isinstance(node, _PLAIN):
        return True
    if isinstance(node, Arithmetic):
        return node.type.kind is ValueType.FLOAT and node.operator in ("+", "-", "*")
    if isinstance(node, Negate):
        return node.type.kind is ValueType.FLOAT
    return isinstance(node, VectorComponent) and isinstance(node.vector, VariableRead)
