"""Run one brain through the ticks of a case, with one of the two back ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import document_scope, type_of_variable
from graphs.curves.curve_tables import Table
from graphs.expressions.names import name_remedy
from graphs.expressions.types import Value
from graphs.model import Document
from runtime.basics.context import Slot
from runtime.basics.host import RaisedEvent, Request
from runtime.basics.status import Status
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.brain.brain import Brain
from runtime.minds.brain.from_outside import order_entry, order_result
from runtime.minds.compile.compiler import compile_document, declared_value
from runtime.minds.compile.document_errors import refuse_errors
from runtime.minds.decisions.decision_tree_row import ask_anew
from runtime.minds.expressions.default_values import with_plain_defaults
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.agent_state import Slab, StateLayout
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.orders import LEFT_OUT
from runtime.minds.program.problems import CompileError
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import (
    Candidate,
    Counts,
    DecisionRecord,
    Passage,
    PassageCounts,
    RunError,
    Visit,
)
from runtime.session.programs import own_curves
from runtime.trials.cases.case_file import (
    CaseFile,
    CaseTick,
    ForcedWord,
    PostedEvent,
    TriggerWord,
    typed_value,
)
from runtime.trials.cases.case_host import CaseHost, entity_problems
from runtime.trials.cases.case_start import begin_at, checked_value, unknown_variable
from runtime.trials.cases.node_names import CaseProblem, CaseRefused, NodeNames
from runtime.trials.cases.scripted_leaves import put_scripts_in, with_undeclared_names

BackEnd = Literal["interpreter", "generated"]
"""Who runs the brain: the interpreter, which logs, or the generated form where there is one."""

FORCED_WORDS: Mapping[ForcedWord, Status | None] = {
    "success": Status.SUCCESS,
    "failure": Status.FAILURE,
    "skipped": Status.SKIPPED,
    "disabled": LEFT_OUT,
    "free": None,
}
"""What the words of `force` mean."""


@dataclass(frozen=True, slots=True)
class TickRecord:
    """Hold all that one tick did. Visits, passages, counts, decisions and candidates are of the interpreter
    only.

    `active` are the active states after the tick, in document order; `counts` are per row, since the case
    began. `pending` are the transitions and `waiting` the delayed events that wait after the tick,
    `unhandled` the events of the tick that nothing took.
    """

    tick: int
    result: Status
    outcomes: bytes
    taken: tuple[int, ...]
    active: tuple[int, ...]
    errors: tuple[RunError, ...]
    variables: Mapping[str, Value]
    triggers: Mapping[str, TriggerWord]
    requests: tuple[Request, ...]
    effects: tuple[tuple[str, Mapping[str, Value]], ...]
    sent: tuple[tuple[str, RaisedEvent], ...]
    asked: Mapping[str, int]
    visits: tuple[Visit, ...] = ()
    passages: tuple[Passage, ...] = ()
    counts: tuple[Counts, ...] = ()
    decisions: tuple[DecisionRecord, ...] = ()
    pending: tuple[int, ...] = ()
    waiting: tuple[str, ...] = ()
    unhandled: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()


class CaseRun:
    """Be one run of a case: a program compiled for it, one brain, the host the case describes."""

    def __init__(self, case: CaseFile, document: Document, game: GameBehaviors, back_end: BackEnd) -> None:
        """Compile and begin where the case starts; `left_out` is what of the start and
        of the scripts has no place here.

        Raises `CompileError` where the mind cannot run and `CaseRefused` where the case does not fit it.
        """
        for problem in entity_problems(case, game.registry):
            raise CaseRefused(problem)
        self._case = case
        self._back_end = back_end
        document, registry, library = with_undeclared_names(case, document, game)
        refuse_errors(document, registry)
        layout, shared = _world_layout(document)
        self.program: Program = compile_document(
            document, registry, library, rate=case.rate, root=case.graph, world_variables=shared
        )
        self.names = NodeNames(self.program, document, registry)
        unused = put_scripts_in(self.program, case, self.names, document)
        self._events = document_scope(document, registry).events
        self._host = CaseHost(case, game)
        self._world = Slab(layout, 1).agent(0)
        variables = with_plain_defaults(document.variables)
        for name, place in shared.items():
            self._world.write(place, declared_value(variables[name].default, place.type))
        slab = Slab(self.program.layout, 1)
        self._brain = Brain(self.program, slab.agent(0), self._host, case.agent, case.seed, self._world)
        self._brain.curves = self._own_curves()
        self._brain.watched = back_end == "interpreter"
        self._brain.interpreted = back_end == "interpreter"
        self._counts = PassageCounts(len(self.program.rows))
        self.left_out = (*unused, *begin_at(case.start, self._brain, self._world, self._event))

    def _own_curves(self) -> Mapping[str, Table]:
        try:
            return own_curves(self.program, self._case.agent, self._case.curves)
        except CompileError as error:
            first = error.problems[0]
            raise CaseRefused(CaseProblem(f"curves.{first.node}", first.message, first.remedy)) from None

    def tick(self, tick: CaseTick, where: str) -> TickRecord:
        """Do one tick of the case and say what it did; `where` is the tick's place in the case."""
        host, brain = self._host, self._brain
        host.tick += tick.skip
        host.begin_tick()
        host.answer(tick.conditions)
        host.change_entities(tick.entities)
        for name, value in tick.set.items():
            self._set(name, value, f"{where}.set.{name}")
        for place, posted in enumerate(tick.post):
            brain.post(self._event(posted, f"{where}.post.{place}"))
        self._give_orders(tick, where)
        if tick.reconsider:
            ask_anew(brain)
        log = BrainLog() if self._back_end == "interpreter" else None
        result = brain.tick(log)
        host.apply_world_writes(self.program.world_variables, self._world)
        for receiver, event in host.sent:
            if receiver == self._case.agent:
                brain.post(event)
        record = self._record(result, log)
        host.tick += 1
        return record

    def _give_orders(self, tick: CaseTick, where: str) -> None:
        """Force results and enter states (rule 7.4)."""
        for name, word in tick.force.items():
            row = self.names.find(name, f"{where}.force.{name}", RowFamily.TREE_NODE)
            order_result(self._brain, self.names.paths[row], FORCED_WORDS[word])
        for place, name in enumerate(tick.enter):
            row = self.names.find(name, f"{where}.enter.{place}", RowFamily.STATE)
            order_entry(self._brain, self.names.paths[row])

    def _record(self, result: Status, log: BrainLog | None) -> TickRecord:
        host, brain = self._host, self._brain
        memory = brain.machines
        if log is not None:
            self._counts.add(log.passages)
        return TickRecord(
            tick=host.tick,
            result=result,
            outcomes=bytes(brain.outcomes),
            taken=tuple(brain.machines.taken),
            active=tuple(row.index for row in self.program.rows if _is_active(row, brain)),
            errors=tuple(brain.errors),
            variables=self._variables(),
            triggers=self._triggers(),
            requests=brain.requests_in_force,
            effects=tuple(host.effects),
            sent=tuple(host.sent),
            asked=dict(host.asked),
            visits=tuple(log.visits) if log is not None else (),
            passages=tuple(log.passages) if log is not None else (),
            counts=tuple(self._counts[row] for row in range(len(self.program.rows))),
            decisions=tuple(log.decisions) if log is not None else (),
            pending=tuple(waiting.transition for _, waiting in sorted(memory.pending.items())),
            waiting=tuple(waiting.event.name for waiting in memory.delayed),
            unhandled=_unhandled(brain),
            candidates=tuple(log.candidates.values()) if log is not None else (),
        )

    def _variables(self) -> dict[str, Value]:
        program = self.program
        shared = {name: self._world.read(slot) for name, slot in program.world_variables.items()}
        return {**shared, **{name: self._brain.state.read(slot) for name, slot in program.variables.items()}}

    def _triggers(self) -> dict[str, TriggerWord]:
        """Say how each trigger stands, by its name behind the path of its graph."""
        brain = self._brain
        words: dict[str, TriggerWord] = {}
        for place in self.program.triggers.values():
            if brain.bytes_[place.index]:
                words[place.label] = "armed"
            elif place.label in brain.expired:
                words[place.label] = "expired"
            else:
                words[place.label] = "consumed" if place.index in brain.consumed else "idle"
        return words

    def _set(self, name: str, value: JsonValue, where: str) -> None:
        """Write a variable as sensors and inputs do: a wrong type is refused and recorded (2.1)."""
        shared = self.program.world_variables.get(name)
        if shared is not None:
            self._world.write(shared, checked_value(name, value, shared.type, where))
            return
        slot = self.program.variables.get(name)
        if slot is None:
            raise unknown_variable(self._brain, name, where)
        self._brain.write_from_outside(name, typed_value(value, slot.type))

    def _event(self, posted: PostedEvent, where: str) -> RaisedEvent:
        payload = self._events.get(posted.event)
        if payload is None:
            said = f"This mind has no event {posted.event!r}."
            raise CaseRefused(CaseProblem(where, said, name_remedy(posted.event, self._events)))
        for field in posted.payload:
            if field not in payload:
                said = f"The event {posted.event} carries no {field!r}."
                raise CaseRefused(CaseProblem(f"{where}.payload", said, name_remedy(field, payload)))
        fields = {
            name: checked_value(name, value, payload[name], f"{where}.payload.{name}")
            for name, value in posted.payload.items()
        }
        return RaisedEvent(posted.event, fields)


def _world_layout(document: Document) -> tuple[StateLayout, dict[str, Slot]]:
    """Return the places of the world variables of a world of the case's own."""
    layout = StateLayout()
    return layout, {
        name: layout.slot_for(type_of_variable(variable), shared=True)
        for name, variable in sorted(document.variables.items())
        if variable.scope == "world"
    }


def _unhandled(brain: Brain) -> tuple[str, ...]:
    """Return the events of the last tick that nothing took: posted ones, then raised ones."""
    posted = [
        event.name for place, event in enumerate(brain.events_now) if place not in brain.machines.handled
    ]
    return (*posted, *(event.name for event, taken in brain.raised if not taken))


def _is_active(row: object, brain: Brain) -> bool:
    return isinstance(row, StateRow) and row.active(brain)
