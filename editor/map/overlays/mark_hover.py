"""Find the mark under the pointer: the one whose line or point is nearest, within six px."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF

from editor.map.overlays.mark_painting import LEAST_ARROW, arrow_line
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import (
    AreaMark,
    ArrowMark,
    CrosshairMark,
    CrossMark,
    DotMark,
    LineMark,
    Mark,
    RingMark,
)

HOVER_DISTANCE = 6.0
_FAR = math.inf
_YIELDS = {AreaMark: 2.0, RingMark: 1.0, LineMark: 1.0}
"""Px by which long shapes count as further away, so that an arrow or a dot on them is found first."""


def mark_at(marks: Iterable[Mark], view: MapView, pixel: QPointF) -> Mark | None:
    """Return the nearest mark that has something to say; of equally near ones the one painted last."""
    found, least = None, HOVER_DISTANCE
    for mark in marks:
        measure = _DISTANCES.get(type(mark)) if mark.words else None
        if measure is None:
            continue
        distance = measure(mark, view, pixel) + _YIELDS.get(type(mark), 0.0)
        if distance <= least:
            found, least = mark, distance
    return found


def distance_to_line(point: QPointF, line: QLineF) -> float:
    """Return the distance in px of a point to a line between its ends."""
    dx, dy = line.dx(), line.dy()
    along = ((point.x() - line.x1()) * dx + (point.y() - line.y1()) * dy) / max(dx * dx + dy * dy, 1e-9)
    along = min(1.0, max(0.0, along))
    return math.hypot(point.x() - line.x1() - along * dx, point.y() - line.y1() - along * dy)


def _ring(mark: RingMark, view: MapView, pixel: QPointF) -> float:
    return abs(_apart(view.point(mark.center), pixel) - mark.radius * view.unit)


def _line(mark: LineMark, view: MapView, pixel: QPointF) -> float:
    points = [view.point(point) for point in mark.points]
    return min((distance_to_line(pixel, QLineF(a, b)) for a, b in pairwise(points)), default=_FAR)


def _area(mark: AreaMark, view: MapView, pixel: QPointF) -> float:
    points = [view.point(point) for point in (*mark.points, *mark.points[:1])]
    return min((distance_to_line(pixel, QLineF(a, b)) for a, b in pairwise(points)), default=_FAR)


def _arrow(mark: ArrowMark, view: MapView, pixel: QPointF) -> float:
    line = arrow_line(mark, view)
    return distance_to_line(pixel, line) if line.length() >= LEAST_ARROW else _FAR


def _dot(mark: DotMark, view: MapView, pixel: QPointF) -> float:
    return max(0.0, _apart(view.point(mark.at), pixel) - mark.size)


def _point(mark: CrosshairMark | CrossMark, view: MapView, pixel: QPointF) -> float:
    return _apart(view.point(mark.at), pixel)


def _apart(a: QPointF, b: QPointF) -> float:
    return math.hypot(a.x() - b.x(), a.y() - b.y())


_DISTANCES: dict[type, Callable[..., float]] = {
    RingMark: _ring,
    LineMark: _line,
    AreaMark: _area,
    ArrowMark: _arrow,
    DotMark: _dot,
    CrosshairMark: _point,
    CrossMark: _point,
}
