"""Drag something inside the window with the button held, and give it up with Esc."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget


class HeldDrag(QObject):
    """Watch one widget for drags that begin on it; signals carry places on the screen.

    `can_begin` is asked with the place pressed in the widget. The widget gets all events as before,
    but for the moves of a drag under way.
    """

    moved = Signal(QPoint)
    dropped = Signal(QPoint)
    canceled = Signal()

    def __init__(self, source: QWidget, can_begin: Callable[[QPoint], bool]) -> None:
        super().__init__(source)
        self._source, self._can_begin = source, can_begin
        self._pressed_at: QPoint | None = None
        self.is_under_way = False
        source.installEventFilter(self)

    def cancel(self) -> None:
        """Give up the drag; the button may still be held."""
        self._pressed_at = None
        if self.is_under_way:
            self._end()
            self.canceled.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the button on the widget, and Esc anywhere while something is dragged."""
        if isinstance(event, QKeyEvent):
            return self._hear_key(event)
        if watched is not self._source:
            return False
        if isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseButtonPress:
                self._pressed(event)
            elif event.type() == QEvent.Type.MouseMove:
                return self._followed(event)
            elif event.type() == QEvent.Type.MouseButtonRelease:
                self._released(event)
        elif event.type() == QEvent.Type.Hide:
            self.cancel()
        return False

    def _pressed(self, event: QMouseEvent) -> None:
        here = event.position().toPoint()
        if self.is_under_way:
            self.cancel()
        elif event.button() is Qt.MouseButton.LeftButton and self._can_begin(here):
            self._pressed_at = here

    def _followed(self, event: QMouseEvent) -> bool:
        if self._pressed_at is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        way = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if not self.is_under_way and way >= QApplication.startDragDistance():
            self.is_under_way = True
            application = QApplication.instance()
            if application is not None:
                application.installEventFilter(self)
        if self.is_under_way:
            self.moved.emit(event.globalPosition().toPoint())
        return self.is_under_way

    def _released(self, event: QMouseEvent) -> None:
        self._pressed_at = None
        if self.is_under_way and event.button() is Qt.MouseButton.LeftButton:
            self._end()
            self.dropped.emit(event.globalPosition().toPoint())

    def _hear_key(self, event: QKeyEvent) -> bool:
        if not self.is_under_way or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self.cancel()
        return True

    def _end(self) -> None:
        self.is_under_way = False
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
