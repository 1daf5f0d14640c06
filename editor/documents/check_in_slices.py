"""Run the steps of a check a few milliseconds at a time, so that the window is never kept waiting."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

SLICE = 0.012
"""Seconds of work before the window looks after itself again."""

STEPS_AT_ONCE = 1500
"""So many steps are done in the first slice, whatever the time: a document that people draw by hand is
checked at once."""

STEPS_OF_LARGE = 20_000


class CheckInSlices(QObject):
    """Do one row of steps at a time; `finished` comes when they are done.

    A check of a large document makes millions of objects that stay. While it is under way nothing looks for
    garbage among them, and afterwards nothing looks there again until `release`: each such look would keep
    the window waiting for a quarter of a second.
    """

    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] | None = None
        self._done = 0
        self._holds_garbage = False
        self._froze = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_under_way(self) -> bool:
        """Tell whether there are steps left."""
        return self._steps is not None

    def begin(self, steps: Iterator[None]) -> None:
        """Do the first of some steps, and the others slice by slice; steps under way are given up."""
        self.drop()
        self._steps, self._done = steps, 0
        self._go_on()

    def finish(self) -> None:
        """Do all steps that are left at once."""
        while self._steps is not None:
            self._go_on()

    def drop(self) -> None:
        """Give up the steps under way."""
        self._steps = None
        self._rest()

    def release(self) -> None:
        """Let what the checks have made be looked at as garbage again, since the document is closed."""
        self.drop()
        if self._froze:
            self._froze = False
            gc.unfreeze()

    def _go_on(self) -> None:
        steps = self._steps
        if steps is None:
            self._rest()
            return
        until = monotonic() + SLICE
        try:
            for _ in steps:
                self._done += 1
                if self._done >= STEPS_AT_ONCE and monotonic() >= until:
                    self._wait()
                    return
        except BaseException:
            self.drop()
            raise
        self._steps = None
        self._rest()
        self.finished.emit()

    def _wait(self) -> None:
        if not self._timer.isActive():
            self._timer.start()
        if not self._holds_garbage and gc.isenabled():
            self._holds_garbage = True
            gc.disable()

    def _rest(self) -> None:
        self._timer.stop()
        if not self._holds_garbage:
            return
        self._holds_garbage = False
        if self._done >= STEPS_OF_LARGE:
            self._froze = True
            gc.freeze()
        gc.enable()
