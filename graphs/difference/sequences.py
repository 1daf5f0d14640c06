"""Find what moved within an ordered list."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from typing import TypeVar

Member = TypeVar("Member", bound=Hashable)


def moved_members(old: Sequence[Member], new: Sequence[Member]) -> frozenset[Member]:
    """Return as few members as possible that, moved, bring those in both lists from one order to the other.

    Members that stand in only one of the lists are not looked at; of a member that stands twice, the first
    place counts.
    """
    places = {member: place for place, member in reversed([*enumerate(old)])}
    common = [member for member in dict.fromkeys(new) if member in places]
    kept = _longest_increasing([places[member] for member in common])
    return frozenset(member for place, member in enumerate(common) if place not in kept)


def _longest_increasing(numbers: Sequence[int]) -> frozenset[int]:
    """Return the places of a longest increasing run of distinct numbers, not necessarily side by side."""
    ends: list[int] = []
    end_places: list[int] = []
    before: list[int] = []
    for place, number in enumerate(numbers):
        length = bisect_left(ends, number)
        before.append(end_places[length - 1] if length else -1)
        if length == len(ends):
            ends.append(number)
            end_places.append(place)
        else:
            ends[length] = number
            end_places[length] = place
    found = []
    current = end_places[-1] if end_places else -1
    while current >= 0:
        found.append(current)
        current = before[current]
    return frozenset(found)
