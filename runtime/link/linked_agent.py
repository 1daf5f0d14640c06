"""Run the mind of one agent of a game on what came into it there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.curves.curve_tables import Table
from graphs.expressions.types import Type, Value
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status, TransitionOutcome
from runtime.embedding.agent_mind import AgentMind, fresh_brain
from runtime.embedding.mind import EmbeddingError, Mind
from runtime.embedding.saved_mind import values_from_json
from runtime.embedding.upgraded_save import upgraded
from runtime.link.answer_book import AnswerBook, Question
from runtime.link.frames import AgentTick, LinkFault, MindInput
from runtime.link.game_answers import GameAnswers
from runtime.minds.brain.from_outside import order_row
from runtime.minds.program.agent_state import AgentState
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import BrainFrame
from runtime.session.minds import MindPool
from runtime.session.snapshot import BrainSnapshot, brain_snapshot

if TYPE_CHECKING:
    from runtime.session.host import SessionHost
    from runtime.session.session import Session

WriteShared = Callable[[str, JsonValue], None]


RUN = -1
"""In place of the tick from which on an agent was not run."""


@dataclass(frozen=True, slots=True)
class AgentMemory:
    """Hold a linked agent between two ticks: all that decides how it goes on, and what it last showed.

    `buffers` are the bytes, ints, floats and objects of its brain.
    """

    program: str
    buffers: tuple[bytes, list[int], list[float], list[str | None]]
    brain: BrainSnapshot
    ahead: int
    known: Mapping[Question, object]
    told: bytes
    outcomes: bytes
    present: bool
    off_record: bool
    curves: Mapping[str, Table]
    stale_from: int = RUN


class LinkedAgent:
    """Hold an agent of a game: its mind here, and what the mind there did.

    `curves` are its own tables (rule 10.2); those that its mind has no curve for wait for one that has.
    `told` are the outcome bytes of its last tick in the game, `result` and `has_ended` what came of it there,
    `present` whether it is in the game by now. One that was not run for want of time, from the tick
    `stale_from` on, has the mind of the tick before it; what is shown is what the game told, until it saves.
    """

    def __init__(self, agent: str, session: Session, host: SessionHost, write_shared: WriteShared) -> None:
        self.agent = agent
        self.present = self.has_ended = False
        self.stale_from = RUN
        self.result = Status.IDLE
        self.program = ""
        self.curves: Mapping[str, Table] = {}
        self.told = bytearray()
        self._transitions: list[int] = []
        self.seed = session.seed
        self.book = AnswerBook(self._take)
        self._types: dict[str, Type] = {}
        self.host = GameAnswers(session, host, self.book, self._types)
        self._write_shared = write_shared
        self._mind: AgentMind | None = None

    @property
    def mind(self) -> AgentMind:
        """Return its mind here."""
        assert self._mind is not None
        return self._mind

    def think_with(self, mind: Mind, program: Program, shared: AgentState) -> None:
        """Have a fresh brain of a program; `shared` has the variables that all agents share."""
        brain = fresh_brain(program, self.host, self.agent, self.seed, shared)
        if self._mind is not None:
            brain.watched = self._mind.brain.watched
        self._mind = AgentMind(self.agent, mind, brain, self.host)
        self.have_curves(self.curves)
        self._types.clear()
        self._types.update(mind.needs.entity_fields)
        self.program = mind.fingerprint
        self.told = bytearray(len(program.rows))
        self._transitions = [row.index for row in program.rows if row.family is RowFamily.TRANSITION]
        self.host.ahead = 0

    def have_curves(self, curves: Mapping[str, Table]) -> None:
        """Read tables of its own from now on; those that its mind has no curve for are none now."""
        self.curves, program = curves, self.mind.brain.program
        known = {name: table for name, table in curves.items() if name in program.curves}
        self.mind.brain.curves = {**program.curves, **known}

    @property
    def lost_curves(self) -> tuple[str, ...]:
        """Return the names of own tables that its mind has no curve for, as after another version."""
        return tuple(sorted(name for name in self.curves if name not in self.mind.brain.program.curves))

    def take_save(self, save: JsonObject, orders: Sequence[tuple[int, str | None]] = ()) -> None:
        """Remember what the game saved, and the orders that waited; raise `LinkFault` for damage."""
        try:
            self.mind.restore(save)
        except EmbeddingError as error:
            raise LinkFault(f"What the game saved of {self.agent} cannot be read: {error}") from None
        self.book.forget()
        for row, word in orders if not self.mind.ended else ():
            self._order(row, word)
        self.stale_from = RUN

    def frame_as_told(self) -> BrainFrame:
        """Return the frame of its last tick by what the game told of it alone."""
        told = bytes(self.told)
        taken = tuple(row for row in self._transitions if told[row] == TransitionOutcome.TAKEN)
        return BrainFrame(self.agent, told, self.result, self.has_ended, taken)

    def take_inputs(self, inputs: Sequence[MindInput]) -> None:
        """Let come in what came in before a tick."""
        for each in inputs:
            self._take(each)

    def take_outcomes(self, tick: AgentTick | None) -> bool:
        """Follow the outcome bytes of the game; tell whether the mind here has the same."""
        told = self.told
        out = tick.out if tick is not None else ()
        for place in range(0, len(out) - 1, 2):
            if not (out[place] < len(told) and out[place + 1] < 256):
                raise LinkFault(f"{self.agent} has no row {out[place]} with the byte {out[place + 1]}.")
            told[out[place]] = out[place + 1]
        if tick is not None and tick.result is not None:
            self.result = Status[tick.result.upper()]
        if tick is not None and tick.ended is not None:
            self.has_ended = tick.ended
        return self.mind.brain.outcomes == told

    def carried_over(self, table: JsonObject) -> JsonObject:
        """Return its save for the mind that a table leads to; raise `LinkFault` for a damaged table.

        Places that it gives back are shared variables, which the game tells.
        """
        try:
            save, _ = upgraded(self.mind.save(), table)
        except EmbeddingError as error:
            raise LinkFault(f"{self.agent} cannot be carried over: {error}") from None
        return save

    def memory(self) -> AgentMemory:
        """Return what it remembers."""
        brain = self.mind.brain
        return AgentMemory(
            self.program,
            (bytes(brain.bytes_), brain.ints[:], brain.floats[:], brain.objects[:]),
            brain_snapshot(brain),
            self.host.ahead,
            self.book.known,
            bytes(self.told),
            bytes(brain.outcomes),
            self.present,
            self.book.off_record,
            self.curves,
            self.stale_from,
        )

    def remember(self, memory: AgentMemory, pool: MindPool) -> None:
        """Remember what `memory` returned; its program must be that of now, its brain that of the pool."""
        self.have_curves(memory.curves)
        brain = self.mind.brain
        brain.bytes_[:], brain.ints[:], brain.floats[:], brain.objects[:] = memory.buffers
        pool.restore_brain(self.agent, memory.brain)
        self.host.ahead = memory.ahead
        self.book.forget(dict(memory.known))
        self.book.off_record = memory.off_record
        self.told[:] = memory.told
        brain.outcomes = bytearray(memory.outcomes)
        self.present, self.stale_from = memory.present, memory.stale_from

    def _take(self, given: MindInput) -> None:
        """Let an input come in: its kind and what belongs to it."""
        kind, brain = given[0], self.mind.brain
        if kind == "shared":
            self._write_shared(str(given[1]), given[2])
        elif kind == "post":
            brain.post(self._event(str(given[1]), cast(JsonObject, given[2])))
        elif kind == "halt":
            self.mind.halt()
        elif kind == "restart":
            self.mind.restart()
        elif kind == "order":
            self._order(cast(int, given[1]), cast("str | None", given[2]))
        elif kind == "pass":
            self.mind.let_time_pass(cast(int, given[1]))
        else:
            self._write(str(given[1]), given[2])

    def _order(self, row: int, word: str | None) -> None:
        why_not = order_row(self.mind.brain, row, word)
        if why_not:
            raise LinkFault(f"{self.agent} cannot have been ordered that. {why_not}")

    def _write(self, name: str, value: JsonValue) -> None:
        slot = self.mind.brain.program.variables.get(name)
        if slot is None:
            raise LinkFault(f"{self.agent} has no variable {name!r} that could be written.")
        self.mind.brain.write_from_outside(name, read_value(name, value, slot.type))

    def _event(self, name: str, fields: JsonObject) -> RaisedEvent:
        known = self.mind.mind.needs.events.get(name)
        if known is None or set(known.payload) != set(fields):
            raise LinkFault(f"{self.agent} knows no event {name!r} with these fields.")
        return RaisedEvent(
            name, {field: read_value(field, fields[field], kind) for field, kind in known.payload.items()}
        )


def read_value(name: str, value: JsonValue, declared: Type) -> Value:
    """Return a value that a game told; raise `LinkFault` for none."""
    try:
        return values_from_json({name: value}, {name: declared})[name]
    except (EmbeddingError, TypeError, ValueError) as error:
        raise LinkFault(f"{name} cannot be read: {error}") from None
