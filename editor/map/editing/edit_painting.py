"""Paint what editing adds to the map: outlines of what is selected, handles, drafts, words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from editor.map.editing.map_editing import MapEditing
from editor.map.editing.map_hits import Handle, HandleKind, handles_of, selection_box
from editor.map.picture.map_view import MapView
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, faded, set_inks
from editor.theme.text_lines import text_line
from graphs.worlds.edits.moving import points_of
from graphs.worlds.edits.squads import own_places_around
from graphs.worlds.model.elements import Element, entries_of
from graphs.worlds.model.world_file import AgentEntry, Obstacle, ProjectileEntry, WorldDocument
from runtime.basics.values import Vector

RING_GAP = 4.0

_HANDLE = 4.0


def paint_selection(
    painter: QPainter, editing: MapEditing, view: MapView, inks: Inks, *, handles: bool
) -> None:
    """Paint projectiles, starts, what is pointed at and what is selected, with its handles."""
    world, selected = editing.shown, editing.selected
    paint_projectiles(painter, world, view, inks)
    if editing.is_begun:
        paint_starts(painter, world, view, inks)
    hovered = editing.hovered
    if hovered is not None and hovered not in selected and not editing.has_draft:
        paint_outline(painter, world, hovered, view, inks.pen("accent.line", 1))
    pen = inks.pen("accent.line", 2)
    for element in selected:
        paint_outline(painter, world, element, view, pen)
    if handles and selected:
        _paint_box_line(painter, world, selected, view, inks)
        for handle in handles_of(world, selected, view):
            is_point = handle.kind in (HandleKind.POINT, HandleKind.SLOT)
            is_marked = is_point and editing.point == (handle.element, handle.index)
            _paint_handle(painter, handle, view, world, inks, is_marked)
    if editing.readout and editing.pointer is not None:
        paint_words(painter, editing.pointer, editing.readout, view, inks)


def paint_projectiles(painter: QPainter, world: WorldDocument, view: MapView, inks: Inks) -> None:
    """Paint what lies or flies from the start, with the way it goes in half a second."""
    for entry in world.projectiles.values():
        at, reach = view.point(_vector(entry.at)), max(4.0, float(entry.radius) * view.unit)
        dx, dy = _vector(entry.velocity)
        painter.setPen(inks.pen("text.primary", 1.25))
        painter.drawLine(at, QPointF(at.x() + dx * view.unit / 2, at.y() - dy * view.unit / 2))
        painter.setBrush(inks.brush("surface.popup"))
        painter.drawEllipse(at, reach, reach)


def paint_starts(painter: QPainter, world: WorldDocument, view: MapView, inks: Inks) -> None:
    """Paint where agents start, while they are somewhere else."""
    set_inks(painter, inks.pen("text.tertiary", 1.25, (3.0, 3.0)), NO_BRUSH)
    for agent in world.agents.values():
        at, reach = view.point(_vector(agent.at)), _reach(agent, view)
        painter.drawEllipse(at, reach, reach)
        turn = math.radians(float(agent.heading))
        nose = QPointF(at.x() + math.cos(turn) * reach * 1.55, at.y() - math.sin(turn) * reach * 1.55)
        painter.drawLine(at, nose)


def paint_box(painter: QPainter, box: QRectF, inks: Inks) -> None:
    """Paint the box that selects."""
    fill = faded(inks.color("accent.line"), 0.14)
    set_inks(painter, inks.pen("accent.line", 1), fill)
    painter.drawRect(box)


def paint_outline_draft(
    painter: QPainter,
    points: Sequence[Vector],
    view: MapView,
    inks: Inks,
    *,
    closed: bool,
    fill: bool = False,
) -> None:
    """Paint lines between places that are drawn."""
    polygon = QPolygonF([view.point(point) for point in points])
    set_inks(painter, inks.pen("accent.line", 2), _wash(inks) if fill else NO_BRUSH)
    if closed:
        painter.drawPolygon(polygon)
    else:
        painter.drawPolyline(polygon)


def paint_corners(painter: QPainter, points: Sequence[Vector], view: MapView, inks: Inks) -> None:
    """Paint a square at every place that was clicked."""
    set_inks(painter, inks.pen("accent.line", 1.5), inks.brush("surface.canvas"))
    for point in points:
        at = view.point(point)
        painter.drawRect(QRectF(at.x() - _HANDLE, at.y() - _HANDLE, 2 * _HANDLE, 2 * _HANDLE))


def paint_hint(painter: QPainter, words: str, view: MapView, inks: Inks) -> None:
    """Paint how the tool in hand is used, at the upper left of the map."""
    line = text_line(words, TextSize.CAPTION, max_width=max(40.0, view.width - 40))
    plate = QRectF(10, 10, math.ceil(line.width) + 16, 22)
    set_inks(painter, inks.pen("border.subtle", 1), inks.brush("surface.popup"))
    painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    line.draw(painter, plate.left() + 8, plate.center().y(), inks.pen("text.secondary"))


def paint_circle_draft(painter: QPainter, center: Vector, radius: float, view: MapView, inks: Inks) -> None:
    """Paint a circle that is being drawn."""
    set_inks(painter, inks.pen("accent.line", 2), _wash(inks))
    painter.drawEllipse(view.point(center), radius * view.unit, radius * view.unit)


def paint_cross(painter: QPainter, at: Vector, view: MapView, inks: Inks) -> None:
    """Paint where a click would put a point."""
    place = view.point(at)
    painter.setPen(inks.pen("accent.line", 1))
    painter.drawLine(QPointF(place.x() - 7, place.y()), QPointF(place.x() + 7, place.y()))
    painter.drawLine(QPointF(place.x(), place.y() - 7), QPointF(place.x(), place.y() + 7))


def paint_words(painter: QPainter, at: QPointF, words: str, view: MapView, inks: Inks) -> None:
    """Paint numbers on a plate beside the pointer, kept within the map."""
    line = text_line(words, TextSize.CAPTION, TextWeight.MEDIUM, fixed=True)
    width = math.ceil(line.width) + 12
    left = min(max(4.0, at.x() + 14), view.width - width - 4)
    top = at.y() - 30 if at.y() > 40 else at.y() + 18
    plate = QRectF(left, top, width, 20)
    set_inks(painter, NO_PEN, inks.brush("accent.fill"))
    painter.drawRoundedRect(plate, 4, 4)
    line.draw(painter, plate.left() + 6, plate.center().y(), inks.pen("accent.on"))


def paint_outline(
    painter: QPainter, world: WorldDocument, element: Element, view: MapView, pen: QPen
) -> None:
    """Paint a line around a thing."""
    entry = entries_of(world, element.group).get(element.id)
    if entry is None:
        return
    set_inks(painter, pen, NO_BRUSH)
    points = [view.point(_vector(point)) for point in points_of(world, element)]
    if element.group in ("walls", "doors", "zones"):
        painter.drawPolygon(QPolygonF(points))
    elif element.group == "links":
        painter.drawPolyline(QPolygonF(points))
    elif element.group == "paths":
        is_loop = world.paths[element.id].mode == "loop" and len(points) > 2
        painter.drawPolyline(QPolygonF([*points, points[0]] if is_loop else points))
    elif points:
        reach = 11.0 + RING_GAP if element.group == "sources" else 6.0 + RING_GAP
        if isinstance(entry, Obstacle):
            reach = float(entry.radius) * view.unit
        elif isinstance(entry, AgentEntry):
            reach = _reach(entry, view) + RING_GAP
        elif isinstance(entry, ProjectileEntry):
            reach = max(4.0, float(entry.radius) * view.unit) + RING_GAP
        painter.drawEllipse(points[0], reach, reach)


def _paint_box_line(
    painter: QPainter, world: WorldDocument, selected: Sequence[Element], view: MapView, inks: Inks
) -> None:
    box = selection_box(world, selected, view)
    if box is None:
        return
    set_inks(painter, inks.pen("accent.line", 1, (4.0, 3.0)), NO_BRUSH)
    painter.drawRect(box)


def _paint_handle(
    painter: QPainter, handle: Handle, view: MapView, world: WorldDocument, inks: Inks, is_marked: bool
) -> None:
    at = handle.at
    painter.setPen(inks.pen("accent.line", 1.5))
    painter.setBrush(inks.brush("accent.line" if is_marked else "surface.canvas"))
    if handle.kind in (HandleKind.HEADING, HandleKind.TURN):
        if handle.kind is HandleKind.HEADING and handle.element is not None:
            agent = world.agents[handle.element.id]
            start = view.point(_vector(agent.at))
            reach = 1.55 * _reach(agent, view)
            turn = math.radians(float(agent.heading))
            nose = QPointF(start.x() + math.cos(turn) * reach, start.y() - math.sin(turn) * reach)
            painter.drawLine(nose, at)
        else:
            painter.drawLine(QPointF(at.x(), at.y() + 4), QPointF(at.x(), at.y() + 20))
        painter.drawEllipse(at, 4.5, 4.5)
    elif handle.kind is HandleKind.POINT:
        painter.drawRect(QRectF(at.x() - _HANDLE, at.y() - _HANDLE, 2 * _HANDLE, 2 * _HANDLE))
    elif handle.kind is HandleKind.SLOT and handle.element is not None:
        _paint_way_to_leader(painter, handle, view, world, inks)
        painter.drawEllipse(at, 6.0, 6.0)
    else:
        painter.drawEllipse(at, 4.0, 4.0)


def _paint_way_to_leader(
    painter: QPainter, handle: Handle, view: MapView, world: WorldDocument, inks: Inks
) -> None:
    """Paint a dashed line from a place of a formation to the start of the leader."""
    found = own_places_around(world, handle.element.id) if handle.element is not None else None
    if found is not None:
        painter.save()
        painter.setPen(inks.pen("accent.line", 1.0, (2.0, 4.0)))
        painter.drawLine(view.point(_vector(found[1].at)), handle.at)
        painter.restore()


def _reach(agent: AgentEntry, view: MapView) -> float:
    return max(6.0, float(agent.radius) * view.unit)


def _wash(inks: Inks) -> QColor:
    return faded(inks.color("accent.line"), 0.18)


def _vector(point: tuple[int | float, int | float]) -> Vector:
    return float(point[0]), float(point[1])
