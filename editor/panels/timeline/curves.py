"""Keep the values of agents' variables over the ticks of a run, to draw them as curves; no Qt."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graphs.expressions.types import Value, ValueType
from runtime.basics.context import Slot
from runtime.session.session import Session

DRAWN = (ValueType.FLOAT, ValueType.INT, ValueType.BOOL)
"""Types whose values are drawn: numbers as curves, yes or no as blocks."""


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
