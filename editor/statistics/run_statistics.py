"""Count the run that is shown, in slices beside the window, for whoever looks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from editor.running.run_controller import RunController
from runtime.recording.element_statistics import ElementKey, ElementStatistics, elements_of
from runtime.recording.mind_statistics import counters_of
from runtime.recording.recording import Recording
from runtime.recording.run_counter import UNTIL_NOW, RunCounter

Whom = Literal["picked", "all"]
When = Literal["run", "chosen", "branches"]

SLICE = 0.008
"""Seconds that counting may hold the window at a time."""

BETWEEN_COUNTS = 0.5
"""Seconds between two counts while the run goes on."""


class RunStatistics(QObject):
    """Hold what was counted of the mind shown: of the picked agent or of all that think with it.

    `when` is the whole run, the stretch chosen on the timeline, or the run together with the ones that
    branches have left behind. Nothing is counted while nobody looks: `look` and `look_away` tell.
    """

    changed = Signal()
    """Emitted when something else was counted, at most twice a second while the run goes on."""

    def __init__(
        self,
        run: RunController,
        chosen: Callable[[], range | None],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(run)
        self.mind = ""
        self.whom: Whom = "picked"
        self.when: When = "run"
        self.elements: Mapping[ElementKey, ElementStatistics] = {}
        self.agents: tuple[str, ...] = ()
        self.span = range(0)
        self.runs = 0
        self._run, self._chosen, self._clock = run, chosen, clock
        self._lookers: set[str] = set()
        self._scope: tuple[object, ...] = ()
        self._counters: tuple[RunCounter, ...] = ()
        self._work: Iterator[None] | None = None
        self._counted_at = -1.0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        run.frame_shown.connect(self.follow)
        run.agent_changed.connect(self.follow)
        run.time.recording_changed.connect(self.follow)

    @property
    def is_counting(self) -> bool:
        """Tell whether something is still to be counted."""
        return self._work is not None

    @property
    def recorded(self) -> int:
        """Return how many ticks of this run there are."""
        recording = self._run.time.recording
        return recording.end_tick if recording is not None else 0

    def look(self, who: str) -> None:
        """Note that somebody looks from now on."""
        self._lookers.add(who)
        self.follow()

    def look_away(self, who: str) -> None:
        """Note that somebody looks no more; without anybody nothing is counted."""
        self._lookers.discard(who)
        if not self._lookers:
            self._stop()

    def show_mind(self, mind: str) -> None:
        """Count what agents with another document did."""
        self.mind = mind
        self.follow()

    def set_whom(self, whom: Whom) -> None:
        """Count the picked agent alone, or all that think with the document."""
        self.whom = whom
        self.follow()

    def set_when(self, when: When) -> None:
        """Count the whole run, the stretch chosen, or the run with those left behind."""
        self.when = when
        self.follow()

    def follow(self) -> None:
        """Begin anew where something else is to be counted, and go on where the run did."""
        if not self._lookers:
            return
        scope = self._scope_now()
        if scope != self._scope:
            self._scope = scope
            self._begin()
        is_due = not self._run.is_running or self._clock() - self._counted_at >= BETWEEN_COUNTS
        is_left = self._counted_at < 0 or any(not counter.is_done for counter in self._counters)
        if self._work is None and is_due and is_left:
            self._work = self._all_work()
            self._timer.start()

    def finish(self) -> None:
        """Count all there is at once, for tests and pictures."""
        self.follow()
        while self._work is not None:
            self._go_on()

    def _scope_now(self) -> tuple[object, ...]:
        run = self._run
        agents = self._agents_wanted()
        chosen = self._chosen() if self.when == "chosen" else None
        recording = run.time.recording
        version = recording.segments[-1] if recording is not None else None
        return (recording, version, self.mind, agents, self.when, chosen, len(run.time.takes))

    def _agents_wanted(self) -> tuple[str, ...]:
        run = self._run
        thinking = tuple(one for one in run.thinking_agents() if run.mind_of(one) == self.mind)
        if self.whom == "all":
            return thinking
        return (run.picked_agent,) if run.picked_agent in thinking else ()

    def _begin(self) -> None:
        recording = self._run.time.recording
        self.agents = self._agents_wanted()
        chosen = self._chosen() if self.when == "chosen" else None
        first, end = (chosen.start, chosen.stop) if chosen is not None else (0, UNTIL_NOW)
        recordings: list[Recording] = [] if recording is None else [recording]
        if self.when == "branches":
            recordings += self._run.time.takes
        self.runs = len(recordings)
        self._counters = tuple(
            counter
            for one in recordings
            for counter in counters_of(one, set(self.agents) & one.cast.minds.keys(), first, end)
        )
        self._counted_at = -1.0
        self._work = None

    def _all_work(self) -> Iterator[None]:
        for counter in self._counters:
            yield from counter.go_on()

    def _go_on(self) -> None:
        end = self._clock() + SLICE
        while self._work is not None:
            try:
                next(self._work)
            except StopIteration:
                self._stop()
                self._take()
                return
            if self._clock() >= end:
                return

    def _stop(self) -> None:
        self._timer.stop()
        self._work = None

    def _take(self) -> None:
        self._counted_at = self._clock()
        self.elements = elements_of(counter.statistics for counter in self._counters)
        recording = self._run.time.recording
        chosen = self._chosen() if self.when == "chosen" else None
        whole = range(recording.first_tick, recording.end_tick) if recording is not None else range(0)
        self.span = chosen if chosen is not None else whole
        self.changed.emit()
