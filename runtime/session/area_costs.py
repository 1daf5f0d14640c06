"""Ask the minds of a session what areas cost their agents: expressions of the world file (rule 11.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphs.checks.rules.scopes import document_scope
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.types import FLOAT, Value
from runtime.basics.context import EvaluationError, Slot
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program

if TYPE_CHECKING:
    from runtime.session.session import Session


class AreaCostReader:
    """Evaluate the expressions of one session; each is compiled once for a program."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[tuple[int, str], tuple[Program, Expression | None]] = {}

    def read(self, agent: str, zone: str) -> Value:
        """Return what an agent's expression for a zone comes to now, None where it has no value."""
        brain = self._session.brains.get(agent)
        text = self._session.document.agents[agent].area_costs[zone]
        if brain is None or not isinstance(text, str):
            return None
        key = id(brain.program), text
        if key not in self._known:
            self._known[key] = brain.program, self._compiled(agent, text, brain.program)
        expression = self._known[key][1]
        try:
            return None if expression is None else expression.run(brain.copy_for_trial())
        except EvaluationError:
            return None

    def _compiled(self, agent: str, text: str, program: Program) -> Expression | None:
        documents = self._session.segments[-1].minds.documents
        document = documents.get((self._session.mind_of(agent) or "").partition("#")[0])
        if document is None:
            return None
        slots: Mapping[str, Slot] = {
            **{f"agent:{name}": slot for name, slot in program.variables.items()},
            **{f"world:{name}": slot for name, slot in program.world_variables.items()},
        }
        try:
            typed = check_expression(text, document_scope(document, self._session.registry), FLOAT)
        except ExpressionError:
            return None
        return Expression(text, typed, slots)
