"""Measure one run: probes bind measures to the agents of a world, meters read them step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite

from graphs.checks.rules.scopes import document_scope
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import name_remedy
from graphs.expressions.types import BOOL, Type, Value
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.variables_and_events import matching_events
from graphs.worlds.model.world_file import MeasureEntry, MeasureKind
from runtime.basics.context import EvaluationError
from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome, TransitionOutcome
from runtime.history.why.watch_expression import reads_values_only, value_on, watch_expression
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import TraceFrame
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

_AFTER = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)
_ENTERED = (StateOutcome.ENTERED, StateOutcome.REENTERED, StateOutcome.PASSED)


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


class Meter:
    """Take the frames of one run; `value` is what was measured so far, None where nothing could be."""

    def __init__(self, probe: Probe, session: Session) -> None:
        self.probe = probe
        self.session = session
        self.brain = session.brains[probe.agent]
        self.is_direct = probe.expression is not None and reads_values_only(probe.expression)

    @property
    def value(self) -> Value:
        """Return what was measured so far."""
        raise NotImplementedError

    def take(self, frame: TraceFrame) -> None:
        """Take what one step did; called after it."""
        raise NotImplementedError


class EndMeter(Meter):
    """Evaluate an expression when it is asked for: at the end of the run."""

    @property
    def value(self) -> Value:
        """Return the value now, None where it has none (no one is there to ask, a division by zero)."""
        return _evaluated(self)

    def take(self, frame: TraceFrame) -> None:
        """Do nothing: only the end counts."""


class NumberMeter(Meter):
    """Keep the mean, the smallest or the largest value of a number over the steps in which it has one."""

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._count, self._sum = 0, 0.0
        self._least, self._most = float("inf"), float("-inf")

    @property
    def value(self) -> Value:
        """Return the mean, the least or the most, None before the first value."""
        if not self._count:
            return None
        kept = {"mean": self._sum / self._count, "min": self._least, "max": self._most}
        return kept[self.probe.kind]

    def take(self, frame: TraceFrame) -> None:
        """Take the value after this step."""
        found = _evaluated(self)
        if isinstance(found, (int, float)) and isfinite(found):
            self._count += 1
            self._sum += found
            self._least, self._most = min(self._least, float(found)), max(self._most, float(found))


class ConditionMeter(Meter):
    """Keep the share of the steps in which a condition holds, and when it first does, in seconds."""

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._steps = self._held = 0
        self._first: float | None = None

    @property
    def value(self) -> Value:
        """Return the share, 0 to 1, or the time."""
        if self.probe.kind == "first":
            return self._first
        return self._held / self._steps if self._steps else None

    def take(self, frame: TraceFrame) -> None:
        """Take the answer after this step; a condition that cannot be evaluated does not hold."""
        self._steps += 1
        if _evaluated(self) is True:
            self._held += 1
            if self._first is None:
                self._first = frame.tick / self.session.rate


class NodeMeter(Meter):
    """Keep how long a node was active, when it first was, and how often it was entered.

    A state counts as active after a step in which it is; a tree node in a step in which it was visited, from
    one brain tick to the next; a transition when it was taken.
    """

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._program: Program = session.brains[probe.agent].program
        self._active: set[int] = set()
        self._running: set[int] = set()
        self._steps = self._entries = 0
        self._first: float | None = None

    @property
    def value(self) -> Value:
        """Return the seconds, or the count."""
        if self.probe.kind == "time_in":
            return self._steps / self.session.rate
        return self._entries if self.probe.kind == "entries" else self._first

    def take(self, frame: TraceFrame) -> None:
        """Take what became of the node in this step."""
        brain = frame.brains.get(self.probe.agent)
        if brain is not None:
            entered = sum(self._entered(row, brain.outcomes) for row in self.probe.rows)
            self._entries += entered
            if entered and self._first is None:
                self._first = frame.tick / self.session.rate
        if self._active:
            self._steps += 1

    def _entered(self, row: int, outcomes: bytes) -> bool:
        """Note whether a row is active now, and tell whether it was entered in this brain tick."""
        byte = outcomes[row] if outcomes else 0
        family = self._program.rows[row].family
        if family is RowFamily.STATE:
            active, entered = byte in _AFTER, byte in _ENTERED
        elif family is RowFamily.TRANSITION:
            active = entered = byte == TransitionOutcome.TAKEN
        elif family is RowFamily.DECISION:
            active = entered = byte != 0
        else:
            result = byte & RESULT_MASK
            active = result not in (NodeOutcome.NOT_VISITED, NodeOutcome.SKIPPED)
            entered = active and row not in self._running
            _put(self._running, row, result == NodeOutcome.RUNNING and not byte & HALTED)
        _put(self._active, row, active)
        return entered


class EventMeter(Meter):
    """Count an event of the agent, whole or by its first parts, and keep when the first one came."""

    def __init__(self, probe: Probe, session: Session) -> None:
        super().__init__(probe, session)
        self._count = 0
        self._first: float | None = None

    @property
    def value(self) -> Value:
        """Return the count, or the time of the first."""
        return self._count if self.probe.kind == "events" else self._first

    def take(self, frame: TraceFrame) -> None:
        """Take the events of this step."""
        wanted = self.probe.event
        for event in frame.events:
            if event.agent == self.probe.agent and (
                event.name == wanted or event.name.startswith(f"{wanted}.")
            ):
                self._count += 1
                if self._first is None:
                    self._first = frame.tick / self.session.rate


def meter_of(probe: Probe, session: Session) -> Meter:
    """Return a fresh meter for a probe in a session at its start."""
    if probe.kind in OF_NODES:
        return NodeMeter(probe, session)
    if probe.kind in OF_EVENTS:
        return EventMeter(probe, session)
    if probe.kind in ("share", "first"):
        return ConditionMeter(probe, session)
    return EndMeter(probe, session) if probe.kind == "end" else NumberMeter(probe, session)


def measured(meters: Iterable[Meter]) -> dict[str, Value]:
    """Return what each meter measured, by its column."""
    return {meter.probe.column: meter.value for meter in meters}


def _evaluated(meter: Meter) -> Value:
    expression = meter.probe.expression
    assert expression is not None
    try:
        return expression.run(meter.brain) if meter.is_direct else value_on(expression, meter.brain)
    except EvaluationError:
        return None


def _put(rows: set[int], row: int, there: bool) -> None:
    if there:
        rows.add(row)
    else:
        rows.discard(row)
