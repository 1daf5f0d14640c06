"""Remember where all agents were during the last seconds, so that any of them can show its trail."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

TRAIL_SECONDS = 4.0
DOT_SECONDS = 0.5
MOMENTS_PER_SECOND = 15
"""More would cost painting time and show no better."""


class Trail:
    """Hold positions by tick: the last four simulated seconds, fifteen moments of each, and the newest."""

    def __init__(self) -> None:
        self._moments: deque[tuple[int, NDArray[np.float64]]] = deque()

    def clear(self) -> None:
        """Forget everything."""
        self._moments.clear()

    def record(self, tick: int, positions: NDArray[np.float64], rate: int) -> None:
        """Note where everybody is; `rate` in ticks per second.

        A tick that is not later than the last one noted means that time went back: what came after is
        forgotten. So is everything when the number of agents changed.
        """
        if self._moments and len(self._moments[-1][1]) != len(positions):
            self._moments.clear()
        step = max(1, rate // MOMENTS_PER_SECOND)
        while self._moments and self._moments[-1][0] // step >= tick // step:
            self._moments.pop()
        self._moments.append((tick, positions.copy()))
        while self._moments[0][0] < tick - TRAIL_SECONDS * rate:
            self._moments.popleft()

    def line(self, index: int) -> NDArray[np.float64]:
        """Return where an agent was, oldest first, shape (k, 2)."""
        if not self._moments or not 0 <= index < len(self._moments[-1][1]):
            return np.empty((0, 2))
        return np.array([positions[index] for _, positions in self._moments])

    def dots(self, index: int, rate: int) -> NDArray[np.float64]:
        """Return where an agent was at every half second, shape (m, 2)."""
        if not self._moments or not 0 <= index < len(self._moments[-1][1]):
            return np.empty((0, 2))
        step = max(1, round(DOT_SECONDS * rate))
        found = []
        before = self._moments[0][0] // step
        for tick, positions in self._moments:
            if tick // step != before:
                found.append(positions[index])
                before = tick // step
        return np.array(found).reshape(-1, 2)
