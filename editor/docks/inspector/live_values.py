"""Tell what expressions come to on the picked agent, at the tick that is shown."""

from __future__ import annotations

from editor.docks.blackboard_rows import value_words
from editor.documents.document_session import DocumentSession
from editor.running.row_looks import instance_shown
from editor.running.run_controller import RunController
from graphs.expressions.errors import ExpressionError
from runtime.debugging.watch_expression import value_on, watch_expression
from runtime.expressions.context import EvaluationError
from runtime.program.code import Expression
from runtime.program.program import Program

MOST_KEPT = 200


def sensors_writing(variable: str, run: RunController) -> tuple[str, ...]:
    """Return the kinds of sensors that write a variable of the picked agent, each once."""
    choice, agent = run.choice, run.picked_agent
    entry = choice.world.agents.get(agent or "") if choice is not None else None
    kinds = (one.kind for one in entry.sensors if variable in one.writes) if entry is not None else ()
    return tuple(dict.fromkeys(kinds))


class LiveValues:
    """Evaluate expressions of one document, each read once for a program.

    Only what names variables of the agent and the world has a value here: those of a graph, and the event
    taken, are there only while the graph runs.
    """

    def __init__(self, run: RunController) -> None:
        self._run = run
        self._program: Program | None = None
        self._read: dict[str, Expression | None] = {}

    def words(self, text: str, session: DocumentSession) -> str:
        """Return the value in words, "" where there is none: no run, another mind, a mistake."""
        run, agent = self._run, self._run.picked_agent
        view = run.view
        if run.session is None or agent is None or view is None or run.time.is_past:
            return ""
        brain = run.session.brains.get(agent)
        if brain is None or instance_shown(view, session.graph_id) is None:
            return ""
        expression = self._expression(text, session, brain.program)
        if expression is None:
            return ""
        try:
            return value_words(value_on(expression, brain))
        except (EvaluationError, LookupError):
            return ""

    def _expression(self, text: str, session: DocumentSession, program: Program) -> Expression | None:
        if program is not self._program or len(self._read) > MOST_KEPT:
            self._program, self._read = program, {}
        if text not in self._read:
            try:
                made = watch_expression(text, session.document, session.registry, program)
            except ExpressionError:
                self._read[text] = None
            else:
                self._read[text] = made
        return self._read[text]
