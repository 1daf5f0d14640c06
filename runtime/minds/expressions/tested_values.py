"""Take down what a test read, so that its reason can be put into words later."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from graphs.expressions import typed as nodes
from graphs.expressions.typed import TypedExpression, walk_typed
from graphs.expressions.types import Value, ValueType
from runtime.basics.context import EvaluationContext, Slot
from runtime.minds.expressions.evaluate import ALL_BUFFERS, buffer_of

_ASKS_THE_HOST = (
    nodes.ConditionCall,
    nodes.CurveRead,
    nodes.EntityField,
    nodes.EventField,
    nodes.EventName,
    nodes.LastField,
    nodes.Received,
)

BufferPlace = tuple[str, int]
"""A buffer by its name in generated code and a place in it; `state_time` has no place."""

STATE_TIME: BufferPlace = ("state_time", 0)
"""The reading of the time since the state around a test was entered."""


def readings_of(typed: TypedExpression, slots: Mapping[str, Slot]) -> tuple[BufferPlace, ...] | None:
    """Return what the expression may read, each place once, in a fixed order.

    None where it reads anything but variables and times: what the host answers cannot be asked again later,
    and the tables of curves are not taken down.
    """
    found: dict[BufferPlace, None] = {}
    for node in walk_typed(typed):
        if isinstance(node, _ASKS_THE_HOST) or node.type.kind is ValueType.LIST:
            return None
        for reading in _of_node(node, slots):
            found[reading] = None
    return tuple(found)


def take_down(readings: tuple[BufferPlace, ...], context: EvaluationContext) -> tuple[Value, ...]:
    """Return what is at each of the places now."""
    return tuple(
        context.state_time if buffer == "state_time" else getattr(context, buffer)[index]
        for buffer, index in readings
    )


def _of_node(node: TypedExpression, slots: Mapping[str, Slot]) -> Iterator[BufferPlace]:
    if isinstance(node, nodes.ContextRead) and node.name == "state_time":
        yield STATE_TIME
    if isinstance(node, nodes.VariableRead):
        slot = slots[node.slot_key]
        for offset in range(2 if slot.type.kind is ValueType.VECTOR else 1):
            yield buffer_of(slot), slot.index + offset


class TakenDown:
    """Be the context of an expression that is explained after the tick: it gives what was read then.

    `held_triggers` are the places of triggers that counted as armed.
    """

    def __init__(
        self, agent: str, time: float, values: Mapping[BufferPlace, Value], held: Collection[int] = ()
    ) -> None:
        self.self_entity = agent
        self.time = time
        self.held_triggers = held
        self.state_time = values.get(STATE_TIME, 0.0)
        self._values = values

    def __getattr__(self, name: str) -> _Part:
        """Return a buffer."""
        if name not in ALL_BUFFERS:
            raise AttributeError(name)
        return _Part(name, self._values)


class _Part:
    """Give what was read of one buffer, by its place."""

    def __init__(self, buffer: str, values: Mapping[BufferPlace, Value]) -> None:
        self._buffer = buffer
        self._values = values

    def __getitem__(self, index: int) -> Value:
        return self._values[self._buffer, index]
