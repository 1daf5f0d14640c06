"""Keep the values of the picked agent's variables over the ticks of a run, to draw them as curves; no Qt."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphs.expressions.types import ValueType
from runtime.expressions.context import Slot
from runtime.session import Session

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


class Curves:
    """Gather the values of one agent while the run goes on; another agent begins afresh."""

    def __init__(self) -> None:
        self.agent: str | None = None
        self._curves: dict[str, Curve] = {}

    def __iter__(self) -> Iterator[Curve]:
        return iter(self._curves.values())

    def clear(self, agent: str | None) -> None:
        """Begin afresh, for an agent."""
        self.agent = agent
        self._curves.clear()

    def cut(self, tick: int) -> None:
        """Forget what was after a tick: another future begins there."""
        for curve in self._curves.values():
            curve.cut(tick)

    def take(self, session: Session, tick: int) -> None:
        """Take the values after a step; ticks that are known already are left alone."""
        brain = session.brains.get(self.agent or "")
        if brain is None:
            return
        for name, slot in brain.program.variables.items():
            if slot.type.kind in DRAWN:
                self._take(name, slot, float(brain.state.read(slot) or 0.0), tick)  # type: ignore[arg-type]

    def _take(self, name: str, slot: Slot, value: float, tick: int) -> None:
        curve = self._curves.get(name)
        if curve is None or tick > curve.end:
            curve = self._curves[name] = Curve(name, slot.type.kind is ValueType.BOOL, tick)
        if tick == curve.end:
            curve.values.append(value)
