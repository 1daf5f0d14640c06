"""Find the edge that a dragged node would be put into, and show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from editor.canvas.hits import nearest_line
from editor.canvas.items.shared_look import qpoint, qrect
from editor.canvas.machine_contents import MachineContents
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.edge_painting import paint_edge, transition_edge, tree_edge
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.routing.machine_routes import Route
from editor.canvas.routing.shapes import Point, bounds_of
from editor.canvas.tree_contents import TreeContents
from editor.theme.theme_manager import current_theme

INSERT_REACH = 9.0
"""How near to an edge the pointer must be to put a node into it, in screen px at any zoom."""
_HELD = EdgeLook(dragged=True)


@dataclass(frozen=True, slots=True)
class EdgeUnder:
    """An edge under the pointer: of a tree its child and parent, of a machine one transition."""

    id: str
    parent: str
    points: tuple[Point, ...]

    def room(self) -> QRectF:
        """Return what `paint` touches."""
        return qrect(bounds_of(self.points).grown(14))

    def paint(self, painter: QPainter, detail: Detail) -> None:
        """Paint the edge as one that is held."""
        points = [qpoint(point) for point in self.points]
        shape = tree_edge(points[0], points[-1]) if self.parent else transition_edge(points)
        paint_edge(painter, shape, _HELD, detail, theme=current_theme())


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
            return EdgeUnder(edges[min(row, len(edges) - 1)], "", route.points)
    reach = INSERT_REACH * scale
    found = nearest_line(point, ((key, route.points) for key, route in routes.items()), reach)
    if found is None:
        return None
    return EdgeUnder(machine.shape.bundles[found[0]].edges[0], "", routes[found[0]].points)
