"""Gather where the triggers of a program lie and how long each stays armed (rule 2.3)."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.expressions.types import TRIGGER
from graphs.model import Variable
from runtime.basics.context import Slot
from runtime.basics.time_ticks import DurationError, duration_to_ticks_exact
from runtime.minds.program.problems import CompileProblem
from runtime.minds.program.state_layout import StateLayout
from runtime.minds.program.triggers import TriggerPlace


class TriggerPlaces:
    """Hold the triggers declared so far, by the place of their byte."""

    def __init__(self, layout: StateLayout, rate: int, problems: list[CompileProblem]) -> None:
        self._problems = problems
        self._layout = layout
        self._rate = rate
        self._places: dict[int, TriggerPlace] = {}

    @property
    def places(self) -> Mapping[int, TriggerPlace]:
        """Return them in the order they were declared."""
        return self._places

    def declare(self, name: str, slot: Slot, variable: Variable, graph: str = "", path: str = "") -> None:
        """Note the variable at `slot` if it is a trigger; `path` is the call path of its `graph`."""
        if slot.type != TRIGGER or slot.shared:
            return
        latched = variable.latched
        ticks = 0
        if not isinstance(latched, bool):
            ticks = self._ticks(latched, name, graph) if latched > 0 else 0
        until = self._layout.allocate("int") if ticks else -1
        holds = latched is True or ticks > 0
        self._places[slot.index] = TriggerPlace(slot.index, name, path, holds, ticks, until)

    def _ticks(self, seconds: float, name: str, graph: str) -> int:
        try:
            return duration_to_ticks_exact(seconds, self._rate)
        except DurationError as error:
            self._problems.append(CompileProblem(graph, name, "latched", str(error), "Write a shorter one."))
            return 0

    def declare_parameter(self, name: str, slot: Slot, path: str, *, bound: bool) -> None:
        """Note a parameter with a place of its own if it is a trigger.

        `bound` tells that a call gives it its value before every tick; then it does not age.
        """
        if slot.type == TRIGGER:
            self._places[slot.index] = TriggerPlace(slot.index, name, path, ages=not bound)
