"""Look at parts of a document as the plain JSON of their file, and compare it exactly.

Python takes `True == 1 == 1.0`; a file that says one in place of another says something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, TypeAlias

from pydantic import BaseModel

from graphs.basics.frozen import JsonValue

JsonObject: TypeAlias = dict[str, JsonValue]


class Absent(Enum):
    """Stand for what a file does not say; `null` is something else."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT

Entry: TypeAlias = JsonValue | Absent
"""A value in a file, or that there is none."""


def plain(model: BaseModel) -> JsonObject:
    """Return a part of a document as it is in a file: fields equal to their default are left out."""
    return model.model_dump(mode="json", exclude_defaults=True)


def same_json(one: Entry, other: Entry) -> bool:
    """Tell whether two values are the same to the last type; the order of keys does not matter."""
    if one is other:
        return True
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and one.keys() == other.keys()
            and all(same_json(value, other[key]) for key, value in one.items())
        )
    if isinstance(one, list):
        return (
            isinstance(other, list)
            and len(one) == len(other)
            and all(same_json(left, right) for left, right in zip(one, other, strict=True))
        )
    if isinstance(one, float) and isinstance(other, float):
        return repr(one) == repr(other)
    return type(one) is type(other) and one == other


def object_at(value: Mapping[str, JsonValue], key: str) -> JsonObject:
    """Return the object under a key, an empty one if there is none."""
    entry = value.get(key)
    return entry if isinstance(entry, dict) else {}


def texts_at(value: Mapping[str, JsonValue], key: str) -> list[str]:
    """Return the texts of the list under a key, an empty one if there is none."""
    entry = value.get(key)
    return [item for item in entry if isinstance(item, str)] if isinstance(entry, list) else []
