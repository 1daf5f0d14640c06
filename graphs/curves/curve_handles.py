"""Tell by which points a curve is held and dragged, and give a curve another shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphs.basics.frozen import shortest_number
from graphs.curves.curve_tables import NARROWEST
from graphs.model.curves import HIGHEST_POWER, LARGEST, Corner, Curve, CurveShape

LOW, HIGH, MIDDLE, WIDTH, POWER = "low", "high", "middle", "width", "power"
"""Keys of handles; those of corners and points are `at.0` and `points.0`, by their place."""

_AT_WIDTH = math.exp(-0.5)
"""The share of its height that a bell has where it bends."""


@dataclass(frozen=True, slots=True)
class CurveHandle:
    """Hold one point by which a curve is dragged: its key, where it is, and what it is in words."""

    key: str
    x: float
    y: float
    words: str


def curve_handles(curve: Curve) -> tuple[CurveHandle, ...]:
    """Return the handles of a curve without problems, from left to right."""
    made = _HANDLES.get(curve.shape, _corner_handles)(curve)
    return tuple(CurveHandle(key, float(x), float(y), words) for key, x, y, words in made)


def with_handle_at(curve: Curve, key: str, x: float, y: float | None = None) -> Curve:
    """Return a curve with one of its handles as near to a place as it can be; None keeps all heights.

    Corners and points stay between their neighbors. Returns the same curve for a key it does not have.
    """
    name, _, place = key.partition(".")
    known = {handle.key for handle in curve_handles(curve)}
    if key not in known:
        return curve
    if name == "at":
        return _with_corner(curve, int(place), x, y)
    if name == "points":
        return _with_point(curve, int(place), x, y)
    return _with(curve, **_SINGLE[key](curve, x, y))


def with_point(curve: Curve, x: float, y: float) -> Curve:
    """Return a curve of points or steps with one more."""
    place = sum(at <= x for at, _ in curve.points)
    return _with(curve, points=(*curve.points[:place], (_tidy(x), _tidy(y)), *curve.points[place:]))


def without_point(curve: Curve, place: int) -> Curve:
    """Return a curve of points or steps with one less."""
    return _with(curve, points=(*curve.points[:place], *curve.points[place + 1 :]))


def with_shape(curve: Curve, shape: CurveShape) -> Curve:
    """Return a curve with another shape on the same axis; corners it cannot keep are laid out evenly."""
    low, high = float(curve.low), float(curve.high)
    shares = _CORNERS_AT.get(shape, ())
    at = curve.at if len(curve.at) == len(shares) else tuple(_tidy(low + (high - low) * t) for t in shares)
    width = curve.width if curve.shape == "bell" else _tidy(float(f"{(high - low) / 6:.2g}"))
    points = curve.points
    if shape in ("points", "steps"):
        points = points or ((curve.low, curve.bottom), (_tidy((low + high) / 2), curve.top))
    else:
        points = ()
    return _with(curve, shape=shape, at=at, width=width if shape == "bell" else 1, points=points)


def new_curve(shape: CurveShape, low: float = 0, high: float = 1, axis: str = "") -> Curve:
    """Return a curve of a shape that goes from 0 to 1 over an axis."""
    return with_shape(Curve(low=_tidy(low), high=_tidy(high), axis=axis), shape)


_CORNERS_AT: Mapping[CurveShape, tuple[float, ...]] = {
    "triangle": (0.25, 0.5, 0.75),
    "trapezoid": (0.2, 0.4, 0.6, 0.8),
    "left_shoulder": (0.0, 0.25, 0.5),
    "right_shoulder": (0.5, 0.75, 1.0),
    "logistic": (0.5,),
    "bell": (0.5,),
}
"""Where the corners of a new curve are, as shares of its axis."""

_HEIGHTS: Mapping[CurveShape, tuple[int, ...]] = {
    "triangle": (0, 1, 0),
    "trapezoid": (0, 1, 1, 0),
    "left_shoulder": (1, 1, 0),
    "right_shoulder": (0, 1, 1),
}
"""Whether each corner is at the bottom (0) or at the top (1)."""

_Made = list[tuple[str, float, float, str]]


def _corner_handles(curve: Curve) -> _Made:
    heights = _HEIGHTS[curve.shape]
    return [
        (f"at.{place}", x, curve.top if heights[place] else curve.bottom, f"corner {place + 1}")
        for place, x in enumerate(curve.at)
    ]


def _ends(curve: Curve) -> _Made:
    return [(LOW, curve.low, curve.bottom, "low end"), (HIGH, curve.high, curve.top, "high end")]


def _polynomial(curve: Curve) -> _Made:
    middle = (curve.low + curve.high) / 2
    at_middle = curve.bottom + (curve.top - curve.bottom) * 0.5 ** float(curve.power)
    low, high = _ends(curve)
    return [low, (POWER, middle, at_middle, "power"), high]


def _logistic(curve: Curve) -> _Made:
    return [(MIDDLE, curve.at[0], (curve.bottom + curve.top) / 2, "middle")]


def _bell(curve: Curve) -> _Made:
    bend = curve.bottom + (curve.top - curve.bottom) * _AT_WIDTH
    return [(MIDDLE, curve.at[0], curve.top, "middle"), (WIDTH, curve.at[0] + curve.width, bend, "width")]


def _points(curve: Curve) -> _Made:
    return [(f"points.{place}", x, y, f"point {place + 1}") for place, (x, y) in enumerate(curve.points)]


_HANDLES: Mapping[CurveShape, Callable[[Curve], _Made]] = {
    "linear": _ends,
    "polynomial": _polynomial,
    "logistic": _logistic,
    "bell": _bell,
    "points": _points,
    "steps": _points,
}


def _with_corner(curve: Curve, place: int, x: float, y: float | None) -> Curve:
    at = (*curve.at[:place], _tidy(_between(x, curve.at, place)), *curve.at[place + 1 :])
    if y is None:
        return _with(curve, at=at)
    return _with(curve, at=at, **{"top" if _HEIGHTS[curve.shape][place] else "bottom": _tidy(y)})


def _with_point(curve: Curve, place: int, x: float, y: float | None) -> Curve:
    moved: Corner = (
        _tidy(_between(x, tuple(at for at, _ in curve.points), place)),
        curve.points[place][1] if y is None else _tidy(y),
    )
    return _with(curve, points=(*curve.points[:place], moved, *curve.points[place + 1 :]))


def _between(x: float, places: tuple[float, ...], place: int) -> float:
    if place > 0:
        x = max(x, places[place - 1])
    return min(x, places[place + 1]) if place + 1 < len(places) else x


def _low(curve: Curve, x: float, y: float | None) -> dict[str, object]:
    at = _tidy(x)
    low: dict[str, object] = {} if curve.high - at < NARROWEST else {"low": at}
    return low if y is None else {**low, "bottom": _tidy(y)}


def _high(curve: Curve, x: float, y: float | None) -> dict[str, object]:
    at = _tidy(x)
    high: dict[str, object] = {} if at - curve.low < NARROWEST else {"high": at}
    return high if y is None else {**high, "top": _tidy(y)}


def _middle(curve: Curve, x: float, y: float | None) -> dict[str, object]:
    moved = {"at": (_tidy(min(max(x, curve.low), curve.high)),)}
    return {**moved, "top": _tidy(y)} if y is not None and curve.shape == "bell" else {**moved}


def _width(curve: Curve, x: float, _y: float | None) -> dict[str, object]:
    return {"width": _tidy(abs(x - curve.at[0]))} if x != curve.at[0] else {}


def _power(curve: Curve, _x: float, y: float | None) -> dict[str, object]:
    rise = curve.top - curve.bottom
    if y is None or rise == 0:
        return {}
    share = min(max((y - curve.bottom) / rise, 0.5**HIGHEST_POWER), 0.999)
    halves = round(math.log(share) / math.log(0.5) * 2)
    return {"power": _tidy(min(max(halves / 2, 0.5), HIGHEST_POWER))}


_SINGLE: Mapping[str, Callable[[Curve, float, float | None], dict[str, object]]] = {
    LOW: _low,
    HIGH: _high,
    MIDDLE: _middle,
    WIDTH: _width,
    POWER: _power,
}


def _tidy(number: float) -> int | float:
    """Return a number, within what curves may say, without the last digits that adding up has left."""
    return shortest_number(float(f"{min(max(number, -LARGEST), LARGEST):.10g}"))


def _with(curve: Curve, **values: object) -> Curve:
    changed = {name: value for name, value in values.items() if getattr(curve, name) != value}
    return curve.model_copy(update=changed) if changed else curve
