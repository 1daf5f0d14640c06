"""Look for something in slices between the events of the window, so that nothing waits for it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from runtime.history.recording.recording import TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain

SLICE_SECONDS = 0.02


class SlicedSearch(QObject):
    """Go through an iterator of answers, None for a step on the way; `found` carries the first answer.

    Where the run cannot be looked at again, `failed` carries in words why.
    """

    found = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_under_way(self) -> bool:
        """Tell whether it is still looking."""
        return self._steps is not None

    def begin(self, steps: Iterator[object]) -> None:
        """Look through `steps` from now on, in the place of what was looked through."""
        self._steps = steps
        self._timer.start()

    def give_up(self) -> None:
        """Look no further."""
        self._steps = None
        self._timer.stop()

    def finish(self) -> None:
        """Look to the end at once."""
        while self._steps is not None:
            self._go_on()

    def _go_on(self) -> None:
        begun = time.perf_counter()
        while self._steps is not None and time.perf_counter() - begun < SLICE_SECONDS:
            try:
                answer = next(self._steps)
            except StopIteration:
                self.give_up()
                return
            except (TickNotRecorded, CannotRunAgain) as error:
                self.give_up()
                self.failed.emit(str(error))
                return
            if answer is not None:
                self.give_up()
                self.found.emit(answer)
