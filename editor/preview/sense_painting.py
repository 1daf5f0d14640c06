"""Paint what only the picked agent shows: view cone, vectors, target, way ahead, distance and trail."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPolygonF

from editor.canvas.painting.inks import NO_BRUSH, NO_PEN, Inks, make_pen
from editor.canvas.painting.text_lines import text_line
from editor.preview.agent_shapes import team_token
from editor.preview.map_view import MapView
from editor.preview.world_picture import AgentsPicture, PickedPicture, VectorPicture, WorldPicture
from editor.theme.fonts import TextSize
from runtime.values import Vector

VECTOR_WIDTH = 2.0
LEAST_VECTOR = 10.0
"""Arrows shorter than this many px are left out."""

HOVER_DISTANCE = 6.0
PLATE_PLACES = (2 / 3, 0.6, 0.72, 0.53, 0.46)
_HEAD = 8.0


def paint_cones(painter: QPainter, picked: PickedPicture, view: MapView, inks: Inks) -> None:
    """Paint what the agent can see: the wedge cut at walls, a pale fill under a 1 px rim."""
    fill = QColor(inks.color("world.cone"))
    fill.setAlphaF(inks.theme.opacity("cone"))
    rim = inks.mixed("world.ground", "world.cone", 0.62)
    for cone in picked.cones:
        polygon = view.polygon(cone)
        painter.setBrush(fill)
        painter.setPen(inks.pen(rim, 1))
        painter.drawPolygon(polygon)


def paint_trail(painter: QPainter, picked: PickedPicture, team: int, view: MapView, inks: Inks) -> None:
    """Paint where the agent came from, a dot every half second."""
    if len(picked.trail) < 2:
        return
    color = QColor(inks.color(team_token(team)))
    color.setAlphaF(0.6)
    painter.setPen(make_pen(color, 1.5))
    painter.setBrush(NO_BRUSH)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in view.points(picked.trail)]))
    painter.setPen(NO_PEN)
    painter.setBrush(color)
    for x, y in view.points(picked.trail_dots):
        painter.drawEllipse(QPointF(x, y), 1.8, 1.8)


def paint_way_ahead(painter: QPainter, picked: PickedPicture, view: MapView, inks: Inks) -> None:
    """Paint the way the agent means to go, dotted."""
    if len(picked.path_ahead) < 2:
        return
    painter.setPen(inks.pen("world.target", 1.5, (2.0, 5.0)))
    painter.setBrush(NO_BRUSH)
    painter.drawPolyline(view.polygon(picked.path_ahead))


def paint_target(painter: QPainter, at: Vector, view: MapView, inks: Inks) -> None:
    """Paint the crosshair at the point steered for."""
    point = view.point(at)
    painter.setPen(inks.pen("world.target", 1.5))
    painter.setBrush(NO_BRUSH)
    painter.drawEllipse(point, 8, 8)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        painter.drawLine(point + QPointF(dx * 5, dy * 5), point + QPointF(dx * 12, dy * 12))


def arrow_line(vector: VectorPicture, view: MapView) -> QLineF:
    """Return an arrow from tail to tip in px."""
    (x, y), (dx, dy) = vector.start, vector.offset
    return QLineF(view.point((x, y)), view.point((x + dx, y + dy)))


def paint_vectors(painter: QPainter, picked: PickedPicture, view: MapView, inks: Inks) -> None:
    """Paint the arrows; those too short to read are left out."""
    for vector in picked.vectors:
        line = arrow_line(vector, view)
        if line.length() >= LEAST_VECTOR:
            paint_arrow(painter, line, f"world.vector.{vector.role}", inks)


def paint_arrow(painter: QPainter, line: QLineF, token: str, inks: Inks) -> None:
    """Paint a shaft with a notched head at its far end."""
    length = line.length()
    ux, uy = line.dx() / length, line.dy() / length
    tip = line.p2()
    painter.setPen(inks.pen(token, VECTOR_WIDTH))
    painter.drawLine(QLineF(line.p1(), tip - QPointF(ux, uy) * _HEAD * 0.7))
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush(token))
    back, side = QPointF(ux, uy) * _HEAD, QPointF(-uy, ux) * _HEAD * 0.45
    painter.drawPolygon(QPolygonF([tip, tip - back + side, tip - back * 0.7, tip - back - side]))


def vector_at(picked: PickedPicture | None, view: MapView, pixel: QPointF) -> VectorPicture | None:
    """Return the topmost arrow within 6 px of `pixel`."""
    for vector in reversed(picked.vectors if picked is not None else ()):
        line = arrow_line(vector, view)
        if line.length() >= LEAST_VECTOR and distance_to_line(pixel, line) <= HOVER_DISTANCE:
            return vector
    return None


def distance_to_line(point: QPointF, line: QLineF) -> float:
    """Return the distance in px of a point to a line between its ends."""
    dx, dy = line.dx(), line.dy()
    along = ((point.x() - line.x1()) * dx + (point.y() - line.y1()) * dy) / max(dx * dx + dy * dy, 1e-9)
    along = min(1.0, max(0.0, along))
    return math.hypot(point.x() - line.x1() - along * dx, point.y() - line.y1() - along * dy)


def paint_distance_line(painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
    """Paint the dotted line from the agent to what it goes after."""
    painter.setPen(inks.pen("text.tertiary", 1, (2.0, 4.0)))
    painter.drawLine(view.point(start), view.point(end))


def distance_plate(
    start: Vector, end: Vector, picked: PickedPicture, view: MapView
) -> tuple[QRectF, str] | None:
    """Return the plate on a distance line, in px, and its words; None where there is no room for it.

    It stands at two thirds, or a little off where it would cover the tip of an arrow or the crosshair.
    """
    text = f"d {math.dist(start, end):.1f}"
    width = text_line(text, TextSize.BADGE, fixed=True).width + 10
    line = QLineF(view.point(start), view.point(end))
    if line.length() < 2 * width:
        return None
    tips = [arrow_line(vector, view).p2() for vector in picked.vectors]
    plates = []
    at = view.point(picked.target) if picked.target is not None else line.p2()
    crosshair = QRectF(at.x() - 8, at.y() - 8, 16, 16)
    for share in PLATE_PLACES:
        middle = line.pointAt(share)
        plate = QRectF(middle.x() - width / 2, middle.y() - 8, width, 16)
        room = plate.adjusted(-5, -5, 5, 5)
        if not any(room.contains(tip) for tip in tips) and not room.intersects(crosshair):
            return plate, text
        plates.append(plate)
    return plates[0], text


def paint_distance_plate(painter: QPainter, plate: QRectF, text: str, inks: Inks) -> None:
    """Paint the plate with the distance."""
    painter.setPen(NO_PEN)
    painter.setBrush(inks.brush("world.label_back"))
    painter.drawRoundedRect(plate, 4, 4)
    line = text_line(text, TextSize.BADGE, fixed=True)
    line.draw(painter, plate.left() + 5, plate.center().y(), inks.pen("text.primary"))


def paint_shots(painter: QPainter, picture: WorldPicture, view: MapView, inks: Inks) -> None:
    """Paint projectiles as short tracers, and a ring that fades where one ended."""
    painter.setPen(inks.pen("text.primary", 2))
    for tracer in picture.tracers:
        painter.drawLine(QLineF(view.point(tracer.tail), view.point(tracer.tip)))
    painter.setBrush(NO_BRUSH)
    for impact in picture.impacts:
        color = QColor(inks.color("status.failure.line" if impact.hit else "world.wall_edge"))
        color.setAlphaF(1 - impact.age)
        painter.setPen(make_pen(color, 2 if impact.hit else 1.5))
        reach = 3 + (9 if impact.hit else 4) * impact.age
        painter.drawEllipse(view.point(impact.at), reach, reach)


def team_of(agents: AgentsPicture, index: int) -> int:
    """Return the team of an agent, 0 for none."""
    return int(agents.teams[index]) if 0 <= index < len(agents.ids) else 0
