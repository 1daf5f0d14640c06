"""Paint what lies over the map: scale bar, readout and words on hover."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.map.picture.map_view import MapView
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks
from editor.theme.text_lines import text_line
from runtime.basics.values import Vector

MARGIN = 10.0
INSET = 22.0
"""Px from the map's edges to the readout: within the edge of a fitted world."""

HOVER_ROW = 16.0

_SCALE_STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
_SCALE_LEAST = 40.0


def scale_length(view: MapView) -> float:
    """Return the units the scale bar stands for: the first round number that is at least 40 px long."""
    return next((step for step in _SCALE_STEPS if step * view.unit >= _SCALE_LEAST), _SCALE_STEPS[-1])


def scale_box(view: MapView) -> QRectF:
    """Return the place of the scale bar in px, at the bottom left within the world."""
    words = text_line(_scale_words(scale_length(view)), TextSize.BADGE).width
    width = scale_length(view) * view.unit + words + 6
    # The world's lower left corner is at (0, 0): the bar keeps off the map's edge while that is in sight.
    corner = view.point((0.0, 0.0))
    left = min(max(MARGIN, corner.x() + MARGIN), view.width / 2)
    bottom = max(min(view.height - MARGIN, corner.y() - MARGIN), view.height / 2)
    return QRectF(round(left) + 0.5, round(bottom) - 14 + 0.5, width, 14)


def _scale_words(units: float) -> str:
    return f"{units:g} {'unit' if units == 1 else 'units'}"


def paint_scale_bar(painter: QPainter, view: MapView, inks: Inks) -> None:
    """Paint a bar with its length in units."""
    units, box = scale_length(view), scale_box(view)
    left, base = box.left(), box.bottom() - 4
    right = left + round(units * view.unit)
    painter.setPen(inks.pen("text.tertiary", 1))
    painter.drawLines(
        [
            QLineF(left, base, right, base),
            QLineF(left, base - 4, left, base),
            QLineF(right, base - 4, right, base),
        ]
    )
    line = text_line(_scale_words(units), TextSize.BADGE)
    line.draw(painter, right + 6, box.center().y(), inks.pen("text.secondary"))


def paint_readout(painter: QPainter, view: MapView, inks: Inks, words: str) -> None:
    """Paint the position under the pointer at the bottom right, on a plate."""
    line = text_line(words, TextSize.BADGE, fixed=True)
    width = math.ceil(line.width) + 12
    plate = QRectF(view.width - INSET - width, view.height - INSET - 14, width, 16)
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush("world.label_back"))
    painter.drawRoundedRect(plate, 4, 4)
    line.draw(painter, plate.left() + 6, plate.center().y(), inks.pen("text.secondary"))


def paint_hover_name(painter: QPainter, at: QPointF, view: MapView, inks: Inks, words: str) -> None:
    """Paint words beside the pointer, one line for each of theirs, the first strong where there are more."""
    room = max(40.0, view.width - 40)
    texts = words.split("\n")
    first_weight = TextWeight.SEMIBOLD if len(texts) > 1 else TextWeight.REGULAR
    lines = [text_line(texts[0], TextSize.CAPTION, first_weight, max_width=room)]
    lines += [text_line(each, TextSize.CAPTION, max_width=room) for each in texts[1:]]
    width, height = max(line.width for line in lines) + 16, len(lines) * HOVER_ROW + 6
    left = max(4.0, min(at.x() + 14, view.width - width - 4))
    top = at.y() + 16 if at.y() + 20 + height < view.height else max(4.0, at.y() - height - 10)
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush("surface.tooltip"))
    painter.drawRoundedRect(QRectF(left, top, width, height), 5, 5)
    for row, line in enumerate(lines):
        token = "text.on_tooltip" if row == 0 else "text.on_tooltip_dim"
        line.draw(painter, left + 8, top + 3 + (row + 0.5) * HOVER_ROW, inks.pen(token))


def paint_goal(painter: QPainter, at: Vector, view: MapView, inks: Inks) -> None:
    """Paint a ring with a dot where the user sent the player, in the color of what the user does."""
    point = view.point(at)
    painter.setPen(inks.pen("accent.line", 2))
    painter.setBrush(NO_BRUSH)
    painter.drawEllipse(point, 7, 7)
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush("accent.line"))
    painter.drawEllipse(point, 2.5, 2.5)
