"""Paint what leads and bars ways: zones by their cost, doors, links, and the graph of waypoints."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter

from editor.map.overlays.mark_painting import paint_arrow, paint_cross
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import MarkStyle, Sample
from editor.map.picture.world_picture import DoorPicture, GroundPicture, LinkPicture, NamedArea
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, Inks, faded, set_inks
from editor.theme.text_lines import text_line, text_width

NAMES_FROM_ZOOM = 0.45

_DASHES: dict[str, tuple[float, ...]] = {"walk": (7.0, 4.0), "jump": (1.5, 2.0), "ladder": ()}
_RUNG, _RUNG_GAP, _MARK_FROM = 4.0, 7.0, 24.0
"""Px: half the width of a ladder, between its rungs, and the least length of a link that carries a sign."""

_OFF = MarkStyle("link.off", "", "text.tertiary", Sample.CROSS)
_ARROW = MarkStyle("link.arrow", "", "world.path", Sample.ARROW)
_SLIDES = MarkStyle("door.slides", "", "world.wall_edge", Sample.ARROW, 1.0)
_OPEN_DASH = (3.0, 3.0)


def cost_words(cost: float | str) -> str:
    """Return what a zone costs as it stands beside its name: "×5", "never", "" for what all ground costs."""
    return "✕ never" if isinstance(cost, str) else "" if cost == 1.0 else f"×{cost:g}"


def paint_areas(painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks) -> None:
    """Paint the zones: a faint fill, a border, and the name with the cost inside the first corner.

    Dear ground is hatched, forbidden ground is hatched both ways with a solid border, cheap ground is dotted.
    """
    for zone in ground.zones:
        polygon = view.polygon(zone.polygon)
        pattern, width, dash = _look(zone.cost)
        pen = inks.pen("world.zone", width, dash)
        set_inks(painter, pen, faded(inks.color("world.zone"), 0.08))
        painter.drawPolygon(polygon)
        if pattern is not None:
            painter.setBrushOrigin(polygon.first())
            set_inks(painter, pen, QBrush(faded(inks.color("world.zone"), 0.4), pattern))
            painter.drawPolygon(polygon)
        _paint_name(painter, zone, view, inks)


def _look(cost: float | str) -> tuple[Qt.BrushStyle | None, float, tuple[float, ...]]:
    """Return pattern, width and dash of the border of a zone by its cost."""
    if isinstance(cost, str):
        return Qt.BrushStyle.DiagCrossPattern, 2.0, ()
    if cost > 1.0:
        return Qt.BrushStyle.BDiagPattern, 1.5, (8.0, 3.0)
    return (Qt.BrushStyle.Dense7Pattern if cost < 1.0 else None), 1.0, (2.0, 4.0)


def _paint_name(painter: QPainter, zone: NamedArea, view: MapView, inks: Inks) -> None:
    cost = cost_words(zone.cost)
    words = f"{zone.name}  {cost}".strip()
    if not words or view.zoom < NAMES_FROM_ZOOM:
        return
    box = view.polygon(zone.polygon).boundingRect()
    room = max(1.0, box.width() - 12)
    # The cost is said in any case: a name that has no room beside it is left out.
    if cost and text_width(words, TextSize.BADGE, TextWeight.MEDIUM) > room:
        words = cost
    line = text_line(words, TextSize.BADGE, TextWeight.MEDIUM, max_width=room)
    if line.text == "…":
        return
    if zone.cost != 1.0:
        # Hatching behind letters makes them hard to read.
        plate = QRectF(box.left() + 3, box.top() + 4, math.ceil(line.width) + 6, 14)
        painter.fillRect(plate, faded(inks.color("world.ground"), 0.85))
    token = "world.zone" if zone.cost == 1.0 else "text.secondary"
    line.draw(painter, box.left() + 6, box.top() + 11, inks.pen(token))


def paint_doors(painter: QPainter, doors: tuple[DoorPicture, ...], view: MapView, inks: Inks) -> None:
    """Paint doors: closed ones filled with a line along them, open ones as a dashed outline.

    An arrow shows where one slides to.
    """
    for door in doors:
        polygon = view.polygon(door.polygon)
        if door.open:
            set_inks(painter, inks.pen("world.wall_edge", 1, _OPEN_DASH), NO_BRUSH)
            painter.drawPolygon(polygon)
            continue
        set_inks(painter, inks.pen("world.wall_edge", 1.5), inks.brush("world.obstacle"))
        painter.drawPolygon(polygon)
        box = polygon.boundingRect()
        middle, reach = box.center(), 0.5 * max(box.width(), box.height())
        is_upright = box.height() > box.width()
        along = QPointF(0.0, reach) if is_upright else QPointF(reach, 0.0)
        painter.drawLine(QLineF(middle - along, middle + along))
        if door.slide is not None:
            dx, dy = door.slide[0] * view.unit, -door.slide[1] * view.unit
            if math.hypot(dx, dy) >= _MARK_FROM:
                paint_arrow(painter, QLineF(middle, middle + QPointF(dx, dy)), _SLIDES, inks)


def paint_links(painter: QPainter, links: tuple[LinkPicture, ...], view: MapView, inks: Inks) -> None:
    """Paint links: walked ones dashed, jumps dotted, ladders with rungs, and an arrow where one leads.

    One that is off is gray with a cross.
    """
    for link in links:
        line = QLineF(view.point(link.start), view.point(link.end))
        token = "world.path" if link.active else "text.tertiary"
        set_inks(painter, inks.pen(token, 1.75, _DASHES[link.kind]), NO_BRUSH)
        painter.drawLine(line)
        if line.length() < _MARK_FROM:
            continue
        if link.kind == "ladder":
            _paint_rungs(painter, line)
        if not link.active:
            paint_cross(painter, line.center(), _OFF, inks)
            continue
        _paint_head(painter, line, inks)
        if link.both_ways:
            _paint_head(painter, QLineF(line.p2(), line.p1()), inks)


def _paint_head(painter: QPainter, line: QLineF, inks: Inks) -> None:
    """Paint the head of an arrow at the far end of a line."""
    tail = line.pointAt(1.0 - 9.0 / line.length())
    paint_arrow(painter, QLineF(tail, line.p2()), _ARROW, inks)


def _paint_rungs(painter: QPainter, line: QLineF) -> None:
    across = QPointF(-line.dy(), line.dx()) * (_RUNG / line.length())
    count = int((line.length() - 2 * 9.0) / _RUNG_GAP)
    places = (line.pointAt((9.0 + (rung + 0.5) * _RUNG_GAP) / line.length()) for rung in range(count))
    painter.drawLines([QLineF(place - across, place + across) for place in places])


def paint_waypoint_links(painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks) -> None:
    """Paint the graph of waypoints as thin lines."""
    set_inks(painter, inks.pen("world.path", 1), NO_BRUSH)
    painter.drawLines([QLineF(view.point(start), view.point(end)) for start, end in ground.waypoint_links])
