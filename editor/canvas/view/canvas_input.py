"""Take the pointer, the wheel, the touchpad and the keys of a canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, SignalInstance
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPointingDevice,
    QWheelEvent,
)

from editor.canvas.commands.add_commands import AddingCommands
from editor.canvas.commands.alignment_commands import AlignmentCommands, FrameCommands, FreePlacementCommands
from editor.canvas.commands.canvas_commands import CanvasCommands
from editor.canvas.commands.clipboard_commands import ClipboardCommands
from editor.canvas.commands.detach_commands import ApartCommands
from editor.canvas.commands.entering_commands import EnteringCommands
from editor.canvas.commands.selection_commands import SelectionCommands
from editor.canvas.commands.structure_commands import StructureCommands
from editor.canvas.commands.value_commands import ValueCommands
from editor.canvas.gestures.gesture import Gesture, Pointer
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.items.overlay_item import OverlayItem
from editor.canvas.items.shared_look import qpoint
from editor.canvas.items.shown_values import GUARD
from editor.canvas.machines.machine_hits import handle_point
from editor.canvas.painting.detail import Detail
from editor.canvas.scene.refusal_tip import RefusalTip

if TYPE_CHECKING:
    from editor.canvas.gestures.director import GestureDirector

_CURSORS = {
    HitKind.PORT: Qt.CursorShape.CrossCursor,
    HitKind.CORNER: Qt.CursorShape.SizeFDiagCursor,
    HitKind.FRAME_CORNER: Qt.CursorShape.SizeFDiagCursor,
    HitKind.EDGE_END: Qt.CursorShape.CrossCursor,
    HitKind.EDGE_START: Qt.CursorShape.CrossCursor,
    HitKind.CARET: Qt.CursorShape.PointingHandCursor,
    HitKind.STUB: Qt.CursorShape.PointingHandCursor,
}


_CURSORS_APART = {
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

_MODIFIER_KEYS = {
    Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier,
    Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
    Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
}


class CanvasInput(
    CanvasCommands,
    EnteringCommands,
    AddingCommands,
    StructureCommands,
    ApartCommands,
    AlignmentCommands,
    FreePlacementCommands,
    FrameCommands,
    ClipboardCommands,
    SelectionCommands,
    ValueCommands,
):
    """Turn events into gestures, camera moves and a few keys; all other keys are commands of the window."""

    menu_asked: SignalInstance
    director: GestureDirector
    overlay: OverlayItem
    refusal_tip: RefusalTip
    _pointer: QPoint
    _space_held: bool
    _apart_held: bool
    """Whether X is held, which stands for Alt where the window manager keeps Alt for itself."""

    def stir(self) -> None:
        """Note that the view moves: in large graphs less is drawn until it rests for 80 ms."""

    def _pointer_at(self, place: QPoint, modifiers: Qt.KeyboardModifier | None = None) -> Pointer:
        point = self.mapToScene(place)
        held = modifiers if modifiers is not None else Qt.KeyboardModifier.NoModifier
        return Pointer(
            (point.x(), point.y()),
            place,
            bool(held & Qt.KeyboardModifier.ShiftModifier),
            bool(held & Qt.KeyboardModifier.ControlModifier),
            self._apart_held or bool(held & Qt.KeyboardModifier.AltModifier),
        )

    def _note_pointer(self, event: QMouseEvent) -> None:
        self._pointer, self._pointer_is_known = event.position().toPoint(), True

    def hit(self, at: Pointer) -> Hit:
        """Return what lies under the pointer."""
        return self.canvas.hit(at.scene, 1.0 / self.camera.zoom)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a gesture."""
        self.refusal_tip.hide()
        self.title_editor.commit()
        self._note_pointer(event)
        at = self._pointer_at(self._pointer, event.modifiers())
        if not self.director.is_busy:
            self._hover(at)
        self.director.press(event.button(), at, space=self._space_held)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the gesture, or show what is under the pointer."""
        self._note_pointer(event)
        at = self._pointer_at(self._pointer, event.modifiers())
        if self.director.is_busy:
            self.director.move(at)
            if self.director.active is not None:
                self.stir()
        else:
            self._hover(at)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click or a gesture."""
        self._note_pointer(event)
        self.director.release(event.button(), self._pointer_at(self._pointer, event.modifiers()))
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Rename, enter, unfold, or add, by what is under the pointer."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        at = self._pointer_at(event.position().toPoint(), event.modifiers())
        hit = self.hit(at)
        if hit.kind in (HitKind.EMPTY, HitKind.BODY):
            self.open_add_search(at.scene)
        elif hit.kind == HitKind.FRAME or (hit.kind == HitKind.TITLE and not self.enters_on_title(hit.id)):
            self.rename_in_place(hit.id)
        elif hit.is_edge:
            self.edit_value_in_place(hit.id, GUARD)
        elif hit.kind == HitKind.VALUE and not self.called_graph(hit.id):
            if not self.edit_value_in_place(hit.id, hit.value):
                self.enter_element(hit.id)
        elif hit.kind in (HitKind.NODE, HitKind.TITLE, HitKind.VALUE):
            self.enter_element(hit.id)
        event.accept()

    def show_what_is_under(self, at: Pointer) -> None:
        """Mark what the pointer is over, if it is over the canvas at all."""
        if self.viewport().rect().contains(at.view):
            self._hover(at)

    def _hover(self, at: Pointer) -> None:
        hit = self.hit(at)
        shown = hit.id if hit.is_node or hit.is_edge or hit.kind == HitKind.CORNER else ""
        self.canvas.set_hovered(shown)
        self.overlay.show_handle(self._handle_for(hit))
        plain = Qt.CursorShape.OpenHandCursor if self._space_held else Qt.CursorShape.ArrowCursor
        shapes = _CURSORS_APART if at.alt else _CURSORS
        self.viewport().setCursor(shapes.get(hit.kind, plain))

    def _handle_for(self, hit: Hit) -> QPointF | None:
        """Return where a wire can be drawn from the node under the pointer."""
        if not hit.is_node or self.canvas.look.detail < Detail.TITLE:
            return None
        if self.canvas.tree is not None:
            return qpoint(self.canvas.tree.port(hit.id)) if self.takes_children(hit.id) else None
        rect = self.canvas.node_rect(hit.id)
        return qpoint(handle_point(rect)) if rect is not None and self.may_leave(hit.id) else None

    def gesture_began(self, gesture: Gesture) -> None:
        """Show the gesture's cursor and hide the handle."""
        self.overlay.show_handle(None)
        if gesture.cursor is not None:
            self.viewport().setCursor(gesture.cursor)
        self.overlay.refresh()

    def gesture_ended(self) -> None:
        """Go back to what the pointer is over."""
        self.canvas.set_drop_target("")
        self.overlay.refresh()
        self._hover(self._pointer_at(self._pointer))

    def ask_for_menu(self, at: Pointer, hit: Hit) -> None:
        """Select what was clicked with the right button and ask for a menu there."""
        element = hit.id if hit.id in self.selectable_ids() else ""
        if element and element not in self.session.selection:
            self.session.select([element])
        self.menu_asked.emit(self.viewport().mapToGlobal(at.view), element)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to the cursor with a wheel, pan with a touchpad, zoom with Ctrl on both."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        touchpad = (
            event.phase() != Qt.ScrollPhase.NoScrollPhase
            or event.device().type() == QPointingDevice.DeviceType.TouchPad
        )
        if touchpad and not ctrl:
            step = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
            self.camera.pan(step.x(), step.y())
        else:
            turn = event.angleDelta().y() or event.angleDelta().x()
            self.camera.zoom_at(1.0015**turn, event.position())
        self.stir()
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Take the pinch of a touchpad."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.camera.zoom_at(1.0 + event.value(), event.position())
                return True
            return False
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Esc, the space bar, Tab and the arrows; everything else is a command of the window."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            if not self.director.cancel() and not self.long_work.cancel():
                self.session.select(())
            self.refusal_tip.hide()
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = True
            if not self.director.is_busy:
                self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif key == Qt.Key.Key_Tab:
            self.open_add_search()
        elif not self._take_held_key(event, True) and not self.take_arrow(event):
            event.ignore()

    def _take_held_key(self, event: QKeyEvent, is_down: bool) -> bool:
        """Note keys that change what a gesture does while they are held; return whether it was one."""
        key, held = Qt.Key(event.key()), event.modifiers()
        own = _MODIFIER_KEYS.get(key)
        if own is not None:
            held = held | own if is_down else held & ~own
        elif key == Qt.Key.Key_X and not held & Qt.KeyboardModifier.ControlModifier:
            if not event.isAutoRepeat():
                self._apart_held = is_down
        else:
            return False
        self.director.follow_keys(self._pointer_at(self._pointer, held))
        return True

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            if not self.director.is_busy:
                self._hover(self._pointer_at(self._pointer))
        elif not self._take_held_key(event, False):
            event.ignore()

    def focusNextPrevChild(self, _forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Keep Tab for adding a node; F6 walks the panels."""
        return False

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cancel what is under way when the focus goes elsewhere."""
        self._space_held = self._apart_held = False
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.OtherFocusReason):
            self.director.cancel()
        super().focusOutEvent(event)
