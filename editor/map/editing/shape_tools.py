"""The tools that draw shapes: walls, doors, obstacles and zones."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.map.editing.drawing_tool import DrawingTool
from editor.map.editing.edit_painting import paint_circle_draft, paint_outline_draft
from editor.map.editing.edit_tool import ToolInfo
from editor.map.editing.map_editing import MapEditing
from editor.map.picture.map_view import MapView
from editor.theme.inks import Inks
from graphs.edits.refusal import EditRefused
from graphs.worlds.edits.adding import LEAST_RADIUS, Added, add_door, add_obstacle, add_wall, add_zone
from graphs.worlds.edits.shapes import rectangle, thick_line
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector

DEFAULT_RADIUS = 0.75
DEFAULT_THICKNESS = 0.5
THICKNESSES = (0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0)
"""Thicknesses of walls to choose from, in units."""

WALL = ToolInfo(
    "wall",
    "Wall",
    "polygon",
    "Draw a wall: drag a rectangle, or click corner by corner.",
    "Drag a rectangle · or click corners, Enter closes",
    "wall",
)
DOOR = ToolInfo(
    "door",
    "Door",
    "door",
    "Draw a wall that opens and closes: drag a rectangle, or click corner by corner.",
    "Drag a rectangle · or click corners, Enter closes",
    "door",
)
WALL_LINE = ToolInfo(
    "wall_line",
    "Wall along a line",
    "wall_line",
    "Draw a wall of even thickness: drag a line, or click point by point.",
    "Drag a line · or click points, Enter ends",
    "wall",
)
OBSTACLE = ToolInfo(
    "obstacle",
    "Obstacle",
    "circle",
    "Draw a round obstacle: drag from its center to its rim.",
    "Drag from the center to the rim",
    "obstacle",
)
ZONE = ToolInfo(
    "zone",
    "Zone",
    "zone",
    "Draw a named area: drag a rectangle, or click corner by corner.",
    "Drag a rectangle · or click corners, Enter closes",
    "zone",
)


class OutlineTool(DrawingTool):
    """Draw a wall, a door or a zone: a rectangle in one drag, any outline corner by corner."""

    def __init__(self, editing: MapEditing, info: ToolInfo) -> None:
        super().__init__(editing)
        self.info = info
        self._add = {WALL: add_wall, DOOR: add_door, ZONE: add_zone}[info]

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Add a rectangle."""
        return self._add(world, rectangle(start, end))

    def from_points(self, world: WorldDocument, points: tuple[Vector, ...], closed: bool) -> Added:
        """Add an outline."""
        return self._add(world, points)

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint the rectangle with its size."""
        corners = [(start[0], start[1]), (end[0], start[1]), (end[0], end[1]), (start[0], end[1])]
        paint_outline_draft(painter, corners, view, inks, closed=True, fill=True)
        size = f"{abs(end[0] - start[0]):.2f} × {abs(end[1] - start[1]):.2f}"
        self.paint_numbers(painter, size, view, inks)


class WallLineTool(DrawingTool):
    """Draw a wall along a line."""

    info = WALL_LINE
    option_title = "Thickness"
    option_choices = tuple((thickness, f"{thickness:g}") for thickness in THICKNESSES)
    option = DEFAULT_THICKNESS

    @property
    def thickness(self) -> float:
        """Return how thick the next wall is, in units."""
        return float(self.option)

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Add one straight piece."""
        return add_wall(world, thick_line((start, end), self.thickness))

    def is_drawable(self, start: Vector, end: Vector) -> bool:
        """Tell whether the wall has a length."""
        return start != end

    def from_points(self, world: WorldDocument, points: tuple[Vector, ...], closed: bool) -> Added:
        """Add all pieces as one wall."""
        return add_wall(world, thick_line(points, self.thickness))

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint the piece with its length."""
        self._paint_line(painter, (start, end), view, inks)
        self.paint_numbers(painter, f"{math.dist(start, end):.2f}", view, inks)

    def paint_points(self, painter: QPainter, points: tuple[Vector, ...], view: MapView, inks: Inks) -> None:
        """Paint the pieces so far."""
        self._paint_line(painter, points, view, inks)

    def _paint_line(self, painter: QPainter, points: tuple[Vector, ...], view: MapView, inks: Inks) -> None:
        try:
            outline = thick_line(points, self.thickness)
        except EditRefused:
            paint_outline_draft(painter, points, view, inks, closed=False)
            return
        corners = [(float(x), float(y)) for x, y in outline]
        paint_outline_draft(painter, corners, view, inks, closed=True, fill=True)


class ObstacleTool(DrawingTool):
    """Draw a round obstacle from its center; a click makes one of the usual size."""

    info = OBSTACLE

    def click(self, pixel: QPointF) -> None:
        """Add an obstacle of the usual size."""
        at = self.at(pixel)
        self.make(lambda world: add_obstacle(world, at, DEFAULT_RADIUS))

    def is_drawable(self, start: Vector, end: Vector) -> bool:
        """Tell whether the obstacle has a size."""
        return math.dist(start, end) >= LEAST_RADIUS

    def from_drag(self, world: WorldDocument, start: Vector, end: Vector) -> Added:
        """Add an obstacle with its rim at the pointer."""
        return add_obstacle(world, start, math.dist(start, end))

    def paint_drag(self, painter: QPainter, start: Vector, end: Vector, view: MapView, inks: Inks) -> None:
        """Paint the circle with its radius."""
        paint_circle_draft(painter, start, math.dist(start, end), view, inks)
        self.paint_numbers(painter, f"r {math.dist(start, end):.2f}", view, inks)
