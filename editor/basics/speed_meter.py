"""Measure how fast the run really is, without Qt and without a clock of its own."""

from __future__ import annotations

from collections import deque

WINDOW = 0.5
"""Seconds of wall time over which speed is averaged."""


class SpeedMeter:
    """Average the simulated time per wall time and the cost of a tick over the last half second."""

    def __init__(self) -> None:
        self._frames: deque[tuple[float, int, float]] = deque()

    def clear(self) -> None:
        """Forget everything, for example after a pause."""
        self._frames.clear()

    def add(self, now: float, ticks: int, spent: float) -> None:
        """Note one frame: the wall time in seconds, the ticks stepped and the seconds they cost."""
        self._frames.append((now, ticks, spent))
        while self._frames and self._frames[0][0] < now - WINDOW:
            self._frames.popleft()

    def speed(self, rate: int) -> float | None:
        """Return simulated seconds per wall second, or None before there is enough to say."""
        if len(self._frames) < 3:
            return None
        elapsed = self._frames[-1][0] - self._frames[0][0]
        ticks = sum(ticks for _, ticks, _ in list(self._frames)[1:])
        return ticks / rate / elapsed if elapsed > 0 else None

    def milliseconds_per_tick(self) -> float | None:
        """Return what a tick costs on average, or None when none was stepped."""
        ticks = sum(ticks for _, ticks, _ in self._frames)
        spent = sum(spent for _, _, spent in self._frames)
        return 1000 * spent / ticks if ticks else None
