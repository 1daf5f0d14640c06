"""Tell how far a batch is: one line that is written over on a terminal, now and then a line elsewhere."""

from __future__ import annotations

from time import monotonic

from editor.basics.pace import progress_words
from editor.basics.terminal import print_error, print_over, shows_errors_at_once
from runtime.trials.batches.batch_run import BatchProgress

QUIET_SECONDS = 10.0
"""Where lines stay, in a log, one is written so often."""


class ProgressLine:
    """Show how many runs have finished, how fast they come and how long it will take."""

    def __init__(self, runs: int, there: int) -> None:
        """Begin with `there` runs that an earlier call has finished."""
        self._runs, self._there = runs, there
        self._started = self._told = monotonic()
        self._terminal = shows_errors_at_once()
        self._width = 0
        if there:
            print_error(f"Going on: {there:,} of {runs:,} runs are there.")

    def show(self, progress: BatchProgress) -> None:
        """Show how far it is now."""
        now = monotonic()
        if not self._terminal:
            if now - self._told >= QUIET_SECONDS:
                self._told = now
                print_error(self.text(progress, now - self._started))
            return
        text = self.text(progress, now - self._started)
        print_over(text.ljust(self._width))
        self._width = len(text)

    def end(self) -> None:
        """Leave a clean line for what is printed next."""
        if self._width:
            print_over(" " * self._width)
            print_over("")
            self._width = 0

    def text(self, progress: BatchProgress, seconds: float) -> str:
        """Return the line: runs done, runs a second (a minute, where those are less than one), time to go."""
        return progress_words(progress.done, self._runs, self._there, seconds)
