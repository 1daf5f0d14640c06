"""Show what a press of the pointer would begin, and what the gesture under way shows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.gestures.gesture import CanvasGesture, Pointer
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.items.shared_look import qpoint
from editor.canvas.machines.machine_places import handle_point
from editor.canvas.painting.detail import Detail
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.inks import inks_for, set_inks
from editor.theme.theme_manager import current_theme
from graphs.model import StateMachineGraph
from graphs.structure.rules import may_add_child, may_leave

_TOPMOST = 1e6
_HANDLE_RADIUS = 5.0


class OverlayItem(QGraphicsItem):
    """Paint the overlay; `refresh` follows the room it needs."""

    def __init__(
        self, room: Callable[[], QRectF], paint: Callable[[QPainter], None], zoom: Callable[[], float]
    ) -> None:
        super().__init__()
        self._room = room
        self._paint = paint
        self._zoom = zoom
        self._bounds = QRectF()
        self._handle: QPointF | None = None
        self.setZValue(_TOPMOST)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def handle(self) -> QPointF | None:
        """Return where the handle is shown."""
        return self._handle

    def show_handle(self, place: QPointF | None) -> None:
        """Show the handle from which a wire is drawn, or none."""
        if place != self._handle:
            self._handle = place
            self.refresh()

    def refresh(self) -> None:
        """Follow what is to be painted."""
        bounds = self._room()
        if self._handle is not None:
            reach = (_HANDLE_RADIUS + 3) / min(1.0, self._zoom())
            bounds = bounds.united(
                QRectF(self._handle.x() - reach, self._handle.y() - reach, 2 * reach, 2 * reach)
            )
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the handle and the gesture."""
        if self._handle is not None:
            inks = inks_for(current_theme())
            radius = _HANDLE_RADIUS / min(1.0, self._zoom())
            set_inks(painter, inks.pen("surface.canvas", 1.5, (), True), inks.brush("accent.line"))
            painter.drawEllipse(self._handle, radius, radius)
        self._paint(painter)


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


class PointerHover:
    """Know where the pointer is and which keys are held, and show what is under it."""

    def __init__(self, view: CanvasHost, overlay: OverlayItem) -> None:
        self.view, self._overlay = view, overlay
        self.place = QPoint()
        self._is_known = self._is_over = False
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
        self.place, self._is_known, self._is_over = place, True, True
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
        """Mark what the pointer is over, if it is over the canvas; without `at` where it was last."""
        if not self.is_over:
            self.hide()
            return
        at = at or self.pointer()
        hit = self.hit(at)
        shown = hit.id if hit.is_node or hit.is_edge or hit.kind == HitKind.CORNER else ""
        self.view.canvas.set_hovered(shown)
        self._overlay.show_handle(self._handle_for(hit))
        plain = Qt.CursorShape.OpenHandCursor if self.holds_space else Qt.CursorShape.ArrowCursor
        shapes = _CURSORS_WITH_ALT if at.alt else _CURSORS
        copies = at.copies and (hit.is_node or hit.is_frame)
        shape = Qt.CursorShape.DragCopyCursor if copies else shapes.get(hit.kind, plain)
        self.view.viewport().setCursor(shape)

    @property
    def is_over(self) -> bool:
        """Tell whether the pointer is over the canvas, and nothing between them."""
        return self._is_over and self.view.viewport().rect().contains(self.place)

    def leave(self) -> None:
        """Mark nothing until the pointer comes back: it is elsewhere, or in another window."""
        self._is_over = False
        self.hide()

    def hide(self) -> None:
        """Mark nothing."""
        self.view.canvas.set_hovered("")
        self._overlay.show_handle(None)

    def _handle_for(self, hit: Hit) -> QPointF | None:
        """Return where a wire can be drawn from the node under the pointer."""
        host, canvas, registry = self.view, self.view.canvas, self.view.registry
        graph, document = host.graph, host.document
        if not hit.is_node or canvas.look.detail < Detail.TITLE or graph is None:
            return None
        if host.layout_glide.is_under_way:
            return None
        if canvas.tree is not None:
            takes_more = may_add_child(document, host.graph_id, hit.id, registry).ok
            return qpoint(canvas.tree.port(hit.id)) if takes_more else None
        rect = canvas.node_rect(hit.id)
        if rect is None or not isinstance(graph, StateMachineGraph) or hit.id not in graph.nodes:
            return None
        return qpoint(handle_point(rect)) if may_leave(document, graph, hit.id, registry).ok else None

    def gesture_began(self, gesture: CanvasGesture) -> None:
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
