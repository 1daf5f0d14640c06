"""Merge the fields of one thing: three values in, one out."""

from __future__ import annotations

from dataclasses import replace

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import ABSENT, Absent, Entry, JsonObject, same_json
from graphs.checks.rules.problem import Place
from graphs.merging.conflict import Cause, Conflict
from graphs.merging.row_merge import (
    NAME_LISTS,
    ROW_KEYS,
    Matching,
    matched_rows,
    merged_names,
    merged_rows,
    names_of,
    rows_of,
    same_rows,
)

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

_GIVEN = ("params", "arguments")
"""Fields whose entries are values of the document's own, one thing each."""

_IDENTITIES = {"activity": ("action", "graph"), "decision": ("graph",)}
"""Fields that say what an object is about: the rest of it makes no sense with another one."""


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
    rows = _merged_list(place, name, base, ours, theirs, conflicts) if inside not in _GIVEN else None
    if rows is not None:
        return rows
    opposed: Cause = "removed" if ABSENT in (ours, theirs) else "changed"
    conflicts.append(Conflict(place, opposed, base, ours, theirs))
    return ours


def _merged_list(
    place: Place, name: str, base: Entry, ours: Entry, theirs: Entry, conflicts: list[Conflict]
) -> list[JsonValue] | None:
    """Return a list whose rows or names are told apart, merged by these; None for what is no such list."""
    sides: list[Entry] = [[] if side is ABSENT else side for side in (base, ours, theirs)]
    if name in ROW_KEYS and (rows := rows_of(sides)) is not None:
        matching = Matching(lambda old, new: matched_rows(old, new, ROW_KEYS[name]), same_rows)
        before, here, there = rows
        return [*merged_rows(place, before, here, there, conflicts, matching, merged_fields)]
    if name in NAME_LISTS and (names := names_of(sides)) is not None:
        first, left, right = names
        return [*merged_names(place, first, left, right, conflicts)]
    return None


def unopposed(base: Entry, ours: Entry, theirs: Entry) -> tuple[Entry] | None:
    """Return the value that only one side has set, or both alike; None where they are opposed."""
    if same_json(base, theirs) or same_json(ours, theirs):
        return (ours,)
    return (theirs,) if same_json(base, ours) else None


def _is_open(
    name: str, inside: str, base: Entry, ours: dict[str, JsonValue], theirs: dict[str, JsonValue]
) -> bool:
    """Tell whether the entries of two objects may be merged one by one."""
    if name in _WHOLE or inside in (*_GIVEN, "effects"):
        return False
    if not isinstance(base, dict):
        return name in _MAPPINGS and base is ABSENT
    identity = _IDENTITIES.get(name, ())
    return all(
        same_json(base.get(key, ABSENT), side.get(key, ABSENT)) for key in identity for side in (ours, theirs)
    )
