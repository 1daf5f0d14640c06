"""Let long layouts report how far they are and be given up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class LayoutCanceled(Exception):
    """Say that a layout was given up because its watch asked for it; nothing was changed."""


@dataclass(frozen=True, slots=True)
class LayoutWatch:
    """Hold who is told how far a layout is, and who is asked whether it goes on.

    `report` gets the share done, from 0 to 1, never falling. `is_canceled` is asked between sweeps; a true
    answer ends the layout with `LayoutCanceled`.
    """

    report: Callable[[float], None] | None = None
    is_canceled: Callable[[], bool] | None = None

    def pass_point(self, share: float) -> None:
        """Report the share done and raise LayoutCanceled when the layout is to be given up."""
        self.pause()
        if self.report is not None:
            self.report(min(1.0, max(0.0, share)))

    def pause(self) -> None:
        """Do as `pass_point`, within a step of which no share is known."""
        if self.is_canceled is not None and self.is_canceled():
            raise LayoutCanceled("The layout was canceled.")

    def part(self, start: float, end: float) -> LayoutWatch:
        """Return a watch for one part of the work, whose 0 to 1 is `start` to `end` of this one."""
        report = self.report
        if report is None:
            return self
        return LayoutWatch(lambda share: report(start + (end - start) * share), self.is_canceled)


UNWATCHED = LayoutWatch()
