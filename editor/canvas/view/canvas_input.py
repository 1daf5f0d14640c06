"""Take the pointer, the wheel, the touchpad and the keys of a canvas."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPointingDevice,
    QWheelEvent,
)

from editor.canvas.commands.add_commands import AddingCommands
from editor.canvas.commands.entering_commands import EnteringCommands
from editor.canvas.commands.removing_commands import RemovingCommands
from editor.canvas.commands.selection_commands import SelectionCommands
from editor.canvas.commands.value_commands import ValueCommands
from editor.canvas.gestures.director import GestureDirector, Press
from editor.canvas.gestures.gesture import Pointer
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.items.shown_values import GUARD
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.motion import motion

_MODIFIER_KEYS = {
    Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier,
    Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
    Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
}


class CanvasInput:
    """Turn events into gestures, clicks, camera moves and a few keys; the other keys are commands."""

    def __init__(
        self,
        view: CanvasHost,
        adding: AddingCommands,
        entering: EnteringCommands,
        removing: RemovingCommands,
        selecting: SelectionCommands,
        values: ValueCommands,
        stir: Callable[[], None],
    ) -> None:
        """Call `stir` whenever the view or what is in the hand moves."""
        self.view = view
        self._adding, self._entering, self._removing = adding, entering, removing
        self._selecting, self._values, self._stir = selecting, values, stir
        self.director = GestureDirector(view, self._click)
        self.hover = self.director.hover

    def press(self, event: QMouseEvent) -> None:
        """Begin a click or a gesture."""
        self.view.refusal_tip.hide()
        self.view.title_editor.commit_or_cancel()
        at = self.hover.go_to(event.position().toPoint(), event.modifiers())
        if not self.director.is_busy:
            self.hover.show(at)
        self.director.press(event.button(), at, space=self.hover.holds_space)
        event.accept()

    def move(self, event: QMouseEvent) -> None:
        """Follow the gesture, or show what is under the pointer."""
        at = self.hover.go_to(event.position().toPoint(), event.modifiers())
        if self.director.is_busy:
            self.director.move(at)
            if self.director.active is not None:
                self._stir()
        else:
            self.hover.show(at)
        event.accept()

    def release(self, event: QMouseEvent) -> None:
        """End a click or a gesture."""
        at = self.hover.go_to(event.position().toPoint(), event.modifiers())
        self.director.release(event.button(), at)
        event.accept()

    def _click(self, press: Press, at: Pointer) -> None:
        """Select, fold, cut, or ask for a menu, by what was clicked with which button."""
        hit, session = press.hit, self.view.session
        if press.button == Qt.MouseButton.RightButton:
            self._ask_for_menu(at, hit)
            return
        if press.button != Qt.MouseButton.LeftButton:
            return
        if press.at.alt and self._removing.take_apart(hit):
            return
        if hit.kind in (HitKind.CARET, HitKind.STUB):
            self._entering.toggle_collapsed(hit.id)
            return
        if hit.kind in (HitKind.EMPTY, HitKind.TREE_EDGE) or hit.id not in self.view.selectable_ids():
            if not (at.shift or at.ctrl):
                session.select(())
        elif at.shift:
            session.select(session.selection | {hit.id})
        elif at.ctrl:
            session.select(session.selection ^ {hit.id})
        else:
            session.select([hit.id])

    def _ask_for_menu(self, at: Pointer, hit: Hit) -> None:
        """Select what was clicked and ask for a menu there."""
        element = hit.id if hit.id in self.view.selectable_ids() else ""
        if element and element not in self.view.session.selection:
            self.view.session.select([element])
        self.view.menu_asked.emit(self.view.viewport().mapToGlobal(at.view), element)

    def double_click(self, event: QMouseEvent) -> None:
        """Rename, enter, unfold, or add, by what is under the pointer."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        at = self.hover.go_to(event.position().toPoint(), event.modifiers())
        hit, entering, values = self.hover.hit(at), self._entering, self._values
        if hit.kind in (HitKind.EMPTY, HitKind.BODY):
            self._adding.open_add_search(at.scene)
        elif hit.kind == HitKind.FRAME or (
            hit.kind == HitKind.TITLE and not entering.enters_on_title(hit.id)
        ):
            values.rename_in_place(hit.id)
        elif hit.is_edge:
            values.edit_value_in_place(hit.id, GUARD)
        elif hit.kind == HitKind.VALUE and not entering.called_graph(hit.id):
            if not values.edit_value_in_place(hit.id, hit.value):
                entering.enter_element(hit.id)
        elif hit.kind in (HitKind.NODE, HitKind.TITLE, HitKind.VALUE):
            entering.enter_element(hit.id)
        event.accept()

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom to the cursor with a wheel, pan with a touchpad, or with both if asked; zoom with Ctrl."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        touchpad = (
            event.phase() != Qt.ScrollPhase.NoScrollPhase
            or event.device().type() == QPointingDevice.DeviceType.TouchPad
        )
        if (touchpad or motion().wheel_scrolls) and not ctrl:
            step = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
            self.view.camera.pan(step.x(), step.y())
        else:
            turn = event.angleDelta().y() or event.angleDelta().x()
            self.view.camera.zoom_at(1.0015**turn, event.position())
        self._stir()
        event.accept()

    def pinch(self, event: QNativeGestureEvent) -> bool:
        """Zoom with two fingers on a touchpad; return whether they did."""
        is_zoom = event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        if is_zoom:
            self.view.camera.zoom_at(1.0 + event.value(), event.position())
        return is_zoom

    def key_down(self, event: QKeyEvent) -> None:
        """Take Esc, the space bar, Tab and the arrows; everything else is a command of the window."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            if not self.director.cancel() and not self.view.long_work.cancel():
                self.view.session.select(())
            self.view.refusal_tip.hide()
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.hover.holds_space = True
            if not self.director.is_busy:
                self.view.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif key == Qt.Key.Key_Tab:
            self._adding.open_add_search()
        elif not self._take_held_key(event, True) and not self._selecting.take_arrow(event):
            event.ignore()

    def key_up(self, event: QKeyEvent) -> None:
        """Let go of the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.hover.holds_space = False
            if not self.director.is_busy:
                self.hover.show()
        elif not self._take_held_key(event, False):
            event.ignore()

    def _take_held_key(self, event: QKeyEvent, is_down: bool) -> bool:
        """Note keys that change what a gesture does while they are held; return whether it was one."""
        key, held = Qt.Key(event.key()), event.modifiers()
        own = _MODIFIER_KEYS.get(key)
        if own is not None:
            held = held | own if is_down else held & ~own
        elif key == Qt.Key.Key_X and not held & Qt.KeyboardModifier.ControlModifier:
            if not event.isAutoRepeat():
                self.hover.holds_x = is_down
        else:
            return False
        self.director.follow_keys(self.hover.pointer(held))
        return True

    def lose_focus(self, event: QFocusEvent) -> None:
        """Cancel what is under way when the focus goes elsewhere."""
        self.hover.holds_space = self.hover.holds_x = False
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.OtherFocusReason):
            self.director.cancel()
