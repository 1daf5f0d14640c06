"""Evaluate a typed expression by walking its tree: the form that defines what expressions mean.

Operands are evaluated from left to right. ``and``, ``or``, a comparison chain and ``a if c else b``
evaluate no more than they need (rule 2.4). A failure is an EvaluationError with the span of the part
that failed; the caller turns it into a false guard or a failed node (rule 2.6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add, ge, gt, le, lt, mul, sub
from typing import Any, TypeAlias, cast

from graphs.curves.curve_tables import table_value
from graphs.expressions import typed as nodes
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Item, Items, Value, ValueType
from runtime.basics.context import EvaluationContext, EvaluationError, Slot
from runtime.minds.expressions.functions import (
    Vector,
    add_vectors,
    divide,
    equal_vectors,
    implementation,
    in_int_range,
    negate_vector,
    remainder,
    scale_vector,
    subtract_vectors,
)

_BUFFERS = {"byte": "bytes_", "int": "ints", "float": "floats", "object": "objects"}
ALL_BUFFERS = frozenset([*_BUFFERS.values(), *(f"world_{name.rstrip('_')}" for name in _BUFFERS.values())])
CONTEXT_READS = {"time": "time", "state_time": "state_time", "self": "self_entity"}
_PLAIN: Mapping[str, Callable[[float, float], float]] = {"+": add, "-": sub, "*": mul}
_ORDERS: Mapping[str, Callable[[float, float], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def evaluate(typed: TypedExpression, slots: Mapping[str, Slot], context: EvaluationContext) -> Value:
    """Return the value of an expression; raise EvaluationError with the failing part's span."""
    return TreeWalk(slots, context).value(typed)


def read_slot(slot: Slot, context: EvaluationContext) -> Value:
    """Return the value at a slot, in the form expressions see it."""
    index = slot.index
    match slot.type.kind:
        case ValueType.BOOL:
            return (context.world_bytes if slot.shared else context.bytes_)[index] != 0
        case ValueType.TRIGGER:
            return context.bytes_[index] != 0 or index in context.held_triggers
        case ValueType.INT:
            return (context.world_ints if slot.shared else context.ints)[index]
        case ValueType.ENUM:
            return slot.type.values[(context.world_ints if slot.shared else context.ints)[index]]
        case ValueType.FLOAT:
            return (context.world_floats if slot.shared else context.floats)[index]
        case ValueType.VECTOR:
            floats = context.world_floats if slot.shared else context.floats
            return (floats[index], floats[index + 1])
        case ValueType.STRING | ValueType.ENTITY:
            return (context.world_objects if slot.shared else context.objects)[index]
        case ValueType.LIST:
            return read_list(slot, context)


def read_list(slot: Slot, context: EvaluationContext) -> Items:
    """Return the items of the list at a slot."""
    count = (context.world_ints if slot.shared else context.ints)[slot.length]
    return Items(tuple(cast(Item, read_slot(slot.item(place), context)) for place in range(count)))


def buffer_of(slot: Slot) -> str:
    """Return the name of the buffer of a context that a slot is in."""
    name = _BUFFERS[slot.buffer]
    return f"world_{name.rstrip('_')}" if slot.shared else name


class TreeWalk:
    """Evaluate typed nodes against one context."""

    def __init__(self, slots: Mapping[str, Slot], context: EvaluationContext) -> None:
        self.slots = slots
        self.context = context

    def value(self, node: TypedExpression) -> Value:
        """Return the value of a node; subclasses watch evaluation by extending this."""
        return _RULES[type(node)](self, node)

    def truth(self, node: TypedExpression) -> bool:
        """Return the value of a bool node."""
        return cast(bool, self.value(node))

    def vector(self, node: TypedExpression) -> Vector:
        """Return the value of a vector node."""
        return cast(Vector, self.value(node))


def ask_condition(
    context: EvaluationContext, name: str, arguments: tuple[Value, ...], start: int, end: int
) -> bool:
    """Ask the host a condition, giving a failure its place."""
    try:
        return context.condition(name, arguments)
    except EvaluationError as error:
        raise error.located(start, end) from None


def read_entity_field(
    context: EvaluationContext, entity: str | None, field: str, start: int, end: int
) -> Value:
    """Read a field of an entity, giving a failure its place."""
    try:
        return context.entity_field(entity, field)
    except EvaluationError as error:
        raise error.located(start, end) from None


def read_last_field(context: EvaluationContext, event: str, field: str, start: int, end: int) -> Value:
    """Read a field of the latest event of a name, giving a failure its place."""
    try:
        return context.last_field(event, field)
    except EvaluationError as error:
        raise error.located(start, end) from None


def read_event_field(context: EvaluationContext, field: str, start: int, end: int) -> Value:
    """Read a field of the event being taken; raise EvaluationError when it brought none of this name."""
    fields = context.event_fields
    if field not in fields:
        raise EvaluationError(f"The event '{context.event_name}' brought no '{field}'.", start, end)
    return fields[field]


