"""Merge the fields of machines that name states: targets, initial states and defaults of histories."""

from __future__ import annotations

from collections.abc import Callable

from graphs.basics.plain_json import ABSENT, Entry, same_json
from graphs.checks.rules.problem import Place
from graphs.merging.conflict import Conflict
from graphs.merging.side import initial_ids
from graphs.merging.value_merge import unopposed


def merged_reference(
    place: Place,
    base: Entry,
    ours: Entry,
    theirs: Entry,
    is_possible: Callable[[str, bool], bool],
    conflicts: list[Conflict],
) -> Entry:
    """Return the merged value of a field that names states.

    `is_possible(id, by_theirs)` says whether the result has the state where the field needs it. Theirs
    gives way to ours if it names another one; ids that are not possible in ours either are taken out.
    """
    simple = unopposed(base, ours, theirs)
    if simple is None:
        conflicts.append(Conflict(place, "changed", base, ours, theirs))
    value = ours if simple is None else simple[0]
    by_theirs = not same_json(value, ours)
    if all(is_possible(one, by_theirs) for one in named(value)):
        return value
    if simple is not None:
        conflicts.append(Conflict(place, "reference", base, ours, theirs))
    if by_theirs and ours is not ABSENT and all(is_possible(one, False) for one in named(ours)):
        return ours
    kept = value if not by_theirs or ours is ABSENT else ours
    return _without(kept, lambda one: is_possible(one, kept is value and by_theirs))


def named(value: Entry) -> list[str]:
    """Return the ids that a list of targets, an initial or a default names."""
    if isinstance(value, list):
        return [one for one in value if isinstance(one, str)]
    return initial_ids(value)


def _without(value: Entry, is_possible: Callable[[str], bool]) -> Entry:
    if isinstance(value, str):
        return value if is_possible(value) else ABSENT
    if isinstance(value, list):
        return [one for one in value if isinstance(one, str) and is_possible(one)] or ABSENT
    if isinstance(value, dict):
        targets = _without(value.get("targets", ABSENT), is_possible)
        return ABSENT if targets is ABSENT else {**value, "targets": targets}
    return value
