"""Lay out what one agent remembers: typed buffers with a place for everything.

An agent's state is one row of bytes, of 32-bit ints, of 64-bit floats and of objects (strings and entity
ids). The first bytes are the stored status of each row of the program; what else needs memory is given a
place when the program is compiled, so that a snapshot is a copy of four buffers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from graphs.expressions.types import Type, ValueType
from runtime.basics.context import Slot

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
