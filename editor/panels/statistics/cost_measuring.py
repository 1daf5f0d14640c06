"""Measure what nodes cost beside the window, on a session of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from editor.running.run_controller import RunController
from runtime.history.counts.element_statistics import ElementKey
from runtime.history.recording.recording import Recording, TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.history.why.visit_costs import VisitCosts, measure_costs, sampled_ticks

SLICE = 0.02
"""Seconds that running again may hold the window at a time."""


class CostMeasuring(QObject):
    """Hold what the elements of one agent's mind cost, in microseconds per tick of the mind."""

    changed = Signal()
    """Emitted when other costs were measured, or why they cannot be."""

    def __init__(self, run: RunController, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(run)
        self.costs: Mapping[ElementKey, float] = {}
        self.ticks = 0
        self.trouble = ""
        self._run, self._clock = run, clock
        self._of: tuple[Recording, str, range] | None = None
        self._found = VisitCosts()
        self._work: Iterator[None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    def measure(self, agent: str | None, span: range) -> None:
        """Measure an agent over ticks of the run shown, unless that is known or under way."""
        run = self._run.time.run
        if run is None or agent is None or agent not in run.recording.cast.minds or not span:
            return
        wanted = (run.recording, agent, span)
        if self._of == wanted:
            return
        self._of = wanted
        self._found, self.trouble = VisitCosts(), ""
        ticks = sampled_ticks(run.recording, agent, span.start, span.stop)
        scratch = run.session.at_start(run.recording.segments[0].minds)
        self._work = measure_costs(run.recording, scratch, agent, ticks, self._found, self._clock)
        self._timer.start()

    def finish(self) -> None:
        """Measure all the way at once, for tests and pictures."""
        while self._work is not None:
            self._go_on()

    def _go_on(self) -> None:
        if self._work is None:
            self._timer.stop()
            return
        end = self._clock() + SLICE
        try:
            for _ in self._work:
                if self._clock() >= end:
                    return
        except (CannotRunAgain, TickNotRecorded) as error:
            self.trouble = str(error)
        self._timer.stop()
        self._work = None
        self.costs, self.ticks = self._found.microseconds(), self._found.ticks
        self.changed.emit()
