"""Make the outlines of nodes once per kind and size; all of them start at the origin."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from editor.theme.inks import rounded

CUT = 10.0
"""How far the ends of a condition are cut to a point."""

NODE_RADIUS = 7.0
STATE_RADIUS = 9.0
COMPOUND_RADIUS = 12.0
CHIP_WIDTH = 36.0
RING_DISTANCE = 5.0
"""From the node's edge to the middle of the selection ring."""


@lru_cache(maxsize=2048)
def pointed(width: float, height: float, inset: float = 0.0) -> QPainterPath:
    """Return the silhouette of a condition: both ends cut to a point."""
    path = QPainterPath()
    path.addPolygon(QPolygonF(_pointed_corners(inset, inset, width - inset, height - inset)))
    path.closeSubpath()
    return path


def _pointed_corners(left: float, top: float, right: float, bottom: float) -> list[QPointF]:
    middle = (top + bottom) / 2
    return [
        QPointF(left + CUT, top),
        QPointF(right - CUT, top),
        QPointF(right, middle),
        QPointF(right - CUT, bottom),
        QPointF(left + CUT, bottom),
        QPointF(left, middle),
    ]


@lru_cache(maxsize=2048)
def pointed_ring(width: float, height: float) -> QPainterPath:
    """Return the selection ring of a condition, parallel to its sides."""
    # The slanted sides move out by the same distance as the flat ones.
    slope = math.hypot(CUT, height / 2) / (height / 2)
    tip = RING_DISTANCE * slope
    half = height / 2 + RING_DISTANCE
    corner = CUT * half / (height / 2) - tip
    path = QPainterPath()
    top, bottom, middle = -RING_DISTANCE, height + RING_DISTANCE, height / 2
    path.addPolygon(
        QPolygonF(
            [
                QPointF(corner, top),
                QPointF(width - corner, top),
                QPointF(width + tip, middle),
                QPointF(width - corner, bottom),
                QPointF(corner, bottom),
                QPointF(-tip, middle),
            ]
        )
    )
    path.closeSubpath()
    return path


@lru_cache(maxsize=2048)
def band(
    width: float, height: float, top_left: float, top_right: float, bottom_right: float, bottom_left: float
) -> QPainterPath:
    """Return a rectangle with a radius of its own at every corner, for chips and strips flush with a node."""
    path = QPainterPath()
    path.moveTo(top_left, 0)
    path.lineTo(width - top_right, 0)
    _corner(path, width - 2 * top_right, 0, top_right, 90)
    path.lineTo(width, height - bottom_right)
    _corner(path, width - 2 * bottom_right, height - 2 * bottom_right, bottom_right, 0)
    path.lineTo(bottom_left, height)
    _corner(path, 0, height - 2 * bottom_left, bottom_left, 270)
    path.lineTo(0, top_left)
    _corner(path, 0, 0, top_left, 180)
    path.closeSubpath()
    return path


def _corner(path: QPainterPath, x: float, y: float, radius: float, start: float) -> None:
    if radius > 0:
        path.arcTo(QRectF(x, y, 2 * radius, 2 * radius), start, -90)


@lru_cache(maxsize=256)
def pointed_chip(height: float) -> QPainterPath:
    """Return the icon chip of a condition, which follows the point at the left."""
    right = CHIP_WIDTH + 4
    path = QPainterPath()
    path.addPolygon(
        QPolygonF(
            [
                QPointF(1, height / 2),
                QPointF(CUT, 1),
                QPointF(right, 1),
                QPointF(right, height - 1),
                QPointF(CUT, height - 1),
            ]
        )
    )
    path.closeSubpath()
    return path


@lru_cache(maxsize=512)
def hatch_rounded(width: float, height: float, radius: float) -> tuple[QLineF, ...]:
    """Return 45° lines every 8 px that fill a rounded rectangle."""
    return _hatch(rounded(width, height, radius, 1.0), width, height)


@lru_cache(maxsize=512)
def hatch_pointed(width: float, height: float) -> tuple[QLineF, ...]:
    """Return 45° lines every 8 px that fill the silhouette of a condition."""
    return _hatch(pointed(width, height, 1.0), width, height)


def _hatch(shape: QPainterPath, width: float, height: float) -> tuple[QLineF, ...]:
    """Cut rising 45° lines to a convex shape, so that painting needs no clipping."""
    polygon = shape.toFillPolygon()
    corners = [(point.x(), point.y()) for point in polygon.toList()]
    lines = []
    # Along a rising line x + y is constant; each line is named by that sum.
    for total in range(8, int(width + height) + 8, 8):
        crossings = sorted(_crossings(corners, float(total)))
        if len(crossings) >= 2 and crossings[-1] - crossings[0] > 0.5:
            first, last = crossings[0], crossings[-1]
            lines.append(QLineF(first, total - first, last, total - last))
    return tuple(lines)


def _crossings(corners: list[tuple[float, float]], total: float) -> list[float]:
    """Return the x of every point where the line x + y = total crosses a closed polygon."""
    found = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        a, b = ax + ay - total, bx + by - total
        if (a < 0) != (b < 0):
            share = a / (a - b)
            found.append(ax + (bx - ax) * share)
    return found
