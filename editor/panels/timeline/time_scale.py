"""Lay ticks out along a line: where each is, how far one sees, what the ruler says; no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

LEAST_SPAN, MOST_SPAN = 20.0, 500_000.0
"""How few and how many ticks can be seen at a time."""

_NICE = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class TimeScale:
    """Show ticks first ≤ tick < first + span over `width` pixels; a tick is as wide as its step lasts."""

    first: float = 0.0
    span: float = 600.0
    width: float = 600.0

    @property
    def pixels_per_tick(self) -> float:
        """Return the width of a tick in pixels."""
        return self.width / self.span

    @property
    def end(self) -> float:
        """Return the tick at the right edge."""
        return self.first + self.span

    def x(self, tick: float) -> float:
        """Return where a tick begins."""
        return (tick - self.first) * self.pixels_per_tick

    def tick(self, x: float) -> int:
        """Return the tick at a place."""
        return int((x / self.pixels_per_tick + self.first) // 1)

    def resized(self, width: float) -> TimeScale:
        """Return the scale over another width: a tick stays as wide as it is."""
        width = max(width, 1.0)
        return replace(self, width=width, span=min(self.span * width / self.width, MOST_SPAN))

    def zoomed(self, factor: float, x: float) -> TimeScale:
        """Return the scale that shows `factor` times as much, with the tick at `x` staying there."""
        span = min(max(self.span * factor, LEAST_SPAN), MOST_SPAN)
        kept = self.first + x / self.pixels_per_tick
        return replace(self, first=kept - x / self.width * span, span=span).bounded()

    def moved(self, ticks: float) -> TimeScale:
        """Return the scale that shows other ticks."""
        return replace(self, first=self.first + ticks).bounded()

    def bounded(self) -> TimeScale:
        """Return the scale with nothing shown before tick 0 but a small margin."""
        return replace(self, first=max(self.first, -0.02 * self.span))

    def showing(self, tick: float, margin: float = 0.06) -> TimeScale:
        """Return the scale moved as little as it takes to show a tick, with a margin of its span."""
        room = self.span * margin
        if tick > self.end - room:
            return self.moved(tick - self.end + room)
        if tick < self.first + room:
            return self.moved(tick - self.first - room)
        return self

    def fitted(self, first: int, end: int) -> TimeScale:
        """Return the scale that shows exactly some ticks, with a little room after them."""
        span = min(max((end - first) * 1.05, LEAST_SPAN), MOST_SPAN)
        return replace(self, first=float(first), span=span).bounded()

    def marks(self, least_pixels: float = 90.0) -> Iterator[tuple[int, bool]]:
        """Return the ticks that the ruler marks, and whether each is written out; five marks to a number."""
        step = self._step(least_pixels)
        small = max(1, step // 5)
        tick = int(max(self.first, 0) // small) * small
        while tick < self.end:
            yield tick, tick % step == 0
            tick += small

    def _step(self, least_pixels: float) -> int:
        step, power = 1, 1
        while True:
            for nice in _NICE:
                step = nice * power
                if step * self.pixels_per_tick >= least_pixels:
                    return step
            power *= 10
