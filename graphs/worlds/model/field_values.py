"""Read the values of fields and arguments in a world's file."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import Value


def value_of_json(value: JsonValue) -> Value:
    """Return a literal of a file as a value: a list of two numbers is a vector.

    Raises ValueError for a list of anything else and for an object.
    """
    if isinstance(value, (list, tuple)):
        if len(value) == 2 and all(_is_number(part) for part in value):
            return (float(value[0]), float(value[1]))  # type: ignore[arg-type]
        raise ValueError(f"{value!r} is neither a number, a text, true, false nor [x, y]")
    if isinstance(value, dict):
        raise ValueError("an object is no value")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
