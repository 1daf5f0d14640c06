"""One agent's mind in a game: its variables, its events, its nodes, saving and restoring it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple, cast

from graphs.basics.json_text import JsonObject
from graphs.expressions.types import FLOAT, Item, Items, Type, Value, fits_type
from runtime.basics.host import Host, RaisedEvent, Request
from runtime.basics.status import StateOutcome, Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.embedding.game_host import AgentHost
from runtime.embedding.mind import EmbeddingError, Mind
from runtime.embedding.saved_mind import SavedBeside, restore_brain, save_brain
from runtime.export.writing_and_reading import type_words
from runtime.minds.brain.brain import Brain
from runtime.minds.brain.from_outside import unknown_event
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.program.agent_state import AgentState, Slab
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.machines import NOTHING_REMEMBERED
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily
from runtime.records.trace_frame import BrainFrame, RunError

_HAVE_STATUS = (RowFamily.TREE_NODE, RowFamily.MACHINE, RowFamily.STATE)


class Waiting(NamedTuple):
    """Say what a mind waits for: a `posted` event, a `delayed` one, or a `pending` transition.

    `name` is that of the event, or the call path of the transition; `seconds` are left until it is due.
    """

    sort: Literal["posted", "delayed", "pending"]
    name: str
    seconds: float


class FinalState(NamedTuple):
    """Say which final state a mind ended in: its name, its call path, and whether that is a success.

    Without names in the export both are the number of its row.
    """

    name: str
    path: str
    status: Status


def node_row(program: Program, name: str) -> Row:
    """Return the row that a call path or a node's id names; raise `EmbeddingError` where none or several."""
    known = [row for row in program.rows if row.family in _HAVE_STATUS]
    found = {row.path: row for row in reversed(known) if name in (row.path, row.node)}
    if name in found:
        return found[name]
    if len(found) > 1:
        paths = ", ".join(sorted(found)[:5])
        raise EmbeddingError(f"The node {name!r} is in {len(found)} places; name its path: {paths}.")
    if found:
        return next(iter(found.values()))
    for row in program.rows:
        if name and name in (row.path, row.node):
            raise EmbeddingError(f"{name!r} is a {row.family.value}; only nodes and states have a status.")
    near = get_close_matches(name, {part for row in known for part in (row.path, row.node)}, 3, 0.5)
    hint = f" Is it {' or '.join(near)}?" if near else " The ids of nodes are in the document."
    raise EmbeddingError(f"The mind has no node {name!r}.{hint}")


def stored_status(row: Row, brain: Brain) -> Status:
    """Return the status that a brain remembers of a row: RUNNING for a state that is active."""
    stored = brain.bytes_[row.index]
    return Status(stored) if row.family is not RowFamily.STATE else Status(bool(stored))


def final_state_of(brain: Brain) -> StateRow | None:
    """Return the final state that ended a brain in its last tick, None where it goes on."""
    root = brain.program.root
    if not brain.ended or not isinstance(root, MachineRow):
        return None
    finals = [state for state in root.child_states if state.final_status is not None]
    return next((row for row in finals if brain.outcomes[row.index] != StateOutcome.INACTIVE), None)


def told_of(state: StateRow) -> FinalState:
    """Return what is told of the final state that ended a mind."""
    assert state.final_status is not None
    return FinalState(state.name, state.path, Status(state.final_status))


def waiting_of(brain: Brain) -> Iterator[Waiting]:
    """Yield what waits in a brain: what is posted, delayed events, pending transitions by their time."""
    now, rate = brain.host.tick, brain.host.rate
    for event in brain.posted:
        yield Waiting("posted", event.name, 0.0)
    machines = brain.machines.snapshot()
    for delayed in machines.delayed:
        yield Waiting("delayed", delayed.event.name, max(delayed.due - now, 0) / rate)
    for _, pending in sorted(machines.pending, key=lambda entry: entry[1].due):
        path = brain.program.rows[pending.transition].path
        yield Waiting("pending", path, max(pending.due - now, 0) / rate)


class Visited(NamedTuple):
    """Say what came of a node in the last tick, and why: for whoever wants to look into a mind."""

    node: str
    result: str
    reason: str


