"""The tools that place what has a position: paths with their waypoints, agents, sources, projectiles."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.map.editing.drawing_tool import DrawingTool
from editor.map.editing.edit_painting import paint_corners, paint_outline_draft
from editor.map.editing.edit_tool import ToolInfo
from editor.map.editing.map_editing import MapEditing
from editor.map.editing.map_hits import element_under, waypoint_under
from editor.map.picture.map_view import MapView
from editor.theme.inks import Inks
from graphs.worlds.edits.adding import Added, add_agent, add_path, add_projectile, add_source
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector

PATH = ToolInfo(
    "path",
    "Path",
    "path",
    "Draw a path: click its waypoints; a click on one that is there uses it.",
    "Click waypoints · Enter ends, a click on the first closes a loop",
    "path",
)
AGENT = ToolInfo(
    "agent",
    "Agent",
    "entity",
    "Place an agent like the one selected last; drag to where it looks.",
    "Click a place · drag to where it looks",
    "agent",
)
SOURCE = ToolInfo(
    "source",
    "Source",
    "noise",
    "Place a source: something to be heard, seen or noticed from afar.",
    "Click a place",
    "source",
)
PROJECTILE = ToolInfo(
    "projectile",
    "Ball or puck",
    "ball",
    "Place something that lies, rolls or flies from the start: drag for its velocity.",
    "Click a place · drag to where it goes within a second",
    "projectile",
)


class PathTool(DrawingTool):
    """Draw a path waypoint by waypoint; a waypoint that is there already is used again."""

    info = PATH

    def __init__(self, editing: MapEditing) -> None:
        super().__init__(editing)
        self._stops: dict[int, str] = {}

    def is_drawable(self, start: Vector, end: Vector) -> bool:
        """Say no: a path is drawn by clicks, and a drag is two of them."""
        return False

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint the first piece of the way."""
        paint_outline_draft(painter, (start, end), view, inks, closed=False)
        paint_corners(painter, (start,), view, inks)

    def drop(self, start: QPointF, now: QPointF) -> None:
        """Take the places where a drag began and ended."""
        self.forget_drag()
        if not self.points:
            self.click(start)
        self.click(now)

    def click(self, pixel: QPointF) -> None:
        """Take a waypoint; the first one again makes a loop."""
        waypoint = waypoint_under(self.editing.world, self.editing.map.view, pixel)
        if len(self.points) > 2 and self.is_first(pixel):
            self.end(closed=True)
            return
        at = self._place_of(waypoint) if waypoint is not None else self.at(pixel)
        if not self.points or at != self.points[-1]:
            if waypoint is not None:
                self._stops[len(self.points)] = waypoint
            else:
                self._stops.pop(len(self.points), None)
            self.points.append(at)
        self.editing.pointer = pixel
        self.editing.map.repaint_map()

    def from_points(self, world: WorldDocument, points: tuple[Vector, ...], closed: bool) -> Added:
        """Add the path; one whose ends meet goes round, any other there and back."""
        stops = [self._stops.get(index, point) for index, point in enumerate(points)]
        return add_path(world, stops, "loop" if closed else "ping_pong")

    def paint_points(self, painter: QPainter, points: tuple[Vector, ...], view: MapView, inks: Inks) -> None:
        """Paint the way so far."""
        paint_outline_draft(painter, points, view, inks, closed=False)

    def _place_of(self, waypoint: str) -> Vector:
        x, y = self.editing.world.waypoints[waypoint].at
        return float(x), float(y)


class AgentTool(DrawingTool):
    """Place agents; `like` and `mind` say what the next one is."""

    info = AGENT

    def __init__(
        self, editing: MapEditing, like: Callable[[], str | None], mind: Callable[[], str | None]
    ) -> None:
        super().__init__(editing)
        self._like, self._mind = like, mind

    def click(self, pixel: QPointF) -> None:
        """Place an agent that looks along x; a click on an agent selects it."""
        world, at = self.editing.world, self.at(pixel)
        under = element_under(world, self.editing.map.view, pixel)
        if under is not None and under.group == "agents":
            self.editing.select((under,))
            return
        self.make(lambda world: add_agent(world, at, like=self._like(), mind=self._mind()))

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Place an agent that looks at the pointer."""
        heading = self.snap.angle(math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])))
        return add_agent(world, start, heading, like=self._like(), mind=self._mind())

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint the line along which it will look, with the angle."""
        pointer = self.editing.pointer
        if pointer is None:
            return
        goal = self.editing.map.world_at(pointer)
        paint_outline_draft(painter, (start, goal), view, inks, closed=False)
        angle = math.degrees(math.atan2(goal[1] - start[1], goal[0] - start[0])) % 360
        self.paint_numbers(painter, f"{self.snap.angle(angle) % 360:.0f}°", view, inks)

    def drag(self, start: QPointF, now: QPointF) -> None:
        """Show the agent and where it looks."""
        self.editing.pointer = now
        place, looked_at = self.at(start), self.editing.map.world_at(now)
        self.dragged = (place, looked_at)
        self.editing.attempt(lambda world: self.from_drag(world, place, looked_at)[0], now)

    def drop(self, start: QPointF, now: QPointF) -> None:
        """Place it."""
        place, looked_at = self.at(start), self.editing.map.world_at(now)
        self.forget_drag()
        self.make(lambda world: self.from_drag(world, place, looked_at))


class SourceTool(DrawingTool):
    """Place sources; its option says of which kind the next one is."""

    info = SOURCE
    option_title = "What it gives off"
    option_choices = tuple((kind.id, kind.title) for kind in EMITTER_KINDS.values())
    option = "noise"

    def is_drawable(self, start: Vector, end: Vector) -> bool:
        """Say no: only the end of a drag counts."""
        return False

    def click(self, pixel: QPointF) -> None:
        """Place a source."""
        at = self.at(pixel)
        self.make(lambda world: add_source(world, at, str(self.option)))

    def drop(self, start: QPointF, now: QPointF) -> None:
        """Place it where the drag ended."""
        self.forget_drag()
        self.click(now)


class ProjectileTool(DrawingTool):
    """Place what lies or flies from the start; a drag is its velocity."""

    info = PROJECTILE

    def is_drawable(self, start: Vector, end: Vector) -> bool:
        """Tell whether it has a velocity."""
        return start != end

    def click(self, pixel: QPointF) -> None:
        """Place it at rest."""
        at = self.at(pixel)
        self.make(lambda world: add_projectile(world, at))

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Place it so that it goes to the pointer within a second."""
        return add_projectile(world, start, (end[0] - start[0], end[1] - start[1]))

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint its way with its speed."""
        paint_outline_draft(painter, (start, end), view, inks, closed=False)
        self.paint_numbers(painter, f"{math.dist(start, end):.1f} units/s", view, inks)
