"""Let the run take up an edited world, once per gesture: it begins again with the same seed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from editor.documents.open.world_choice import WorldChoice

PAUSE = 60
"""Milliseconds without another edit after which the run takes the world."""


class WorldEdits(QObject):
    """Gather edits of the world that runs, and hand over the last of them."""

    due = Signal(object)
    """Carries a `WorldChoice`."""

    def __init__(self, take: Callable[[WorldChoice], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: WorldChoice | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.take_now)
        self.due.connect(take)

    def note(self, choice: WorldChoice) -> None:
        """Take an edited world; it is handed over when no other edit follows for a moment."""
        self._waiting = choice
        self._timer.start()

    def take_now(self) -> None:
        """Hand over what waits at once."""
        self._timer.stop()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.due.emit(waiting)

    def forget(self) -> None:
        """Let go of what waits: another world is there."""
        self._timer.stop()
        self._waiting = None
