"""Make sure that every place of an agent's memory belongs to one thing only.

Rows trust what they find in their own places: a child's position, a tick. An export in which a variable lies
where a row keeps such a number is refused here.
"""

from __future__ import annotations

from collections.abc import Mapping

from runtime.basics.context import BufferName, Slot
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem

BUFFERS: tuple[BufferName, ...] = ("byte", "int", "float", "object")
"""The four buffers of an agent's memory."""

MOST_PLACES = 4_000_000
"""Places that one buffer may have: what an agent's memory should ever hold."""


def width_of(slot: Slot) -> int:
    """Return how many places a value takes from the slot's index on."""
    return 2 if slot.type.kind.value == "vector" else 1


class MemoryClaims:
    """Note who owns each place of the four buffers of `sizes`; raise `ExportProblem` for a second owner."""

    def __init__(self, sizes: Mapping[BufferName, int]) -> None:
        self._sizes = sizes
        self._owners: dict[BufferName, dict[int, str]] = {name: {} for name in sizes}

    def claim(self, buffer: BufferName, first: int, count: int, owner: str) -> None:
        """Take `count` places from `first` on for `owner`, the path of what names them."""
        if not 0 <= first <= first + count <= self._sizes[buffer]:
            said = f"The {buffer} memory has {self._sizes[buffer]} places; {first} is none of them."
            raise ExportProblem(owner, said, EXPORT_AGAIN)
        owners = self._owners[buffer]
        for place in range(first, first + count):
            other = owners.setdefault(place, owner)
            if other is not owner:
                raise ExportProblem(owner, f"{buffer} {place} belongs to {other} already.", EXPORT_AGAIN)

    def claim_shared(self, buffer: BufferName, place: int, owner: str, sort: str) -> None:
        """Take a place that all things of one `sort` may share, such as one node's count of draws."""
        owners = self._owners[buffer]
        if owners.get(place) == sort:
            return
        if place in owners:
            raise ExportProblem(owner, f"{buffer} {place} belongs to {owners[place]} already.", EXPORT_AGAIN)
        if not 0 <= place < self._sizes[buffer]:
            said = f"The {buffer} memory has {self._sizes[buffer]} places; {place} is none of them."
            raise ExportProblem(owner, said, EXPORT_AGAIN)
        owners[place] = sort

    def require_owned(self, buffer: BufferName, place: int, path: str) -> None:
        """Raise `ExportProblem` for a place that nothing owns."""
        if place not in self._owners[buffer]:
            raise ExportProblem(path, f"Nothing keeps anything in {buffer} {place}.", EXPORT_AGAIN)

    def owner(self, buffer: BufferName, place: int) -> str:
        """Return the path of what owns a place, "" for none."""
        return self._owners[buffer].get(place, "")
