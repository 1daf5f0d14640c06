"""Read the JSON defaults and literals of a document as values of their declared types."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import Type, Value, default_value


def declared_value(value: JsonValue, declared: Type) -> Value:
    """Return a JSON default as a value of the declared type; None in the file means the type's own."""
    if value is None:
        return default_value(declared)
    if isinstance(value, list) and len(value) == 2:
        x, y = value
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return (float(x), float(y))
    if isinstance(value, (bool, int, float, str)):
        numeric = not isinstance(value, (bool, str)) and declared.kind.value == "float"
        return float(value) if numeric else value
    return None
