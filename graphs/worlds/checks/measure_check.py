"""Check the measures of a world: whether their agents are there, and whether a mind can answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.checks.rules.scopes import document_scope
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import name_remedy
from graphs.expressions.types import BOOL
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.event_names import matching_events
from graphs.worlds.model.world_file import MeasureEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem

_OF_NODES = ("time_in", "first_in", "entries")
_OF_EVENTS = ("events", "first_event")


def measure_problems(
    world: WorldDocument, minds: Mapping[str, Document], registry: Registry
) -> Iterator[WorldProblem]:
    """Yield warnings: a world runs whatever its measures say, but a batch of it does not.

    Nodes are not looked for here; a batch names the one it does not find.
    """
    for name, measure in world.measures.items():
        where = f"measures.{name}"
        if measure.agent is not None and measure.agent not in world.agents:
            said = f"There is no agent {measure.agent!r}."
            yield _warning(f"{where}.agent", said, name_remedy(measure.agent, world.agents))
            continue
        asked = [measure.agent] if measure.agent is not None else list(world.agents)
        named = {(world.agents[agent].mind or "").partition("#")[0] for agent in asked}
        if not any(named):
            who = measure.agent or "any agent"
            yield _warning(f"{where}.agent", f"{who} has no mind to ask.", "Measure an agent with a mind.")
            continue
        there = [minds[file] for file in sorted(named) if file in minds]
        problems = [_problem(measure, document, registry) for document in there]
        if problems and all(problem is not None for problem in problems):
            first = next(problem for problem in problems if problem is not None)
            yield _warning(f"{where}.of", *first)


def _problem(measure: MeasureEntry, document: Document, registry: Registry) -> tuple[str, str] | None:
    """Return why one mind cannot answer and what to do, None where it can."""
    scope = document_scope(document, registry)
    if measure.kind in _OF_EVENTS:
        if matching_events([measure.of], scope.events):
            return None
        said = f"The mind declares no event {measure.of!r}."
        return said, name_remedy(measure.of, scope.events, "Declare it in the document.")
    if measure.kind in _OF_NODES:
        return None
    try:
        check_expression(measure.of, scope, BOOL if measure.kind in ("share", "first") else None)
    except ExpressionError as error:
        return f"{measure.of!r}: {error.message}", error.remedy
    return None


def _warning(where: str, message: str, remedy: str) -> WorldProblem:
    return WorldProblem(where, message, remedy or "Correct it.", "warning")
