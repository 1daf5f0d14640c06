"""Take down what a test read, so that its reason can be put into words later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.expressions.typed import (
    ConditionCall,
    ContextRead,
    EntityField,
    EventField,
    EventName,
    LastField,
    Received,
    TypedExpression,
    VariableRead,
    walk_typed,
)
from graphs.expressions.types import Value, ValueType
from runtime.expressions.context import Slot
from runtime.program.code import Expression

_ASKS_THE_HOST = (ConditionCall, EntityField, EventField, EventName, LastField, Received)

Reading = tuple[str, int]
"""A buffer by its name in generated code and a place in it; `state_time` has no place."""

_BUFFERS = {"byte": "bytes_", "int": "ints", "float": "floats", "object": "objects"}


def can_be_told_later(expression: Expression) -> bool:
    """Tell whether everything the expression reads are variables and times."""
    return not any(isinstance(node, _ASKS_THE_HOST) for node in walk_typed(expression.typed))


def readings(expression: Expression) -> tuple[Reading, ...]:
    """Return what the expression may read, each place once, in a fixed order."""
    found: dict[Reading, None] = {}
    for node in walk_typed(expression.typed):
        for reading in _of_node(node, expression.slots):
            found[reading] = None
    return tuple(found)


def _of_node(node: TypedExpression, slots: Mapping[str, Slot]) -> Iterator[Reading]:
    if isinstance(node, ContextRead) and node.name == "state_time":
        yield "state_time", 0
    if isinstance(node, VariableRead):
        slot = slots[node.slot_key]
        name = _BUFFERS[slot.buffer]
        buffer = f"world_{name.rstrip('_')}" if slot.shared else name
        for offset in range(2 if slot.type.kind is ValueType.VECTOR else 1):
            yield buffer, slot.index + offset


class TakenDown:
    """Be the context of an expression that is explained after the tick: it gives what was read then."""

    def __init__(self, agent: str, time: float, values: Mapping[Reading, Value]) -> None:
        self.self_entity = agent
        self.time = time
        self.state_time = values.get(("state_time", 0), 0.0)
        self.bytes_ = _Part("bytes_", values)
        self.ints = _Part("ints", values)
        self.floats = _Part("floats", values)
        self.objects = _Part("objects", values)
        self.world_bytes = _Part("world_bytes", values)
        self.world_ints = _Part("world_ints", values)
        self.world_floats = _Part("world_floats", values)
        self.world_objects = _Part("world_objects", values)


class _Part:
    """Give what was read of one buffer, by its place."""

    def __init__(self, buffer: str, values: Mapping[Reading, Value]) -> None:
        self._buffer = buffer
        self._values = values

    def __getitem__(self, index: int) -> Value:
        return self._values[self._buffer, index]
