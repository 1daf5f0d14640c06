"""Take parts of JSON that may hold anything: what is of another sort counts as empty."""

from __future__ import annotations

from graphs.basics.json_text import JsonObject, JsonValue


def object_of(value: JsonValue) -> JsonObject:
    """Return a value that should be an object, empty where it is none."""
    return value if isinstance(value, dict) else {}


def text_of(value: JsonValue) -> str:
    """Return a value that should be a text, "" where it is none."""
    return value if isinstance(value, str) else ""


def list_of(value: JsonValue) -> list[JsonValue]:
    """Return a value that may be one or a list of them, as a list; None is none."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def texts_of(value: JsonValue) -> tuple[str, ...]:
    """Return the texts of a value that should be a list of them."""
    return tuple(each for each in list_of(value) if isinstance(each, str))


def text_pairs(value: JsonValue) -> dict[str, str]:
    """Return the texts of a value that should be an object of them."""
    return {name: each for name, each in object_of(value).items() if isinstance(each, str)}