def call_with_place(function: Callable[..., Any], start: int, end: int, *arguments: Value) -> Any:
    """Call a pure function, giving a failure its place."""
    try:
        return function(*arguments)
    except EvaluationError as error:
        raise error.located(start, end) from None


def _entity_field(walk: TreeWalk, node: nodes.EntityField) -> Value:
    entity = cast("str | None", walk.value(node.entity))
    return read_entity_field(walk.context, entity, node.field, node.start, node.end)


def _negate(walk: TreeWalk, node: nodes.Negate) -> Value:
    if node.type.kind is ValueType.VECTOR:
        return negate_vector(walk.vector(node.operand))
    value = cast(float, walk.value(node.operand))
    return in_int_range(-value, node.start, node.end) if isinstance(value, int) else -value


def _arithmetic(walk: TreeWalk, node: nodes.Arithmetic) -> Value:
    left, right = walk.value(node.left), walk.value(node.right)
    if isinstance(left, tuple) or isinstance(right, tuple):
        return _vector_arithmetic(node.operator, left, right)
    first, second = cast(float, left), cast(float, right)
    plain = _PLAIN.get(node.operator)
    if plain is not None:
        result = plain(first, second)
    else:
        result = (divide if node.operator == "/" else remainder)(first, second, node.start, node.end)
    return in_int_range(result, node.start, node.end) if isinstance(result, int) else result


def _vector_arithmetic(operator: str, left: Value, right: Value) -> Vector:
    if operator == "*":
        pair = (left, right) if isinstance(left, tuple) else (right, left)
        return scale_vector(cast(Vector, pair[0]), cast(float, pair[1]))
    combine = add_vectors if operator == "+" else subtract_vectors
    return combine(cast(Vector, left), cast(Vector, right))


def compare(operator: str, left: Value, right: Value) -> bool:
    """Return the result of one comparison of two values of one type."""
    if operator in ("==", "!="):
        if isinstance(left, tuple) and isinstance(right, tuple):
            equal = equal_vectors(left, right)
        else:
            equal = left == right
        return equal if operator == "==" else not equal
    return _ORDERS[operator](cast(float, left), cast(float, right))


def _comparison(walk: TreeWalk, node: nodes.Comparison) -> Value:
    left = walk.value(node.operands[0])
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        right = walk.value(operand)
        if not compare(operator, left, right):
            return False
        left = right
    return True


def _logical(walk: TreeWalk, node: nodes.Logical) -> Value:
    decisive = node.operator == "or"
    for operand in node.operands:
        if walk.truth(operand) is decisive:
            return decisive
    return not decisive


def _function_call(walk: TreeWalk, node: nodes.FunctionCall) -> Value:
    arguments = [walk.value(argument) for argument in node.arguments]
    return cast(Value, call_with_place(implementation(node), node.start, node.end, *arguments))


def _condition_call(walk: TreeWalk, node: nodes.ConditionCall) -> Value:
    arguments = tuple(walk.value(argument) for argument in node.arguments)
    return ask_condition(walk.context, node.condition, arguments, node.start, node.end)


_Rule: TypeAlias = Callable[[TreeWalk, Any], Value]

_RULES: Mapping[type[TypedExpression], _Rule] = {
    nodes.Arithmetic: _arithmetic,
    nodes.Comparison: _comparison,
    nodes.ConditionCall: _condition_call,
    nodes.Conditional: lambda walk, node: walk.value(
        node.when_true if walk.truth(node.condition) else node.when_false
    ),
    nodes.Constant: lambda walk, node: node.value,
    nodes.CurveRead: lambda walk, node: table_value(
        walk.context.curves[node.curve], cast(float, walk.value(node.operand))
    ),
    nodes.ContextRead: lambda walk, node: getattr(walk.context, CONTEXT_READS[node.name]),
    nodes.EntityField: _entity_field,
    nodes.EventField: lambda walk, node: read_event_field(walk.context, node.field, node.start, node.end),
    nodes.EventName: lambda walk, node: walk.context.event_name,
    nodes.FunctionCall: _function_call,
    nodes.LastField: lambda walk, node: read_last_field(
        walk.context, node.event, node.field, node.start, node.end
    ),
    nodes.Logical: _logical,
    nodes.Negate: _negate,
    nodes.Not: lambda walk, node: not walk.truth(node.operand),
    nodes.Received: lambda walk, node: walk.context.received(node.event),
    nodes.ToFloat: lambda walk, node: float(cast(int, walk.value(node.operand))),
    nodes.VariableRead: lambda walk, node: read_slot(walk.slots[node.slot_key], walk.context),
    nodes.VectorComponent: lambda walk, node: walk.vector(node.vector)[0 if node.component == "x" else 1],
}
