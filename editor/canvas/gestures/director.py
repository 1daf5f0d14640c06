"""Turn presses, moves and releases of the pointer into clicks and gestures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.carry_copies import CarryCopies
from editor.canvas.gestures.cutting import Knife
from editor.canvas.gestures.frames_and_boxes import MoveFrames, ResizeCompound, ResizeFrame
from editor.canvas.gestures.gesture import BoxSelect, CanvasGesture, Pan, Pointer
from editor.canvas.gestures.hover import OverlayItem, PointerHover
from editor.canvas.gestures.move_freely import MoveFreely
from editor.canvas.gestures.move_nodes import MoveNode, MoveStates, PullOutNode, PullOutState
from editor.canvas.gestures.wires import ConnectNodes, ConnectStates, RetargetEdge
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.scene.canvas_host import READ_ONLY_REMEDY, CanvasHost
from graphs.layout.free_trees import is_placed_freely

DRAG_DISTANCE = 4
"""Screen px the pointer moves before a press of the left button means a drag."""
PAN_DISTANCE = 5
"""The same for the right button, which opens the menu otherwise."""


_MOVING: dict[tuple[bool, bool], Callable[[CanvasHost, str], CanvasGesture]] = {
    (False, False): MoveNode,
    (False, True): PullOutNode,
    (True, False): MoveStates,
    (True, True): PullOutState,
}
"""What a drag of a node does, by whether it is a state and whether it is taken out."""


@dataclass(slots=True)
class Press:
    """A button that is down and has not become a drag yet."""

    button: Qt.MouseButton
    at: Pointer
    hit: Hit
    make: Callable[[], CanvasGesture] | None


class GestureDirector:
    """Own the one gesture under way on a canvas, and what is shown of it; clicks go to `click`."""

    def __init__(self, view: CanvasHost, click: Callable[[Press, Pointer], None]) -> None:
        self.view, self._click = view, click
        self.active: CanvasGesture | None = None
        self.overlay = OverlayItem(self._overlay_room, self._paint_overlay, lambda: view.camera.zoom)
        view.canvas.addItem(self.overlay)
        self.hover = PointerHover(view, self.overlay)
        self._press: Press | None = None
        self._is_ending = False

    @property
    def is_busy(self) -> bool:
        """Tell whether a button is down or a gesture under way."""
        return self.active is not None or self._press is not None

    def press(self, button: Qt.MouseButton, at: Pointer, *, space: bool = False) -> None:
        """Take a button that went down."""
        if self.is_busy:
            return
        hit = self.hover.hit(at)
        make: Callable[[], CanvasGesture] | None
        if button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton) or space:
            make = self._pan
        else:
            make = self._gesture_for(hit, at)
            self._select_on_press(hit, at)
        self._press = Press(button, at, hit, make)
        if space or button == Qt.MouseButton.MiddleButton:
            self._begin(at)

    def _pan(self) -> CanvasGesture:
        return Pan(self.view)

    def _gesture_for(self, hit: Hit, at: Pointer) -> Callable[[], CanvasGesture] | None:
        view = self.view
        is_machine = view.canvas.machine is not None
        kind = hit.kind
        if kind == HitKind.PORT and not at.copies:
            if is_machine:
                return lambda: ConnectStates(view, hit.id)
            return lambda: ConnectNodes(view, hit.id)
        if at.copies and (hit.is_node or kind == HitKind.FRAME):
            return lambda: CarryCopies(view, hit.id)
        if kind in (HitKind.NODE, HitKind.TITLE, HitKind.VALUE, HitKind.CARET):
            if is_machine and at.shift:
                return lambda: ConnectStates(view, hit.id)
            gesture = _MOVING[is_machine, at.alt]
            if gesture is MoveNode and is_placed_freely(view.graph):
                gesture = MoveFreely
            return lambda: gesture(view, hit.id)
        if kind == HitKind.FRAME:
            return lambda: MoveFrames(view, hit.id)
        if kind == HitKind.FRAME_CORNER:
            return lambda: ResizeFrame(view, hit.id)
        if kind == HitKind.CORNER:
            return lambda: ResizeCompound(view, hit.id)
        if kind in (HitKind.EDGE_END, HitKind.EDGE_START):
            return lambda: RetargetEdge(view, hit.id, at_start=kind == HitKind.EDGE_START)
        if kind in (HitKind.EMPTY, HitKind.BODY, HitKind.TREE_EDGE):
            return (lambda: Knife(view)) if at.alt else (lambda: BoxSelect(view))
        return None

    def _select_on_press(self, hit: Hit, at: Pointer) -> None:
        """Select what is grabbed at once, so that a drag moves it."""
        grabs = hit.is_node or hit.is_edge or hit.is_frame or hit.kind == HitKind.CORNER
        if not grabs or at.shift or at.ctrl or at.alt or hit.id in self.view.session.selection:
            return
        if hit.id in self.view.selectable_ids():
            self.view.session.select([hit.id])

    def move(self, at: Pointer) -> None:
        """Take a move of the pointer while a button is down."""
        press = self._press
        if self.active is None and press is not None and press.make is not None:
            limit = PAN_DISTANCE if press.button == Qt.MouseButton.RightButton else DRAG_DISTANCE
            if (at.view - press.at.view).manhattanLength() > limit:
                self._begin(press.at)
        if self.active is not None:
            self.active.move(at)
            self._show_refusal(at)
            self.overlay.refresh()

    def follow_keys(self, at: Pointer) -> None:
        """Take other modifier keys at the place where the pointer is: in the gesture under way, or to show.

        Without a gesture the cursor tells what a press would begin.
        """
        if self.active is not None:
            self.move(at)
        elif not self.is_busy and self.hover.is_over:
            self.hover.show(at)

    def _begin(self, at: Pointer) -> None:
        assert self._press is not None
        assert self._press.make is not None
        gesture = self._press.make()
        reason = self.view.session.read_only_reason
        if gesture.edits and reason:
            self._press.make = None
            self.view.refusal_tip.show_at(at.view, reason, READ_ONLY_REMEDY)
            return
        gesture.start(at)
        self.active = gesture
        self.hover.gesture_began(gesture)

    def _show_refusal(self, at: Pointer) -> None:
        gesture = self.active
        refusal = gesture.refusal if gesture is not None else None
        if refusal is None:
            self.view.refusal_tip.hide()
        else:
            self.view.refusal_tip.show_at(at.view, refusal.reason, refusal.remedy, stays=True)
        shape = gesture.cursor if gesture is not None else None
        if refusal is not None:
            shape = Qt.CursorShape.ForbiddenCursor
        if shape is not None:
            self.view.viewport().setCursor(shape)

    def release(self, button: Qt.MouseButton, at: Pointer) -> None:
        """Take a button that went up: the end of the gesture, or a click."""
        press = self._press
        if press is None or button != press.button:
            return
        gesture, self._press = self.active, None
        if gesture is None:
            self._click(press, at)
            return
        self._is_ending = True
        try:
            gesture.finish(at)
        finally:
            self._is_ending = False
            self.active = None
            self.view.refusal_tip.hide()
            self.hover.gesture_ended()
        if gesture.refusal is not None:
            self.view.refusal_tip.show_at(at.view, gesture.refusal.reason, gesture.refusal.remedy)

    def cancel(self) -> bool:
        """Cancel the gesture under way and restore the picture; return whether there was one."""
        if self._is_ending:
            return False
        gesture, self.active = self.active, None
        had_press, self._press = self._press is not None, None
        if gesture is None:
            return had_press
        gesture.cancel()
        self.view.refusal_tip.hide()
        self.hover.gesture_ended()
        return True

    def show_hover(self) -> None:
        """Mark what is under the pointer now that it may have moved, unless a button is down."""
        if not self.is_busy:
            self.hover.show()

    def _overlay_room(self) -> QRectF:
        return self.active.overlay_rect() if self.active is not None else QRectF()

    def _paint_overlay(self, painter: QPainter) -> None:
        if self.active is not None:
            self.active.paint(painter)
