"""Bind measures to the agents of a world: which expression, rows or event each of them looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphs.checks.rules.scopes import document_scope
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import name_remedy
from graphs.expressions.types import BOOL, Type
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.event_names import matching_events
from graphs.worlds.model.world_file import MeasureEntry, MeasureKind
from runtime.history.why.watch_expression import watch_expression
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.session.session import Session
from runtime.trials.batches.refusal import BatchRefused
from runtime.trials.cases.node_names import CaseRefused, NodeNames

MOST_COLUMNS = 64
"""Most columns that one measure without an agent makes."""

OF_CONDITIONS: tuple[MeasureKind, ...] = ("share", "first")
OF_NUMBERS: tuple[MeasureKind, ...] = ("mean", "min", "max")
OF_NODES: tuple[MeasureKind, ...] = ("time_in", "first_in", "entries")
OF_EVENTS: tuple[MeasureKind, ...] = ("events", "first_event")
ENDING: tuple[MeasureKind, ...] = ("first", "first_in", "first_event")
"""Measures that can end a run: they tell when something happens first."""


@dataclass(frozen=True)
class Probe:
    """Hold one column of the results: what is looked at, on which agent."""

    column: str
    kind: MeasureKind
    agent: str
    expression: Expression | None = None
    rows: tuple[int, ...] = ()
    event: str = ""


def probes_of(
    name: str, measure: MeasureEntry, session: Session, documents: Mapping[str, Document], where: str
) -> tuple[Probe, ...]:
    """Return a probe for each agent that a measure is of, one column each.

    Raises `BatchRefused` where the agent, or every agent, cannot answer.
    """
    if measure.agent is not None:
        if measure.agent not in session.brains:
            said = f"The agent {measure.agent!r} has no mind to ask."
            raise BatchRefused(where, said, name_remedy(measure.agent, session.brains))
        return (_probe(name, measure, measure.agent, session, documents, where),)
    found: list[Probe] = []
    refused: BatchRefused | None = None
    for agent in session.brains:
        try:
            found.append(_probe(f"{name}@{agent}", measure, agent, session, documents, where))
        except BatchRefused as error:
            refused = refused or error
    if not found:
        raise refused or BatchRefused(where, "No agent of this world has a mind.", "Give one a mind.")
    if len(found) > MOST_COLUMNS:
        said = f"{len(found)} agents can answer, which is more than {MOST_COLUMNS} columns."
        raise BatchRefused(where, said, "Name one agent: put @AGENT behind it.")
    if len(found) == 1:
        only = found[0]
        return (Probe(name, only.kind, only.agent, only.expression, only.rows, only.event),)
    return tuple(found)


def _probe(
    column: str,
    measure: MeasureEntry,
    agent: str,
    session: Session,
    documents: Mapping[str, Document],
    where: str,
) -> Probe:
    program = session.brains[agent].program
    document = documents[(session.mind_of(agent) or "").partition("#")[0]]
    if measure.kind in OF_NODES:
        rows = _rows(measure.of, program, document, session.registry, where)
        return Probe(column, measure.kind, agent, rows=rows)
    if measure.kind in OF_EVENTS:
        _check_event(measure.of, document, session.registry, where)
        return Probe(column, measure.kind, agent, event=measure.of)
    expected: Type | None = BOOL if measure.kind in OF_CONDITIONS else None
    try:
        made = watch_expression(measure.of, document, session.registry, program, expected)
    except ExpressionError as error:
        raise BatchRefused(where, f"{measure.of!r}: {error.message}", error.remedy) from None
    if measure.kind in OF_NUMBERS and not made.typed.type.is_number:
        said = f"{measure.of!r} is {made.typed.type.phrase}, and has no {measure.kind}."
        raise BatchRefused(where, said, "Measure a number, or the share of a condition.")
    return Probe(column, measure.kind, agent, expression=made)


def _rows(name: str, program: Program, document: Document, registry: Registry, where: str) -> tuple[int, ...]:
    families = (RowFamily.STATE, RowFamily.TREE_NODE, RowFamily.DECISION, RowFamily.TRANSITION)
    try:
        return NodeNames(program, document, registry).find_uses(name, where, *families)
    except CaseRefused as refused:
        raise BatchRefused(where, refused.problem.message, refused.problem.remedy) from None


def _check_event(name: str, document: Document, registry: Registry, where: str) -> None:
    known = document_scope(document, registry).events
    if not matching_events([name], known):
        said = f"The mind declares no event {name!r}."
        raise BatchRefused(where, said, name_remedy(name, known, "Declare it in the document."))
