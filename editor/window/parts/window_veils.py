"""Let what is idle step back on the canvases of one window, or not."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.canvas.overlays.layers import IdleDimming
from editor.canvas.view.canvas_view import CanvasView
from editor.running.run_controller import RunController
from editor.window.frame.canvas_area import CanvasArea


class WindowVeils(QObject):
    """Keep a veil over each canvas in step with the run."""

    def __init__(self, area: CanvasArea, run: RunController, parent: QObject) -> None:
        super().__init__(parent)
        self._area = area
        self._veils: dict[CanvasView, IdleDimming] = {}
        self.is_on = False
        area.view_made.connect(self._take_view)
        area.current_changed.connect(self.refresh)
        run.frame_shown.connect(self.refresh)

    def switch(self, *, on: bool) -> None:
        """Let what is idle step back, or show all alike."""
        self.is_on = on
        for veil in self._veils.values():
            veil.refresh(on=on)

    def refresh(self) -> None:
        """Follow the run on the canvas in view."""
        veil = self.shown()
        if veil is not None and self.is_on:
            veil.refresh(on=True)

    def shown(self) -> IdleDimming | None:
        """Return the veil of the canvas in view."""
        return self._veils.get(self._area.view) if self._area.view is not None else None

    def _take_view(self, view: CanvasView) -> None:
        self._veils[view] = IdleDimming(view.canvas, lambda: view.run_overlay.looks)
        view.destroyed.connect(lambda _object=None: self._veils.pop(view, None))
