"""Keep values of agents' variables over the ticks of a run as curves, and fill them from the recording."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from editor.running.run_controller import RunController
from graphs.expressions.types import Value, ValueType
from runtime.basics.context import Slot
from runtime.history.recording.recording import Recording, TickNotRecorded
from runtime.history.recording.rerun import CannotRunAgain
from runtime.history.why.logged_ticks import AgentValues, values_again
from runtime.session.session import Session

DRAWN = (ValueType.FLOAT, ValueType.INT, ValueType.BOOL)
"""Types whose values are drawn: numbers as curves, yes or no as blocks."""

DROPPED_TOGETHER = 1_000
"""So many ticks are forgotten at a time: what is kept moves to the front."""


@dataclass
class Curve:
    """Hold the values of one variable from `first` on, one per tick; a bool is 0 or 1."""

    name: str
    is_bool: bool
    first: int
    values: array[float] = field(default_factory=lambda: array("d"))

    @property
    def end(self) -> int:
        """Return the tick after the last value."""
        return self.first + len(self.values)

    def at(self, tick: int) -> float | None:
        """Return the value after a tick, None where it is not known."""
        return self.values[tick - self.first] if self.first <= tick < self.end else None

    def cut(self, tick: int) -> None:
        """Forget the values of `tick` and all later ones."""
        del self.values[max(0, tick - self.first) :]

    def drop_before(self, tick: int) -> None:
        """Forget the values before a tick."""
        del self.values[: max(0, tick - self.first)]
        self.first = max(self.first, tick)

    def put_before(self, values: array[float]) -> None:
        """Take the values of the ticks just before the first one known."""
        self.values = values + self.values
        self.first -= len(values)


class Curves:
    """Gather the values of some agents while the run goes on; what was before can be put in later.

    `agent` is the one whose curves are iterated over. Those of agents that are no longer wanted are kept up
    to where they were gathered, and dropped when they are wanted again after a gap.
    """

    def __init__(self) -> None:
        self.agent: str | None = None
        self.wanted: tuple[str, ...] = ()
        self._curves: dict[str, dict[str, Curve]] = {}
        self._known: dict[str, range] = {}

    def __iter__(self) -> Iterator[Curve]:
        return iter(self.of(self.agent).values())

    def of(self, agent: str | None) -> Mapping[str, Curve]:
        """Return the curves of an agent by name."""
        return self._curves.get(agent or "", {})

    def show(self, agent: str | None, others: Iterable[str] = ()) -> None:
        """Iterate over another agent's curves, and gather those of others besides."""
        self.agent = agent
        self.wanted = tuple(dict.fromkeys((*([agent] if agent is not None else []), *others)))

    def clear(self) -> None:
        """Begin afresh with another run."""
        self._curves.clear()
        self._known.clear()

    def cut(self, tick: int) -> None:
        """Forget what was after a tick: another future begins there."""
        for curves in self._curves.values():
            for curve in curves.values():
                curve.cut(tick)
        for agent, known in self._known.items():
            self._known[agent] = range(min(known.start, tick), min(known.stop, tick))

    def drop_before(self, tick: int) -> None:
        """Forget what was before a tick, many ticks at a time: the recording let go of them."""
        for agent, known in self._known.items():
            if tick - known.start >= DROPPED_TOGETHER:
                self._known[agent] = range(tick, max(known.stop, tick))
                for curve in self._curves[agent].values():
                    curve.drop_before(tick)

    def take(self, session: Session, tick: int) -> None:
        """Take the values after a step; ticks that are known already are left alone."""
        for agent in self.wanted:
            brain = session.brains.get(agent)
            if brain is None:
                continue
            known = self._known.get(agent)
            if known is None or tick > known.stop:
                self._curves[agent], known = {}, range(tick, tick)
            self._known[agent] = range(known.start, max(known.stop, tick + 1))
            curves = self._curves[agent]
            for name, slot in brain.program.variables.items():
                if slot.type.kind in DRAWN:
                    value = float(brain.state.read(slot) or 0.0)  # type: ignore[arg-type]
                    _take(curves, name, slot, value, tick)

    def known_from(self, agent: str, end: int) -> int:
        """Return the first tick from which an agent's values are known up to `end`; `end` for none."""
        known = self._known.get(agent)
        return known.start if known is not None and known.stop >= end else end

    def put_before(self, agent: str, first: int, rows: list[Mapping[str, Value]]) -> None:
        """Take the values of the ticks from `first` on that were made again, up to what is known."""
        end, known = first + len(rows), self._known.get(agent)
        if known is None or known.start != end:
            self._curves[agent], known = {}, range(end, end)
        curves = self._curves[agent]
        self._known[agent] = range(first, known.stop)
        for name in dict.fromkeys(name for row in rows for name in row):
            kinds = {type(row[name]) for row in rows if name in row}
            if not kinds <= {bool, int, float}:
                continue
            values = array("d", (float(row.get(name) or 0.0) for row in rows))  # type: ignore[arg-type]
            curve = curves.get(name)
            if curve is not None and curve.first == end:
                curve.put_before(values)
            elif curve is None:
                curves[name] = Curve(name, kinds == {bool}, first, values)


