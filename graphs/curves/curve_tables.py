"""Turn response curves into tables of points: what curves mean wherever they run (rules 1.6, 10.1).

| shape | its table |
|---|---|
| `linear` | `bottom` at `low`, `top` at `high` |
| `polynomial` | `bottom + (top - bottom) · t^power`, t from 0 at `low` to 1 at `high`, 33 points |
| `logistic` | `bottom + (top - bottom) / (1 + e^(-slope · (t - m)))`, m the middle as t, 33 points |
| `bell` | `bottom + (top - bottom) · e^(-((x - middle) / width)² / 2)`, 33 points |
| `steps` | the value of the last of `points` that x has reached |
| `triangle`, `trapezoid` | `bottom` at the outer ones of `at`, `top` between, and beyond an upright side |
| `left_shoulder` | `top` up to the second of `at`, `bottom` from the third on |
| `right_shoulder` | `bottom` up to the first of `at`, `top` from the second on |
| `points` | its `points` |

Before its first point a table has the value of that, behind its last point the value of the last. Only
`+ - * /` and square roots are used, so that tables have the same bits on every machine.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from graphs.basics.exponential import exponential
from graphs.model.curves import CORNERS, HIGHEST_POWER, LARGEST, Curve

Table = tuple[tuple[float, ...], tuple[float, ...]]
"""The x of all points, none below the one before, and the y of each."""

NARROWEST = 1e-9
"""The least length of an axis."""

_SAMPLES = 32
"""Stretches that a bent curve is cut into."""


def curve_problems(curve: Curve) -> list[tuple[str, str, str]]:
    """Return what is wrong with a curve: the field, what it is, and what to do."""
    found = _large_numbers(curve)
    if found:
        return found
    count = CORNERS.get(curve.shape, 0)
    if not curve.low < curve.high:
        found.append(("high", "The axis ends where it begins, or before.", "Set the high end above the low."))
    elif curve.high - curve.low < NARROWEST:
        said = f"The axis is narrower than {NARROWEST:g}."
        found.append(("high", said, "Set the ends further apart, or take another unit."))
    if len(curve.at) != count:
        said = f"A curve of the shape {curve.shape} bends at {count} places, not {len(curve.at)}."
        found.append(("at", said, f"Give it {count}."))
    if any(right < left for left, right in pairwise(curve.at)):
        found.append(("at", "The places where it bends do not rise.", "Put them in rising order."))
    halves = curve.power * 2
    if curve.shape == "polynomial" and not (halves == int(halves) and 0 < curve.power <= HIGHEST_POWER):
        said = f"The power {curve.power} is not one of 0.5, 1, 1.5 up to {HIGHEST_POWER}."
        found.append(("power", said, "Take the nearest half."))
    if curve.shape == "bell" and curve.width <= 0:
        found.append(("width", "The width of a bell is above 0.", "Make it wider."))
    if curve.shape in ("steps", "points"):
        found += _point_problems(curve)
    return found


def _large_numbers(curve: Curve) -> list[tuple[str, str, str]]:
    numbers: dict[str, Iterable[float]] = {
        **{
            name: (getattr(curve, name),)
            for name in ("low", "high", "bottom", "top", "power", "slope", "width")
        },
        "at": curve.at,
        "points": (number for point in curve.points for number in point),
    }
    said, remedy = f"A number is beyond {LARGEST:g}.", "Take a smaller one, and another unit if need be."
    return [(name, said, remedy) for name, values in numbers.items() if any(map(is_too_large, values))]


def is_too_large(number: float) -> bool:
    """Tell whether a number is too far from 0 to be reckoned with."""
    return abs(number) > LARGEST


def _point_problems(curve: Curve) -> list[tuple[str, str, str]]:
    places = [x for x, _ in curve.points]
    if not places:
        return [("points", "The curve has no points.", "Add one.")]
    if any(right < left for left, right in pairwise(places)):
        return [("points", "The points do not rise in x.", "Put them in rising order of x.")]
    if curve.shape == "steps" and len(places) > _SAMPLES:
        return [("points", f"Steps have at most {_SAMPLES} points.", "Remove some.")]
    return []


@lru_cache(maxsize=1024)
def curve_table(curve: Curve) -> Table:
    """Return the table of a curve without problems: at most 64 points (rule 10.1)."""
    points = _TABLES[curve.shape](curve)
    return tuple(float(x) for x, _ in points), tuple(float(y) for _, y in points)


def table_value(table: Table, x: float) -> float:
    """Return the value of a table: between two points on the line that joins them, else that of the end.

    Of points with one x the last counts from there on. What is no number has the value of the last point.
    """
    places, values = table
    right = bisect_right(places, x)
    if right == 0:
        return values[0]
    if right == len(places):
        return values[-1]
    left = right - 1
    share = (x - places[left]) / (places[right] - places[left])
    return values[left] + (values[right] - values[left]) * share


_Points = Sequence[tuple[float, float]]


def _steps(curve: Curve) -> _Points:
    found: list[tuple[float, float]] = [curve.points[0]]
    for (_, before), (x, y) in pairwise(curve.points):
        found += [(x, before), (x, y)]
    return found


def _corners(*heights: int) -> Callable[[Curve], _Points]:
    """Return how a shape that goes between bottom (0) and top (1) at the places of `at` becomes points."""

    def points(curve: Curve) -> _Points:
        found = [
            (x, curve.top if height else curve.bottom) for x, height in zip(curve.at, heights, strict=True)
        ]
        if any((heights[0], heights[-1])):
            return found
        if curve.at[0] == curve.at[1] < curve.at[-1]:
            found = found[1:]
        if curve.at[0] < curve.at[-2] == curve.at[-1]:
            found = found[:-1]
        return found

    return points


def _sampled(share: Callable[[Curve, float, float], float]) -> Callable[[Curve], _Points]:
    """Return how a bent shape becomes points: `share` of the curve at x, which is t of the axis."""

    def points(curve: Curve) -> _Points:
        found = []
        for place in range(_SAMPLES + 1):
            t = place / _SAMPLES
            x = curve.low + (curve.high - curve.low) * t
            found.append((x, curve.bottom + (curve.top - curve.bottom) * share(curve, x, t)))
        return found

    return points


def _power(curve: Curve, _x: float, t: float) -> float:
    halves = int(curve.power * 2)
    found = math.sqrt(t) if halves % 2 else 1.0
    for _ in range(halves // 2):
        found *= t
    return found


def _logistic(curve: Curve, _x: float, t: float) -> float:
    middle = (curve.at[0] - curve.low) / (curve.high - curve.low)
    return 1.0 / (1.0 + exponential(-curve.slope * (t - middle)))


def _bell(curve: Curve, x: float, _t: float) -> float:
    far = (x - curve.at[0]) / curve.width
    return exponential(-far * far / 2.0)


_TABLES: Mapping[str, Callable[[Curve], _Points]] = {
    "linear": lambda curve: [(curve.low, curve.bottom), (curve.high, curve.top)],
    "polynomial": _sampled(_power),
    "logistic": _sampled(_logistic),
    "bell": _sampled(_bell),
    "steps": _steps,
    "triangle": _corners(0, 1, 0),
    "trapezoid": _corners(0, 1, 1, 0),
    "left_shoulder": _corners(1, 1, 0),
    "right_shoulder": _corners(0, 1, 1),
    "points": lambda curve: curve.points,
}
