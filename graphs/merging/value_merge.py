"""Merge the fields of one thing, and ordered lists: three values in, one out."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import ABSENT, Absent, Entry, JsonObject, same_json
from graphs.checks.rules.problem import Place
from graphs.difference.difference import moved_members
from graphs.merging.conflict import Cause, Conflict

_MAPPINGS = frozenset(
    {
        "params",
        "arguments",
        "suppress",
        "payload",
        "origin",
        "effects",
        "shares",
        "matrix",
        "inputs",
        "outputs",
        "sets",
    }
)
"""Fields whose entries are merged one by one even if the field is new on both sides."""

_WHOLE = frozenset(
    {
        "initial",
        "default",
        "case",
        "value",
        "after",
        "delay",
        "jitter",
        "cooldown",
        "weight",
        "every",
        "timeout",
        "duration",
    }
)
"""Fields whose value is one thing, even where it is written as an object."""

_IDENTITIES = {"activity": ("action", "graph"), "decision": ("graph",)}
"""Fields that say what an object is about: the rest of it makes no sense with another one."""

Member = TypeVar("Member", bound=Hashable)


def merged_fields(
    place: Place,
    base: JsonObject,
    ours: JsonObject,
    theirs: JsonObject,
    conflicts: list[Conflict],
    without: frozenset[str] = frozenset(),
) -> JsonObject:
    """Return the merged fields of one thing, adding what does not go together to `conflicts`.

    `place` is the thing; fields named in `without` are left out.
    """
    merged: JsonObject = {}
    for name in sorted((base.keys() | ours.keys() | theirs.keys()) - without):
        path = f"{place.field}.{name}" if place.field else name
        value = merged_value(
            replace(place, field=path),
            base.get(name, ABSENT),
            ours.get(name, ABSENT),
            theirs.get(name, ABSENT),
            conflicts,
            inside=place.field.rpartition(".")[2],
        )
        if not isinstance(value, Absent):
            merged[name] = value
    return merged


def merged_declarations(
    graph_id: str,
    section: str,
    base: JsonObject,
    ours: JsonObject,
    theirs: JsonObject,
    conflicts: list[Conflict],
) -> JsonObject:
    """Return the merged variables, events, parameters or frames of a document or graph, by name."""
    merged: JsonObject = {}
    for name in sorted(base.keys() | ours.keys() | theirs.keys()):
        place = Place(graph_id, "", f"{section}.{name}")
        start, left, right = (side.get(name, ABSENT) for side in (base, ours, theirs))
        simple = unopposed(start, left, right)
        value: Entry
        if simple is not None:
            value = simple[0]
        elif isinstance(start, dict) and isinstance(left, dict) and isinstance(right, dict):
            value = merged_fields(place, start, left, right, conflicts)
        else:
            value = left
            cause: Cause = "duplicate" if start is ABSENT else "removed"
            conflicts.append(Conflict(place, cause, start, left, right))
        if not isinstance(value, Absent):
            merged[name] = value
    return merged


def merged_value(
    place: Place, base: Entry, ours: Entry, theirs: Entry, conflicts: list[Conflict], *, inside: str = ""
) -> Entry:
    """Return the merged value of a field; `inside` is the name of the field that holds it, if any."""
    simple = unopposed(base, ours, theirs)
    if simple is not None:
        return simple[0]
    name = place.field.rpartition(".")[2]
    if isinstance(ours, dict) and isinstance(theirs, dict) and _is_open(name, inside, base, ours, theirs):
        start = base if isinstance(base, dict) else {}
        return merged_fields(place, start, ours, theirs, conflicts)
    opposed: Cause = "removed" if ABSENT in (ours, theirs) else "changed"
    conflicts.append(Conflict(place, opposed, base, ours, theirs))
    return ours


def unopposed(base: Entry, ours: Entry, theirs: Entry) -> tuple[Entry] | None:
    """Return the value that only one side has set, or both alike; None where they are opposed."""
    if same_json(base, theirs) or same_json(ours, theirs):
        return (ours,)
    return (theirs,) if same_json(base, ours) else None


def _is_open(
    name: str, inside: str, base: Entry, ours: dict[str, JsonValue], theirs: dict[str, JsonValue]
) -> bool:
    """Tell whether the entries of two objects may be merged one by one."""
    if name in _WHOLE or inside in ("params", "arguments", "effects"):
        return False
    if not isinstance(base, dict):
        return name in _MAPPINGS and base is ABSENT
    identity = _IDENTITIES.get(name, ())
    return all(
        same_json(base.get(key, ABSENT), side.get(key, ABSENT)) for key in identity for side in (ours, theirs)
    )


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
