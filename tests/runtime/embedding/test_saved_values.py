"""Values that JSON has not, or loses, come back from what was saved, in lists too."""

from __future__ import annotations

import math

import pytest

from graphs.expressions.types import FLOAT, Items, Type, Value, ValueType
from runtime.embedding.saved_mind import values_from_json, values_to_json
from runtime.export.export_problem import ExportProblem

FLOATS = Type(ValueType.FLOAT, item=ValueType.FLOAT, most=4)
VECTORS = Type(ValueType.VECTOR, item=ValueType.VECTOR, most=4)


@pytest.mark.parametrize(
    ("value", "kind", "saved"),
    [
        (-0.0, FLOAT, "-0"),
        (Items((-0.0, math.inf, 1.5)), FLOATS, {"list": ["-0", "Infinity", 1.5]}),
        (Items(((-0.0, 2.0), (-math.inf, 0.0))), VECTORS, {"list": [["-0", 2.0], ["-Infinity", 0.0]]}),
    ],
)
def test_a_value_comes_back_as_it_was(value: Value, kind: Type, saved: object) -> None:
    data = values_to_json({"v": value})
    assert data == {"v": saved}
    assert repr(values_from_json(data, {"v": kind})["v"]) == repr(value)


def test_a_list_in_a_list_is_refused() -> None:
    with pytest.raises(ExportProblem):
        values_from_json({"v": {"list": [{"list": []}]}}, {"v": FLOATS})
