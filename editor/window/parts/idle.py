"""Let what is idle step back or fold away on the canvases of one window."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject

from editor.canvas.overlays.layers import IdleDimming
from editor.canvas.view.canvas_view import CanvasView
from editor.canvas.view.idle_folding import IdleFolding
from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost


class WindowIdle(QObject):
    """Keep the dimming and the folds of each canvas in step with the run."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._area, self._run = host.area, host.run
        self._dimmed: dict[CanvasView, IdleDimming] = {}
        self._folded: dict[CanvasView, IdleFolding] = {}
        self.dims = self.folds = False
        host.area.watch_views(self._take_view)
        host.area.current_changed.connect(self.refresh)
        host.run.frame_shown.connect(self.refresh)

    def dim(self, *, on: bool) -> None:
        """Let what is idle step back, or show all alike."""
        self.dims = on
        for dimming in self._dimmed.values():
            dimming.refresh(on=on)

    def fold(self, *, on: bool) -> None:
        """Fold what is idle on every canvas, or show all as it was."""
        self.folds = on
        for folding in self._folded.values():
            folding.switch(on=on)

    def refresh(self) -> None:
        """Follow the run: dim on the canvas in view, fold on those that are seen."""
        dimming = self.dimming()
        if self.dims and dimming is not None:
            dimming.refresh(on=True)
        if self.folds:
            for view, folding in self._folded.items():
                if view.isVisible():
                    folding.follow()

    def dimming(self) -> IdleDimming | None:
        """Return the dimming of the canvas in view."""
        return self._dimmed.get(self._area.view) if self._area.view is not None else None

    def folding(self) -> IdleFolding | None:
        """Return the folding of the canvas in view."""
        return self._folded.get(self._area.view) if self._area.view is not None else None

    def _take_view(self, view: CanvasView) -> None:
        self._dimmed[view] = IdleDimming(view.canvas, lambda: view.run_overlay.looks)
        folding = self._folded[view] = IdleFolding(view, self._run)
        view.destroyed.connect(lambda _object=None: self._forget(view))
        folding.switch(on=self.folds)

    def _forget(self, view: CanvasView) -> None:
        self._dimmed.pop(view, None)
        self._folded.pop(view, None)


def idle_commands(host: WindowHost) -> Iterable[Command]:
    """Return the commands, each of which is on or off."""
    idle = host.part(WindowIdle)
    yield worded("view.fold_idle", lambda: idle.fold(on=not idle.folds), checked=lambda: idle.folds)
    yield worded("view.dim_idle", lambda: idle.dim(on=not idle.dims), checked=lambda: idle.dims)
