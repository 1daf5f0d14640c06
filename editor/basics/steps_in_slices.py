"""Do a row of steps a few milliseconds at a time, so that typing is never kept waiting."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

SLICE = 0.012
"""Seconds of work before the window looks after itself again."""


class StepsInSlices(QObject):
    """Do one row of steps at a time. `passed` comes after each slice, `finished` when they are done."""

    passed = Signal()
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_under_way(self) -> bool:
        """Tell whether there are steps left."""
        return self._steps is not None

    def begin(self, steps: Iterator[object]) -> None:
        """Do the first slice of some steps at once; steps under way are given up."""
        self._steps = steps
        self._timer.start()
        self._go_on()

    def finish(self) -> None:
        """Do all steps that are left at once."""
        while self._steps is not None:
            self._go_on()

    def drop(self) -> None:
        """Give up the steps under way."""
        self._steps = None
        self._timer.stop()

    def _go_on(self) -> None:
        steps, until = self._steps, monotonic() + SLICE
        if steps is None:
            return
        for _ in steps:
            if monotonic() >= until:
                self.passed.emit()
                return
        if steps is self._steps:
            self.drop()
            self.passed.emit()
            self.finished.emit()
