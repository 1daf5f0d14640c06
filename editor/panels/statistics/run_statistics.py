"""Count the run that is shown, and measure what nodes cost, in slices beside the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from editor.panels.statistics.run_set import RunSet, SetMember, agents_with
from editor.running.run_controller import RunController
from graphs.worlds.minds.world_minds import mind_file
from runtime.history.counts.element_statistics import ElementKey, ElementStatistics, counters_of, elements_of
from runtime.history.counts.run_counter import UNTIL_NOW, RunCounter
from runtime.history.counts.statistics import RowStatistics
from runtime.history.recording.recording import Recording, TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.history.why.visit_costs import VisitCosts, measure_costs, sampled_ticks

Whom = Literal["picked", "all"]
When = Literal["run", "chosen", "set"]


SLICE = 0.008
"""Seconds that counting may hold the window at a time."""

BETWEEN_COUNTS = 0.5
"""Seconds between two counts while the run goes on."""


@dataclass(frozen=True, slots=True)
class _CountedPart:
    """Name what is counted of one recording; the same part is counted once."""

    recording: Recording
    agents: frozenset[str]
    first: int
    end: int


class RunStatistics(QObject):
    """Hold what was counted of the mind shown: of the picked agent or of all that think with it.

    `when` is the whole run, the stretch chosen on the timeline, or a set of runs: the one shown with its
    takes and recordings. Nothing is counted while no one looks: `look` and `look_away` tell. What was counted
    of a run stays counted while others come into the set or leave it.
    """

    changed = Signal()
    """Emitted when something else was counted, at most twice a second while the run goes on."""

    def __init__(
        self,
        run: RunController,
        chosen: Callable[[], range | None],
        runs: RunSet,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(run)
        self.set = runs
        self.mind = ""
        self.whom: Whom = "picked"
        self.when: When = "run"
        self.elements: Mapping[ElementKey, ElementStatistics] = {}
        self.agents: tuple[str, ...] = ()
        self.span = range(0)
        self.runs = self.ticks = 0
        self._run, self._chosen, self._clock = run, chosen, clock
        self.agent_title = run.agent_title
        self._lookers: set[str] = set()
        self._scope: tuple[object, ...] = ()
        self._version: object = None
        self._counters: dict[_CountedPart, tuple[RunCounter, ...]] = {}
        self._work: Iterator[None] | None = None
        self._counted_at = -1.0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)
        run.frame_shown.connect(self.follow)
        run.agent_changed.connect(self.follow)
        run.time.recording_changed.connect(self.follow)
        runs.changed.connect(self.follow)

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
        """Count the whole run, the stretch chosen, or a set of runs."""
        self.when = when
        self.follow()

    def follow(self) -> None:
        """Begin again where something else is to be counted, and go on where the run did."""
        if not self._lookers:
            return
        scope = self._scope_now()
        if scope != self._scope:
            self._scope = scope
            self._begin()
        is_due = not self._run.is_running or self._clock() - self._counted_at >= BETWEEN_COUNTS
        is_left = self._counted_at < 0 or any(not counter.is_done for counter in self._all_counters())
        if self._work is None and is_due and is_left:
            self._work = self._all_work()
            self._timer.start()

    def finish(self) -> None:
        """Count all there is at once, for tests and pictures."""
        self.follow()
        while self._work is not None:
            self._go_on()

    def _scope_now(self) -> tuple[object, ...]:
        recording = self._run.time.recording
        version = recording.segments[-1] if recording is not None else None
        return (self.mind, version, self.when, self._parts())

    def _parts(self) -> tuple[_CountedPart, ...]:
        """Return what is to be counted: recordings, with the agents and ticks of each."""
        recording = self._run.time.recording
        if self.when == "set":
            members = self.set.counted()
        else:
            members = () if recording is None else (SetMember("shown", "", recording),)
        chosen = self._chosen() if self.when == "chosen" else None
        first, end = (chosen.start, chosen.stop) if chosen is not None else (0, UNTIL_NOW)
        return tuple(
            _CountedPart(member.recording, self._agents_of(member), first, end) for member in members
        )

    def _agents_of(self, member: SetMember) -> frozenset[str]:
        """Return whom to count in a run; that which is shown knows by its world who thinks with what."""
        run, minds = self._run, member.recording.cast.minds
        if member.kind == "file":
            thinking = agents_with(member.recording, self.mind)
        else:
            thinking = tuple(agent for agent in run.thinking_agents() if run.mind_of(agent) == self.mind)
        counts_all = self.whom == "all"
        return frozenset(
            agent for agent in thinking if agent in minds and (counts_all or agent == run.picked_agent)
        )

    def _begin(self) -> None:
        parts = self._parts()
        self.agents = tuple(sorted({agent for part in parts for agent in part.agents}))
        self.runs = sum(bool(part.agents) for part in parts)
        version = self._scope[1]
        if version is not self._version:
            shown, self._version = self._run.time.recording, version
            self._counters = {
                part: counter for part, counter in self._counters.items() if part.recording is not shown
            }
        known = self._counters
        self._counters = {
            part: known.get(part) or counters_of(part.recording, part.agents, part.first, part.end)
            for part in parts
        }
        self._counted_at = -1.0
        self._work = None

    def _all_counters(self) -> Iterator[RunCounter]:
        for counters in self._counters.values():
            yield from counters

    def _all_work(self) -> Iterator[None]:
        for counter in tuple(self._all_counters()):
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
        counted = (counter.statistics for counter in self._all_counters())
        self.elements = elements_of((*self._nothing_yet(), *counted))
        recording = self._run.time.recording
        chosen = self._chosen() if self.when == "chosen" else None
        whole = range(recording.first_tick, recording.end_tick) if recording is not None else range(0)
        self.span = chosen if chosen is not None else whole
        self.ticks = sum(
            part.recording.end_tick - part.recording.first_tick for part in self._counters if part.agents
        )
        self.changed.emit()

    def _nothing_yet(self) -> Iterator[RowStatistics]:
        """Yield empty counts of the mind as it runs now, so that a set knows what no run of it reached."""
        recording = self._run.time.recording
        if self.when != "set" or recording is None or not any(self._counters.values()):
            return
        for mind, program in recording.segments[-1].minds.programs.items():
            if mind_file(mind) == self.mind:
                yield RowStatistics.none(program)


COST_SLICE = 0.02
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
        end = self._clock() + COST_SLICE
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
