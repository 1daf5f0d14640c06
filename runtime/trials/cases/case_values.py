"""Turn JSON values of a case into values of the expression language, and compare the two."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.expressions.declared_values import declared_value
from graphs.expressions.types import Type, Value

TOLERANCE = 1e-9
"""How far a float may lie from the expected one."""


def plain_value(value: JsonValue) -> Value:
    """Return a JSON value as a value of no declared type: a list of two numbers is a vector."""
    if isinstance(value, list) and len(value) == 2 and not any(isinstance(part, bool) for part in value):
        x, y = value
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return (float(x), float(y))
    return value if isinstance(value, (bool, int, float, str)) else None


def typed_value(value: JsonValue, declared: Type) -> Value:
    """Return a JSON value as a value of a declared type; one that does not fit is left as it is."""
    if value is None:
        return None
    converted = declared_value(value, declared)
    return plain_value(value) if converted is None else converted


def same_value(expected: JsonValue, got: Value) -> bool:
    """Tell whether a value is the expected one; numbers may differ by `TOLERANCE`."""
    wanted = plain_value(expected)
    if isinstance(wanted, tuple) and isinstance(got, tuple):
        return all(_near(one, other) for one, other in zip(wanted, got, strict=True))
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    if isinstance(wanted, (int, float)) and isinstance(got, (int, float)):
        return _near(wanted, got)
    return wanted == got


def value_words(value: object) -> str:
    """Return a value, of a case or of a variable, as it stands in a case file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(value_words, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}": {value_words(one)}' for key, one in sorted(value.items())) + "}"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= TOLERANCE
