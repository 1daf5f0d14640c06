"""Move a node of a tree, with all below it: along its row, under another parent, or into an edge."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, Refusal, snapped
from editor.canvas.gestures.insertion import EdgeUnder, tree_edge_under
from editor.canvas.gestures.places import LOOSE, DropPlace, DropPlaces
from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.tree_node_painting import paint_tree_node, tree_node_paint_bounds
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.theme_manager import current_theme
from graphs.edits import insert_on_edge, move, pull_out, reparent
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, child_ids, children_of, descendants, parent_of

_GHOST_OPACITY = 0.55


class MoveNode(CanvasGesture):
    """Carry a node as a ghost; a bar or an outline shows where it would go, on empty canvas it goes loose.

    Over an edge it is put between the two nodes that this joins, unless Alt is held.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasHost, node_id: str) -> None:
        super().__init__(view)
        self._node = node_id

    def start(self, at: Pointer) -> None:
        """Note what is carried."""
        tree, graph = self.view.canvas.tree, self.view.graph
        assert tree is not None
        assert graph is not None
        assert not isinstance(graph, StateMachineGraph)
        self._tree = tree
        self._graph = graph
        self._rect = tree.rects[self._node]
        self._grip: Point = (at.scene[0] - self._rect.left, at.scene[1] - self._rect.top)
        self._carried = self._what_goes_along()
        self._places = DropPlaces(tree.rects, tree.shape.children, self._carried, 1.0 / self.view.camera.zoom)
        self._at: Point = (self._rect.left, self._rect.top)
        self._place = DropPlace(parent_of(graph, self._node) or TOP)
        self._edge: EdgeUnder | None = None
        self._is_top = self._place.parent == TOP
        self._judged: dict[tuple[DropPlace, str, str], Refusal | None] = {}

    def _what_goes_along(self) -> frozenset[str]:
        return frozenset({self._node, *descendants(self._graph, self._node)})

    def move(self, at: Pointer) -> None:
        """Carry the ghost along and look where it would go."""
        self._at = (at.scene[0] - self._grip[0], at.scene[1] - self._grip[1])
        self._place = LOOSE
        self._edge = None if at.alt else self._edge_under(at.scene)
        if self._edge is not None:
            self.refusal = None
        else:
            self._place = self._places.at(at.scene)
            self.refusal = self._judge()
        whole = self._place.parent if self._place.mark is None else ""
        self.view.canvas.set_drop_target(whole if self.refusal is None and self._edge is None else "")

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        """Return the edge under the pointer if the node can be put into it."""
        found = tree_edge_under(self._tree, point, 1.0 / self.view.camera.zoom)
        if found is None or found.id in self._carried or found.parent in self._carried:
            return None
        self._edge = found
        return found if self._judge() is None else None

    def _judge(self) -> Refusal | None:
        """Return why the node cannot be dropped where it is; the same place is judged once."""
        edge = (self._edge.id, self._edge.parent) if self._edge is not None else ("", "")
        key = (self._place, *edge)
        if key not in self._judged:
            self._judged[key] = self.why_not(self._dropped)
        return self._judged[key]

    def _loose_at(self) -> Point:
        return snapped(self._at[0]), snapped(self._at[1])

    def _dropped(self, document: Document) -> Document:
        session, place, edge = self.view.session, self._place, self._edge
        if edge is not None:
            return insert_on_edge(
                document, self.view.graph_id, edge.id, self._node, session.registry, parent=edge.parent
            )
        if place.parent == TOP and self._is_top:
            if self._node == self._graph.root:
                return document
            return move(document, self.view.graph_id, {self._node: self._loose_at()})
        at = self._loose_at() if place.parent == TOP else None
        return reparent(
            document,
            self.view.graph_id,
            self._node,
            place.parent,
            session.registry,
            index=place.index,
            at=at,
        )

    def finish(self, at: Pointer) -> None:
        """Keep the new place as one step."""
        self.move(at)
        self.view.canvas.set_drop_target("")
        if self.refusal is None:
            self.view.session.apply(self._label(), self._dropped, select=[self._node])

    def _label(self) -> str:
        verb = "Insert" if self._edge is not None else "Move"
        return f"{verb} {self.view.name_of(self._node)}"

    def cancel(self) -> None:
        """Leave everything where it is."""
        self.view.canvas.set_drop_target("")

    def overlay_rect(self) -> QRectF:
        """Return the room of the ghost, and of the bar or the edge."""
        picture = self._tree.picture(self._node)
        ghost = QRectF(*self._at, self._rect.width, self._rect.height)
        room = tree_node_paint_bounds(picture, ghost)
        if self._edge is not None:
            return room.united(self._edge.room())
        return room.united(qrect(self._place.mark)) if self._place.mark is not None else room

    def paint(self, painter: QPainter) -> None:
        """Paint the ghost, and the bar or the edge where it would go in."""
        theme = current_theme()
        detail = max(Detail.BLOCK, self.view.canvas.look.detail)
        if self._edge is not None:
            self._edge.paint(painter, detail)
        painter.setOpacity(_GHOST_OPACITY)
        ghost = QRectF(*self._at, self._rect.width, self._rect.height)
        picture = replace(self._tree.picture(self._node), order_number=None)
        paint_tree_node(painter, ghost, picture, detail, theme=theme)
        painter.setOpacity(1.0)
        if self._place.mark is not None and self.refusal is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent.line"))
            painter.drawRoundedRect(qrect(self._place.mark), 1.5, 1.5)


class PullOutNode(MoveNode):
    """Carry a node away alone: what is below it takes its place."""

    def _what_goes_along(self) -> frozenset[str]:
        return frozenset({self._node})

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        return None

    def _dropped(self, document: Document) -> Document:
        session, place = self.view.session, self._place
        document = pull_out(document, self.view.graph_id, self._node, session.registry, at=self._loose_at())
        if place.parent == TOP:
            return document
        return reparent(
            document,
            self.view.graph_id,
            self._node,
            place.parent,
            session.registry,
            index=self._index_after(place),
        )

    def _index_after(self, place: DropPlace) -> int | None:
        """Return the index of a place now that the children stand where the node was."""
        parent = parent_of(self._graph, self._node)
        if place.index is None or place.parent != parent:
            return place.index
        below = len(child_ids(self._graph.nodes[self._node]))
        own = children_of(self._graph, parent).index(self._node)
        return place.index + below if place.index > own else place.index

    def _label(self) -> str:
        return f"Pull out {self.view.name_of(self._node)}"
