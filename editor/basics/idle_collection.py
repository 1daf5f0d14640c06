"""Collect all cyclic garbage in moments in which no one waits for the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from runtime.basics.garbage_collection import collect_if_due, leave_full_collections_to_idle_moments

LOOK_MILLISECONDS = 5_000


class IdleCollection(QObject):
    """Look now and then whether nothing moves, and collect then; `is_busy` tells that something does."""

    def __init__(self, is_busy: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        leave_full_collections_to_idle_moments()
        self._timer = QTimer(self, interval=LOOK_MILLISECONDS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> bool:
        """Collect if it is due and no one waits; tell whether that was done."""
        is_away = QApplication.applicationState() is not Qt.ApplicationState.ApplicationActive
        is_held = QApplication.mouseButtons() is not Qt.MouseButton.NoButton
        if not is_away and (is_held or self._is_busy()):
            return False
        return collect_if_due()
