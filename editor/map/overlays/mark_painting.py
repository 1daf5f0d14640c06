"""Paint marks: one small function per shape, looked up by the mark's class."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPolygonF

from editor.map.picture.map_view import MapView
from editor.map.picture.marks import (
    ArcMark,
    AreaMark,
    ArrowMark,
    CrosshairMark,
    CrossMark,
    DotMark,
    DotsMark,
    HeatMark,
    LineMark,
    LinesMark,
    Mark,
    MarkStyle,
    RingMark,
    Sample,
)
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, faded, make_pen, set_inks

LEAST_ARROW = 10.0
"""Arrows shorter than this many px are left out, but for normals."""

LEAST_RING = 2.0
HEAT_STEPS = 5
_HEAD = 8.0


def mark_color(style: MarkStyle, inks: Inks, share: float = 1.0) -> QColor:
    """Return the color of a style's lines, fainter by `share`."""
    color = inks.color(style.token)
    if style.alpha * share >= 1.0:
        return color
    return faded(color, max(0.0, style.alpha * share))


def mark_pen(style: MarkStyle, inks: Inks, share: float = 1.0) -> QPen:
    """Return the pen of a style."""
    if style.sample is Sample.WEDGE and style.fill:
        return inks.pen(inks.mixed("world.ground", style.token, 0.62), style.width)
    if style.alpha * share >= 1.0:
        return inks.pen(style.token, style.width, style.dash)
    return make_pen(mark_color(style, inks, share), style.width, style.dash)


def mark_fill(style: MarkStyle, inks: Inks) -> QBrush:
    """Return the brush of a style's areas."""
    if style.fill <= 0:
        return NO_BRUSH
    color = QColor(inks.color(style.token))
    # A cone takes the opacity that the theme gives to cones.
    color.setAlphaF(inks.theme.opacity("cone") if style.sample is Sample.WEDGE else style.fill)
    return QBrush(color)


def paint_marks(painter: QPainter, marks: Iterable[Mark], view: MapView, inks: Inks, *, over: bool) -> None:
    """Paint the marks that lie over the bodies, or those under them, in their order."""
    drawn_with: MarkStyle | None = None
    for mark in marks:
        if mark.style.over is not over:
            continue
        if type(mark) is LineMark and len(mark.points) == 2:
            # Lines come in hundreds, one after the other of one style: they share a pen, but not a call,
            # in which faint ones would not darken each other where they cross.
            if mark.style is not drawn_with:
                set_inks(painter, mark_pen(mark.style, inks), NO_BRUSH)
                drawn_with = mark.style
            painter.drawLine(view.point(mark.points[0]), view.point(mark.points[1]))
            continue
        drawn_with = None
        paint = _PAINTERS.get(type(mark))
        if paint is not None:
            paint(painter, mark, view, inks)


def _ring(painter: QPainter, mark: RingMark, view: MapView, inks: Inks) -> None:
    reach = mark.radius * view.unit
    if reach < LEAST_RING:
        return
    set_inks(painter, mark_pen(mark.style, inks, mark.alpha), mark_fill(mark.style, inks))
    painter.drawEllipse(view.point(mark.center), reach, reach)


def _line(painter: QPainter, mark: LineMark, view: MapView, inks: Inks) -> None:
    set_inks(painter, mark_pen(mark.style, inks), NO_BRUSH)
    painter.drawPolyline(view.polygon(mark.points))


def _lines(painter: QPainter, mark: LinesMark, view: MapView, inks: Inks) -> None:
    set_inks(painter, mark_pen(mark.style, inks), NO_BRUSH)
    ends = view.points(mark.ends.reshape(-1, 2)).reshape(-1, 4)
    painter.drawLines([QLineF(*each) for each in ends.tolist()])


def _area(painter: QPainter, mark: AreaMark, view: MapView, inks: Inks) -> None:
    set_inks(painter, mark_pen(mark.style, inks, mark.alpha), mark_fill(mark.style, inks))
    painter.drawPolygon(view.polygon(mark.points))


def arrow_line(mark: ArrowMark, view: MapView) -> QLineF:
    """Return an arrow from tail to tip in px."""
    (x, y), (dx, dy) = mark.start, mark.offset
    return QLineF(view.point((x, y)), view.point((x + dx, y + dy)))


def _arrow(painter: QPainter, mark: ArrowMark, view: MapView, inks: Inks) -> None:
    line = arrow_line(mark, view)
    if line.length() >= LEAST_ARROW:
        paint_arrow(painter, line, mark.style, inks)


