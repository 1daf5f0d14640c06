"""Define the typed tree of a checked expression: the form that is evaluated and exported.

The tree is an allow-list: evaluation, code generation and export know these nodes and no others
(rule 2.7). Operand types are already equal where the meaning needs it: an int that stands
where a float is wanted is wrapped in ``ToFloat``, an entity that stands for its position in
``EntityField``, an enum literal is a ``Constant`` of the enum's type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from graphs.expressions.types import Type, Value


@dataclass(frozen=True, slots=True)
class TypedExpression:
    """Be the base of all typed nodes: the result type and the character span in the checked text."""

    type: Type
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Constant(TypedExpression):
    """Give a fixed value: a bool, an int, a finite float, a text or None (no one)."""

    value: Value


@dataclass(frozen=True, slots=True)
class VariableRead(TypedExpression):
    """Read the variable at ``slot_key``; a trigger reads as bool (rule 2.3)."""

    name: str
    slot_key: str


@dataclass(frozen=True, slots=True)
class ContextRead(TypedExpression):
    """Read ``time`` or ``state_time`` (seconds) or ``self`` (the agent's own entity)."""

    name: Literal["time", "state_time", "self"]


@dataclass(frozen=True, slots=True)
class EventName(TypedExpression):
    """Give the name of the event being taken (``event.name``)."""


@dataclass(frozen=True, slots=True)
class EventField(TypedExpression):
    """Read a payload field of the event being taken (``event.loudness``)."""

    field: str


@dataclass(frozen=True, slots=True)
class Received(TypedExpression):
    """Tell whether the brain takes this event in the current tick (rule 6.5)."""

    event: str


@dataclass(frozen=True, slots=True)
class LastField(TypedExpression):
    """Read a payload field of the event taken in the current tick (``last(noise).at``)."""

    event: str
    field: str


@dataclass(frozen=True, slots=True)
class EntityField(TypedExpression):
    """Read a declared field of an entity; fails at run time when the entity is lost."""

    entity: TypedExpression
    field: str


@dataclass(frozen=True, slots=True)
class VectorComponent(TypedExpression):
    """Read ``x`` or ``y`` of a vector."""

    vector: TypedExpression
    component: Literal["x", "y"]


@dataclass(frozen=True, slots=True)
class ToFloat(TypedExpression):
    """Turn an int into the float of the same value."""

    operand: TypedExpression


@dataclass(frozen=True, slots=True)
class Negate(TypedExpression):
    """Give the negative of an int, float or vector."""

    operand: TypedExpression


@dataclass(frozen=True, slots=True)
class Not(TypedExpression):
    """Give the opposite of a bool."""

    operand: TypedExpression


@dataclass(frozen=True, slots=True)
class Arithmetic(TypedExpression):
    """Apply ``+ - * / %``; both operands have the node's type, but ``*`` may mix a vector and a float."""

    operator: str
    left: TypedExpression
    right: TypedExpression


@dataclass(frozen=True, slots=True)
class Comparison(TypedExpression):
    """Compare neighbors of two or more operands of one type; stops at the first pair that fails."""

    operands: tuple[TypedExpression, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Logical(TypedExpression):
    """Join bools by ``and`` or ``or``; stops at the first operand that decides."""

    operator: str
    operands: tuple[TypedExpression, ...]


@dataclass(frozen=True, slots=True)
class Conditional(TypedExpression):
    """Evaluate the condition, then only the branch it picks; both branches have the node's type."""

    condition: TypedExpression
    when_true: TypedExpression
    when_false: TypedExpression


@dataclass(frozen=True, slots=True)
class FunctionCall(TypedExpression):
    """Call a pure function of ``graphs.expressions.functions`` with arguments in declared order."""

    function: str
    arguments: tuple[TypedExpression, ...]


@dataclass(frozen=True, slots=True)
class CurveRead(TypedExpression):
    """Give the value of the table of a curve, by its name, for a float (rule 10.1)."""

    curve: str
    operand: TypedExpression


@dataclass(frozen=True, slots=True)
class ConditionCall(TypedExpression):
    """Ask the host a registered condition, arguments in declared order with defaults filled in."""

    condition: str
    arguments: tuple[TypedExpression, ...]


def typed_children(node: TypedExpression) -> tuple[TypedExpression, ...]:
    """Return the direct parts of a typed node in evaluation order."""
    parts = _PARTS.get(type(node))
    return parts(node) if parts is not None else ()


_PARTS: Mapping[type[TypedExpression], Callable[[Any], tuple[TypedExpression, ...]]] = {
    EntityField: lambda node: (node.entity,),
    VectorComponent: lambda node: (node.vector,),
    ToFloat: lambda node: (node.operand,),
    Negate: lambda node: (node.operand,),
    Not: lambda node: (node.operand,),
    Arithmetic: lambda node: (node.left, node.right),
    Comparison: lambda node: node.operands,
    Logical: lambda node: node.operands,
    CurveRead: lambda node: (node.operand,),
    Conditional: lambda node: (node.condition, node.when_true, node.when_false),
    FunctionCall: lambda node: node.arguments,
    ConditionCall: lambda node: node.arguments,
}


def walk_typed(node: TypedExpression) -> Iterator[TypedExpression]:
    """Yield this node and every node below it, parents first, in evaluation order."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(typed_children(current)))


def reads(*expressions: TypedExpression) -> frozenset[str]:
    """Return the slot keys of all variables the expressions may read."""
    return frozenset(node.slot_key for node in _walk_all(expressions) if isinstance(node, VariableRead))


def _walk_all(expressions: Iterable[TypedExpression]) -> Iterator[TypedExpression]:
    for expression in expressions:
        yield from walk_typed(expression)