def _take(curves: dict[str, Curve], name: str, slot: Slot, value: float, tick: int) -> None:
    curve = curves.get(name)
    if curve is None or tick > curve.end:
        curve = curves[name] = Curve(name, slot.type.kind is ValueType.BOOL, tick)
    if tick == curve.end:
        curve.values.append(value)


SLICE = 0.012
"""Seconds that running again may hold the window at a time."""

CHUNK = 240
"""Ticks that are made again before they are shown: the latest come first."""


class CurveFilling(QObject):
    """Fill the curves of the agents wanted back to the start of the recording, while the world is held."""

    filled = Signal()
    """Emitted when another stretch is there."""

    def __init__(
        self, run: RunController, curves: Curves, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(run)
        self.trouble = ""
        self._run, self._curves, self._clock = run, curves, clock
        self._recording: Recording | None = None
        self._scratch: Session | None = None
        self._chunk: tuple[tuple[str, ...], int] | None = None
        self._rows: dict[str, list[Mapping[str, Value]]] = {}
        self._work: Iterator[tuple[int, AgentValues] | None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    def follow(self) -> None:
        """Go on where something is missing and the world is held; give up where it moves."""
        run = self._run.time.run
        if run is None or self._run.is_running:
            self._give_up()
            return
        if run.recording is not self._recording:
            self._give_up()
            self._recording, self.trouble = run.recording, ""
            self._scratch = None
        if self._work is None and not self.trouble:
            self._begin()

    def finish(self) -> None:
        """Fill everything at once, for tests and pictures."""
        self.follow()
        while self._work is not None:
            self._go_on()

    def _begin(self) -> None:
        run, recording = self._run.time.run, self._recording
        if run is None or recording is None or recording.end_tick == 0:
            return
        end = recording.end_tick
        wanted = [agent for agent in self._curves.wanted if agent in recording.cast.minds]
        known = {agent: self._curves.known_from(agent, end) for agent in wanted}
        missing = max((tick for tick in known.values()), default=recording.first_tick)
        if missing <= recording.first_tick:
            return
        agents = tuple(agent for agent, tick in known.items() if tick == missing)
        first = max(recording.first_tick, missing - CHUNK)
        if self._scratch is None:
            self._scratch = run.session.at_start(recording.segments[0].minds)
        self._chunk = (agents, first)
        self._rows = {agent: [] for agent in agents}
        self._work = values_again(recording, self._scratch, agents, first, missing - 1)
        self._timer.start()

    def _go_on(self) -> None:
        if self._work is None:
            self._timer.stop()
            return
        end = self._clock() + SLICE
        try:
            for found in self._work:
                if found is not None:
                    for agent, values in found[1].items():
                        self._rows[agent].append(values)
                if self._clock() >= end:
                    return
        except (CannotRunAgain, TickNotRecorded) as error:
            self.trouble = str(error)
            self._give_up()
            return
        assert self._chunk is not None
        for agent in self._chunk[0]:
            self._curves.put_before(agent, self._chunk[1], self._rows[agent])
        self._give_up()
        self.filled.emit()
        self.follow()

    def _give_up(self) -> None:
        self._timer.stop()
        self._work, self._chunk, self._rows = None, None, {}
