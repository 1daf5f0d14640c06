"""Pan the view with the pointer."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from editor.canvas.gestures.gesture import Gesture, Pointer


class Pan(Gesture):
    """Drag the canvas; Esc goes back to where the view was."""

    cursor = Qt.CursorShape.ClosedHandCursor
    edits = False

    def start(self, at: Pointer) -> None:
        """Note where the view is."""
        self._zoom = self.view.camera.zoom
        self._center = self.view.camera.center
        self._last: QPoint = at.view

    def move(self, at: Pointer) -> None:
        """Move the view along."""
        step = at.view - self._last
        self._last = at.view
        self.view.camera.pan(step.x(), step.y())

    def cancel(self) -> None:
        """Go back to where the view was."""
        self.view.camera.go(self._zoom, self._center, animated=False)
