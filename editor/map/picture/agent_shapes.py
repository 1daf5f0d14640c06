"""Draw the bodies of agents: the drop shape, the player's ring, team marks, and turned copies of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF

from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, inks_for, set_inks, smooth_painter
from editor.theme.tokens import Theme

NOSE = 1.55
"""Distance of the nose's tip from the middle, in radii."""

LEAST_RADIUS = 6.0
"""A body under this radius (px) is a plain dot."""

LEAST_DOT = 2.5
HEADINGS = 64
"""Number of headings in an atlas: steps of 5.6 degrees."""

TEAM_COLORS = 5
TINTS = 8
_MARKS = {2: "bar", 3: "dot", 4: "ring"}


def team_token(team: int) -> str:
    """Return the color token of a team; after the fifth they repeat from the third."""
    if team >= TEAM_COLORS:
        team = 2 + (team - 2) % (TEAM_COLORS - 2)
    return f"world.team.{team}"


@lru_cache(maxsize=64)
def drop_path(radius: float) -> QPainterPath:
    """Return a disc with a nose towards +x, in px around its middle."""
    angle = math.degrees(math.acos(1 / NOSE))
    box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
    path = QPainterPath(QPointF(NOSE * radius, 0))
    path.arcTo(box, angle, 360 - 2 * angle)
    path.closeSubpath()
    return path


def _chevron(radius: float, tip: float, tail: float, spread: float, notch: float) -> QPolygonF:
    return QPolygonF(
        [
            QPointF(tip * radius, 0),
            QPointF(tail * radius, spread * radius),
            QPointF(notch * radius, 0),
            QPointF(tail * radius, -spread * radius),
        ]
    )


def paint_body(
    painter: QPainter, radius: float, team: int, is_player: bool, inks: Inks, tint: int = -1
) -> None:
    """Paint one agent around the origin, looking along +x; `radius` in px.

    With a `tint` it is filled with that under a rim, instead of with the color of its team.
    """
    color = team_token(team)
    if is_player:
        set_inks(painter, inks.pen(color, 2.5), inks.brush("world.ground" if tint < 0 else tint_token(tint)))
        painter.drawEllipse(QPointF(), radius, radius)
        set_inks(painter, NO_PEN, inks.brush(color))
        painter.drawPolygon(_chevron(radius, 0.62, -0.35, 0.42, -0.12))
        return
    rim, fill = ("world.ground", color) if tint < 0 else (RIM, tint_token(tint))
    set_inks(painter, inks.pen(rim, 1.5 if radius > LEAST_RADIUS else 0.75), inks.brush(fill))
    painter.drawPath(drop_path(radius))
    if radius > LEAST_RADIUS:
        _paint_mark(painter, radius, team, rim, inks)


RIM = "text.primary"


def tint_token(tint: int) -> str:
    """Return the color token of a tint; the eight repeat."""
    return f"tint.{tint % TINTS}"


def _paint_mark(painter: QPainter, radius: float, team: int, color: str, inks: Inks) -> None:
    """Paint the chevron, or the hull mark that tells the third team and later ones apart without color."""
    mark = _MARKS.get(int(team_token(team)[-1]))
    set_inks(painter, NO_PEN, inks.brush(color))
    if mark is None:
        painter.drawPolygon(_chevron(radius, 0.85, -0.35, 0.5, -0.08))
    elif mark == "bar":
        painter.drawRect(QRectF(-0.18 * radius, -0.62 * radius, 0.36 * radius, 1.24 * radius))
    elif mark == "dot":
        painter.drawEllipse(QPointF(), 0.36 * radius, 0.36 * radius)
    else:
        set_inks(painter, inks.pen(color, max(1.0, 0.2 * radius)), NO_BRUSH)
        painter.drawEllipse(QPointF(), 0.48 * radius, 0.48 * radius)


def paint_dot(painter: QPainter, radius: float, team: int, inks: Inks, tint: int = -1) -> None:
    """Paint an agent too small for a shape."""
    painter.setPen(NO_PEN if tint < 0 else inks.pen(RIM, 0.75))
    painter.setBrush(inks.brush(team_token(team) if tint < 0 else tint_token(tint)))
    painter.drawEllipse(QPointF(), max(LEAST_DOT, radius), max(LEAST_DOT, radius))


@dataclass(frozen=True, slots=True)
class Atlas:
    """Hold one picture with all headings of a body side by side, and a row of them for each color.

    `cell` is the side of one of them in device px, `ratio` the device px per px.
    """

    pixmap: QPixmap
    cell: int
    ratio: float


def team_row(teams: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the row of each team's color in an atlas."""
    return np.where(teams < TEAM_COLORS, teams, 2 + (teams - 2) % (TEAM_COLORS - 2))


@lru_cache(maxsize=24)
def body_atlas(theme: Theme, radius: float, ratio: float) -> Atlas:
    """Return the pre-turned pictures of a body of `radius` px; column `i` looks `i * 360 / 64` degrees up.

    There is a row for each color of a team.
    """
    return _atlas(theme, radius, ratio, [(team, -1) for team in range(TEAM_COLORS)])


@lru_cache(maxsize=24)
def tinted_atlas(theme: Theme, radius: float, ratio: float, team: int) -> Atlas:
    """Return the pre-turned pictures of a body with the mark of its team: a row for each tint."""
    return _atlas(theme, radius, ratio, [(team, tint) for tint in range(TINTS)])


def _atlas(theme: Theme, radius: float, ratio: float, rows: Sequence[tuple[int, int]]) -> Atlas:
    """Paint the bodies of (team, tint) in rows."""
    inks = inks_for(theme)
    reach = max(LEAST_DOT, radius) * NOSE + 2.5
    cell = 2 * math.ceil(reach * ratio)
    pixmap = QPixmap(cell * HEADINGS, cell * len(rows))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(pixmap)
    for row, (team, tint) in enumerate(rows):
        for index in range(HEADINGS):
            painter.resetTransform()
            painter.translate((index + 0.5) * cell, (row + 0.5) * cell)
            painter.scale(ratio, ratio)
            if radius >= LEAST_RADIUS:
                painter.rotate(-index * 360 / HEADINGS)
                paint_body(painter, radius, team, False, inks, tint)
            else:
                paint_dot(painter, radius, team, inks, tint)
    painter.end()
    return Atlas(pixmap, cell, ratio)


def wrapped_fragments(address: int) -> QPainter.PixmapFragment:
    """Return the first pixmap fragment of an array at `address`.

    Ten float64 each: middle x, y, source x, y, width, height, scale x, y, rotation, opacity.
    """
    fragment = shiboken6.wrapInstance(address, QPainter.PixmapFragment)
    assert isinstance(fragment, QPainter.PixmapFragment)
    return fragment