def paint_arrow(painter: QPainter, line: QLineF, style: MarkStyle, inks: Inks) -> None:
    """Paint a shaft with a notched head at its far end."""
    length = line.length()
    ux, uy = line.dx() / length, line.dy() / length
    tip, head = line.p2(), _HEAD if style.width >= 2 else _HEAD * 0.75
    painter.setPen(mark_pen(style, inks))
    painter.drawLine(QLineF(line.p1(), tip - QPointF(ux, uy) * head * 0.7))
    set_inks(painter, NO_PEN, inks.brush(style.token))
    back, side = QPointF(ux, uy) * head, QPointF(-uy, ux) * head * 0.45
    painter.drawPolygon(QPolygonF([tip, tip - back + side, tip - back * 0.7, tip - back - side]))


def _dot(painter: QPainter, mark: DotMark, view: MapView, inks: Inks) -> None:
    if mark.hollow:
        set_inks(painter, inks.pen(mark.style.token, 1.75), inks.brush("world.ground"))
    else:
        set_inks(painter, NO_PEN, QBrush(mark_color(mark.style, inks)))
    painter.drawEllipse(view.point(mark.at), mark.size, mark.size)


def _crosshair(painter: QPainter, mark: CrosshairMark, view: MapView, inks: Inks) -> None:
    point = view.point(mark.at)
    set_inks(painter, mark_pen(mark.style, inks), NO_BRUSH)
    painter.drawEllipse(point, 8, 8)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        painter.drawLine(point + QPointF(dx * 5, dy * 5), point + QPointF(dx * 12, dy * 12))


def _cross(painter: QPainter, mark: CrossMark, view: MapView, inks: Inks) -> None:
    paint_cross(painter, view.point(mark.at), mark.style, inks)


def paint_cross(painter: QPainter, at: QPointF, style: MarkStyle, inks: Inks) -> None:
    """Paint a small cross on a ground-colored back, so that it is seen on walls too."""
    for pen in (inks.pen("world.ground", 4.5), inks.pen(style.token, 2.0)):
        painter.setPen(pen)
        painter.drawLine(QLineF(at.x() - 3.5, at.y() - 3.5, at.x() + 3.5, at.y() + 3.5))
        painter.drawLine(QLineF(at.x() - 3.5, at.y() + 3.5, at.x() + 3.5, at.y() - 3.5))


def _arc(painter: QPainter, mark: ArcMark, view: MapView, inks: Inks) -> None:
    at, reach = view.point(mark.center), mark.radius
    set_inks(painter, mark_pen(mark.style, inks), NO_BRUSH)
    box = QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach)
    painter.drawArc(box, round(mark.start * 16), round(mark.span * 16))


def _dots(painter: QPainter, mark: DotsMark, view: MapView, inks: Inks) -> None:
    if not len(mark.places):
        return
    painter.setPen(NO_PEN)
    levels = np.ceil(np.clip(mark.strengths, 0.0, 1.0) * HEAT_STEPS).astype(np.int64)
    pixels = view.points(mark.places)
    for level in np.unique(levels[levels > 0]).tolist():
        painter.setBrush(QBrush(mark_color(mark.style, inks, level / HEAT_STEPS)))
        for x, y in pixels[levels == level].tolist():
            painter.drawEllipse(QPointF(x, y), 1.8, 1.8)


def _heat(painter: QPainter, mark: HeatMark, view: MapView, inks: Inks) -> None:
    rows, columns = mark.levels.shape
    left, bottom = mark.corner
    low = view.point((left, bottom))
    high = view.point((left + columns * mark.cell, bottom + rows * mark.cell))
    painter.drawImage(
        QRectF(low.x(), high.y(), high.x() - low.x(), low.y() - high.y()), heat_image(mark, inks)
    )


def heat_image(mark: HeatMark, inks: Inks) -> QImage:
    """Return the field as an image, one px per cell, in five steps of one hue."""
    rows, columns = mark.levels.shape
    steps = np.ceil(np.clip(mark.levels, 0.0, 1.0) * HEAT_STEPS)[::-1]
    alpha = np.round(255 * mark.style.fill * steps / HEAT_STEPS).astype(np.uint32)
    color = inks.color(mark.style.token)
    # Premultiplied, as Qt wants it: each channel holds color times opacity.
    red, green, blue = ((alpha * channel // 255) for channel in (color.red(), color.green(), color.blue()))
    pixels = np.ascontiguousarray((alpha << 24) | (red << 16) | (green << 8) | blue, dtype=np.uint32)
    image = QImage(pixels.tobytes(), columns, rows, columns * 4, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()


_PAINTERS: dict[type, Callable[..., None]] = {
    RingMark: _ring,
    LineMark: _line,
    LinesMark: _lines,
    AreaMark: _area,
    ArrowMark: _arrow,
    DotMark: _dot,
    CrosshairMark: _crosshair,
    CrossMark: _cross,
    ArcMark: _arc,
    DotsMark: _dots,
    HeatMark: _heat,
}
"""What paints each shape; plates, meters and signs are placed among the words."""
