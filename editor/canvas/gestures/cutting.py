"""Cut edges, with a line drawn across them or one by one, and find room for branches that are cut off."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, Refusal
from editor.canvas.gestures.places import nearest_free_corner
from editor.canvas.items.shared_look import qpoint, qrect
from editor.canvas.routing.shapes import Point, Rect, bounds_of, united
from editor.canvas.scene.canvas_host import CanvasHost
from editor.canvas.trees.tree_arrangement import TreeArranger
from editor.canvas.trees.tree_shape import TreeGraph, tree_shape
from editor.theme.inks import NO_BRUSH, make_pen, set_inks
from editor.theme.theme_manager import current_theme
from graphs.edits.connecting import disconnect
from graphs.edits.removing import remove
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import descendants, top_ids

_LEAST_GAP = 8.0


def cut_off(
    document: Document, graph_id: str, links: Sequence[tuple[str | None, str]], rects: Mapping[str, Rect]
) -> Document:
    """Take nodes of a tree off their parents, of links (parent, child) as `disconnect` has them.

    `rects` tells where all visible nodes stand. Each fragment stays there, unless the rest of the tree closes
    up over it: then it is further right. Raises EditRefused as `disconnect` does.
    """
    places = {child: (rects[child].left, rects[child].top) for _, child in links if child in rects}
    after = _disconnected(document, graph_id, links, places)
    for _, child in links:
        place = _free_place(after, graph_id, child, rects)
        if place is not None and place != places.get(child):
            places[child] = place
            after = _disconnected(document, graph_id, links, places)
    return after


def _disconnected(
    document: Document, graph_id: str, links: Sequence[tuple[str | None, str]], places: Mapping[str, Point]
) -> Document:
    for parent, child in links:
        document = disconnect(document, graph_id, child, parent=parent, at=places.get(child))
    return document


def _free_place(document: Document, graph_id: str, top: str, rects: Mapping[str, Rect]) -> Point | None:
    """Return where a fragment covers nothing of what is elsewhere now; None for what is no fragment."""
    graph = document.graphs[graph_id]
    if isinstance(graph, StateMachineGraph) or top not in graph.loose:
        return None
    arranged = _arranged(graph, rects)
    elsewhere = {
        node for other in top_ids(graph) if other != top for node in (other, *descendants(graph, other))
    }
    own = [rect for node, rect in arranged.items() if node not in elsewhere]
    others = [rect for node, rect in arranged.items() if node in elsewhere]
    room = united(own)
    if room is None or not _covers(own, others, room):
        return None
    left, above = nearest_free_corner((room.left, room.top), (room.width, room.height), others)
    return arranged[top].left + left - room.left, arranged[top].top + above - room.top


def _covers(own: Sequence[Rect], others: Sequence[Rect], room: Rect) -> bool:
    """Tell whether some rectangles, all within `room`, come too close to others."""
    near = [rect for rect in others if rect.overlaps(room.grown(_LEAST_GAP))]
    return any(rect.grown(_LEAST_GAP).overlaps(other) for rect in own for other in near)


def _arranged(graph: TreeGraph, rects: Mapping[str, Rect]) -> Mapping[str, Rect]:
    sizes = {node: (rect.width, rect.height) for node, rect in rects.items()}
    return TreeArranger().arrange(graph, tree_shape(graph), sizes)


_LEAST_STEP = 3.0
"""Screen px between two points of the cut."""


class Knife(CanvasGesture):
    """Draw a line on empty canvas with Alt held: every edge that it crosses is cut.

    A node of a tree that loses its edge becomes loose about where it is; transitions are removed.
    """

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: CanvasHost) -> None:
        super().__init__(view)
        self._line: list[Point] = []
        self._cut: dict[tuple[str, str], tuple[Point, ...]] = {}

    def start(self, at: Pointer) -> None:
        """Note where the cut begins."""
        self._line = [at.scene]

    def move(self, at: Pointer) -> None:
        """Draw on and find what is crossed."""
        (ax, ay), (bx, by) = self._line[-1], at.scene
        if abs(ax - bx) + abs(ay - by) < _LEAST_STEP / self.view.camera.zoom:
            return
        piece = ((ax, ay), (bx, by))
        self._line.append(at.scene)
        for key, points in self._edges_near(bounds_of(piece)):
            if key not in self._cut and _crosses(piece, points):
                self._cut[key] = points
        self.refusal = self.why_not(self._after) if self._cut else None

    def _edges_near(self, area: Rect) -> list[tuple[tuple[str, str], tuple[Point, ...]]]:
        """Return edges that an area may touch: parent and child in a tree, the bundle in a machine."""
        canvas = self.view.canvas
        if canvas.tree is not None:
            return list(canvas.tree.lines_touching(area.grown(1)))
        if canvas.machine is None:
            return []
        return [(("", key), route.points) for key, route in canvas.machine.arrangement.routes.items()]

    def _after(self, document: Document) -> Document:
        graph_id, canvas = self.view.graph_id, self.view.canvas
        if canvas.tree is not None:
            for parent, child in self._cut:
                rect = canvas.tree.rects[child]
                document = disconnect(document, graph_id, child, parent=parent, at=(rect.left, rect.top))
            return document
        assert canvas.machine is not None
        bundles = canvas.machine.shape.bundles
        return remove(document, graph_id, {edge for _, key in self._cut for edge in bundles[key].edges})

    def finish(self, at: Pointer) -> None:
        """Cut what was crossed, as one step."""
        self.move(at)
        if not self._cut:
            self.refusal = Refusal("The cut crosses no edge.", "Draw it across the lines to cut.")
        elif self.refusal is None:
            count = len(self._cut)
            label = "Cut an edge" if count == 1 else f"Cut {count} edges"
            self.view.session.apply(label, self._cut_off, select=())

    def _cut_off(self, document: Document) -> Document:
        tree = self.view.canvas.tree
        if tree is None:
            return self._after(document)
        return cut_off(document, self.view.graph_id, list(self._cut), tree.rects)

    def overlay_rect(self) -> QRectF:
        """Return the room of the cut and of what it crosses."""
        room = qrect(bounds_of(self._line).grown(6))
        for points in self._cut.values():
            room |= qrect(bounds_of(points).grown(6))
        return room

    def paint(self, painter: QPainter) -> None:
        """Paint the cut, and in the color of a failure the edges that it takes away."""
        theme = current_theme()
        set_inks(painter, make_pen(theme.status("failure").line, 2.5, (6.0, 2.0), True), NO_BRUSH)
        for points in self._cut.values():
            painter.drawPolyline(_polygon(points))
        painter.setPen(make_pen(theme.color("accent.line"), 1.5, (4.0, 3.0), True))
        painter.drawPolyline(_polygon(self._line))


def _polygon(points: Sequence[Point]) -> QPolygonF:
    return QPolygonF([qpoint(point) for point in points] or [QPointF()])


def _crosses(piece: tuple[Point, Point], points: Sequence[Point]) -> bool:
    return any(_cross(*piece, a, b) for a, b in itertools.pairwise(points))


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether two pieces of lines cross or touch."""
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
