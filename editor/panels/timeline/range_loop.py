"""Play a stretch of the run again and again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from editor.running.run_controller import RunController


class RangeLoop(QObject):
    """Show the stretch chosen on the timeline from its first to its last tick, then from the first again.

    `is_on` until it is switched off, the run is held, or another recording is shown.
    """

    changed = Signal()

    def __init__(self, run: RunController, chosen: Callable[[], range | None]) -> None:
        super().__init__(run)
        self.is_on = False
        self._run, self._chosen = run, chosen
        self._goes_back = False
        run.stepped.connect(self._look)
        run.time.arrived.connect(self._arrive)
        run.state_changed.connect(self._follow)
        run.time.recording_changed.connect(self.stop)

    def toggle(self) -> None:
        """Begin at the first tick of the stretch, or end."""
        if self.is_on:
            self.stop()
            self._run.pause()
            return
        if self._chosen() is not None:
            self.is_on = True
            self._begin_again()
            self.changed.emit()

    def stop(self) -> None:
        """Play on without coming back."""
        if self.is_on:
            self.is_on = self._goes_back = False
            self.changed.emit()

    def _begin_again(self) -> None:
        chosen = self._chosen()
        if chosen is None:
            self.stop()
            return
        self._goes_back = True
        run = self._run
        if run.time.shown_tick == chosen.start and not run.time.is_seeking:
            self._arrive()
        else:
            run.look_at(chosen.start)

    def _look(self) -> None:
        chosen = self._chosen()
        if self.is_on and not self._goes_back:
            if chosen is None:
                self.stop()
            elif self._run.time.shown_tick >= chosen.stop - 1:
                self._run.hold()

    def _arrive(self, _frame: object = None) -> None:
        if self.is_on and self._goes_back:
            self._goes_back = False
            self._run.run()

    def _follow(self) -> None:
        """Begin again where the end has held the run; stop where the user has."""
        chosen = self._chosen()
        if not self.is_on or self._goes_back or self._run.is_running:
            return
        if chosen is not None and self._run.time.shown_tick >= chosen.stop - 1:
            self._begin_again()
        else:
            self.stop()
