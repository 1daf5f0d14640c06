"""Paint what lies over the map: scale bar, readout, names on hover and the legend."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.canvas.painting.inks import NO_BRUSH, NO_PEN, Inks
from editor.canvas.painting.text_lines import text_line
from editor.preview.map_view import MapView
from editor.preview.sense_painting import paint_arrow
from editor.preview.world_picture import VectorRole
from editor.theme.fonts import TextSize, TextWeight

MARGIN = 10.0
INSET = 22.0
"""Px from the map's edges to the readout: within the edge of a fitted world."""

_SCALE_STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
_SCALE_LEAST = 40.0

LEGEND_ROWS = (
    ("cone", "what it can see"),
    (f"vector.{VectorRole.VELOCITY}", "velocity"),
    (f"vector.{VectorRole.SEEK}", "steers towards"),
    (f"vector.{VectorRole.AVOID}", "steers away"),
    (f"vector.{VectorRole.WANDER}", "wanders"),
    (f"vector.{VectorRole.RESULT}", "result of all steering"),
    ("target", "the point it steers for"),
    ("path", "way with its waypoints"),
    ("trail", "where it came from"),
)
"""What the legend explains: the key of a drawing and its words."""

_ROW = 20.0


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
    """Paint words beside the pointer, kept within the map."""
    line = text_line(words, TextSize.CAPTION, max_width=max(40.0, view.width - 40))
    width = line.width + 16
    left = min(at.x() + 14, view.width - width - 4)
    top = at.y() + 16 if at.y() + 42 < view.height else at.y() - 34
    plate = QRectF(max(4.0, left), top, width, 22)
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush("surface.tooltip"))
    painter.drawRoundedRect(plate, 5, 5)
    line.draw(painter, plate.left() + 8, plate.center().y(), inks.pen("text.on_tooltip"))


def legend_box(view: MapView) -> QRectF:
    """Return the place of the legend in px, at the top right."""
    widest = max(text_line(words, TextSize.CAPTION).width for _, words in LEGEND_ROWS)
    width = widest + 62
    return QRectF(view.width - width - MARGIN, MARGIN, width, len(LEGEND_ROWS) * _ROW + 36)


def paint_legend(painter: QPainter, view: MapView, inks: Inks) -> None:
    """Paint what the marks around the picked agent mean."""
    box = legend_box(view)
    painter.setPen(inks.pen("border.strong", 1))
    painter.setBrush(inks.brush("surface.popup"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    title = text_line("The picked agent", TextSize.CAPTION, TextWeight.SEMIBOLD)
    title.draw(painter, box.left() + 12, box.top() + 18, inks.pen("text.primary"))
    for row, (key, words) in enumerate(LEGEND_ROWS):
        middle = box.top() + 38 + row * _ROW
        _paint_sample(painter, key, box.left() + 12, middle, inks)
        text_line(words, TextSize.CAPTION).draw(painter, box.left() + 48, middle, inks.pen("text.secondary"))


def _paint_sample(painter: QPainter, key: str, left: float, middle: float, inks: Inks) -> None:
    """Paint a small example of one mark, 26 px wide."""
    line = QLineF(left, middle, left + 26, middle)
    painter.setBrush(NO_BRUSH)
    if key.startswith("vector."):
        paint_arrow(painter, line, f"world.{key}", inks)
    elif key == "cone":
        painter.setPen(inks.pen(inks.mixed("world.ground", "world.cone", 0.62), 1))
        painter.setBrush(inks.brush(inks.mixed("surface.popup", "world.cone", 0.2)))
        painter.drawPie(QRectF(left - 22, middle - 22, 44, 44), -18 * 16, 36 * 16)
    elif key == "target":
        painter.setPen(inks.pen("world.target", 1.5))
        painter.drawEllipse(QPointF(left + 13, middle), 5, 5)
        painter.drawLine(QLineF(left + 5, middle, left + 10, middle))
        painter.drawLine(QLineF(left + 16, middle, left + 21, middle))
    elif key == "path":
        painter.setPen(inks.pen("world.path", 1.5, (7.0, 5.0)))
        painter.drawLine(line)
    else:
        painter.setPen(inks.pen("world.team.1", 1.5))
        painter.drawLine(line)
