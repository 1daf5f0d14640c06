"""Stop a run where something happens: at a node, a state, a transition, a variable, an event, an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from graphs.expressions.errors import ExpressionError
from graphs.expressions.types import BOOL, Value
from graphs.kinds.declarations.registry import Registry
from runtime.basics.context import EvaluationError
from runtime.basics.status import (
    HALTED,
    NOT_REACHED,
    RESULT_MASK,
    NodeOutcome,
    StateOutcome,
    TransitionOutcome,
)
from runtime.history.why.watch_expression import value_on, watch_expression
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import BrainFrame, TraceFrame
from runtime.session.session import Session

StopMoment = Literal[
    "enter",
    "exit",
    "success",
    "failure",
    "running",
    "halt",
    "considered",
    "taken",
    "change",
    "event",
    "error",
]
"""What a breakpoint stops at.

| moment | of | stops when |
|---|---|---|
| enter | node, state, question | it is entered; it is asked |
| exit | node, state | it ends with a result; it is left |
| success, failure | node | a visit gives that |
| running | node | it runs and did not in the agent's tick before |
| halt | node | it is halted |
| considered, taken | transition | it is asked; it is taken |
| change | variable | its value after the tick is another than before |
| event | event | it reaches the agent or is raised in it |
| error | everything | something goes wrong |
"""

_LOGGED: frozenset[StopMoment] = frozenset({"enter", "exit"})
"""Moments of tree nodes that only a log tells for sure: a node may be halted and entered in one tick."""

_OWN_BYTES: Mapping[StopMoment, tuple[int, ...]] = {
    "taken": (TransitionOutcome.TAKEN,),
    "considered": tuple(outcome for outcome in TransitionOutcome if outcome),
}
_STATE_BYTES: Mapping[StopMoment, tuple[int, ...]] = {
    "enter": (StateOutcome.ENTERED, StateOutcome.REENTERED, StateOutcome.PASSED),
    "exit": (StateOutcome.EXITED, StateOutcome.REENTERED, StateOutcome.PASSED),
}
_RESULTS: Mapping[StopMoment, NodeOutcome] = {
    "success": NodeOutcome.SUCCESS,
    "failure": NodeOutcome.FAILURE,
    "running": NodeOutcome.RUNNING,
}


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """Say where to stop, in minds of the file `mind`.

    `graph` and `element` name a node, state or transition, `name` a variable or an event. `condition` is an
    expression over the mind's variables, "" for none; with `every` n, each n-th time counts.
    """

    mind: str
    moment: StopMoment
    graph: str = ""
    element: str = ""
    name: str = ""
    condition: str = ""
    every: int = 1
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """Say why a run stopped: which breakpoint, after which tick, for whom, at which row (-1: none).

    `said` is what the condition came to, in words, or what went wrong with it.
    """

    breakpoint: Breakpoint
    tick: int
    agent: str
    row: int
    said: str = ""


@dataclass
class _Known:
    """Hold what was found out about a program: the rows of its elements, the conditions compiled for it."""

    program: Program
    rows: Mapping[tuple[str, str], tuple[int, ...]]
    conditions: dict[str, Expression | str] = field(default_factory=dict)


@dataclass
class BreakpointWatch:
    """Look at each frame of a session for what a set of breakpoints stops at.

    `hits` counts how often each was met, its condition included. A condition that cannot be read or
    evaluated stops the run and says so, rather than never stopping it.
    """

    registry: Registry
    breakpoints: tuple[Breakpoint, ...] = ()
    hits: dict[Breakpoint, int] = field(default_factory=dict)
    _before: dict[str, bytes] = field(default_factory=dict)
    _values: dict[tuple[str, str], Value] = field(default_factory=dict)
    _known: dict[int, _Known] = field(default_factory=dict)

    def start(self, session: Session) -> None:
        """Begin with a session as it is: only what happens from now on counts."""
        self.hits.clear()
        self._before.clear()
        self._values.clear()
        self._known.clear()
        for agent in self._agents(session, "change"):
            self._note_values(session, agent)

    def agents_to_log(self, session: Session) -> frozenset[str]:
        """Return the agents that must be watched so that all breakpoints of their minds are met."""
        minds = {point.mind for point in self._enabled() if point.moment in _LOGGED}
        return frozenset(agent for agent in session.brains if _file(session, agent) in minds)

    def stops(self, frame: TraceFrame, session: Session) -> tuple[Stop, ...]:
        """Return what the step just made stops at, in ascending agent id; call it after every step."""
        found: list[Stop] = []
        events: dict[str, set[str]] = {}
        for event in frame.events:
            events.setdefault(event.agent, set()).add(event.name)
        for agent, brain in frame.brains.items():
            mind = _file(session, agent)
            for point in self._enabled():
                if point.mind == mind:
                    row = self._met(point, brain, session, events.get(agent, set()))
                    if row is not None:
                        found += self._counted(point, frame.tick, agent, row, session)
            self._before[agent] = brain.outcomes
            self._note_values(session, agent)
        return tuple(found)

    def _enabled(self) -> Iterable[Breakpoint]:
        return (point for point in self.breakpoints if point.enabled)

    def _agents(self, session: Session, moment: StopMoment) -> list[str]:
        minds = {point.mind for point in self._enabled() if point.moment == moment}
        return [agent for agent in session.brains if _file(session, agent) in minds]

    def _note_values(self, session: Session, agent: str) -> None:
        names = {point.name for point in self._enabled() if point.moment == "change"}
        if names:
            values = {**session.world_variables(), **session.variables(agent)}
            self._values.update({(agent, name): values[name] for name in names & values.keys()})

    def _met(self, point: Breakpoint, brain: BrainFrame, session: Session, events: set[str]) -> int | None:
        """Return the row at which a breakpoint is met, -1 where it has none, None where it is not met."""
        if point.moment == "error":
            return brain.errors[0].row if brain.errors else None
        if point.moment == "event":
            heard = any(name == point.name or name.startswith(f"{point.name}.") for name in events)
            return -1 if heard else None
        if point.moment == "change":
            now = {**session.world_variables(), **session.variables(brain.agent)}.get(point.name)
            return -1 if self._values.get((brain.agent, point.name), now) != now else None
        program = session.brains[brain.agent].program
        before = self._before.get(brain.agent, b"")
        if not brain.outcomes:
            return None
        rows = self._of(program).rows.get((point.graph, point.element), ())
        states = tuple(row for row in rows if program.rows[row].family is RowFamily.STATE)
        # The activity of a state has the same id; when it is entered and left is not when the state is.
        rows = states or rows
        return next((row for row in rows if _happened(point.moment, row, program, brain, before)), None)

    def _counted(self, point: Breakpoint, tick: int, agent: str, row: int, session: Session) -> list[Stop]:
        said = ""
        if point.condition:
            holds, said = self._condition(point, agent, session)
            if not holds:
                return []
        self.hits[point] = self.hits.get(point, 0) + 1
        if self.hits[point] % max(1, point.every):
            return []
        return [Stop(point, tick, agent, row, said)]

    def _condition(self, point: Breakpoint, agent: str, session: Session) -> tuple[bool, str]:
        brain = session.brains[agent]
        expression = self._expression(point, brain.program, session)
        if isinstance(expression, str):
            return True, expression
        try:
            return bool(value_on(expression, brain)), expression.sentence(brain.copy_for_trial())
        except EvaluationError as error:
            return True, f"The condition could not be evaluated: {error}"

    def _expression(self, point: Breakpoint, program: Program, session: Session) -> Expression | str:
        known = self._of(program).conditions
        if point.condition not in known:
            document = session.segments[-1].minds.documents[point.mind]
            try:
                made = watch_expression(point.condition, document, self.registry, program, BOOL)
            except ExpressionError as error:
                said = f"The condition cannot be read: {error.message} {error.remedy}"
                known[point.condition] = said.strip()
            else:
                known[point.condition] = made
        return known[point.condition]

    def _of(self, program: Program) -> _Known:
        if id(program) not in self._known:
            self._known[id(program)] = _Known(program, rows_of(program))
        return self._known[id(program)]


def _happened(moment: StopMoment, row: int, program: Program, brain: BrainFrame, before: bytes) -> bool:
    byte = brain.outcomes[row]
    family = program.rows[row].family
    if moment in _OWN_BYTES:
        return family is RowFamily.TRANSITION and byte in _OWN_BYTES[moment]
    if family is RowFamily.STATE:
        return moment in _STATE_BYTES and byte in _STATE_BYTES[moment]
    if family is RowFamily.DECISION:
        return moment == "enter" and byte != NOT_REACHED
    if moment in _LOGGED:
        return (row, moment) in brain.passages
    if moment == "halt":
        return bool(byte & HALTED)
    result = byte & RESULT_MASK == _RESULTS[moment]
    ran = bool(before) and before[row] & RESULT_MASK == NodeOutcome.RUNNING and not before[row] & HALTED
    return result and not (moment == "running" and ran)


def rows_of(program: Program) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """Return the rows of each node and edge: several where its graph is called from several places."""
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    for row in program.rows:
        key = (row.graph, row.node)
        found[key] = (*found.get(key, ()), row.index)
    return found


def _file(session: Session, agent: str) -> str:
    return (session.mind_of(agent) or "").partition("#")[0]
