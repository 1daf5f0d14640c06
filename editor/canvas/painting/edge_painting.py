"""Shape and paint the lines between nodes: tree drops, transitions, arrow heads, the wire in the hand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF, QTransform

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.paint_job import DIMMED_OPACITY
from editor.canvas.painting.pictures import EdgeLook
from editor.theme.badges import paint_badge, paint_scale
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, inks_for, make_pen, mix, set_inks
from editor.theme.tokens import StatusLook, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

TREE_CORNER = 8.0
TREE_BUS_DROP = 20.0
"""From a parent's bottom down to the line that its children share."""
TREE_SNAP = 6.0
"""A child off by less than this hangs on a straight line."""
MACHINE_CORNER = 10.0
HEAD_LENGTH = 9.0
HEAD_LENGTH_LIVE = 10.0
SHAFT_GAP = 6.0
"""The shaft stops this far before the tip."""
IDLE_WIDTH, HOVER_WIDTH, SUCCESS_WIDTH, LIVE_WIDTH = 1.5, 2.0, 2.0, 2.5
TOKEN_RADIUS = 3.5

_OFF_DASH = (2.0, 4.0)
_WAITING_DASH = (6.0, 4.0)
_FAILURE_DASH = (6.0, 2.0)
_SOLID: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class EdgeShape:
    """A line ready to paint. `line` runs to the tip, `shaft` stops short of it; `angle` in degrees.

    `angle` is the direction at the tip, 0 pointing right and 90 down; `has_head` asks for an arrow head.
    """

    line: QPainterPath
    shaft: QPainterPath
    tip: QPointF
    angle: float
    has_head: bool


def tree_edge(
    start: QPointF, end: QPointF, bus_drop: float = TREE_BUS_DROP, *, across: bool = False
) -> EdgeShape:
    """Return a tree's line: down by `bus_drop`, along the shared bus, down; straight when nearly so.

    In a tree that grows `across` it goes to the right instead of down.
    """
    if across:
        start, end = start.transposed(), end.transposed()
    bus = start.y() + min(bus_drop, max(0.0, (end.y() - start.y()) / 2))
    if abs(start.x() - end.x()) < TREE_SNAP:
        points = [QPointF(end.x(), start.y()), end]
    else:
        points = [start, QPointF(start.x(), bus), QPointF(end.x(), bus), end]
    return tree_line([point.transposed() for point in points] if across else points)


def tree_line(points: Sequence[QPointF]) -> EdgeShape:
    """Return a tree's line through its corners."""
    path = rounded_line(points, TREE_CORNER)
    return EdgeShape(path, path, points[-1], 90.0, False)


def transition_edge(points: Sequence[QPointF], corner: float = MACHINE_CORNER) -> EdgeShape:
    """Return a machine's line through `points` (at least two) with rounded corners and an arrow head."""
    before, tip = points[-2], points[-1]
    dx, dy = tip.x() - before.x(), tip.y() - before.y()
    length = math.hypot(dx, dy) or 1.0
    gap = min(SHAFT_GAP, length)
    short = QPointF(tip.x() - dx / length * gap, tip.y() - dy / length * gap)
    line = rounded_line(points, corner)
    shaft = rounded_line([*points[:-1], short], corner)
    return EdgeShape(line, shaft, tip, math.degrees(math.atan2(dy, dx)), True)


def rounded_line(points: Sequence[QPointF], corner: float) -> QPainterPath:
    """Return a path through `points` whose corners are rounded, never by more than half a segment."""
    path = QPainterPath(points[0])
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        before = math.hypot(a.x() - b.x(), a.y() - b.y()) or 1.0
        after = math.hypot(c.x() - b.x(), c.y() - b.y()) or 1.0
        reach = min(corner, before / 2, after / 2)
        path.lineTo(b + (a - b) * (reach / before))
        path.quadTo(b, b + (c - b) * (reach / after))
    path.lineTo(points[-1])
    return path


def paint_edge(
    painter: QPainter, shape: EdgeShape, look: EdgeLook, detail: Detail = Detail.FULL, *, theme: Theme
) -> None:
    """Paint a line in its look. Heads are left out at `BLOCK` and `DOT`; at `DOT` it is 1 px wide.

    Below `FULL` widths are screen px, so that lines stay as clear as the blocks they join. Selection is a
    halo under the line, so a live line keeps its color.

    Order of drawing is the caller's: idle first, then failure, success, running, and the selected last.
    """
    inks = inks_for(theme)
    opacity = painter.opacity()
    if look.dimmed:
        painter.setOpacity(opacity * DIMMED_OPACITY)
    if look.selected and detail > Detail.DOT:
        set_inks(painter, inks.pen("accent.wash", 8.0), NO_BRUSH)
        painter.drawPath(shape.line)
    token, width, dash = edge_stroke(look)
    pen, head = _pen_and_head(inks, look, token, width, dash, detail)
    with_head = shape.has_head and detail >= Detail.TITLE
    set_inks(painter, pen, NO_BRUSH)
    painter.drawPath(shape.shaft if with_head else shape.line)
    if with_head and not look.dragged_refused:
        _paint_head(painter, shape, width, head)
    if look.dragged_refused:
        x, y = shape.tip.x(), shape.tip.y()
        paint_badge(painter, x, y, StatusLook.FAILURE, theme, radius=8.0, scale=paint_scale(painter))
    if look.dimmed:
        painter.setOpacity(opacity)


