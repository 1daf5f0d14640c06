"""What forms know while a program is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runtime.basics.context import BufferName, Slot
from runtime.minds.machines.machine_rows import WeightedGroup

Place = tuple[BufferName, int, bool]
"""Where a variable lies: buffer, index, whether it is the world's."""


def place_of(slot: Slot) -> Place:
    """Return where a slot lies."""
    return slot.buffer, slot.index, slot.shared


@dataclass(frozen=True)
class Writing:
    """Hold the numbers of variables and groups; `names` tells whether texts for people are written too."""

    names: bool
    variables: Mapping[Place, int]
    groups: Mapping[int, int]

    def variable(self, slot: Slot) -> int:
        """Return the number of the variable at a slot."""
        return self.variables[place_of(slot)]

    def find_variable(self, slot: Slot) -> int | None:
        """Return the number of the variable at a slot, None where it is no variable."""
        return self.variables.get(place_of(slot))

    def group(self, group: WeightedGroup) -> int:
        """Return the number of a weighted group."""
        return self.groups[id(group)]
