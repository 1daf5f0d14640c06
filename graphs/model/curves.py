"""Response curves as a document holds them: shapes that turn one number into another (section 10)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphs.basics.frozen import Frozen, Number

CurveShape = Literal[
    "linear",
    "polynomial",
    "logistic",
    "bell",
    "steps",
    "triangle",
    "trapezoid",
    "left_shoulder",
    "right_shoulder",
    "points",
]
"""The shapes that a curve can have."""

MOST_POINTS = 64
"""The points that the table of a curve can have (rule 10.1)."""

HIGHEST_POWER = 10
"""The greatest power of a polynomial curve."""

LARGEST = 1e12
"""The greatest number, on either side of 0, that curves, axes, effects and matrices may say."""

Corner = tuple[Number, Number]
"""A point of a curve: x and y."""


class Curve(Frozen):
    """Hold one response curve.

    `low` and `high` are the ends of its axis, `bottom` and `top` the values it goes between. `at` are the
    places where it bends, rising: three of a triangle and of shoulders, four of a trapezoid, the middle of
    a logistic curve and of a bell, none of the others. `power` is of polynomials, in halves; `slope` of
    logistic curves, the steepness in the middle as if the axis were 1 long; `width` of a bell, the distance
    from its middle to where it bends. `points` are those of steps and points. Curves that name the same
    `axis` are shown on one.
    """

    shape: CurveShape = "linear"
    low: Number = 0
    high: Number = 1
    bottom: Number = 0
    top: Number = 1
    at: tuple[Number, ...] = ()
    power: Number = 2
    slope: Number = 10
    width: Number = 1
    points: tuple[Corner, ...] = Field(default=(), max_length=MOST_POINTS)
    axis: str = ""
    note: str = ""


CORNERS: dict[CurveShape, int] = {
    "triangle": 3,
    "trapezoid": 4,
    "left_shoulder": 3,
    "right_shoulder": 3,
    "logistic": 1,
    "bell": 1,
}
"""How many places `at` of a curve names, by shape; none of the shapes that are not here."""
