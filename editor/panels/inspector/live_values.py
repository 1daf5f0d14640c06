"""Tell what expressions come to on the picked agent, at the tick that is shown."""

from __future__ import annotations

from dataclasses import dataclass

from editor.documents.open.document_session import DocumentSession
from editor.panels.run.blackboard_rows import value_words
from editor.running.row_looks import instance_shown
from editor.running.run_controller import RunController
from graphs.checks.rules.scopes import graph_scope
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import Scope
from graphs.expressions.types import ValueType
from graphs.model import Document
from graphs.worlds.model.squad_minds import entry_of
from runtime.history.why.watch_expression import expression_in_place, value_in_place
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Instance, Program

MOST_KEPT = 200


def sensors_writing(variable: str, run: RunController) -> tuple[str, ...]:
    """Return the kinds of sensors that write a variable of the picked agent, each once."""
    choice, agent = run.choice, run.picked_agent
    entry = entry_of(choice.world, agent or "") if choice is not None else None
    sensors = entry.sensors if entry is not None else ()
    return tuple(dict.fromkeys(sensor.kind for sensor in sensors if variable in sensor.writes))


@dataclass(frozen=True, slots=True)
class LiveWords:
    """Hold in words what an expression comes to, "" for nothing, and what it reads: "d is 4.2"."""

    value: str = ""
    reads: tuple[str, ...] = ()


NOTHING = LiveWords()


class LiveValues:
    """Evaluate expressions of one document, each read once for a program.

    In the past the values are those of the tick shown; while the session is on its way there, there are none.
    """

    def __init__(self, run: RunController) -> None:
        self._run = run
        self._made_of: tuple[Program, Document] | None = None
        self._read: dict[tuple[str, str, str], Expression | None] = {}

    def words(self, text: str, session: DocumentSession, scope: Scope | None = None) -> LiveWords:
        """Return value and reads in words; nothing without a run, for another mind, for a mistake.

        `scope` is what the expression may name where it is, None for what any may name.
        """
        run, agent = self._run, self._run.picked_agent
        view = run.view
        if run.session is None or agent is None or view is None or run.time.is_seeking:
            return NOTHING
        brain = run.session.brains.get(agent)
        instance = instance_shown(view, session.graph_id)
        if brain is None or instance is None:
            return NOTHING
        element = next(iter(session.selection)) if len(session.selection) == 1 else ""
        row = instance.row_of.get(element)
        expression = self._expression(text, session, scope, brain.program, instance)
        if expression is None:
            return NOTHING
        try:
            found = value_in_place(expression, brain, row)
        except LookupError:
            return NOTHING
        titles = {agent: run.agent_title(agent) for agent in run.session.agent_ids}
        is_entity = expression.typed.type.kind is ValueType.ENTITY
        value = value_words(found.value, titles if is_entity else None) if found.has_value else ""
        reads = [read for read in found.reads if read.text != text.strip()]
        return LiveWords(value, tuple(f"{read.text} is {value_words(read.value)}" for read in reads))

    def _expression(
        self, text: str, session: DocumentSession, scope: Scope | None, program: Program, instance: Instance
    ) -> Expression | None:
        made_of = self._made_of
        is_other = made_of is None or made_of[0] is not program or made_of[1] is not session.document
        if is_other or len(self._read) > MOST_KEPT:
            self._made_of, self._read = (program, session.document), {}
        element = ",".join(sorted(session.selection))
        key = (text, instance.path, element)
        if key not in self._read:
            if scope is None:
                scope = graph_scope(session.document, session.graph_id, session.registry)
            try:
                self._read[key] = expression_in_place(text, scope, program, instance)
            except ExpressionError:
                self._read[key] = None
        return self._read[key]
