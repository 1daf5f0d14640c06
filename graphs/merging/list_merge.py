"""Merge ordered lists whose members are told apart: three lists in, one out."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graphs.difference.difference import moved_members

Member = TypeVar("Member", bound=Hashable)


@dataclass(frozen=True, slots=True)
class MergedList(Generic[Member]):
    """Hold a merged list, and the members that both sides moved within it to different places."""

    members: tuple[Member, ...]
    opposed: frozenset[Member] = frozenset()


def merged_list(
    base: Sequence[Member], ours: Sequence[Member], theirs: Sequence[Member], members: Collection[Member]
) -> MergedList[Member]:
    """Return the members in their merged order.

    `members` says what is in the result; which those are is decided elsewhere. What is in all three lists
    and was moved by no one keeps its order and divides the list into gaps. Everything else goes into the gap
    where its own side has it: what ours inserted or moved in the order of ours, then the same of theirs. A
    member that both moved is put where ours has it. Members in no list come last, in the order given.
    """
    lists = [
        [*dict.fromkeys(member for member in side if member in members)] for side in (base, ours, theirs)
    ]
    everywhere = set(lists[0]) & set(lists[1]) & set(lists[2])
    common = [[member for member in side if member in everywhere] for side in lists]
    by_ours = moved_members(common[0], common[1])
    by_theirs = moved_members(common[0], common[2])
    stable = everywhere - by_ours - by_theirs
    from_ours = [
        member
        for member in lists[1]
        if member not in stable and not (member in by_theirs and member not in by_ours)
    ]
    chosen = {*from_ours, *stable}
    from_theirs = [member for member in lists[2] if member not in chosen]
    waiting = _by_gap(from_ours, lists[1], stable)
    their_waiting = _by_gap(from_theirs, lists[2], stable)
    merged: list[Member] = []
    fixed = [member for member in common[0] if member in stable]
    for gap in range(len(fixed) + 1):
        merged += waiting.get(gap, ())
        merged += their_waiting.get(gap, ())
        merged += fixed[gap : gap + 1]
    placed = set(merged)
    merged += [member for member in members if member not in placed]
    opposed = by_ours & by_theirs if common[1] != common[2] else frozenset[Member]()
    return MergedList(tuple(merged), opposed)


def _by_gap(
    wanted: Sequence[Member], side: Sequence[Member], stable: Collection[Member]
) -> dict[int, list[Member]]:
    """Return the wanted members by how many stable ones stand before them, in the order of their side."""
    looked_for = set(wanted)
    found: dict[int, list[Member]] = {}
    passed = 0
    for member in side:
        if member in looked_for:
            found.setdefault(passed, []).append(member)
        passed += member in stable
    return found
