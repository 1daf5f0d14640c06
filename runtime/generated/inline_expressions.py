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
    typed_children,
)
from graphs.expressions.types import ValueType
from runtime.expressions.generate import inline_source
from runtime.program.code import Expression

_PLAIN = (Comparison, Conditional, Constant, ContextRead, Logical, Not, ToFloat, VariableRead)

DEEPEST_INLINE = 12
"""Levels of an expression that is still written in place; a deeper one is called."""


@lru_cache(maxsize=256)
def inline_or_none(
    expression: Expression, state_time: str = "context.state_time", *, unarmed: bool = False
) -> str | None:
    """Return the expression as source, or None where it can fail or is deep.

    The source reads the locals `bytes_`, `ints`, `floats`, `objects`, the world's `world_…` and `context`;
    `state_time` is the source of that time. With `unarmed` no trigger is armed whenever it runs.
    """
    if not 0 < _depth(expression.typed) <= DEEPEST_INLINE:
        return None
    return inline_source(expression.typed, expression.slots, state_time, unarmed=unarmed)


def _depth(node: TypedExpression) -> int:
    """Return the levels of an expression, 0 where it can fail."""
    if not _cannot_fail(node):
        return 0
    deepest = 0
    for child in typed_children(node):
        depth = _depth(child)
        if not depth:
            return 0
        deepest = max(deepest, depth)
    return 1 + deepest


def _cannot_fail(node: TypedExpression) -> bool:
    if isinstance(node, _PLAIN):
        return True
    if isinstance(node, Arithmetic):
        return node.type.kind is ValueType.FLOAT and node.operator in ("+", "-", "*")
    if isinstance(node, Negate):
        return node.type.kind is ValueType.FLOAT
    return isinstance(node, VectorComponent) and isinstance(node.vector, VariableRead)
