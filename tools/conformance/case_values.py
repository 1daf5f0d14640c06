"""Write values of the engine as a case has them, and read them again."""

from __future__ import annotations

import math
from typing import cast

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import FLOAT, VECTOR, Item, Items, Type, Value

_ODD = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}


def to_case(value: Value) -> JsonValue:
    """Return a value as JSON: a vector is [x, y], a list an object; NaN, infinities and -0 are texts."""
    if isinstance(value, Items):
        return {"list": [to_case(item) for item in value.values]}
    if isinstance(value, tuple):
        return [_number(part) for part in value]
    return _number(value) if isinstance(value, float) else value


def from_case(data: JsonValue, declared: Type) -> Value:
    """Return the value of a declared type that `to_case` wrote."""
    if declared.item is not None and isinstance(data, dict):
        items = [from_case(item, declared.item_type) for item in cast(list[JsonValue], data["list"])]
        return Items(tuple(cast(list[Item], items)))
    if declared == VECTOR and isinstance(data, list):
        x, y = (_float(part) for part in data)
        return (x, y)
    return _float(data) if declared == FLOAT else cast(Value, data)


def _number(value: float) -> JsonValue:
    if math.isfinite(value):
        return "-0" if value == 0.0 and math.copysign(1.0, value) < 0 else value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _float(data: JsonValue) -> float:
    return _ODD[data] if isinstance(data, str) else float(cast(float, data))
