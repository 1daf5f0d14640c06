"""Define the marks that overlays are made of: plain frozen records in world units, free of painters.

Each mark names its style, which gives it color, line and words in the legend, and says in `words` what is
told when the pointer rests on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from runtime.basics.values import Vector


class Sample(StrEnum):
    """Say what a style looks like in the legend."""

    LINE = "line"
    RING = "ring"
    AREA = "area"
    ARROW = "arrow"
    DOT = "dot"
    DOTS = "dots"
    CROSSHAIR = "crosshair"
    CROSS = "cross"
    METER = "meter"
    GLYPH = "glyph"
    HEAT = "heat"
    WEDGE = "wedge"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """Hold how marks of one meaning look.

    `words` explain it in the legend. `token` is a color of the theme, `width` and `dash` are px, `fill` and
    `alpha` the opacities of area and line. What is `over` is drawn above the bodies.
    """

    id: str
    words: str
    token: str
    sample: Sample
    width: float = 1.5
    dash: tuple[float, ...] = ()
    fill: float = 0.0
    alpha: float = 1.0
    over: bool = False


@dataclass(frozen=True, slots=True)
class RingMark:
    """A circle of `radius` units."""

    style: MarkStyle
    center: Vector
    radius: float
    words: str = ""
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class LineMark:
    """A line through points."""

    style: MarkStyle
    points: tuple[Vector, ...]
    words: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class LinesMark:
    """Many lines of one look: their ends (n, 2, 2)."""

    style: MarkStyle
    ends: NDArray[np.float64]
    words: str = ""


@dataclass(frozen=True, slots=True)
class AreaMark:
    """A closed polygon, fainter by `alpha`."""

    style: MarkStyle
    points: tuple[Vector, ...]
    words: str = ""
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class ArrowMark:
    """An arrow from `start`; `offset` is what it adds, in units as drawn."""

    style: MarkStyle
    start: Vector
    offset: Vector
    words: str = ""


@dataclass(frozen=True, slots=True)
class DotMark:
    """A dot of `size` px, hollow or filled."""

    style: MarkStyle
    at: Vector
    words: str = ""
    size: float = 3.0
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class CrosshairMark:
    """The crosshair at the point an agent steers for."""

    style: MarkStyle
    at: Vector
    words: str = ""


@dataclass(frozen=True, slots=True)
class CrossMark:
    """A small cross: here something is stopped."""

    style: MarkStyle
    at: Vector
    words: str = ""


@dataclass(frozen=True, slots=True)
class ArcMark:
    """A part of a circle of `radius` px around a place, from one heading to another, in degrees."""

    style: MarkStyle
    center: Vector
    radius: float
    start: float
    span: float
    words: str = ""


@dataclass(frozen=True, slots=True)
class PlateMark:
    """Words on a plate along the line from `start` to `end`, at two thirds where there is room.

    Where the line is too short for the words, `short` says the number alone.
    """

    style: MarkStyle
    start: Vector
    end: Vector
    text: str
    words: str = ""
    short: str = ""


def distance_plate(
    style: MarkStyle, start: Vector, end: Vector, units: float, name: str, words: str
) -> PlateMark:
    """Return a plate that says how many units it is to what has a name, such as "2.4 u to Player"."""
    return PlateMark(style, start, end, f"{units:.1f} u to {name}", words, f"{units:.1f} u")


@dataclass(frozen=True, slots=True)
class MeterMark:
    """A bar over an agent's head, filled by `share` (0..1)."""

    style: MarkStyle
    agent: int
    share: float
    words: str = ""


@dataclass(frozen=True, slots=True)
class GlyphMark:
    """A sign in a bubble over an agent's head, such as an exclamation mark."""

    style: MarkStyle
    agent: int
    text: str
    words: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class DotsMark:
    """Many small dots: places (n, 2) and how strong each is, (n,) in 0..1."""

    style: MarkStyle
    places: NDArray[np.float64]
    strengths: NDArray[np.float64]
    words: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class HeatMark:
    """A field of square cells of `cell` units from `corner` up: `levels` (rows, columns) in 0..1."""

    style: MarkStyle
    corner: Vector
    cell: float
    levels: NDArray[np.float64]
    words: str = ""


Mark: TypeAlias = (
    RingMark
    | LineMark
    | LinesMark
    | AreaMark
    | ArrowMark
    | DotMark
    | CrosshairMark
    | CrossMark
    | ArcMark
    | PlateMark
    | MeterMark
    | GlyphMark
    | DotsMark
    | HeatMark
)
