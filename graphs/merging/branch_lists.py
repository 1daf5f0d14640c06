"""Merge the branches of one question: they have no ids, so they are matched by what decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphs.basics.plain_json import ABSENT, JsonObject, same_json
from graphs.checks.rules.problem import Place
from graphs.difference.branch_matching import matched_branches
from graphs.merging.conflict import Conflict
from graphs.merging.ordered_lists import merged_list
from graphs.merging.value_merge import merged_fields


@dataclass(slots=True)
class _Versions:
    """Hold one branch as it stands on each side, None where it does not, with its places."""

    base: JsonObject | None = None
    ours: JsonObject | None = None
    theirs: JsonObject | None = None


def merged_branches(
    place: Place,
    base: Sequence[JsonObject],
    ours: Sequence[JsonObject],
    theirs: Sequence[JsonObject],
    conflicts: list[Conflict],
) -> list[JsonObject]:
    """Return the merged branches of the question at `place`, adding what is opposed to `conflicts`.

    A branch that one side removed and the other changed stays as ours has it, or stays removed. Branches
    that both added are one if they are equal or decide by the same.
    """
    versions, orders = _versions(base, ours, theirs)
    members = [number for number, one in enumerate(versions) if _stays(one)]
    merged = merged_list(*orders, members)
    result: list[JsonObject] = []
    for index, number in enumerate(merged.members):
        one = versions[number]
        where = Place(place.graph, place.element, f"branches.{index}")
        if one.ours is not None and one.theirs is not None:
            start = {} if one.base is None else one.base
            result.append(merged_fields(where, start, one.ours, one.theirs, conflicts))
            continue
        kept = one.ours if one.ours is not None else one.theirs
        result.append({**kept} if kept is not None else {})
        if one.base is not None:
            conflicts.append(Conflict(where, "removed", one.base, ABSENT if one.ours is None else one.ours))
    for number, one in enumerate(versions):
        if number not in members and one.theirs is not None:
            where = Place(place.graph, place.element, f"branches.{orders[2].index(number)}")
            if not same_json(one.base or {}, one.theirs):
                conflicts.append(Conflict(where, "removed", one.base or ABSENT, ABSENT, one.theirs))
    if merged.opposed:
        where = Place(place.graph, place.element, "branches")
        conflicts.append(Conflict(where, "moved", [*base], [*ours], [*theirs]))
    return result


def _versions(
    base: Sequence[JsonObject], ours: Sequence[JsonObject], theirs: Sequence[JsonObject]
) -> tuple[list[_Versions], tuple[list[int], list[int], list[int]]]:
    """Return every branch once with its versions, and for each side the order of its branches as numbers."""
    versions = [_Versions(base=branch) for branch in base]
    left, right = matched_branches(base, ours), matched_branches(base, theirs)
    our_order: list[int] = []
    for place, branch in enumerate(ours):
        number = left.get(place)
        if number is None:
            number = len(versions)
            versions.append(_Versions())
        versions[number].ours = branch
        our_order.append(number)
    added = [place for place in range(len(ours)) if place not in left]
    new = [place for place in range(len(theirs)) if place not in right]
    twins = matched_branches(
        [ours[place] for place in added], [theirs[place] for place in new], by_child=False
    )
    their_order: list[int] = []
    for place, branch in enumerate(theirs):
        number = right.get(place)
        if number is None and new.index(place) in twins:
            number = our_order[added[twins[new.index(place)]]]
        if number is None:
            number = len(versions)
            versions.append(_Versions())
        versions[number].theirs = branch
        their_order.append(number)
    return versions, ([*range(len(base))], our_order, their_order)


def _stays(one: _Versions) -> bool:
    if one.base is None or (one.ours is not None and one.theirs is not None):
        return True
    return one.ours is not None and not same_json(one.base, one.ours)
