"""Run the steps of a check a few milliseconds at a time, so that the window is never kept waiting."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from math import inf
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from runtime.basics.garbage_collection import CollectorHold

SLICE = 0.012
"""Seconds of work before the window looks after itself again."""

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
        self._hold: CollectorHold | None = None
        self._froze = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(lambda: self._go_on())

    @property
    def is_under_way(self) -> bool:
        """Tell whether there are steps left."""
        return self._steps is not None

    def begin(self, steps: Iterator[None]) -> None:
        """Do the first of some steps, and the others slice by slice; steps under way are given up."""
        self.drop()
        self._steps, self._done = steps, 0
        self._hold = CollectorHold()
        self._go_on()

    def do_at_once(self, steps: Iterator[None]) -> None:
        """Do all of some steps, of which there are few; steps under way are given up."""
        self.drop()
        self._steps, self._done = steps, 0
        self.finish()

    def finish(self) -> None:
        """Do all steps that are left at once."""
        while self._steps is not None:
            self._go_on(inf)

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

    def _go_on(self, seconds: float | None = None) -> None:
        steps = self._steps
        if steps is None:
            self._rest()
            return
        until = monotonic() + (SLICE if seconds is None else seconds)
        try:
            for _ in steps:
                self._done += 1
                if monotonic() >= until:
                    self._timer.start()
                    return
        except BaseException:
            self.drop()
            raise
        self._steps = None
        self._rest()
        self.finished.emit()

    def _rest(self) -> None:
        self._timer.stop()
        hold, self._hold = self._hold, None
        if hold is None:
            return
        if self._done >= STEPS_OF_LARGE:
            self._froze = True
            gc.freeze()
        hold.release()
