"""Make a behavior test of a stretch of a recording: what the mind was told, and what it did.

The case holds no world. It begins with all that the mind remembered, and says tick by tick what sensors and
inputs wrote, which events came, what conditions answered and what entities were like when they were asked
about. What actions gave follows from the world, so each becomes a script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import document_scope
from graphs.expressions.types import Value, plain_value
from graphs.model.curves import Curve
from runtime.basics.context import EvaluationError
from runtime.basics.host import Claimed, ClaimRegister, Host, RaisedEvent
from runtime.basics.status import RESULT_MASK, NodeOutcome, Status
from runtime.history.recording.outcome_table import outcome_word, result_word
from runtime.history.recording.recording import Recording
from runtime.history.recording.rerun import ask_again, go_before, step_again
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.orders import orders_of
from runtime.minds.program.rows import RowFamily, row_path
from runtime.minds.trees.claiming import PlaceRow
from runtime.minds.trees.leaves import ActionRow
from runtime.minds.trees.tree_walk import FORCED
from runtime.records.trace_frame import BrainFrame
from runtime.session.inputs import EnterState, ForceResult
from runtime.session.session import Session
from runtime.trials.cases.case_file import (
    CASE_FORMAT,
    CaseFile,
    CaseTick,
    ConditionAnswer,
    Expectation,
    ForcedWord,
    PostedEvent,
)
from runtime.trials.cases.case_host import HOLDER_FIELD
from runtime.trials.cases.case_run import FORCED_WORDS
from runtime.trials.cases.case_start import case_start_of

_FORCED: Mapping[Status | None, ForcedWord] = {meant: word for word, meant in FORCED_WORDS.items()}
_LETTERS = {NodeOutcome.RUNNING: "R", NodeOutcome.SUCCESS: "S", NodeOutcome.FAILURE: "F"}


@dataclass(frozen=True, slots=True)
class WhatMustHold:
    """Choose what a recorded case asserts after every tick.

    `rows` are paths of nodes and states whose outcomes are held; `variables` the names of those whose values
    are. `flow` holds the active states and transitions of a mind with machines, else the result of its tree.
    """

    flow: bool = True
    rows: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()


def record_case(
    recording: Recording,
    session: Session,
    agent: str,
    ticks: range,
    document: str,
    holds: WhatMustHold | None = None,
    title: str = "",
) -> CaseFile:
    """Return the case of what an agent's mind did in some ticks, from `document`, a path beside the case.

    `session` is of the same world and used up. Raises `TickNotRecorded`, `CannotRunAgain`, and
    `NotResumable` where an action written with yield is under way at the first tick.
    """
    holds = holds or WhatMustHold()
    session.watch([agent])
    go_before(recording, session, ticks.start)
    while session.tick < ticks.start:
        step_again(recording, session, session.tick)
    brain = session.brains[agent]
    mind, _, graph = recording.cast.minds[agent].partition("#")
    declared = document_scope(
        recording.segment_at(ticks.start).minds.documents[mind], session.registry
    ).events
    start = case_start_of(brain)
    start = start.model_copy(update={"events": tuple(_declared(start.events, declared))})
    listener = _Listener(brain)
    gathered: list[CaseTick] = []
    scripts: dict[str, str] = {}
    skipped = 0
    for tick in ticks:
        told = listener.listen(recording, session, tick)
        if told is None:
            skipped += 1
            continue
        gathered.append(_case_tick(told, brain, holds, skipped, declared))
        _add_letters(told.frame, brain, scripts)
        skipped = 0
    values = {
        "format": CASE_FORMAT.name,
        "version": CASE_FORMAT.version,
        "title": title,
        "document": document,
        "graph": graph or None,
        "rate": recording.cast.rate,
        "seed": recording.cast.seed,
        "agent": agent,
        "curves": session.document.agents[agent].curves or dict(_own_curves(brain)),
        "start": start,
        "leaves": scripts,
        "ticks": tuple(_folded(gathered)),
    }
    return CaseFile.model_validate(values)


def _own_curves(brain: Brain) -> Iterator[tuple[str, Curve]]:
    """Yield tables that are not those of the mind as curves, as an agent of a game has them."""
    for name, (places, values) in brain.curves.items():
        if (places, values) != brain.program.curves[name]:
            low, high = places[0], max(places[-1], places[0] + 1)
            points = tuple(zip(places, values, strict=True))
            yield name, Curve(shape="points", low=low, high=high, points=points)


@dataclass(frozen=True, slots=True)
class _Told:
    """Hold what a brain was told before and during one tick, and what came of it."""

    frame: BrainFrame
    written: dict[str, JsonValue]
    posted: tuple[RaisedEvent, ...]
    answers: dict[str, list[ConditionAnswer]]
    entities: dict[str, dict[str, JsonValue] | None]
    force: dict[str, ForcedWord]
    enter: tuple[str, ...]


class _HeardClaims(ClaimRegister):
    """Hand on what is asked of claims, and tell which other agent holds an entity."""

    def __init__(self, claims: ClaimRegister, tell: Callable[[str, str | None], None]) -> None:
        self._claims, self._tell = claims, tell

    def holders(self, claimed: Claimed) -> tuple[str, ...]:
        """Hand on a question; only agents that hold none themselves ask it."""
        holders = self._claims.holders(claimed)
        if claimed.sort == "entity":
            self._tell(claimed.name, next(iter(holders), None))
        return holders

    def note(self, agent: str, claimed: Claimed, *, holds: bool) -> None:
        """Hand on a claim."""
        self._claims.note(agent, claimed, holds=holds)

    def forget(self) -> None:
        """Hand on that brains are given another memory."""
        self._claims.forget()


class _Listener:
    """Stand between a brain and its host, and take down what is asked and answered."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain
        self._host: Host = brain.host
        brain.host = cast(Host, self)
        self._answers: dict[str, list[ConditionAnswer]] = {}
        self._entities: dict[str, dict[str, JsonValue]] = {}
        # Events that a case has by itself: those waiting at its start, those the agent sends itself.
        self._known: list[RaisedEvent] = list(brain.posted)
        self._world = self._world_values()
        self._posted: list[RaisedEvent] = []
        self._found: dict[str, Value] = {}
        self._world_found: dict[str, Value] = {}
        self._world_writes: dict[str, Value] = {}
        rows, waiting = brain.program.rows, orders_of(brain)
        self._force = {row_path(rows[row]): _FORCED[result] for row, result in waiting.forced}
        self._enter = [row_path(rows[row]) for row in waiting.entered]

    def listen(self, recording: Recording, session: Session, tick: int) -> _Told | None:
        """Make a step again and return what the brain was told; None where it did not tick."""
        brain = self._brain
        self._answers, self._entities = {}, {}
        before = self._own_values()
        for asked in recording.notes(tick).inputs:
            if isinstance(asked, ForceResult) and asked.agent == brain.agent:
                self._force[asked.node_path] = _FORCED[asked.result]
            elif isinstance(asked, EnterState) and asked.agent == brain.agent:
                self._enter.append(asked.state_path)
        session.make_log = self._take_down
        ask_again(recording, session, tick)
        frame = session.step().brains.get(brain.agent)
        session.make_log = BrainLog
        if frame is None:
            return None
        self._world_writes = {**_counted(frame, brain), **self._world_writes}
        written = {name: value for name, value in self._found.items() if _other(before[name], value)}
        written |= {
            name: value for name, value in self._world_found.items() if _other(self._world[name], value)
        }
        plain = {name: plain_value(value) for name, value in sorted(written.items())}
        force, self._force = self._force, {}
        enter, self._enter = tuple(self._enter), []
        return _Told(frame, plain, tuple(self._posted), self._answers, {**self._entities}, force, enter)

    def _take_down(self) -> BrainLog:
        """Take down what stands right before the brain ticks."""
        posted = self._brain.posted
        self._posted = [event for event in posted if all(event is not known for known in self._known)]
        self._known = []
        self._found = self._own_values()
        self._world, self._world_found = self._expected_world(), self._world_values()
        self._world_writes = {}
        return BrainLog()

    def _expected_world(self) -> dict[str, Value]:
        """Return the world variables as the case has them: those of the last tick, with its own writes."""
        return {**(self._world_found or self._world), **self._world_writes}

    def _own_values(self) -> dict[str, Value]:
        brain = self._brain
        return {name: brain.state.read(slot) for name, slot in brain.program.variables.items()}

    def _world_values(self) -> dict[str, Value]:
        brain = self._brain
        return {name: brain.world.read(slot) for name, slot in brain.program.world_variables.items()}

    def _note_holder(self, entity: str, holder: str | None) -> None:
        self._entities.setdefault(entity, {})[HOLDER_FIELD] = holder

    # -- the host: what is not taken down, the brain's own answers --------------------------------------

    def __getattr__(self, name: str) -> object:
        return getattr(self._host, name)

    @property
    def behind(self) -> Host:
        """Return the host that answers."""
        return self._host

    @property
    def claims(self) -> ClaimRegister:
        """Take down who holds the entities that are asked for."""
        return _HeardClaims(self._host.claims, self._note_holder)

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Take down the answer to a condition."""
        plain = tuple(plain_value(argument) for argument in arguments)
        try:
            answer = self._host.condition(agent, name, arguments)
        except EvaluationError:
            self._answers.setdefault(name, []).append(ConditionAnswer(arguments=plain, answer="error"))
            raise
        self._answers.setdefault(name, []).append(ConditionAnswer(arguments=plain, answer=answer))
        return answer

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Take down what an entity was like."""
        value = self._host.entity_field(entity, field)
        if entity is not None:
            self._entities.setdefault(entity, {})[field] = plain_value(value)
        return value

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        """Hand an event on; a case delivers those to the agent itself."""
        if receiver == agent:
            self._known.append(event)
        self._host.send(agent, receiver, event)

    def write_world(self, agent: str, name: str, value: Value) -> None:
        """Hand a write on; a case applies it too, after the tick."""
        self._world_writes[name] = value
        self._host.write_world(agent, name, value)


