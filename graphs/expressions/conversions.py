"""Bring typed expressions to a wanted or common type (rule 2.4).

An int may stand where a float is wanted, never the reverse. A text literal may stand where an enum
is wanted if it is one of the declared values. Nothing else changes its type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import name_remedy
from graphs.expressions.typed import Conditional, Constant, ToFloat, TypedExpression
from graphs.expressions.types import BOOL, FLOAT, Type, ValueType


def converted(node: TypedExpression, wanted: Type) -> TypedExpression:
    """Return the expression as one of the wanted type; raise ExpressionError if it cannot be one."""
    if wanted.kind is ValueType.TRIGGER:
        wanted = BOOL
    if node.type == wanted:
        return node
    if wanted.kind is ValueType.FLOAT and node.type.kind is ValueType.INT:
        return _as_float(node)
    if wanted.kind is ValueType.ENUM and is_text_literal(node):
        return _as_enum(node, wanted)
    raise ExpressionError(
        f"Expected {wanted.phrase}, but this is {node.type.phrase}{_difference(node.type, wanted)}.",
        node.start,
        node.end,
        conversion_remedy(node.type, wanted),
    )


def common_type(nodes: Sequence[TypedExpression]) -> Type | None:
    """Return the one type all expressions can be brought to, or None."""
    fixed = [node.type for node in nodes if not is_text_literal(node)]
    enums = [found for found in fixed if found.kind is ValueType.ENUM]
    if enums:
        return enums[0] if all(found == enums[0] for found in fixed) else None
    found_types = {node.type for node in nodes}
    if len(found_types) == 1:
        return found_types.pop()
    return FLOAT if all(found.is_number for found in found_types) else None


def is_text_literal(node: TypedExpression) -> bool:
    """Tell whether a node is a text between quotes, or a choice between such texts."""
    if isinstance(node, Conditional):
        return is_text_literal(node.when_true) and is_text_literal(node.when_false)
    return isinstance(node, Constant) and node.type.kind is ValueType.STRING


def conversion_remedy(found: Type, wanted: Type) -> str:
    """Return the sentence that says how a value of one type can become one of another, or ""."""
    match wanted.kind, found.kind:
        case ValueType.INT, ValueType.FLOAT:
            return "Use floor, ceil or round to get an int."
        case ValueType.BOOL, ValueType.INT | ValueType.FLOAT:
            return "Compare it with a number, as in 'x > 0'."
        case ValueType.BOOL, ValueType.ENTITY:
            return "Compare it with none, as in 'x != none'."
        case ValueType.BOOL, ValueType.STRING | ValueType.ENUM:
            return "Compare it with a text, as in 'x == \"a\"'."
        case ((ValueType.INT | ValueType.FLOAT), ValueType.BOOL):
            return "Write '1 if x else 0'."
        case ValueType.VECTOR, ValueType.ENTITY:
            return "Use its position, as in 'x.position'."
        case ((ValueType.INT | ValueType.FLOAT), ValueType.VECTOR):
            return "Use its length, or .x or .y."
        case ValueType.VECTOR, ValueType.INT | ValueType.FLOAT:
            return "Make a vector with vec(x, y)."
        case _:
            return ""


def _as_float(node: TypedExpression) -> TypedExpression:
    if isinstance(node, Constant) and isinstance(node.value, int):
        return Constant(FLOAT, node.start, node.end, float(node.value))
    return ToFloat(FLOAT, node.start, node.end, node)


def _as_enum(node: TypedExpression, wanted: Type) -> TypedExpression:
    if isinstance(node, Conditional):
        return replace(
            node,
            type=wanted,
            when_true=_as_enum(node.when_true, wanted),
            when_false=_as_enum(node.when_false, wanted),
        )
    assert isinstance(node, Constant)
    if node.value not in wanted.values:
        raise ExpressionError(
            f"{_quoted(str(node.value))} is not a value of this enum.",
            node.start,
            node.end,
            name_remedy(str(node.value), wanted.values),
        )
    return Constant(wanted, node.start, node.end, node.value)


def _quoted(text: str) -> str:
    return f"'{text if len(text) <= 40 else text[:40] + '…'}'"


def _difference(found: Type, wanted: Type) -> str:
    both_enums = found.kind is ValueType.ENUM and wanted.kind is ValueType.ENUM
    return " with other values" if both_enums else ""
