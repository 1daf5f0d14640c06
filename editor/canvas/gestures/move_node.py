"""Move a node of a tree, with all below it: to another place in the row, or under another parent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.drop_places import DropPlace, drop_place
from editor.canvas.gestures.gesture import Gesture, Pointer, snapped
from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import node_paint_bounds
from editor.canvas.painting.node_painting import paint_node
from editor.canvas.routing.shapes import Point
from editor.theme.theme_manager import current_theme
from graphs.edits import move, reparent
from graphs.model import Document, StateMachineGraph
from graphs.queries import TOP, descendants, parent_of

if TYPE_CHECKING:
    from editor.canvas.canvas_view import CanvasView

_GHOST_OPACITY = 0.55


class MoveNode(Gesture):
    """Carry a node as a ghost; a bar or an outline shows where it would go, on empty canvas it goes loose."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasView, node_id: str) -> None:
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
        self._carried = frozenset({self._node, *descendants(graph, self._node)})
        self._at: Point = (self._rect.left, self._rect.top)
        self._place = DropPlace(parent_of(graph, self._node) or TOP)
        self._is_top = self._place.parent == TOP

    def move(self, at: Pointer) -> None:
        """Carry the ghost along and look where it would go."""
        self._at = (at.scene[0] - self._grip[0], at.scene[1] - self._grip[1])
        self._place = drop_place(at.scene, self._tree.rects, self._tree.shape.children, self._carried)
        whole = self._place.parent if self._place.mark is None else ""
        self.refusal = self.why_not(self._dropped)
        self.view.canvas.set_drop_target(whole if self.refusal is None else "")

    def _loose_at(self) -> Point:
        return snapped(self._at[0]), snapped(self._at[1])

    def _dropped(self, document: Document) -> Document:
        session = self.view.session
        place = self._place
        if place.parent == TOP and self._is_top:
            if self._node == self._graph.root:
                return document
            return move(document, session.graph_id, {self._node: self._loose_at()})
        at = self._loose_at() if place.parent == TOP else None
        return reparent(
            document,
            session.graph_id,
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
            self.view.session.apply(
                f"Move {self.view.name_of(self._node)}", self._dropped, select=[self._node]
            )

    def cancel(self) -> None:
        """Leave everything where it is."""
        self.view.canvas.set_drop_target("")

    def overlay_rect(self) -> QRectF:
        """Return the room of the ghost and the bar."""
        picture = self._tree.picture(self._node)
        ghost = QRectF(*self._at, self._rect.width, self._rect.height)
        room = node_paint_bounds(picture, ghost)
        return room.united(qrect(self._place.mark)) if self._place.mark is not None else room

    def paint(self, painter: QPainter) -> None:
        """Paint the ghost, and the bar where it would go in."""
        theme = current_theme()
        painter.setOpacity(_GHOST_OPACITY)
        ghost = QRectF(*self._at, self._rect.width, self._rect.height)
        detail = max(Detail.BLOCK, self.view.canvas.look.detail)
        picture = replace(self._tree.picture(self._node), order_number=None)
        paint_node(painter, ghost, picture, detail, theme=theme)
        painter.setOpacity(1.0)
        if self._place.mark is not None and self.refusal is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent.line"))
            painter.drawRoundedRect(qrect(self._place.mark), 1.5, 1.5)