def _counted(frame: BrainFrame, brain: Brain) -> dict[str, Value]:
    """Return what claims of a tick left of the places that world variables count: it is written at once."""
    rows = brain.program.rows
    noted = (write for write in frame.writes if write.row >= 0)
    counting = [write for write in noted if isinstance(rows[write.row], PlaceRow)]
    return {write.variable: write.value for write in counting}


def _other(one: Value, another: Value) -> bool:
    return type(one) is not type(another) or one != another


Declared = Mapping[str, Mapping[str, object]]


def _declared(posted: Iterable[PostedEvent], declared: Declared) -> Iterator[PostedEvent]:
    """Return the events that the mind knows, with the fields it knows: no other can be posted by a case."""
    for event in posted:
        fields = declared.get(event.event)
        if fields is not None:
            known = {name: value for name, value in event.payload.items() if name in fields}
            yield event.model_copy(update={"payload": known})


def _posted(event: RaisedEvent) -> PostedEvent:
    return PostedEvent(
        event=event.name, payload={name: plain_value(value) for name, value in event.fields.items()}
    )


def _case_tick(told: _Told, brain: Brain, holds: WhatMustHold, skipped: int, declared: Declared) -> CaseTick:
    return CaseTick(
        skip=skipped,
        set=told.written,
        post=tuple(_declared(map(_posted, told.posted), declared)),
        force=told.force,
        enter=told.enter,
        conditions={name: tuple(answers) for name, answers in told.answers.items()},
        entities=told.entities,
        expect=_expectation(told.frame, brain, holds),
    )


