"""Measure what the nodes of a mind cost, by running some ticks again in the readable interpreter.

The time between two notes of a tick's log is the own time of the node that the later one is about: what it
did itself, what it called not included. Written ticks are faster than the interpreter and take no such
notes, so costs tell nodes apart rather than say what a game will pay.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from runtime.history.counts.element_statistics import ElementKey
from runtime.history.recording.recording import Recording
from runtime.history.recording.rerun import ask_again, go_before, step_again
from runtime.minds.program.brain_log import BrainLog
from runtime.records.reasons import Reason
from runtime.records.trace_frame import PassageKind
from runtime.session.session import Session

SAMPLES = 16
"""How many ticks are run again, spread over the range."""

Clock = Callable[[], float]


@dataclass
class VisitCosts:
    """Hold the own seconds of each element over the ticks measured."""

    ticks: int = 0
    seconds: dict[ElementKey, float] = field(default_factory=dict)

    def microseconds(self) -> dict[ElementKey, float]:
        """Return what each element costs in a tick of the mind on average, in microseconds."""
        count = max(1, self.ticks)
        return {key: seconds / count * 1e6 for key, seconds in self.seconds.items()}


def sampled_ticks(recording: Recording, agent: str, first: int, end: int, count: int = SAMPLES) -> list[int]:
    """Return up to `count` recorded ticks in which the agent's mind ticked, evenly spread, ascending."""
    first, end = max(first, recording.first_tick), min(end, recording.end_tick)
    ticked = [tick for tick in range(first, end) if recording.code(agent, tick)]
    if len(ticked) <= count:
        return ticked
    return [ticked[place * (len(ticked) - 1) // (count - 1)] for place in range(count)]


def measure_costs(
    recording: Recording,
    session: Session,
    agent: str,
    ticks: list[int],
    costs: VisitCosts,
    clock: Clock = time.perf_counter,
) -> Iterator[None]:
    """Add to `costs` what an agent's nodes took in some ascending ticks, yielding between two steps.

    `session` is of the same world as the recording and used up by it. Raises `TickNotRecorded` and
    `CannotRunAgain`.
    """
    for tick in ticks:
        if not recording.first_tick <= session.tick <= tick or session.tick == 0:
            go_before(recording, session, tick)
        while session.tick < tick:
            step_again(recording, session, session.tick)
            yield
        _measure(recording, session, agent, tick, costs, clock)
        yield


def _measure(
    recording: Recording, session: Session, agent: str, tick: int, costs: VisitCosts, clock: Clock
) -> None:
    rows = recording.program(agent, tick).rows
    logs: list[_TimedLog] = []

    def make_log() -> BrainLog:
        logs.append(_TimedLog(clock))
        return logs[-1]

    session.watch([agent])
    session.make_log = make_log
    ask_again(recording, session, tick)
    try:
        session.step()
    finally:
        session.make_log = BrainLog
        session.watch([])
    costs.ticks += 1
    for log in logs:
        for row, seconds in log.taken.items():
            node = rows[row]
            if node.node:
                key = (node.graph, node.node)
                costs.seconds[key] = costs.seconds.get(key, 0.0) + seconds


class _TimedLog(BrainLog):
    """Note besides when each note was taken."""

    __slots__ = ("_clock", "_last", "taken")

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.taken: dict[int, float] = {}
        self._clock = clock
        self._last = clock()

    def note_visit(self, row: int, outcome: int, reason: Reason | None) -> None:
        """Take a visit that ended."""
        self._add(row)
        super().note_visit(row, outcome, reason)
        self._last = self._clock()

    def note_passage(self, row: int, kind: PassageKind) -> None:
        """Take something that was entered, exited or halted."""
        self._add(row)
        super().note_passage(row, kind)
        self._last = self._clock()

    def _add(self, row: int) -> None:
        self.taken[row] = self.taken.get(row, 0.0) + self._clock() - self._last
