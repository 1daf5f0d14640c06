"""Show what a press of the pointer would begin: the cursor, what is marked, the handle of a node."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt

from editor.canvas.gestures.gesture import Gesture, Pointer
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.items.overlay_item import OverlayItem
from editor.canvas.items.shared_look import qpoint
from editor.canvas.machines.machine_hits import handle_point
from editor.canvas.painting.detail import Detail
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.model import StateMachineGraph
from graphs.structure.rules import may_add_child, may_leave

_CURSORS = {
    HitKind.PORT: Qt.CursorShape.CrossCursor,
    HitKind.CORNER: Qt.CursorShape.SizeFDiagCursor,
    HitKind.FRAME_CORNER: Qt.CursorShape.SizeFDiagCursor,
    HitKind.EDGE_END: Qt.CursorShape.CrossCursor,
    HitKind.EDGE_START: Qt.CursorShape.CrossCursor,
    HitKind.CARET: Qt.CursorShape.PointingHandCursor,
    HitKind.STUB: Qt.CursorShape.PointingHandCursor,
}

_CURSORS_WITH_ALT = {
    HitKind.EMPTY: Qt.CursorShape.CrossCursor,
    HitKind.BODY: Qt.CursorShape.CrossCursor,
    HitKind.PORT: Qt.CursorShape.PointingHandCursor,
    HitKind.EDGE: Qt.CursorShape.PointingHandCursor,
    HitKind.EDGE_END: Qt.CursorShape.PointingHandCursor,
    HitKind.EDGE_START: Qt.CursorShape.PointingHandCursor,
    HitKind.TREE_EDGE: Qt.CursorShape.PointingHandCursor,
    HitKind.NODE: Qt.CursorShape.SizeAllCursor,
    HitKind.TITLE: Qt.CursorShape.SizeAllCursor,
    HitKind.VALUE: Qt.CursorShape.SizeAllCursor,
}
"""Cursors while Alt, or X for it, is held: the knife, a click that cuts, a drag that pulls out."""


class Hover:
    """Know where the pointer is and which keys are held, and show what is under it."""

    def __init__(self, view: CanvasHost, overlay: OverlayItem) -> None:
        self.view, self._overlay = view, overlay
        self.place = QPoint()
        self._is_known = False
        self.holds_space = False
        self.holds_x = False
        """Whether X is held, which means Alt where the window manager keeps Alt for itself."""

    @property
    def place_over_canvas(self) -> QPoint | None:
        """Return where the pointer is while it is over the canvas."""
        is_over = self._is_known and self.view.viewport().rect().contains(self.place)
        return self.place if is_over else None

    def go_to(self, place: QPoint, modifiers: Qt.KeyboardModifier) -> Pointer:
        """Note where the pointer is."""
        self.place, self._is_known = place, True
        return self.pointer(modifiers)

    def pointer(self, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Pointer:
        """Return where the pointer is, with the keys that are held."""
        point = self.view.mapToScene(self.place)
        return Pointer(
            (point.x(), point.y()),
            self.place,
            bool(held & Qt.KeyboardModifier.ShiftModifier),
            bool(held & Qt.KeyboardModifier.ControlModifier),
            self.holds_x or bool(held & Qt.KeyboardModifier.AltModifier),
        )

    def hit(self, at: Pointer) -> Hit:
        """Return what lies under the pointer."""
        return self.view.canvas.hit(at.scene, 1.0 / self.view.camera.zoom)

    def show(self, at: Pointer | None = None) -> None:
        """Mark what the pointer is over; without `at` where it was last, and no key held."""
        at = at or self.pointer()
        hit = self.hit(at)
        shown = hit.id if hit.is_node or hit.is_edge or hit.kind == HitKind.CORNER else ""
        self.view.canvas.set_hovered(shown)
        self._overlay.show_handle(self._handle_for(hit))
        plain = Qt.CursorShape.OpenHandCursor if self.holds_space else Qt.CursorShape.ArrowCursor
        shapes = _CURSORS_WITH_ALT if at.alt else _CURSORS
        self.view.viewport().setCursor(shapes.get(hit.kind, plain))

    def _handle_for(self, hit: Hit) -> QPointF | None:
        """Return where a wire can be drawn from the node under the pointer."""
        host, canvas, registry = self.view, self.view.canvas, self.view.registry
        graph, document = host.graph, host.session.document
        if not hit.is_node or canvas.look.detail < Detail.TITLE or graph is None:
            return None
        if canvas.tree is not None:
            takes_more = may_add_child(document, host.graph_id, hit.id, registry).ok
            return qpoint(canvas.tree.port(hit.id)) if takes_more else None
        rect = canvas.node_rect(hit.id)
        if rect is None or not isinstance(graph, StateMachineGraph) or hit.id not in graph.nodes:
            return None
        return qpoint(handle_point(rect)) if may_leave(document, graph, hit.id, registry).ok else None

    def gesture_began(self, gesture: Gesture) -> None:
        """Show the gesture's cursor and hide the handle."""
        self._overlay.show_handle(None)
        if gesture.cursor is not None:
            self.view.viewport().setCursor(gesture.cursor)
        self._overlay.refresh()

    def gesture_ended(self) -> None:
        """Go back to what the pointer is over."""
        self.view.canvas.set_drop_target("")
        self._overlay.refresh()
        self.show()
