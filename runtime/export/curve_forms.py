"""Declare how tables of curves and variables that rise are in an export (rules 2.8, 10.1)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.curves.curve_tables import Table
from graphs.expressions.types import FLOAT
from graphs.model.curves import MOST_POINTS
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import NO_SOURCE, number, require_object, whole
from runtime.export.writing_and_reading import ExportedVariable, Reading
from runtime.minds.program.rising import RisingVariable

CURVES_SCHEMA: JsonObject = {
    "type": "object",
    "additionalProperties": {
        "type": "array",
        "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "minItems": 1,
        "maxItems": MOST_POINTS,
    },
    "description": "The tables of curves by name: points (x, y), x never falling.",
}


def curves_to_json(curves: Mapping[str, Table]) -> JsonObject:
    """Return the tables of curves as lists of points, by name."""
    return {name: [[x, y] for x, y in zip(*table, strict=True)] for name, table in sorted(curves.items())}


def curves_from_json(data: JsonValue) -> dict[str, Table]:
    """Return the tables that `curves_to_json` wrote; raise `ExportProblem` for anything else."""
    return {
        name: _table(each, f"curves.{name[:40]}") for name, each in require_object(data, "curves").items()
    }


def _table(data: JsonValue, path: str) -> Table:
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_POINTS:
        raise expected(f"1 to {MOST_POINTS} points", data, path)
    points: list[tuple[float, float]] = []
    for place, each in enumerate(data):
        if not isinstance(each, list) or len(each) != 2:
            raise expected("a point, [x, y]", each, f"{path}[{place}]")
        x, y = (number().read(value, f"{path}[{place}]", NO_SOURCE) for value in each)
        points.append((x, y))
    if any(right[0] < left[0] for left, right in pairwise(points)):
        raise ExportProblem(path, "The points do not rise in x.", EXPORT_AGAIN)
    return tuple(x for x, _ in points), tuple(y for _, y in points)


def read_rising(
    variables: tuple[ExportedVariable, ...], place: JsonValue, source: Reading
) -> tuple[tuple[RisingVariable, ...], int]:
    """Return the variables that rise and the int place of when they did; -1 where none rises."""
    rising = tuple(
        RisingVariable(each.slot, each.rise, each.minimum or 0.0, each.maximum)
        for each in variables
        if each.rise
    )
    fits = all(each.slot.type == FLOAT for each in rising)
    source.require(fits, "variables", "A variable that rises is no float.")
    source.require((place is not None) == bool(rising), "risen", "It is there if any variable rises.")
    if place is None:
        return (), -1
    found = whole(0).read(place, "risen", source)
    source.claims.claim("int", found, 1, "risen")
    return rising, found