def edge_stroke(look: EdgeLook) -> tuple[str, float, tuple[float, ...]]:
    """Return color token, width and dash (px) of a line in its look."""
    if look.dragged_refused:
        return "status.failure.line", IDLE_WIDTH, _WAITING_DASH
    if look.dragged:
        return "accent.line", HOVER_WIDTH, _SOLID
    token, width, dash = _status_stroke(look)
    if look.selected and token == "edge.idle":
        return "accent.line", HOVER_WIDTH, dash
    if look.hovered and token == "edge.idle":
        return "edge.hover", HOVER_WIDTH, dash
    if look.hovered:
        return token, max(HOVER_WIDTH, width), dash
    return token, width, dash


def _status_stroke(look: EdgeLook) -> tuple[str, float, tuple[float, ...]]:
    status = look.status
    if look.refused:
        return "edge.idle", IDLE_WIDTH, _WAITING_DASH
    if status == StatusLook.RUNNING:
        return "status.running.line", LIVE_WIDTH, _SOLID
    if status == StatusLook.SUCCESS:
        return "status.success.line", LIVE_WIDTH if look.strong else SUCCESS_WIDTH, _SOLID
    if status == StatusLook.FAILURE:
        return "status.failure.line", IDLE_WIDTH, _FAILURE_DASH
    if status == StatusLook.PENDING:
        return "status.pending.line", IDLE_WIDTH, _WAITING_DASH
    if status == StatusLook.ERROR:
        return "status.error.line", LIVE_WIDTH, _SOLID
    if status in (StatusLook.SKIPPED, StatusLook.DISABLED):
        return "edge.idle", IDLE_WIDTH, _OFF_DASH
    return "edge.idle", IDLE_WIDTH, _SOLID


def _pen_and_head(
    inks: Inks, look: EdgeLook, token: str, width: float, dash: tuple[float, ...], detail: Detail
) -> tuple[QPen, QPen]:
    """Return the pens of shaft and head; the head's never has a dash."""
    if look.fade > 0.0 and token != "edge.idle":
        # A fade runs through many colors once, so its pens are not kept.
        color = mix(inks.color(token), inks.color("edge.idle"), min(1.0, look.fade))
        faded = width + (IDLE_WIDTH - width) * min(1.0, look.fade)
        return make_pen(color, faded, dash), make_pen(color, 0.75)
    if detail == Detail.DOT:
        return inks.pen(token, 1.0, (), True), inks.pen(token, 0.75)
    if detail == Detail.BLOCK:
        return inks.pen(token, width, (), True), inks.pen(token, 0.75)
    if detail == Detail.TITLE:
        return inks.pen(token, width, dash, True), inks.pen(token, 0.75)
    return inks.pen(token, width, dash), inks.pen(token, 0.75)


@lru_cache(maxsize=8)
def _head(length: float) -> QPolygonF:
    """Return a notched arrow head that points right, its tip at the origin."""
    half = length * 0.46
    corners = ((0.0, 0.0), (-length, half), (-length * 0.72, 0.0), (-length, -half))
    return QPolygonF([QPointF(x, y) for x, y in corners])


@lru_cache(maxsize=4096)
def _turned(length: float, angle: float) -> QPolygonF:
    return QTransform().rotate(angle).map(_head(length))


def _paint_head(painter: QPainter, shape: EdgeShape, width: float, pen: QPen) -> None:
    length = HEAD_LENGTH_LIVE if width > 2 else HEAD_LENGTH
    set_inks(painter, pen, pen.brush())
    painter.drawPolygon(_turned(length, shape.angle).translated(shape.tip))


def paint_token(
    painter: QPainter, shape: EdgeShape, share: float, theme: Theme, look: StatusLook = StatusLook.RUNNING
) -> None:
    """Paint the dot that travels once along a taken line; `share` 0..1 is the way it has gone."""
    inks = inks_for(theme)
    point = shape.line.pointAtPercent(min(1.0, max(0.0, share)))
    set_inks(painter, NO_PEN, inks.brush("surface.canvas"))
    painter.drawEllipse(point, TOKEN_RADIUS + 1, TOKEN_RADIUS + 1)
    painter.setBrush(inks.brush(f"status.{look}.line"))
    painter.drawEllipse(point, TOKEN_RADIUS, TOKEN_RADIUS)
