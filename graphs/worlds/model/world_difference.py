"""Say what differs between two worlds, and merge two that come from one."""

from __future__ import annotations

import json
from collections.abc import Mapping

from graphs.basics.json_text import to_canonical_json
from graphs.basics.plain_json import ABSENT, Entry, JsonObject, object_at, plain
from graphs.checks.rules.problem import Place
from graphs.difference.difference import field_changes
from graphs.difference.value_text import counted, listed
from graphs.merging.conflict import Conflict
from graphs.merging.value_merge import merged_fields
from graphs.worlds.model.elements import WORDS
from graphs.worlds.model.world_file import WorldDocument, as_saved, world_from_bytes

_SECTIONS: Mapping[str, str] = {**dict[str, str](WORDS.items()), "layers": "layer"}
"""What is told of thing by thing, with what one of them is called: what lies on the map, and layers."""

LONGEST_VALUE = 60
"""How much of a value is shown, in characters."""


def world_difference(old: WorldDocument, new: WorldDocument) -> tuple[str, ...]:
    """Return a line for each difference: the world's own fields first, then group by group and id by id.

    There is none exactly if both are saved as the same bytes.
    """
    before, after = plain(as_saved(old)), plain(as_saved(new))
    lines = [
        f"{path.replace('_', ' ')} {_shown(was)} → {_shown(now)}"
        for path, was, now in field_changes(before, after, frozenset(_SECTIONS))
    ]
    for group in _SECTIONS:
        lines += _group_lines(group, object_at(before, group), object_at(after, group))
    return tuple(lines)


def world_difference_summary(old: WorldDocument, new: WorldDocument) -> str:
    """Return in half a line how much differs: "1 wall added, 2 agents changed"."""
    before, after = plain(as_saved(old)), plain(as_saved(new))
    parts = []
    for group in _SECTIONS:
        was, now = object_at(before, group), object_at(after, group)
        shared = was.keys() & now.keys()
        for what, number in (
            ("added", len(now.keys() - was.keys())),
            ("removed", len(was.keys() - now.keys())),
            ("changed", sum(bool(_changes(was[key], now[key])) for key in shared)),
        ):
            if number:
                parts.append(f"{counted(number, _SECTIONS[group])} {what}")
    own = len(field_changes(before, after, frozenset(_SECTIONS)))
    if own:
        parts.append(f"{counted(own, 'field')} of the world changed")
    return listed(parts) if parts else "nothing differs"


def _group_lines(group: str, old: JsonObject, new: JsonObject) -> list[str]:
    lines = []
    for key in sorted(old.keys() | new.keys()):
        subject = f"{_SECTIONS[group]} {key}"
        if key not in old or key not in new:
            lines.append(f"{subject} {'removed' if key in old else 'added'}")
        else:
            lines += [
                f"{subject}: {path.replace('_', ' ')} {_shown(was)} → {_shown(now)}"
                for path, was, now in _changes(old[key], new[key])
            ]
    return lines


def _changes(old: Entry, new: Entry) -> list[tuple[str, Entry, Entry]]:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return []
    return [(change.path, change.old, change.new) for change in field_changes(old, new)]


def _shown(value: Entry) -> str:
    if value is ABSENT:
        return "default"
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def merge_worlds(
    base: WorldDocument, ours: WorldDocument, theirs: WorldDocument
) -> tuple[WorldDocument, tuple[str, ...]]:
    """Return ours with what theirs changed since `base`, and a line for each field that both changed.

    There the result has what ours has. Raises FileProblem where the two make no world together.
    """
    conflicts: list[Conflict] = []
    sections: JsonObject = {
        name: {} for name, field in WorldDocument.model_fields.items() if field.default == {}
    }
    sides = [sections | plain(side) for side in (base, ours, theirs)]
    value = merged_fields(Place(), sides[0], sides[1], sides[2], conflicts)
    merged = world_from_bytes(to_canonical_json(value).encode())
    causes = {"removed": "removed on one side and changed on the other"}
    return merged, tuple(
        f"{conflict.place.field}: {causes.get(conflict.cause, 'changed on both sides')}"
        for conflict in conflicts
    )
