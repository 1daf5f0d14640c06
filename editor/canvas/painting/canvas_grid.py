"""Paint the ground of the canvas: a quiet dot every 32 px."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from editor.theme.inks import inks_for
from editor.theme.tokens import Theme

DOT_STEP = 32.0
_DOT_SIDE = 1.5
_LEAST_SCREEN_STEP = 16.0
"""Dots that would come closer than this on screen are thinned out."""


def dot_step(zoom: float) -> float:
    """Return the distance of the dots in scene px at a zoom: 32, doubled until they are not crowded."""
    step = DOT_STEP
    while step * zoom < _LEAST_SCREEN_STEP:
        step *= 2
    return step


def paint_grid(painter: QPainter, exposed: QRectF, *, theme: Theme, zoom: float = 1.0) -> None:
    """Fill `exposed` (scene coordinates) with the canvas color and its cosmetic dots.

    Leaves the painter's pen changed.
    """
    inks = inks_for(theme)
    painter.fillRect(exposed, inks.brush("surface.canvas"))
    step = dot_step(zoom)
    half = step / 2
    left = math.floor((exposed.left() - half) / step)
    right = math.ceil((exposed.right() - half) / step)
    top = math.floor((exposed.top() - half) / step)
    bottom = math.ceil((exposed.bottom() - half) / step)
    # Blocks begin and end at every eighth dot, so that a pan finds most of them made already.
    left, top = left - left % 8, top - top % 8
    right, bottom = right + -right % 8, bottom + -bottom % 8
    painter.setPen(_dot_pen(theme))
    painter.drawPoints(_dots(left, right, top, bottom, step))


@lru_cache(maxsize=4)
def _dot_pen(theme: Theme) -> QPen:
    pen = QPen(theme.color("surface.grid"), _DOT_SIDE)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    return pen


@lru_cache(maxsize=64)
def _dots(left: int, right: int, top: int, bottom: int, step: float) -> list[QPointF]:
    """Return the dots of a block of cells; they lie half a step off the origin."""
    return [
        QPointF((column + 0.5) * step, (row + 0.5) * step)
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    ]
