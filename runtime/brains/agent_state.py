"""Hold the memory of agents in slabs: typed buffers, agent after agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from graphs.expressions.types import Value, ValueType
from runtime.expressions.context import Slot
from runtime.program.state_layout import StateLayout


@dataclass(frozen=True, slots=True)
class SlabSnapshot:
    """Hold the contents of a slab at one moment."""

    bytes_: bytes
    ints: bytes
    floats: bytes
    objects: tuple[str | None, ...]


class AgentState:
    """Show one agent's part of a slab: views of its bytes, ints and floats, and its list of objects."""

    __slots__ = ("bytes_", "floats", "ints", "objects")

    def __init__(
        self,
        bytes_: memoryview[int],
        ints: memoryview[int],
        floats: memoryview[float],
        objects: list[str | None],
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
        return self.objects[index]

    def write(self, slot: Slot, value: Value) -> None:
        """Write `value`, which must fit the slot's type, at `slot`."""
        kind, index = slot.type.kind, slot.index
        if kind is ValueType.FLOAT:
            self.floats[index] = cast(float, value)
        elif kind is ValueType.INT:
            self.ints[index] = cast(int, value)
        elif kind in (ValueType.BOOL, ValueType.TRIGGER):
            self.bytes_[index] = bool(value)
        elif kind is ValueType.VECTOR:
            assert isinstance(value, tuple)
            self.floats[index], self.floats[index + 1] = value
        elif kind is ValueType.ENUM:
            assert isinstance(value, str)
            self.ints[index] = slot.type.values.index(value) if slot.type.values else 0
        else:
            assert value is None or isinstance(value, str)
            self.objects[index] = value


class Slab:
    """Hold the state of `capacity` agents that run one program, agent after agent."""

    def __init__(self, layout: StateLayout, capacity: int) -> None:
        sizes = layout.sizes
        self._bytes = bytearray(sizes["byte"] * capacity)
        self._ints = bytearray(sizes["int"] * 4 * capacity)
        self._floats = bytearray(sizes["float"] * 8 * capacity)
        self._sizes = dict(sizes)
        self._objects: list[list[str | None]] = [[None] * sizes["object"] for _ in range(capacity)]

    def agent(self, position: int) -> AgentState:
        """Return the state of the agent at `position`, 0 ≤ position < capacity."""
        byte, integer, number = self._sizes["byte"], self._sizes["int"], self._sizes["float"]
        ints = memoryview(self._ints).cast("i")
        floats = memoryview(self._floats).cast("d")
        return AgentState(
            memoryview(self._bytes)[byte * position : byte * (position + 1)],
            ints[integer * position : integer * (position + 1)],
            floats[number * position : number * (position + 1)],
            self._objects[position],
        )

    def snapshot(self) -> SlabSnapshot:
        """Return a copy of everything the agents remember."""
        return SlabSnapshot(
            bytes(self._bytes),
            bytes(self._ints),
            bytes(self._floats),
            tuple(value for row in self._objects for value in row),
        )

    def restore(self, snapshot: SlabSnapshot) -> None:
        """Put back a snapshot of the same layout and capacity."""
        self._bytes[:] = snapshot.bytes_
        self._ints[:] = snapshot.ints
        self._floats[:] = snapshot.floats
        width = self._sizes["object"]
        for position, row in enumerate(self._objects):
            row[:] = snapshot.objects[width * position : width * (position + 1)]
