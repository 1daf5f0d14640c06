"""Merge lists of rows that have no ids: branches, fuzzy rules, considerations, and lists of names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from graphs.basics.json_text import to_canonical_json
from graphs.basics.plain_json import ABSENT, Entry, JsonObject, same_json
from graphs.checks.rules.problem import Place
from graphs.merging.conflict import Conflict
from graphs.merging.list_merge import merged_list

ROW_KEYS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "rules": (("when", "output"), ("when",), ("output", "then")),
    "considerations": (("score",),),
}
"""Lists of rows by their field, and what tells a row that was changed: what of it stayed, in this order."""

NAME_LISTS = frozenset({"needs"})
"""Lists in which each name stands once."""

Match = Callable[[Sequence[JsonObject], Sequence[JsonObject]], Mapping[int, int]]
"""Returns for places in a new list the places in the old list of what is the same row."""

MergeFields = Callable[[Place, JsonObject, JsonObject, JsonObject, list[Conflict]], JsonObject]


class Matching(NamedTuple):
    """Hold how rows are told apart: those of a side from the base, and those that both sides added."""

    changed: Match
    added: Match


@dataclass(slots=True)
class _Versions:
    """Hold one row as it is on each side, None where it does not, with its places."""

    base: JsonObject | None = None
    ours: JsonObject | None = None
    theirs: JsonObject | None = None


def merged_rows(
    place: Place,
    base: Sequence[JsonObject],
    ours: Sequence[JsonObject],
    theirs: Sequence[JsonObject],
    conflicts: list[Conflict],
    matching: Matching,
    merge: MergeFields,
) -> list[JsonObject]:
    """Return the merged rows of the list at `place`, adding what is opposed to `conflicts`.

    A row that one side removed and the other changed stays as ours has it, or stays removed. Rows that both
    added are one if `matching` says so; `merge` merges the versions of one.
    """
    versions, orders = _versions(base, ours, theirs, matching)
    members = [number for number, each in enumerate(versions) if _stays(each)]
    merged = merged_list(*orders, members)
    result: list[JsonObject] = []
    for index, number in enumerate(merged.members):
        version = versions[number]
        where = replace(place, field=f"{place.field}.{index}")
        if version.ours is not None and version.theirs is not None:
            start = {} if version.base is None else version.base
            result.append(merge(where, start, version.ours, version.theirs, conflicts))
            continue
        kept = version.ours if version.ours is not None else version.theirs
        result.append({**kept} if kept is not None else {})
        if version.base is not None:
            conflicts.append(
                Conflict(where, "removed", version.base, ABSENT if version.ours is None else version.ours)
            )
    for number, version in enumerate(versions):
        if number not in members and version.theirs is not None:
            where = replace(place, field=f"{place.field}.{orders[2].index(number)}")
            if not same_json(version.base or {}, version.theirs):
                conflicts.append(Conflict(where, "removed", version.base or ABSENT, ABSENT, version.theirs))
    if merged.opposed:
        conflicts.append(Conflict(place, "moved", [*base], [*ours], [*theirs]))
    return result


def rows_of(sides: Sequence[Entry]) -> list[list[JsonObject]] | None:
    """Return lists of objects as such, None where one is something else."""
    found: list[list[JsonObject]] = []
    for side in sides:
        rows = [row for row in side if isinstance(row, dict)] if isinstance(side, list) else []
        if not isinstance(side, list) or len(rows) < len(side):
            return None
        found.append(rows)
    return found


def names_of(sides: Sequence[Entry]) -> list[list[str]] | None:
    """Return lists of texts as such, None where one is something else, or has one twice."""
    found: list[list[str]] = []
    for side in sides:
        names = [name for name in side if isinstance(name, str)] if isinstance(side, list) else []
        if not isinstance(side, list) or len({*names}) < len(side):
            return None
        found.append(names)
    return found


def merged_names(
    place: Place, base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], conflicts: list[Conflict]
) -> tuple[str, ...]:
    """Return the merged names of a list; one that both moved stays where ours has it, and is told."""
    kept = {*base} & {*ours} & {*theirs}
    members = [*dict.fromkeys(each for each in (*ours, *theirs) if each in kept or each not in base)]
    merged = merged_list(base, ours, theirs, members)
    if merged.opposed:
        conflicts.append(Conflict(place, "moved", [*base], [*ours], [*theirs]))
    return merged.members


def matched_rows(
    old: Sequence[JsonObject], new: Sequence[JsonObject], keys: Sequence[Sequence[str]]
) -> Mapping[int, int]:
    """Return for places in `new` the places in `old` of what is the same row.

    The same is first what is equal, of several the first that is left; then what alone has the same fields
    of one of `keys`; last, in lists of one length, what stands at the same place.
    """
    matches = dict(same_rows(old, new))
    for names in keys:
        left, right = _rest(old, {*matches.values()}, names), _rest(new, matches.keys(), names)
        for key, places in right.items():
            if len(places) == len(left.get(key, ())) == 1:
                matches[places[0]] = left[key][0]
    if len(old) == len(new):
        taken = {*matches.values()}
        matches |= {place: place for place in range(len(new)) if place not in matches and place not in taken}
    return matches


def same_rows(old: Sequence[JsonObject], new: Sequence[JsonObject]) -> Mapping[int, int]:
    """Return for places in `new` the places in `old` of equal rows, of several the first that is left."""
    waiting: dict[Hashable, list[int]] = {}
    for place, row in enumerate(old):
        waiting.setdefault(to_canonical_json(row), []).append(place)
    matches: dict[int, int] = {}
    for place, row in enumerate(new):
        candidates = waiting.get(to_canonical_json(row))
        if candidates:
            matches[place] = candidates.pop(0)
    return matches


def _rest(
    rows: Sequence[JsonObject], matched: Collection[int], names: Sequence[str]
) -> Mapping[str, Sequence[int]]:
    """Return the places of the rows that are not matched yet, by what their named fields say."""
    found: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        key = {name: row[name] for name in names if name in row}
        if place not in matched and key:
            found.setdefault(to_canonical_json(key), []).append(place)
    return found


def _versions(
    base: Sequence[JsonObject], ours: Sequence[JsonObject], theirs: Sequence[JsonObject], matching: Matching
) -> tuple[list[_Versions], tuple[list[int], list[int], list[int]]]:
    """Return every row once with its versions, and for each side the order of its rows as numbers."""
    versions = [_Versions(base=row) for row in base]
    left, right = matching.changed(base, ours), matching.changed(base, theirs)
    our_order: list[int] = []
    for place, row in enumerate(ours):
        number = left.get(place)
        if number is None:
            number = len(versions)
            versions.append(_Versions())
        versions[number].ours = row
        our_order.append(number)
    added = [place for place in range(len(ours)) if place not in left]
    new = [place for place in range(len(theirs)) if place not in right]
    twins = matching.added([ours[place] for place in added], [theirs[place] for place in new])
    their_order: list[int] = []
    for place, row in enumerate(theirs):
        number = right.get(place)
        if number is None and new.index(place) in twins:
            number = our_order[added[twins[new.index(place)]]]
        if number is None:
            number = len(versions)
            versions.append(_Versions())
        versions[number].theirs = row
        their_order.append(number)
    return versions, ([*range(len(base))], our_order, their_order)


def _stays(one: _Versions) -> bool:
    if one.base is None or (one.ours is not None and one.theirs is not None):
        return True
    return one.ours is not None and not same_json(one.base, one.ours)
