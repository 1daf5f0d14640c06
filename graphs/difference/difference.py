"""Hold one difference between two documents, and compare two versions of fields and of ordered lists."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import ABSENT, Entry, JsonObject, same_json
from graphs.checks.rules.problem import Place

What = Literal["added", "removed", "changed", "moved", "renamed", "placed"]
"""What happened; *placed* is a place on the canvas, which changes nothing of what the document means."""

Part = Literal[
    "document",
    "graph",
    "node",
    "edge",
    "branch",
    "variable",
    "event",
    "parameter",
    "curve",
    "sheet",
    "frame",
]
"""What it happened to."""

Member = TypeVar("Member", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Difference:
    """Hold one difference: what happened, to what, and the values on both sides as they are in a file.

    `place` names the field of a change (`guard.test`), the thing itself of anything else; what is removed is
    named by its place in the old document. Of a move the values are objects with `parent` (null is the graph
    itself), `list` and `index`; of a rename the names, and `followers` counts the nodes and transitions whose
    expressions follow it.
    """

    what: What
    part: Part
    place: Place
    old: Entry = ABSENT
    new: Entry = ABSENT
    followers: int = 0

    @property
    def only_canvas(self) -> bool:
        """Tell whether it is a matter of the picture alone."""
        return self.what == "placed"


class FieldChange(NamedTuple):
    """Hold a path such as `guard.test`, and the values there."""

    path: str
    old: Entry
    new: Entry


def field_changes(
    old: JsonObject, new: JsonObject, without: frozenset[str] = frozenset()
) -> list[FieldChange]:
    """Return the changed fields in the order of their paths, as deep as both sides have objects.

    Lists of objects are compared place by place if they are of one length, else as a whole. Fields named in
    `without` are passed over at the top.
    """
    names = sorted((old.keys() | new.keys()) - without)
    return [
        change for name in names for change in _changes(name, old.get(name, ABSENT), new.get(name, ABSENT))
    ]


def _changes(path: str, old: Entry, new: Entry) -> Iterator[FieldChange]:
    if same_json(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict) and not (_is_expression(old) or _is_expression(new)):
        for name in sorted(old.keys() | new.keys()):
            yield from _changes(f"{path}.{name}", old.get(name, ABSENT), new.get(name, ABSENT))
    elif _are_objects(old) and _are_objects(new) and len(old) == len(new):  # type: ignore[arg-type]
        for place, (left, right) in enumerate(zip(old, new, strict=True)):  # type: ignore[arg-type]
            yield from _changes(f"{path}.{place}", left, right)
    else:
        yield FieldChange(path, old, new)


def _are_objects(value: Entry) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _is_expression(value: dict[str, JsonValue]) -> bool:
    return value.keys() in ({"expr"}, {"variable"})


def moved_members(old: Sequence[Member], new: Sequence[Member]) -> frozenset[Member]:
    """Return as few members as possible that, moved, bring those in both lists from one order to the other.

    Members that are in only one of the lists are not looked at; of a member that stands twice, the first
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
