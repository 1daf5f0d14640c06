"""Fold what is idle on the canvases of one window, or nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.canvas.view.canvas_view import CanvasView
from editor.canvas.view.idle_folding import IdleFolding
from editor.running.run_controller import RunController
from editor.window.frame.canvas_area import CanvasArea


class WindowIdleFolding(QObject):
    """Keep the folds of each canvas in step with the run."""

    def __init__(self, area: CanvasArea, run: RunController, parent: QObject) -> None:
        super().__init__(parent)
        self._area, self._run = area, run
        self._foldings: dict[CanvasView, IdleFolding] = {}
        self.is_on = False
        area.view_made.connect(self._take_view)
        area.current_changed.connect(self.refresh)
        run.frame_shown.connect(self.refresh)

    def switch(self, *, on: bool) -> None:
        """Fold what is idle on every canvas, or show all as it was."""
        self.is_on = on
        for folding in self._foldings.values():
            folding.switch(on=on)

    def refresh(self) -> None:
        """Follow the run on the canvases that are seen."""
        if self.is_on:
            for view, folding in self._foldings.items():
                if view.isVisible():
                    folding.follow()

    def shown(self) -> IdleFolding | None:
        """Return the folding of the canvas in view."""
        return self._foldings.get(self._area.view) if self._area.view is not None else None

    def _take_view(self, view: CanvasView) -> None:
        folding = self._foldings[view] = IdleFolding(view, self._run)
        view.destroyed.connect(lambda _object=None: self._foldings.pop(view, None))
        folding.switch(on=self.is_on)
