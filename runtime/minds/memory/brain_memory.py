"""Write everything one brain remembers as plain data, keyed by the paths of nodes and calls.

It is what a snapshot of the buffers holds, but by name: it can be read by people, stored in a file, and taken
over by a later version of the document (`restore_brain.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import plain_value
from runtime.basics.host import RaisedEvent, Request
from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain, check_resumable
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.memory.memory_values import read_memory
from runtime.minds.program.machines import NO_ROW, DelayedEvent, PendingTransition
from runtime.minds.program.program import Instance
from runtime.minds.program.row_fields import Meaning, Memory
from runtime.minds.program.rows import Row, RowFamily, row_path
from runtime.minds.program.triggers import LATCHED

StatusWord = Literal["idle", "running", "success", "failure"]
"""The stored status of a node; `running` is also a state that is active."""

STATUS_WORDS: Mapping[int, StatusWord] = {
    Status.IDLE: "idle",
    Status.RUNNING: "running",
    Status.SUCCESS: "success",
    Status.FAILURE: "failure",
}


@dataclass(frozen=True, slots=True)
class NodeMemory:
    """Hold what one node remembers: its kind then, its status, its memory by name, how often it has drawn."""

    kind: str = ""
    status: StatusWord = "idle"
    memory: Mapping[str, JsonValue] = field(default_factory=dict)
    draws: int = 0


@dataclass(frozen=True, slots=True)
class GraphMemory:
    """Hold the graph variables and bound parameters of one use of a graph."""

    variables: Mapping[str, JsonValue] = field(default_factory=dict)
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LatchMemory:
    """Say until which tick a trigger is latched, and whether it has been armed for a whole tick."""

    until: int
    had_tick: bool = False


@dataclass(frozen=True, slots=True)
class BrainMemory:
    """Hold what one brain remembers between two ticks.

    `nodes` are keyed by the path of the row, `graphs` by the path of the call ("" for the root graph); what
    holds nothing but defaults is left out. `latches` tell how long triggers that are latched for a time stay
    armed, by their labels. `events` wait for the next tick, `delayed` ones for theirs, `pending` transitions
    for their delay; `requests` are in force.
    """

    variables: Mapping[str, JsonValue] = field(default_factory=dict)
    nodes: Mapping[str, NodeMemory] = field(default_factory=dict)
    graphs: Mapping[str, GraphMemory] = field(default_factory=dict)
    latches: Mapping[str, LatchMemory] = field(default_factory=dict)
    events: tuple[RaisedEvent, ...] = ()
    delayed: tuple[DelayedMemory, ...] = ()
    pending: tuple[PendingMemory, ...] = ()
    requests: tuple[Request, ...] = ()
    quiet_ticks: int = 0
    ended: bool = False


def memory_of(brain: Brain) -> BrainMemory:
    """Return what a brain remembers; take it between ticks.

    Raises `NotResumable` for a program with an action written with yield (rule 3.12).
    """
    check_resumable([brain])
    program, state = brain.program, brain.state
    draws = draw_counters(program.instances)
    nodes = {row_path(row): _node(row, brain, draws) for row in program.rows}
    graphs = {instance.path: _graph(instance, brain) for instance in program.instances}
    return BrainMemory(
        variables={name: plain_value(state.read(slot)) for name, slot in program.variables.items()},
        nodes={path: node for path, node in nodes.items() if node is not None},
        graphs={path: graph for path, graph in graphs.items() if graph != GraphMemory()},
        latches=_latches(brain),
        events=tuple(brain.posted),
        delayed=delayed_events(brain),
        pending=pending_transitions(brain),
        requests=brain.requests_in_force,
        quiet_ticks=brain.quiet_ticks,
        ended=brain.ended,
    )


def _latches(brain: Brain) -> dict[str, LatchMemory]:
    return {
        place.label: LatchMemory(brain.ints[place.until], brain.bytes_[place.index] == LATCHED)
        for place in brain.program.timed_triggers
        if brain.bytes_[place.index]
    }


def is_running(row: Row, brain: Brain) -> bool:
    """Tell whether a node runs or a state is active."""
    return row.family is not RowFamily.TRANSITION and brain.bytes_[row.index] == Status.RUNNING


def _node(row: Row, brain: Brain, draws: Mapping[str, int]) -> NodeMemory | None:
    """Return what a node remembers, None where there is nothing to tell."""
    running = is_running(row, brain) or _is_of_active_source(row, brain)
    values = {
        memory.name: read_memory(memory, row, brain.state)
        for memory in row.memories()
        if running or (memory.lasting and not _is_unused(memory, row, brain))
    }
    status = _status(row, brain)
    counter = draws.get(row.path, -1)
    drawn = brain.ints[counter] if counter >= 0 and row_path(row) == row.path else 0
    if status == "idle" and not values and not drawn:
        return None
    return NodeMemory(row.kind, status, values, drawn)


def _is_of_active_source(row: Row, brain: Brain) -> bool:
    """Tell whether a row is a transition whose source is active: what it remembers is in force."""
    return isinstance(row, TransitionRow) and brain.bytes_[row.source.index] == Status.RUNNING


def _is_unused(memory: Memory, row: Row, brain: Brain) -> bool:
    """Tell whether a lasting place is as a fresh brain has it."""
    if memory.meaning is Meaning.STATES or memory.slot is not None:
        return not read_memory(memory, row, brain.state)
    in_bytes = memory.meaning in (Meaning.FLAG, Meaning.RESULT)
    return not (brain.bytes_ if in_bytes else brain.ints)[memory.index]


def _status(row: Row, brain: Brain) -> StatusWord:
    """Return the stored status; a transition has none."""
    return "idle" if row.family is RowFamily.TRANSITION else STATUS_WORDS[brain.bytes_[row.index]]


def _graph(instance: Instance, brain: Brain) -> GraphMemory:
    values: dict[str, dict[str, JsonValue]] = {"graph": {}, "parameter": {}}
    for key, slot in sorted(instance.slots.items()):
        scope, _, name = key.partition(":")
        values[scope][name] = plain_value(brain.state.read(slot))
    return GraphMemory(values["graph"], values["parameter"])


def draw_counters(instances: tuple[Instance, ...]) -> Mapping[str, int]:
    """Return the int slot that counts the draws of each node and transition, by its path."""
    return {
        f"{instance.path}/{node}" if instance.path else node: slot
        for instance in instances
        for node, slot in instance.draws.items()
    }


@dataclass(frozen=True, slots=True)
class DelayedMemory:
    """Hold an event that waits for its tick, with the paths of its machine and of the state it dies with.

    None is for an event of no machine, and for one that outlives every state.
    """

    due: int
    event: RaisedEvent
    machine: str | None = None
    state: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class PendingMemory:
    """Hold a transition that waits for its delay, by its path; `armed` are labels of triggers it read."""

    transition: str
    since: int
    due: int
    event: RaisedEvent | None = None
    armed: tuple[str, ...] = ()


def delayed_events(brain: Brain) -> tuple[DelayedMemory, ...]:
    """Return the events of a brain that wait for their tick, in the order they are due."""
    rows = brain.program.rows

    def path(row: int) -> str | None:
        return None if row == NO_ROW else row_path(rows[row])

    return tuple(
        DelayedMemory(each.due, each.event, path(each.machine), path(each.state), each.id)
        for each in brain.machines.delayed
    )


def pending_transitions(brain: Brain) -> tuple[PendingMemory, ...]:
    """Return the transitions of a brain that wait for their delay, by the rows of their sources."""
    rows, triggers = brain.program.rows, brain.program.triggers
    return tuple(
        PendingMemory(
            row_path(rows[key.transition]),
            key.since,
            key.due,
            key.event,
            tuple(triggers[place].label for place in key.armed),
        )
        for _, key in sorted(brain.machines.pending.items())
    )


def let_wait(
    delayed: Sequence[DelayedMemory], pending: Sequence[PendingMemory], brain: Brain, running: Collection[int]
) -> Iterator[tuple[str, str]]:
    """Let these wait in a fresh brain of which the rows `running` go on.

    Yield what cannot, as (place such as `delayed.0`, why).
    """
    known = {row_path(row): row for row in brain.program.rows}
    for place, waiting in enumerate(delayed):
        problem = _delay(waiting, brain, known, running)
        if problem:
            yield f"delayed.{place}", problem
    for place, transition in enumerate(pending):
        problem = _let_pend(transition, brain, known, running)
        if problem:
            yield f"pending.{place}", problem


def _delay(waiting: DelayedMemory, brain: Brain, known: dict[str, Row], running: Collection[int]) -> str:
    """Let an event wait; return why it cannot, "" where it can."""
    places = []
    for path, kind, noun in ((waiting.machine, MachineRow, "machine"), (waiting.state, StateRow, "state")):
        row = known.get(path) if path is not None else None
        if path is not None and (not isinstance(row, kind) or row.index not in running):
            return f"No {noun} runs at {path!r}."
        places.append(NO_ROW if row is None else row.index)
    machine, state = places
    brain.delay(DelayedEvent(waiting.due, machine, state, waiting.event, waiting.id))
    return ""


def _let_pend(waiting: PendingMemory, brain: Brain, known: dict[str, Row], running: Collection[int]) -> str:
    """Let a transition wait; return why it cannot, "" where it can."""
    row = known.get(waiting.transition)
    if not isinstance(row, TransitionRow) or row.delay is None:
        return f"There is no transition with a delay at {waiting.transition!r}."
    machine = row.source.machine if isinstance(row.source, StateRow) else row.source
    if row not in machine.all_transitions:
        return f"The transition at {waiting.transition!r} is disabled."
    if row.source.index not in running:
        return f"The source of the transition at {waiting.transition!r} is not active."
    places = {place.label: index for index, place in brain.program.triggers.items()}
    armed = tuple(sorted(places[label] for label in waiting.armed if label in places))
    brain.machines.pending[row.source.index] = PendingTransition(
        row.index, waiting.since, waiting.due, waiting.event, armed
    )
    return ""
