"""Let the points of a curve be dragged on its plot, by mouse and by keys."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent

from editor.panels.curves.curve_drawing import CurveDrawing, ShownCurve, snap_step
from graphs.curves.curve_handles import CurveHandle, with_handle_at
from graphs.curves.curve_tables import curve_problems, curve_table, table_value

REACH = 10
"""Px from a handle, or from a curve, at which it is still hit."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Down: (0, -1),
    Qt.Key.Key_Up: (0, 1),
}


class CurvePlot(CurveDrawing):
    """Let handles be dragged. Nothing is changed here: signals say what is wanted.

    While one is held by the mouse, `is_dragging` is true. With `keeps_heights` corners move sideways only,
    as those of fuzzy sets do.
    """

    moved = Signal(str, float, object, bool)
    """Carries the handle dragged, x, y or None for its height, and whether keys did it."""
    followed = Signal(object)
    """Carries the curve as it is while it is dragged, None when that has ended."""
    picked = Signal(str)
    point_wanted = Signal(float, float)
    point_unwanted = Signal(int)
    told = Signal(str)
    """Carries what is under the pointer, or dragged, in words."""
    left = Signal()
    """Tells that the focus went elsewhere: what keys do next is another step."""

    def __init__(self, name: str, *, keeps_heights: bool = False) -> None:
        super().__init__(name, keeps_heights=keeps_heights)
        self._drag_to: tuple[float, float | None] | None = None
        self.is_dragging = False

    def show_curves(self, shown: Sequence[ShownCurve], current: str) -> None:
        """Show curves, one of them current; what is dragged is let go where its curve was changed."""
        if self.is_dragging and (current != self._current or tuple(shown) != self._shown):
            self.cancel_drag()
        super().show_curves(shown, current)

    def select_handle(self, key: str) -> None:
        """Let keys move a handle."""
        self.handle = key
        self._draw_handles()
        handle = self._handle()
        if handle is not None:
            self.told.emit(self._words(handle))

    def cancel_drag(self) -> None:
        """Let go of what is dragged; it is where it was."""
        if self.is_dragging:
            self._end_drag()
            self._draw()

    def _handle(self) -> CurveHandle | None:
        return next((each for each in self.handles() if each.key == self.handle), None)

    def _handle_at(self, at: QPoint) -> CurveHandle | None:
        def distance(handle: CurveHandle) -> float:
            place = self.to_pixels(handle.x, handle.y) - QPointF(at)
            return math.hypot(place.x(), place.y())

        near = [each for each in self.handles() if distance(each) <= REACH]
        # Of handles in one place the current one is held, else the last, which is drawn on top.
        return min(near, key=lambda each: (distance(each), each.key != self.handle), default=None)

    def _curve_at(self, at: QPoint) -> str:
        x, _ = self.to_values(at)
        best, found = float(REACH), ""
        for each in self._shown:
            if not curve_problems(each.curve):
                y = table_value(curve_table(each.curve), x)
                far = abs(self.to_pixels(x, y).y() - at.y())
                if far < best:
                    best, found = far, each.name
        return found

    def _snapped(self, x: float, y: float, *, free: bool) -> tuple[float, float]:
        if free:
            return x, y
        (left, right), (bottom, top) = self._ranges
        across, up = snap_step(left, right), snap_step(bottom, top)
        return round(x / across) * across, round(y / up) * up

    def _height(self, key: str, y: float) -> float | None:
        """Return the height a handle is given: sets stay from 0 to 1, their corners where they are."""
        if not self._keeps_heights:
            return y
        is_free = key.startswith("points.") or key == "power"
        return min(max(y, 0.0), 1.0) if is_free else None

    # --- mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hold a handle, or pick a curve."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        handle = self._handle_at(at)
        if handle is not None:
            self.select_handle(handle.key)
            self.is_dragging, self._drag, self._drag_to = True, self.curve, None
            return
        name = self._curve_at(at)
        if name and name != self._current:
            self.picked.emit(name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the handle that is held; else tell what is under the pointer."""
        at = event.position().toPoint()
        x, y = self.to_values(at)
        if not self.is_dragging:
            self.viewport().setCursor(
                Qt.CursorShape.SizeAllCursor
                if self._handle_at(at) is not None
                else Qt.CursorShape.ArrowCursor
            )
            self.told.emit(self.words_at(x))
            return
        free = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        x, y = self._snapped(x, y, free=free)
        self._drag_to = (x, self._height(self.handle, y))
        whole = next((each.curve for each in self._shown if each.name == self._current), None)
        if whole is not None:
            self._drag = with_handle_at(whole, self.handle, *self._drag_to)
            self._draw_current()
            handle = self._handle()
            self.told.emit(self._words(handle) if handle is not None else "")
            self.followed.emit(self._drag)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for what was dragged."""
        if event.button() != Qt.MouseButton.LeftButton or not self.is_dragging:
            return
        to, key = self._drag_to, self.handle
        self._end_drag()
        shown = self._shown
        if to is not None:
            self.moved.emit(key, to[0], to[1], False)
        if self._shown is shown:
            self._draw()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for a point where there is none yet."""
        at, curve = event.position().toPoint(), self.curve
        if curve is None or curve.shape not in ("points", "steps") or self._handle_at(at) is not None:
            return
        x, y = self._snapped(*self.to_values(at), free=False)
        self.point_wanted.emit(x, min(max(y, 0.0), 1.0) if self._keeps_heights else y)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what the plot is in."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """Tell nothing of a pointer that is elsewhere."""
        super().leaveEvent(event)
        if not self.is_dragging:
            self.told.emit("")

    def event(self, event: QEvent) -> bool:
        """Keep Esc, Del and the arrows from the window while they mean something here."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            key = event.key()
            is_own = key in _ARROWS or key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
            if (key == Qt.Key.Key_Escape and self.is_dragging) or (is_own and self.handle):
                event.accept()
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the current handle, remove its point, or let go of what is dragged."""
        key, handle = Qt.Key(event.key()), self._handle()
        if key == Qt.Key.Key_Escape and self.is_dragging:
            self.cancel_drag()
        elif key in _ARROWS and handle is not None and not self.is_dragging:
            many = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self._nudge(handle, _ARROWS[key][0] * many, _ARROWS[key][1] * many)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.handle.startswith("points."):
            self.point_unwanted.emit(int(self.handle.partition(".")[2]))
        else:
            event.ignore()

    def _nudge(self, handle: CurveHandle, across: int, up: int) -> None:
        (left, right), (bottom, top) = self._ranges
        x = handle.x + across * snap_step(left, right)
        y = handle.y + up * snap_step(bottom, top)
        self.moved.emit(handle.key, x, self._height(handle.key, y) if up else None, True)
        now = self._handle()
        if now is not None:
            self.told.emit(self._words(now))

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Walk the handles with Tab before the focus goes on."""
        keys = [each.key for each in self.handles()]
        place = keys.index(self.handle) if self.handle in keys else (-1 if forwards else len(keys))
        place += 1 if forwards else -1
        if 0 <= place < len(keys):
            self.select_handle(keys[place])
            return True
        return bool(super().focusNextPrevChild(forwards))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first handle, or backwards at the last."""
        super().focusInEvent(event)
        reason, handles = event.reason(), self.handles()
        if handles and reason in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.select_handle(handles[0 if reason == Qt.FocusReason.TabFocusReason else -1].key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of what is dragged, and of the handle."""
        super().focusOutEvent(event)
        if event.reason() in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            return
        self.cancel_drag()
        self.handle = ""
        self._draw_handles()
        self.left.emit()

    def _end_drag(self) -> None:
        self.is_dragging, self._drag, self._drag_to = False, None, None
        self.followed.emit(None)

    def _words(self, handle: CurveHandle) -> str:
        words = f"{self._current}, {handle.words}: {handle.x:.4g}, {handle.y:.4g}"
        self.setAccessibleDescription(words)
        return words