class AgentMind:
    """Be the mind of one agent.

    `status` is the result of its last tick, `frame` all that the tick did, `watched` whether it also tells
    which nodes were visited and why, which costs time.
    """

    def __init__(self, agent: str, mind: Mind, brain: Brain, host: AgentHost) -> None:
        self.agent = agent
        self.mind = mind
        self.brain = brain
        self.status = Status.IDLE
        self.frame: BrainFrame | None = None
        self._host = host
        self._final: StateRow | None = None

    # -- what the game tells it ----------------------------------------------------------------------

    def set(self, name: str, value: Value | Sequence[Item]) -> None:
        """Write a variable, as a sensor would; True arms a trigger for the next tick.

        A list takes a list or tuple of items, vectors as pairs.

        Raises `EmbeddingError` for a variable that is not there and a value that does not fit.
        """
        slot = self.brain.program.variables.get(name)
        if slot is None:
            known = ", ".join(sorted(self.brain.program.variables)) or "none"
            raise EmbeddingError(f"The mind has no variable {name!r}; it has {known}.")
        given = as_value(value, slot.type)
        if not fits_type(given, slot.type):
            raise EmbeddingError(
                f"The variable {name!r} is {type_words(slot.type)} and cannot take {value!r}."
            )
        self.brain.write_from_outside(name, given)

    def get(self, name: str) -> Item | list[Item]:
        """Return the value of a variable, of a list as a list; raise `EmbeddingError` for an unknown one."""
        slot = self.brain.program.variables.get(name)
        if slot is None:
            raise EmbeddingError(f"The mind has no variable {name!r}.")
        return as_given(self.brain.state.read(slot))

    @property
    def variables(self) -> Mapping[str, Item | list[Item]]:
        """Return all variables of the agent with their values now."""
        slots = self.brain.program.variables.items()
        return {name: as_given(self.brain.state.read(slot)) for name, slot in slots}

    def post(self, event: str, **payload: Value) -> None:
        """Post an event for the mind's next tick.

        Raises `EmbeddingError` for an event that the mind neither listens for nor raises, and where the
        payload does not fit; `mind.needs.events` has all it knows.
        """
        known = {name: key.payload for name, key in self.mind.needs.events.items()}
        if event not in known:
            raise EmbeddingError(unknown_event(event, known))
        self.brain.post(RaisedEvent(event, _fitting(event, payload, known[event])))

    def halt(self) -> None:
        """Halt everything that runs, and do nothing more until `restart`: exit actions run, requests end.

        What was posted, delayed or pending is forgotten. `errors` tells of mistakes meanwhile. A mind that
        has ended stays as it is.
        """
        brain = self.brain
        if brain.ended:
            return
        brain.forget_last_tick()
        brain.outcomes = bytearray(len(brain.outcomes))
        brain.tick_now = brain.host.tick
        brain.halt()
        brain.ended = True
        brain.posted = []
        brain.restore_machines(NOTHING_REMEMBERED)
        self.status = Status.IDLE
        self.frame = brain.frame(self.status, None)

    def restart(self, *, keep_variables: bool = False) -> None:
        """Halt what runs and begin again with the next tick, as if the agent had just been added.

        Variables have their declared values again, unless `keep_variables` leaves them as they are. Memory,
        draws and what waits begin again in any case; the clock goes on.
        """
        self.halt()
        old = self.brain
        kept = {name: old.state.read(slot) for name, slot in old.program.variables.items()}
        brain = fresh_brain(old.program, old.host, self.agent, old.seed, old.world)
        brain.watched, brain.curves = old.watched, old.curves
        for name, value in kept.items() if keep_variables else ():
            brain.write_from_outside(name, value)
        self.brain, self._final = brain, None

    def let_time_pass(self, ticks: int) -> None:
        """Move the clock of this mind on at once, without ticking it: what waits is due so much sooner.

        Times that are over by then end in its next tick. Raises `EmbeddingError` for ticks below 0, or more
        than a clock has.
        """
        if not 0 <= ticks <= MOST_TICKS - self._host.tick:
            most = MOST_TICKS - self._host.tick
            raise EmbeddingError(f"{ticks} ticks cannot pass; it takes a whole number from 0 to {most}.")
        self._host.ahead += ticks

    # -- what it did -------------------------------------------------------------------------------

    @property
    def active_states(self) -> tuple[str, ...]:
        """Return the names of the states that are active, outermost first."""
        stored = self.brain.bytes_
        return tuple(
            row.name for row in self.brain.program.rows if isinstance(row, StateRow) and stored[row.index]
        )

    @property
    def ended(self) -> bool:
        """Tell whether it does nothing more: it was halted, or a machine at the root is in a final state."""
        return self.brain.ended

    @property
    def final_state(self) -> FinalState | None:
        """Return the final state that ended the mind; None while it goes on, and where it was halted."""
        return told_of(self._final) if self._final is not None else None

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """Return what it waits for: events posted, events delayed, transitions pending; nothing is ()."""
        return tuple(waiting_of(self.brain))

    def status_of(self, node: str) -> Status:
        """Return the status of a node or state, by its id or its call path, as `visits` tells it.

        RUNNING is a node that runs and a state that is active. SUCCESS and FAILURE stay as long as the parent
        goes on; else it is IDLE. Raises `EmbeddingError` for a node that is not there or is in several
        places, and for an export without names.
        """
        if not self.mind.has_names:
            raise EmbeddingError(
                f"The export has no names, so the node {node!r} cannot be found. "
                "Export without stripping names."
            )
        return stored_status(node_row(self.brain.program, node), self.brain)

    @property
    def requests(self) -> tuple[Request, ...]:
        """Return the steering that built-in actions ask for, in force until the next tick."""
        return self.brain.requests_in_force

    @property
    def errors(self) -> tuple[RunError, ...]:
        """Return what went wrong in the last tick; nothing of it ends the run."""
        return self.frame.errors if self.frame is not None else ()

    @property
    def watched(self) -> bool:
        """Tell whether visits are told."""
        return self.brain.watched

    @watched.setter
    def watched(self, watched: bool) -> None:
        self.brain.watched = watched

    def visits(self) -> Iterator[Visited]:
        """Yield the nodes that the last tick visited, in the order they ended; nothing unless watched."""
        for visit in self.frame.visits if self.frame is not None else ():
            row = self.brain.program.rows[visit.row]
            yield Visited(_name_of(row), Status(visit.outcome & 7).name, visit.sentence)

    def tick(self) -> Status:
        """Move the mind on by one tick; `GameMinds.tick` does it for all."""
        log = BrainLog() if self.brain.watched else None
        self.status = self.brain.tick(log)
        self.frame = self.brain.frame(self.status, log)
        if self.brain.ended and self._final is None:
            self._final = final_state_of(self.brain)
        return self.status

    # -- saved games ---------------------------------------------------------------------------------

    def save(self) -> JsonObject:
        """Return all that the mind remembers as JSON data, between two ticks."""
        final = -1 if self._final is None else self._final.index
        return save_brain(self.brain, self.mind, SavedBeside(self._host.ahead, final))

    def restore(self, saved: JsonObject) -> None:
        """Remember what `save` returned; raise `EmbeddingError` for another mind's, or damaged data."""
        beside = restore_brain(self.brain, saved, self.mind)
        final = self.brain.program.rows[beside.final] if beside.final >= 0 else None
        self._final = final if isinstance(final, StateRow) else None
        self._host.ahead, self.frame = beside.ahead, None

    def remove(self) -> None:
        """Halt everything that runs, as before the agent is taken out of the game."""
        self.halt()


