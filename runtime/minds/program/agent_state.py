"""Hold the memory of agents in slabs: one set of buffers per agent, all of one layout."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from struct import pack
from typing import Literal, TypeVar, cast

from graphs.expressions.types import Item as ListItem
from graphs.expressions.types import Items, Type, Value, ValueType, default_value
from runtime.basics.context import Slot


@dataclass(frozen=True, slots=True)
class SlabSnapshot:
    """Hold the contents of a slab at one moment."""

    bytes_: bytes
    ints: bytes
    floats: bytes
    objects: tuple[str | None, ...]


class AgentState:
    """Hold what one agent remembers: its bytes, ints, floats and objects, each in a buffer of fixed length.

    Ints and floats stand in lists, which Python reads several times as fast as any typed buffer.
    """

    __slots__ = ("bytes_", "floats", "ints", "objects")

    def __init__(
        self, bytes_: bytearray, ints: list[int], floats: list[float], objects: list[str | None]
    ) -> None:
        self.bytes_ = bytes_
        self.ints = ints
        self.floats = floats
        self.objects = objects

    def read(self, slot: Slot) -> Value:
        """Return the value at `slot`."""
        kind, index = slot.type.kind, slot.index
        if kind is ValueType.FLOAT:
            return float(self.floats[index])
        if kind is ValueType.INT:
            return int(self.ints[index])
        if kind in (ValueType.BOOL, ValueType.TRIGGER):
            return bool(self.bytes_[index])
        if kind is ValueType.VECTOR:
            return (self.floats[index], self.floats[index + 1])
        if kind is ValueType.ENUM:
            return slot.type.values[self.ints[index]] if slot.type.values else ""
        if kind is ValueType.LIST:
            return _read_items(self, slot)
        return self.objects[index]

    def write(self, slot: Slot, value: Value) -> None:
        """Write `value`, which must fit the slot's type, at `slot`."""
        kind, index = slot.type.kind, slot.index
        if kind is ValueType.FLOAT:
            self.floats[index] = float(cast(float, value))
        elif kind is ValueType.INT:
            self.ints[index] = int(cast(int, value))
        elif kind in (ValueType.BOOL, ValueType.TRIGGER):
            self.bytes_[index] = bool(value)
        elif kind is ValueType.VECTOR:
            self.floats[index], self.floats[index + 1] = map(float, cast("tuple[float, float]", value))
        elif kind is ValueType.ENUM:
            self.ints[index] = slot.type.values.index(cast(str, value)) if slot.type.values else 0
        elif kind is ValueType.LIST:
            _write_items(self, slot, cast(Items, value))
        else:
            self.objects[index] = cast("str | None", value)


def _read_items(state: AgentState, slot: Slot) -> Items:
    places = range(state.ints[slot.length])
    return Items(tuple(cast(ListItem, state.read(slot.item(place))) for place in places))


def _write_items(state: AgentState, slot: Slot, items: Items) -> None:
    """Write a list; places behind it are as if nothing had ever been there."""
    state.ints[slot.length] = len(items.values)
    nothing = default_value(slot.type.item_type)
    for place in range(slot.type.most):
        state.write(slot.item(place), items.values[place] if place < len(items.values) else nothing)


