"""Paint what does not move: ground, grid, zones, paths with waypoints, sources, obstacles and walls."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from editor.map.overlays.mark_painting import paint_marks
from editor.map.painting.way_painting import (
    NAMES_FROM_ZOOM,
    paint_areas,
    paint_doors,
    paint_links,
    paint_waypoint_links,
)
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import HeatMark
from editor.map.picture.world_picture import GroundPicture, NamedPlace, SourcePicture
from editor.theme.badges import paint_icon
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, NO_PEN, Inks, set_inks
from editor.theme.text_lines import text_line, text_width
from runtime.basics.values import Vector

SOURCE_RADIUS = 10.0
SOURCE_ICONS = {"noise": "noise", "light": "eye", "interest": "flag", "scent": "vectors"}
"""The icon of each kind of source; any other kind has a pin."""

_ICON = 14.0
_TOKENS = {
    "noise": "world.noise",
    "light": "world.cone",
    "scent": "family.world.line",
    "interest": "family.ask.line",
}


def paint_sources(painter: QPainter, sources: Iterable[SourcePicture], view: MapView, inks: Inks) -> None:
    """Paint a disc with the sign of its kind at every source."""
    ratio = painter.device().devicePixelRatioF()
    for source in sources:
        at = view.point(source.at)
        set_inks(painter, inks.pen("border.strong", 1), inks.brush("surface.popup"))
        painter.drawEllipse(at, SOURCE_RADIUS, SOURCE_RADIUS)
        name, token = SOURCE_ICONS.get(source.kind, "pin"), _TOKENS.get(source.kind, "text.primary")
        paint_icon(painter, name, at.x(), at.y(), _ICON, inks, token, ratio)


LEAST_GRID_STEP = 9.0
"""Grid lines are at least this many px apart."""

WAYPOINT_RADIUS = 6.0
NAME_GAP = 10.0
PATH_DASH = (7.0, 5.0)


def paint_ground(painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks, grid: bool) -> None:
    """Paint the surface inside and outside the world's rectangle, and one grid line per unit."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(view.bounds(), inks.brush("surface.canvas"))
    inside = _world_rectangle(ground, view)
    painter.fillRect(inside, inks.brush("world.ground"))
    if grid:
        _paint_grid(painter, ground, view, inks, inside)
    set_inks(painter, inks.pen("world.wall_edge", 1, cosmetic=True), NO_BRUSH)
    painter.drawRect(inside)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _world_rectangle(ground: GroundPicture, view: MapView) -> QRectF:
    corner, opposite = view.point((0.0, ground.size[1])), view.point((ground.size[0], 0.0))
    return QRectF(
        QPointF(round(corner.x()), round(corner.y())), QPointF(round(opposite.x()), round(opposite.y()))
    )


def _paint_grid(painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks, inside: QRectF) -> None:
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500)
    step = next((size for size in steps if size * view.unit >= LEAST_GRID_STEP), steps[-1])
    left, bottom, right, top = view.world_bounds()
    lines = []
    for x in range(math.ceil(max(0.0, left) / step), math.floor(min(ground.size[0], right) / step) + 1):
        at = round(view.point((x * step, 0.0)).x())
        lines.append(QLineF(at, inside.top(), at, inside.bottom()))
    for y in range(math.ceil(max(0.0, bottom) / step), math.floor(min(ground.size[1], top) / step) + 1):
        at = round(view.point((0.0, y * step)).y())
        lines.append(QLineF(inside.left(), at, inside.right(), at))
    painter.setPen(inks.pen("world.grid", 1, cosmetic=True))
    painter.drawLines(lines)


def paint_solids(painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks) -> None:
    """Paint obstacles and walls with their rims, and doors."""
    set_inks(painter, inks.pen("world.wall_edge", 1), inks.brush("world.obstacle"))
    for center, radius in ground.obstacles:
        painter.drawEllipse(view.point(center), radius * view.unit, radius * view.unit)
    painter.setBrush(inks.brush("world.wall"))
    for wall in ground.walls:
        painter.drawPolygon(view.polygon(wall))
    paint_doors(painter, ground.doors, view, inks)


def paint_paths(painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks) -> None:
    """Paint the ways as dashes, links, the graph of waypoints, and waypoints as rings."""
    set_inks(painter, inks.pen("world.path", 1.5, PATH_DASH), NO_BRUSH)
    for path in ground.paths:
        points = path.points + path.points[:1] if path.closed and len(path.points) > 2 else path.points
        painter.drawPolyline(view.polygon(points))
    paint_waypoint_links(painter, ground, view, inks)
    paint_links(painter, ground.links, view, inks)
    set_inks(painter, inks.pen("world.path", 1.75), inks.brush("world.ground"))
    for place in ground.waypoints:
        painter.drawEllipse(view.point(place.at), WAYPOINT_RADIUS, WAYPOINT_RADIUS)


def paint_current_waypoint(
    painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks, current: Vector
) -> None:
    """Paint a dot in the ring of the waypoint at `current`."""
    for place in ground.waypoints:
        if math.dist(current, place.at) < 1e-6:
            set_inks(painter, NO_PEN, inks.brush("world.path"))
            painter.drawEllipse(view.point(place.at), 2.5, 2.5)


def waypoint_boxes(ground: GroundPicture, view: MapView) -> list[QRectF]:
    """Return the rectangles of the rings and names of all waypoints, in px."""
    boxes = []
    for place in ground.waypoints:
        at = view.point(place.at)
        reach = WAYPOINT_RADIUS + 1
        boxes.append(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach))
        if place.name and view.zoom >= NAMES_FROM_ZOOM:
            dx, dy = name_offset(ground, place, round(view.unit, 1))
            width = text_width(place.name, TextSize.BADGE, TextWeight.MEDIUM)
            boxes.append(QRectF(at.x() + dx, at.y() + dy - 6, width, 12))
    return boxes


