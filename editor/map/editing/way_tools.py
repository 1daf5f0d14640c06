"""The tools that draw ways: links, and waypoints with the links between them."""

from __future__ import annotations

import math
from typing import Literal, cast

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.map.editing.drawing_tool import DrawingTool
from editor.map.editing.edit_painting import paint_outline_draft
from editor.map.editing.edit_tool import ToolInfo
from editor.map.editing.map_editing import MapEditing
from editor.map.editing.map_hits import waypoint_under
from editor.map.picture.map_view import MapView
from editor.theme.inks import Inks
from graphs.worlds.edits.adding import Added, add_link, add_waypoint
from graphs.worlds.edits.linking import are_linked, set_waypoint_link
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector

LINK = ToolInfo(
    "link",
    "Link",
    "jump",
    "Draw a way where none could be walked, such as a jump: drag from its start to its end.",
    "Drag from start to end · or click both",
    "link",
)
WAYPOINT = ToolInfo(
    "waypoint",
    "Waypoints and their links",
    "waypoints",
    "Place waypoints; drag from one to another to link both, or to take their link away.",
    "Click a place · drag from waypoint to waypoint links them, or takes the link away",
    "waypoint",
)


class LinkTool(DrawingTool):
    """Draw links; the option says of which kind the next one is."""

    info = LINK
    option_title = "Kind of link"
    option_choices = (("jump", "jump"), ("ladder", "ladder"), ("walk", "walk"))
    option = "jump"

    def is_drawable(self, start: Vector, end: Vector) -> bool:
        """Tell whether the link has a length."""
        return start != end

    def click(self, pixel: QPointF) -> None:
        """Take the start, then the end."""
        super().click(pixel)
        if len(self.points) == 2:
            self.end(closed=False)

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Add the link."""
        kind = cast(Literal["walk", "jump", "ladder"], str(self.option))
        return add_link(world, start, end, kind)

    def from_points(self, world: WorldDocument, points: tuple[Vector, ...], closed: bool) -> Added:
        """Add the link; one place alone has no length."""
        return self.from_drag(world, points[0], points[-1])

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint the link with its length."""
        paint_outline_draft(painter, (start, end), view, inks, closed=False)
        self.paint_numbers(painter, f"{math.dist(start, end):.2f}", view, inks)

    def paint_points(self, painter: QPainter, points: tuple[Vector, ...], view: MapView, inks: Inks) -> None:
        """Paint the link so far."""
        paint_outline_draft(painter, points, view, inks, closed=False)


class WaypointTool(DrawingTool):
    """Place waypoints, and link them by drags; a drag that begins on one and ends on none adds one there."""

    info = WAYPOINT

    def __init__(self, editing: MapEditing) -> None:
        super().__init__(editing)
        self._from: str | None = None

    def click(self, pixel: QPointF) -> None:
        """Add a waypoint; a click on one selects it."""
        under = self._under(pixel)
        if under is not None:
            self.editing.select((Element("waypoints", under),))
            return
        at = self.at(pixel)
        self.make(lambda world: add_waypoint(world, at))

    def drag(self, start: QPointF, now: QPointF) -> None:
        """Show the link that a release here would make or take away."""
        self.editing.pointer = now
        self._from, to = self._under(start), self._under(now)
        self.dragged = (self._place(start), self._place(now))
        if self._from is None or self._from == to:
            self.editing.show_draft(None)
        elif to is not None:
            first = self._from
            self.editing.attempt(lambda world: _turned(world, first, to), now)
        else:
            at = self.at(now)
            self.editing.attempt(lambda world: self.from_drag(world, at, at)[0], now)
        self.editing.map.repaint_map()

    def drop(self, start: QPointF, now: QPointF) -> None:
        """Link both waypoints, or take their link away; add the second where there is none."""
        self.forget_drag()
        self._from, to = self._under(start), self._under(now)
        if self._from is None:
            self.click(now)
        elif to is None:
            at = self.at(now)
            self.make(lambda world: self.from_drag(world, at, at))
        elif to != self._from:
            first = self._from
            verb = "Unlink" if are_linked(self.editing.world, first, to) else "Link"
            self.editing.apply(f"{verb} waypoints", lambda world: _turned(world, first, to))

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Add a waypoint that is linked with the one where the drag began."""
        world, added = add_waypoint(world, end)
        return (set_waypoint_link(world, self._from, added.id, True) if self._from else world), added

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint the line from a waypoint to the pointer."""
        if self._from is not None:
            paint_outline_draft(painter, (start, end), view, inks, closed=False)

    def _under(self, pixel: QPointF) -> str | None:
        return waypoint_under(self.editing.world, self.editing.map.view, pixel)

    def _place(self, pixel: QPointF) -> Vector:
        """Return the place of the waypoint under a pixel, else the place as it is taken."""
        under = self._under(pixel)
        if under is None:
            return self.at(pixel)
        x, y = self.editing.world.waypoints[under].at
        return float(x), float(y)


def _turned(world: WorldDocument, first: str, second: str) -> WorldDocument:
    """Return the world with two waypoints linked, or not linked any more."""
    return set_waypoint_link(world, first, second, not are_linked(world, first, second))