class Slab:
    """Hold the state of `capacity` agents that run one program."""

    def __init__(self, layout: StateLayout, capacity: int) -> None:
        sizes = layout.sizes
        ints = [0] * sizes["int"]
        for index, value in layout.initial_ints.items():
            ints[index] = value
        self._bytes = [bytearray(sizes["byte"]) for _ in range(capacity)]
        self._ints = [ints.copy() for _ in range(capacity)]
        self._floats = _lists(0.0, sizes["float"], capacity)
        self._objects: list[list[str | None]] = _lists(None, sizes["object"], capacity)

    def agent(self, position: int) -> AgentState:
        """Return the state of the agent at `position`, 0 ≤ position < capacity."""
        floats = self._floats[position] if self._floats else _NO_FLOATS
        objects = self._objects[position] if self._objects else _NO_OBJECTS
        return AgentState(self._bytes[position], self._ints[position], floats, objects)

    def snapshot(self) -> SlabSnapshot:
        """Return a copy of everything the agents remember, agent after agent, ints in 32 bits."""
        return SlabSnapshot(
            b"".join(self._bytes),
            _packed("i", self._ints),
            _packed("d", self._floats),
            tuple(chain.from_iterable(self._objects)),
        )

    def restore(self, snapshot: SlabSnapshot) -> None:
        """Put back a snapshot of the same layout and capacity."""
        ints, floats = array("i", snapshot.ints).tolist(), array("d", snapshot.floats).tolist()
        for position, bytes_ in enumerate(self._bytes):
            bytes_[:] = _part(snapshot.bytes_, position, bytes_)
        for position, own_ints in enumerate(self._ints):
            own_ints[:] = _part(ints, position, own_ints)
        for position, own_floats in enumerate(self._floats):
            own_floats[:] = _part(floats, position, own_floats)
        for position, own_objects in enumerate(self._objects):
            own_objects[:] = _part(snapshot.objects, position, own_objects)


def _packed(kind: str, lists: Sequence[Sequence[float]]) -> bytes:
    """Return the numbers of lists of one length, as `array` keeps them but in a quarter of the time."""
    count = len(lists) * len(lists[0]) if lists else 0
    return pack(f"{count}{kind}", *chain.from_iterable(lists))


_NO_FLOATS: list[float] = []
_NO_OBJECTS: list[str | None] = []
"""What all agents share that have none; nothing is ever put there."""

Item = TypeVar("Item")


def _lists(value: Item, length: int, count: int) -> list[list[Item]]:
    """Return `count` lists of `length` times `value`; no list at all for nothing."""
    return [[value] * length for _ in range(count)] if length else []


Buffer = TypeVar("Buffer", bound=Sequence[object])


def _part(whole: Buffer, position: int, like: Sequence[object]) -> Buffer:
    """Return the stretch of `whole` that is as long as `like` and has `position` such stretches before it."""
    return cast(Buffer, whole[len(like) * position : len(like) * (position + 1)])


BufferName = Literal["byte", "int", "float", "object"]
"""The four buffers of a slab."""


@dataclass(slots=True)
class StateLayout:
    """Count the places handed out in each buffer.

    Everything begins as 0 or None, but for `initial_ints`, values by the place of an int.
    """

    sizes: dict[BufferName, int] = field(
        default_factory=lambda: {"byte": 0, "int": 0, "float": 0, "object": 0}
    )
    initial_ints: dict[int, int] = field(default_factory=dict)

    def allocate(self, buffer: BufferName, count: int = 1) -> int:
        """Reserve `count` places in `buffer` and return the first."""
        first = self.sizes[buffer]
        self.sizes[buffer] = first + count
        return first

    def slot_for(self, declared: Type, *, shared: bool = False) -> Slot:
        """Reserve the places of a variable of type `declared`."""
        if declared.item is not None:
            buffer, width = _PLACES[declared.item]
            first = self.allocate(buffer, width * declared.most)
            return Slot(buffer, first, declared, shared, self.allocate("int"))
        buffer, count = _PLACES[declared.kind]
        return Slot(buffer=buffer, index=self.allocate(buffer, count), type=declared, shared=shared)


_PLACES: dict[ValueType, tuple[BufferName, int]] = {
    ValueType.BOOL: ("byte", 1),
    ValueType.TRIGGER: ("byte", 1),
    ValueType.INT: ("int", 1),
    ValueType.ENUM: ("int", 1),
    ValueType.FLOAT: ("float", 1),
    ValueType.VECTOR: ("float", 2),
    ValueType.STRING: ("object", 1),
    ValueType.ENTITY: ("object", 1),
}
