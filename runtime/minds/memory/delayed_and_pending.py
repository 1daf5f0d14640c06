"""Write by name what waits in the machines of a brain, and let another brain go on waiting (rule 8.3).

| what waits | goes on when |
|---|---|
| a delayed event (4.8) | its machine, and the state it does not outlive, go on running |
| a pending transition (4.10) | its source goes on, and the transition is still there, enabled and delayed |
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from runtime.basics.host import Event
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.program.machines import NO_ROW, DelayedEvent, PendingTransition
from runtime.minds.program.rows import Row, row_path


@dataclass(frozen=True, slots=True)
class DelayedMemory:
    """Hold an event that waits for its tick, with the paths of its machine and of the state it dies with.

    None is for an event of no machine, and for one that outlives every state.
    """

    due: int
    event: Event
    machine: str | None = None
    state: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class PendingMemory:
    """Hold a transition that waits for its delay, by its path; `armed` are labels of triggers it read."""

    transition: str
    since: int
    due: int
    event: Event | None = None
    armed: tuple[str, ...] = ()


def delayed_events(brain: Brain) -> tuple[DelayedMemory, ...]:
    """Return the events of a brain that wait for their tick, in the order they are due."""
    rows = brain.program.rows

    def path(row: int) -> str | None:
        return None if row == NO_ROW else row_path(rows[row])

    return tuple(
        DelayedMemory(one.due, one.event, path(one.machine), path(one.state), one.id)
        for one in brain.machines.delayed
    )


def pending_transitions(brain: Brain) -> tuple[PendingMemory, ...]:
    """Return the transitions of a brain that wait for their delay, by the rows of their sources."""
    rows, triggers = brain.program.rows, brain.program.triggers
    return tuple(
        PendingMemory(
            row_path(rows[one.transition]),
            one.since,
            one.due,
            one.event,
            tuple(triggers[place].label for place in one.armed),
        )
        for _, one in sorted(brain.machines.pending.items())
    )


def let_wait(
    delayed: Sequence[DelayedMemory],
    pending: Sequence[PendingMemory],
    brain: Brain,
    running: Collection[int],
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
