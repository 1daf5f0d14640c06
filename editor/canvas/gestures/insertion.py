"""Find the edge that a dragged node would be put into, and show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.items.hit_testing import nearest_line
from editor.canvas.items.shared_look import qpoint, qrect
from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.edge_painting import paint_edge, transition_edge, tree_edge
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.routing.machine_routes import Route
from editor.canvas.routing.shapes import Point, Rect, bounds_of
from editor.canvas.trees.tree_contents import TreeContents
from editor.theme.inks import NO_BRUSH, make_pen
from editor.theme.theme_manager import current_theme

INSERT_REACH = 9.0
"""How near to an edge the pointer must be to put a node into it, in screen px at any zoom."""
_HELD = EdgeLook(dragged=True)


@dataclass(frozen=True, slots=True)
class EdgeUnder:
    """An edge under the pointer: of a tree child and parent, of a machine one transition and its plate."""

    id: str
    parent: str
    points: tuple[Point, ...]
    plate: Rect | None = None

    def room(self) -> QRectF:
        """Return what `paint` touches."""
        room = qrect(bounds_of(self.points).grown(14))
        return room | qrect(self.plate.grown(4)) if self.plate is not None else room

    def paint(self, painter: QPainter, detail: Detail) -> None:
        """Paint the edge as one that is held."""
        points = [qpoint(point) for point in self.points]
        shape = tree_edge(points[0], points[-1]) if self.parent else transition_edge(points)
        theme = current_theme()
        if self.plate is None:
            paint_edge(painter, shape, _HELD, detail, theme=theme)
            return
        # The words on the plate are not struck through: the line stops at it, as it does when it is painted.
        around, inside = QPainterPath(), QPainterPath()
        around.addRect(self.room())
        inside.addRect(qrect(self.plate))
        painter.save()
        painter.setClipPath(around - inside)
        paint_edge(painter, shape, _HELD, detail, theme=theme)
        painter.restore()
        painter.setBrush(NO_BRUSH)
        painter.setPen(make_pen(theme.color("accent.line"), 2.0))
        painter.drawRoundedRect(qrect(self.plate), 6, 6)


def tree_edge_under(tree: TreeContents, point: Point, scale: float) -> EdgeUnder | None:
    """Return the edge of a tree under the pointer; `scale` is how many scene px one screen px takes."""
    reach = INSERT_REACH * scale
    lines = dict(tree.lines_near(point, reach))
    found = nearest_line(point, lines.items(), reach)
    if found is None:
        return None
    parent, child = found[0]
    return EdgeUnder(child, parent, lines[found[0]])


def transition_under(
    machine: MachineContents, routes: Mapping[str, Route], point: Point, scale: float
) -> EdgeUnder | None:
    """Return the transition under the pointer among lines as they were led before the drag.

    Over the plate of several transitions it is the one of the row pointed at.
    """
    for key, route in routes.items():
        if route.label is not None and route.label.contains(point):
            edges = machine.shape.bundles[key].edges
            row = int((point[1] - route.label.top) / route.label.height * len(edges))
            return EdgeUnder(edges[min(row, len(edges) - 1)], "", route.points, route.label)
    reach = INSERT_REACH * scale
    found = nearest_line(point, ((key, route.points) for key, route in routes.items()), reach)
    if found is None:
        return None
    route = routes[found[0]]
    return EdgeUnder(machine.shape.bundles[found[0]].edges[0], "", route.points, route.label)
