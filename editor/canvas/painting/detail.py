"""How much is drawn: levels of detail, by how large text is on the screen, and the dots of the ground."""

from __future__ import annotations

import math
from enum import IntEnum
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from editor.theme.fonts import TextSize
from editor.theme.inks import inks_for
from editor.theme.tokens import Theme

HYSTERESIS = 0.33
"""A step changes only when text is by so many px of the screen past its border, so it does not flicker."""


class Detail(IntEnum):
    """The four steps, from least to most."""

    DOT = 0
    """A plain block in the color of the status."""
    BLOCK = 1
    """A filled block with the status glyph; no words."""
    TITLE = 2
    """Chip, title, border and fill."""
    FULL = 3
    """Everything."""


_LEAST_TEXT = {Detail.FULL: 7.0, Detail.TITLE: 5.0, Detail.BLOCK: 2.4, Detail.DOT: 0.0}
"""How high the smallest text that says something, that of parameters and guards, is at least, in px of the
screen: at 7 it is read, at 5 the enlarged title is, which stands alone then."""


def _plain(text: float) -> Detail:
    return next(detail for detail, least in _LEAST_TEXT.items() if text >= least)


def detail_for_zoom(zoom: float, previous: Detail | None = None, ratio: float = 1.0) -> Detail:
    """Return the step for a zoom (1 = 100 %) where a px of the canvas takes `ratio` px of the screen.

    It stays at `previous` near its borders.
    """
    text = TextSize.CAPTION * zoom * ratio
    chosen = _plain(text)
    if previous is None or chosen == previous:
        return chosen
    kept = _plain(text + HYSTERESIS) if chosen < previous else _plain(text - HYSTERESIS)
    return previous if kept == previous else chosen


def lower_detail(detail: Detail) -> Detail:
    """Return one step less, for the time of a pan, zoom or drag in a large graph."""
    return Detail(max(Detail.DOT, detail - 1))


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
def _dots(left: int, right: int, top: int, bottom: int, step: float) -> QPolygonF:
    """Return the dots of a block of cells; they lie half a step off the origin."""
    return QPolygonF(
        [
            QPointF((column + 0.5) * step, (row + 0.5) * step)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        ]
    )
