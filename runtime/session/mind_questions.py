"""Ask minds of a session for variables, and for expressions of the world file (rules 11.3 and 11.21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphs.checks.rules.scopes import document_scope
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.types import BOOL, FLOAT, Type, Value
from runtime.basics.context import EvaluationError, Slot
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program
from runtime.worlds.world import World

if TYPE_CHECKING:
    from runtime.session.session import Session


class MindQuestions:
    """Evaluate such expressions of one session; each is compiled once for a program."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[tuple[int, str], tuple[Program, Expression | None]] = {}

    def answer(self, world: World) -> None:
        """Answer what a world asks of minds."""
        world.read_area_costs(self.area_cost)
        world.counts_waypoint = self.counts

    def variable(self, agent: str, name: str) -> Value:
        """Return a variable of an agent's mind, None where it has none of this name."""
        brain = self._session.brains.get(agent)
        slot = brain.program.variables.get(name) if brain else None
        return brain.state.read(slot) if brain and slot else None

    def area_cost(self, agent: str, zone: str) -> Value:
        """Return what an agent's expression for a zone comes to now, None where it has no value."""
        return self._value(agent, self._session.document.agents[agent].area_costs[zone], FLOAT)

    def counts(self, agent: str, waypoint: str) -> bool:
        """Tell whether the condition of a waypoint holds for an agent now; one that fails does not."""
        return self._value(agent, self._session.document.waypoints[waypoint].condition, BOOL) is True

    def _value(self, agent: str, text: object, wanted: Type) -> Value:
        brain = self._session.brains.get(agent)
        if brain is None or not isinstance(text, str):
            return None
        key = id(brain.program), text
        if key not in self._known:
            self._known[key] = brain.program, self._compiled(agent, text, wanted, brain.program)
        expression = self._known[key][1]
        try:
            return None if expression is None else expression.run(brain.copy_for_trial())
        except EvaluationError:
            return None

    def _compiled(self, agent: str, text: str, wanted: Type, program: Program) -> Expression | None:
        documents = self._session.segments[-1].minds.documents
        document = documents.get((self._session.mind_of(agent) or "").partition("#")[0])
        if document is None:
            return None
        slots: Mapping[str, Slot] = {
            **{f"agent:{name}": slot for name, slot in program.variables.items()},
            **{f"world:{name}": slot for name, slot in program.world_variables.items()},
        }
        try:
            typed = check_expression(text, document_scope(document, self._session.registry), wanted)
        except ExpressionError:
            return None
        return Expression(text, typed, slots)