def paint_waypoint_names(painter: QPainter, ground: GroundPicture, view: MapView, inks: Inks) -> None:
    """Paint the names beside the rings, on the side where no path runs and no wall is."""
    if view.zoom < NAMES_FROM_ZOOM:
        return
    for place in ground.waypoints:
        if place.name:
            dx, dy = name_offset(ground, place, round(view.unit, 1))
            at = view.point(place.at)
            line = text_line(place.name, TextSize.BADGE, TextWeight.MEDIUM)
            line.draw(painter, at.x() + dx, at.y() + dy, inks.pen("text.secondary"))


@lru_cache(maxsize=512)
def name_offset(ground: GroundPicture, place: NamedPlace, unit: float) -> tuple[float, float]:
    """Return where a waypoint's name goes: px from the ring's middle to the text's left end and middle.

    The first of eight places is taken whose rectangle no path crosses and no wall, obstacle or edge of the
    map touches; where there is none, the one with the fewest of those.
    """
    width = text_width(place.name, TextSize.BADGE, TextWeight.MEDIUM)
    out = NAME_GAP + 1
    offsets = [
        (out, -8.0),
        (out, 8.0),
        (-out - width, -8.0),
        (-out - width, 8.0),
        (out, 0.0),
        (-out - width, 0.0),
        (-width / 2, -out - 6),
        (-width / 2, out + 6),
    ]
    lines = _lines_near(ground, place, unit, reach=out + width + 14)
    costs = [_crossings(QRectF(dx - 2, dy - 7, width + 4, 14), lines) for dx, dy in offsets]
    return offsets[costs.index(min(costs))]


def _lines_near(ground: GroundPicture, place: NamedPlace, unit: float, reach: float) -> list[QLineF]:
    """Return paths, outlines and the map's edge as px around a place, without those `reach` px away."""
    rings: list[tuple[Vector, ...]] = [wall + wall[:1] for wall in ground.walls]
    rings += [path.points + path.points[:1] if path.closed else path.points for path in ground.paths]
    width, height = ground.size
    rings.append(((0, 0), (width, 0), (width, height), (0, height), (0, 0)))
    for (x, y), radius in ground.obstacles:
        turn = [math.tau * i / 12 for i in range(13)]
        rings.append(tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turn))
    lines = []
    for ring in rings:
        points = [((x - place.at[0]) * unit, (place.at[1] - y) * unit) for x, y in ring]
        lines += [QLineF(*a, *b) for a, b in pairwise(points) if _comes_near(a, b, reach)]
    return lines


def _comes_near(a: Vector, b: Vector, reach: float) -> bool:
    """Return whether a line may have a point in the square around the middle."""
    return all(min(a[i], b[i]) <= reach and max(a[i], b[i]) >= -reach for i in range(2))


def _crossings(box: QRectF, lines: list[QLineF]) -> int:
    return sum(1 for line in lines if _touches(box, line))


def _touches(box: QRectF, line: QLineF) -> bool:
    """Return whether a line has a point within a rectangle."""
    if box.contains(line.p1()) or box.contains(line.p2()):
        return True
    corners = [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]
    return any(_cross(line, QLineF(corners[i - 1], corners[i])) for i in range(4))


def _cross(a: QLineF, b: QLineF) -> bool:
    kind, _ = a.intersects(b)
    return bool(kind == QLineF.IntersectionType.BoundedIntersection)


def paint_all_ground(
    painter: QPainter,
    ground: GroundPicture,
    view: MapView,
    inks: Inks,
    *,
    grid: bool,
    paths: bool,
    fields: Sequence[HeatMark] = (),
) -> None:
    """Paint everything that does not move, bottom to top; `fields` of heat lie on the bare ground."""
    paint_ground(painter, ground, view, inks, grid)
    paint_marks(painter, fields, view, inks, over=False)
    paint_areas(painter, ground, view, inks)
    if paths:
        paint_paths(painter, ground, view, inks)
    paint_solids(painter, ground, view, inks)
    paint_sources(painter, ground.sources, view, inks)
    if paths:
        paint_waypoint_names(painter, ground, view, inks)


class GroundLayer:
    """Paint the ground, from a kept picture where the same was painted just before.

    The first time something else is seen it is painted as it is, since a camera that moves shows every
    view once.
    """

    def __init__(self) -> None:
        self._key: Hashable = None
        self._ground: GroundPicture | None = None
        self._pixmap: QPixmap | None = None

    def paint(
        self,
        painter: QPainter,
        ground: GroundPicture,
        view: MapView,
        inks: Inks,
        *,
        grid: bool,
        paths: bool,
        ratio: float,
    ) -> None:
        """Paint what does not move over the whole map."""
        key = (id(ground), view, inks.theme.name, grid, paths, ratio)
        if key != self._key or ground is not self._ground:
            self._key, self._ground, self._pixmap = key, ground, None
            paint_all_ground(painter, ground, view, inks, grid=grid, paths=paths)
            return
        if self._pixmap is None:
            self._pixmap = self._picture(ground, view, inks, grid=grid, paths=paths, ratio=ratio)
        painter.drawPixmap(QPointF(0, 0), self._pixmap)

    @staticmethod
    def _picture(
        ground: GroundPicture, view: MapView, inks: Inks, *, grid: bool, paths: bool, ratio: float
    ) -> QPixmap:
        pixmap = QPixmap(math.ceil(view.width * ratio), math.ceil(view.height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        paint_all_ground(painter, ground, view, inks, grid=grid, paths=paths)
        painter.end()
        return pixmap