def _expectation(frame: BrainFrame, brain: Brain, holds: WhatMustHold) -> Expectation:
    program, outcomes = brain.program, frame.outcomes
    rows = {row_path(row): row for row in program.rows}
    values: dict[str, object] = {
        "outcomes": {
            path: outcome_word(rows[path].family, outcomes[rows[path].index] if outcomes else 0)
            for path in sorted(holds.rows & rows.keys())
        },
        "variables": {
            name: plain_value(brain.state.read(slot))
            for name, slot in program.variables.items()
            if name in holds.variables
        },
        "errors": tuple(error.message for error in frame.errors),
    }
    if holds.flow and any(row.family is RowFamily.STATE for row in program.rows):
        active = [
            row
            for row in program.rows
            if isinstance(row, StateRow) and row.active(brain) and not row.is_added
        ]
        values["active"] = tuple(row_path(row) for row in active)
        taken = [program.rows[row] for row in frame.taken]
        values["transitions"] = tuple(row_path(row) for row in taken if not row.is_added)
    elif holds.flow:
        values["result"] = result_word(frame.status)
    return Expectation.model_validate(values)


def _add_letters(frame: BrainFrame, brain: Brain, scripts: dict[str, str]) -> None:
    """Add what each action gave, one letter for each of its ticks."""
    failed = {error.row for error in frame.errors}
    for visit in frame.visits:
        row = brain.program.rows[visit.row]
        letter = _LETTERS.get(NodeOutcome(visit.outcome & RESULT_MASK))
        ticked = row.index not in failed and visit.reason != FORCED
        if isinstance(row, ActionRow) and letter is not None and ticked:
            path = row_path(row)
            scripts[path] = scripts.get(path, "") + letter


def _folded(ticks: list[CaseTick]) -> list[CaseTick]:
    """Return the ticks with equal ones that follow each other told once, where nothing happens in them."""
    folded: list[CaseTick] = []
    for tick in ticks:
        last = folded[-1] if folded else None
        if last is not None and not _is_told(tick) and not _is_told(last) and _same(last, tick):
            folded[-1] = last.model_copy(update={"repeat": last.repeat + 1})
        else:
            folded.append(tick)
    return folded


def _same(last: CaseTick, tick: CaseTick) -> bool:
    return last.model_copy(update={"repeat": 1}) == tick


def _is_told(tick: CaseTick) -> bool:
    """Tell whether anything comes to the mind from outside in a tick."""
    return bool(tick.set or tick.post or tick.force or tick.enter)
