"""Let a world move in time: in each frame of the window as many steps as speed and budget ask for."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from editor.basics.speed_meter import SpeedMeter

FRAME_INTERVAL = 16
"""Milliseconds between frames of the window."""

STEP_BUDGET = 0.008
"""Seconds of a frame that stepping may use."""

MOST_STEPS = 1_000
"""Steps in a frame at most, however little they cost."""

SLOWEST, FASTEST = 0.1, 10.0


class RunPace(QObject):
    """Call `step` in time with the wall clock while it is on, and `show` once per frame in which it did.

    `rate` returns how many steps are a simulated second, 0 without a world.
    """

    changed = Signal()
    """Tells of another speed."""

    def __init__(
        self,
        step: Callable[[], None],
        show: Callable[[], None],
        rate: Callable[[], int],
        parent: QObject,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(parent)
        self.speed = 1.0
        """Simulated seconds per wall second; infinity is as fast as possible."""
        self.at_hand: Callable[[], int | None] = lambda: None
        """Return how many steps there are to make, those of a game; None lets the clock say."""
        self._step, self._show, self._rate, self._clock = step, show, rate, clock
        self.meter = SpeedMeter()
        self._last = self._owed = 0.0
        self._timer = QTimer(self, interval=FRAME_INTERVAL)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.frame)

    @property
    def is_on(self) -> bool:
        """Tell whether steps are made by themselves."""
        return self._timer.isActive()

    def begin(self) -> None:
        """Make steps from now on."""
        self.meter.clear()
        self._last, self._owed = self._clock(), 0.0
        self._timer.start()

    def end(self) -> None:
        """Make no more steps."""
        self._timer.stop()

    def owe_nothing(self) -> None:
        """Make no further step in the frame under way, whatever speed was asked for."""
        self._owed = 0.0

    def forget(self) -> None:
        """Measure from here on: what was before is of another world or recording."""
        self.meter.clear()

    def set_speed(self, factor: float) -> None:
        """Set simulated seconds per wall second, clamped to 0.1–10; infinity is as fast as possible."""
        self.speed = factor if math.isinf(factor) and factor > 0 else min(FASTEST, max(SLOWEST, factor))
        self._owed = 0.0
        self.meter.clear()
        self.changed.emit()

    def achieved(self) -> float | None:
        """Return the speed really reached, or None while it is not known."""
        return self.meter.speed(self._rate()) if self._rate() and self.is_on else None

    def make(self, steps: int) -> None:
        """Make exactly so many steps, however long they take."""
        started = self._clock()
        for _ in range(steps):
            self._step()
        self.meter.add(self._clock(), steps, self._clock() - started)
        self._show()

    def frame(self) -> None:
        """Step until the wanted time is reached or the budget is used; what is left over is dropped."""
        if not self._rate():
            return
        now = self._clock()
        self._owed += math.inf if math.isinf(self.speed) else (now - self._last) * self.speed * self._rate()
        self._last = now
        at_hand = self.at_hand()
        if at_hand is not None:
            self._owed = float(at_hand)
        done = 0
        while self._owed >= 1.0 and done < MOST_STEPS and self._clock() - now < STEP_BUDGET:
            self._step()
            self._owed -= 1.0
            done += 1
        if self._owed >= 1.0:
            self._owed = 0.0
        self.meter.add(now, done, self._clock() - now)
        if done:
            self._show()