def fresh_brain(program: Program, host: Host, agent: str, seed: int, shared: AgentState) -> Brain:
    """Return a brain that begins; `shared` has the variables that all minds of a game share."""
    return Brain(program, Slab(program.layout, 1).agent(0), host, agent, seed, shared)


def as_value(given: Value | Sequence[Item], declared: Type) -> Value:
    """Return what a game gives as a value: an int as a float, a sequence as a list, as is declared."""
    if declared.item is not None and isinstance(given, (list, tuple)):
        items = [as_value(each, declared.item_type) for each in given]
        return Items(tuple(each for each in items if not isinstance(each, Items)))
    if declared == FLOAT and type(given) is int:
        return float(given)
    return cast(Value, given)


def as_given(value: Value) -> Item | list[Item]:
    """Return a value as a game has it: a list as a Python list."""
    return [*value.values] if isinstance(value, Items) else value


def _fitting(event: str, payload: Mapping[str, Value], declared: Mapping[str, Type]) -> dict[str, Value]:
    """Return the payload in the order of its declaration, ints where floats are declared as floats."""
    wrong = sorted(set(payload) ^ set(declared))
    if wrong:
        words = ", ".join(f"{name}: {kind}" for name, kind in declared.items()) or "nothing"
        raise EmbeddingError(f"The event {event!r} carries {words}; see {wrong[0]!r}.")
    found: dict[str, Value] = {}
    for name, kind in declared.items():
        value = payload[name]
        value = float(value) if kind == FLOAT and type(value) is int else value
        if not fits_type(value, kind):
            raise EmbeddingError(f"{event}.{name} is {type_words(kind)} and cannot take {value!r}.")
        found[name] = value
    return found


def _name_of(row: Row) -> str:
    if isinstance(row, StateRow):
        return row.name
    family = "" if row.family is RowFamily.TREE_NODE else f" {row.family.value}"
    return f"{row.path or row.kind}{family}"
