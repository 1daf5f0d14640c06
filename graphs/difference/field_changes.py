"""Find the fields in which two versions of one thing differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphs.basics.frozen import JsonValue
from graphs.basics.plain_json import ABSENT, Entry, JsonObject, same_json


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
