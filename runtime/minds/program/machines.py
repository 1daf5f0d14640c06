"""Hold what the machines of one brain need outside the buffers.

Delayed events and pending transitions are remembered: plain values that a snapshot copies. The rest is of the
tick under way. Rows are named by their index in the program.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from runtime.basics.host import RaisedEvent

NO_ROW = -1
"""In place of a row: the event belongs to no machine, or to no state of it."""

MOST_DELAYED = 1000
"""Delayed events that may wait in one brain: events that raise several others would fill any memory."""


@dataclass(frozen=True, slots=True)
class DelayedEvent:
    """Hold an event that waits for its tick (rule 4.8).

    `machine` takes it, `state` is the one whose exit it does not survive, or `NO_ROW`. Without a machine it
    is posted to the brain itself. `id` is the name it can be canceled by, or nothing.
    """

    due: int
    machine: int
    state: int
    event: RaisedEvent
    id: str = ""


@dataclass(frozen=True, slots=True)
class PendingTransition:
    """Hold a transition that was enabled and waits for its delay (rule 4.10).

    `transition` is its row, of a weighted group that of the first member. It was enabled on tick `since` and
    takes part in selection from tick `due` on. `event` is the one it was enabled by, None for a poll.
    `armed` are the places of the triggers that its guard read armed: it reads them so from then on.
    """

    transition: int
    since: int
    due: int
    event: RaisedEvent | None = None
    armed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MachineMemorySnapshot:
    """Hold both at one moment; pending transitions with the row of their source."""

    delayed: tuple[DelayedEvent, ...] = ()
    pending: tuple[tuple[int, PendingTransition], ...] = ()


NOTHING_REMEMBERED = MachineMemorySnapshot()
"""What a brain without machines remembers of them."""


class RunningMachine(Protocol):
    """Be a machine whose game tick is under way."""

    stopping: bool

    def take_raised(self, event: RaisedEvent, /) -> None:
        """Take an event raised inside the machine."""

    def take_failure(self, code: object, /) -> None:
        """Raise `error.execution` for a piece of code that failed (rule 4.7)."""


NO_TICKS: Mapping[int, RunningMachine] = MappingProxyType({})
"""What a brain has whose machines have no game tick under way."""


class Machines:
    """Keep delayed events in the order they are due, and one pending transition per source.

    `delayed` is sorted by due tick, and for one tick by when each was raised. `pending` is keyed by the row
    of the source, a state or a machine. `ticks` are the game ticks under way and `configurations` what was
    last looked up of each machine, by its row: both follow from the buffers. `handled` are the positions of
    the events of this tick that a machine took, `taken` the rows of transitions in the order they were taken.
    """

    __slots__ = ("configurations", "delayed", "handled", "pending", "taken", "ticks")

    def __init__(self) -> None:
        self.delayed: list[DelayedEvent] = []
        self.pending: dict[int, PendingTransition] = {}
        self.ticks = NO_TICKS
        self.configurations: dict[int, object] = {}
        self.handled: frozenset[int] = frozenset()
        self.taken: list[int] = []

    def note_handled(self, position: int) -> None:
        """Say that a machine took the event at this position of the tick's events."""
        self.handled |= {position}

    def note_taken(self, transition: int) -> None:
        """Say that the transition at this row was taken."""
        self.taken.append(transition)

    def begin_tick(self) -> None:
        """Forget what was done in the last tick."""
        if self.taken:
            self.taken = []
        if self.handled:
            self.handled = frozenset()

    def delay(self, event: DelayedEvent) -> None:
        """Let an event wait, behind all that are due on the same tick."""
        place = bisect_right(self.delayed, event.due, key=lambda waiting: waiting.due)
        self.delayed.insert(place, event)

    def due_events(self, machine: int, now: int) -> list[DelayedEvent]:
        """Return the events of a machine that are due on tick `now`, without removing them."""
        return [each for each in self.delayed if each.machine == machine and each.due <= now]

    def take_due(self, machine: int, now: int) -> list[RaisedEvent]:
        """Remove the events of a machine that are due on tick `now`, and return them."""
        due = self.due_events(machine, now)
        for waiting in due:
            self.remove(waiting)
        return [waiting.event for waiting in due]

    def remove(self, event: DelayedEvent) -> bool:
        """Remove this very event; tell whether it was still there."""
        for place, waiting in enumerate(self.delayed):
            if waiting is event:
                del self.delayed[place]
                return True
        return False

    def cancel(self, machine: int, name: str) -> None:
        """Cancel every delayed event of a machine that has this id."""
        self.delayed = [each for each in self.delayed if each.machine != machine or each.id != name]

    def forget_state(self, state: int) -> None:
        """Forget what does not survive the exit of a state."""
        self.pending.pop(state, None)
        if self.delayed:
            self.delayed = [each for each in self.delayed if each.state != state]

    def forget_machine(self, machine: int, rows: Iterable[int]) -> None:
        """Forget everything of a machine; `rows` are its own row and those of its states."""
        if self.delayed:
            self.delayed = [each for each in self.delayed if each.machine != machine]
        if self.pending:
            for row in rows:
                self.pending.pop(row, None)

    def snapshot(self) -> MachineMemorySnapshot:
        """Return what is remembered, between two ticks."""
        if not self.delayed and not self.pending:
            return NOTHING_REMEMBERED
        return MachineMemorySnapshot(tuple(self.delayed), tuple(sorted(self.pending.items(), key=_source)))

    def restore(self, saved: MachineMemorySnapshot) -> None:
        """Remember what a snapshot of the same program holds."""
        self.delayed = list(saved.delayed)
        self.pending = dict(saved.pending)


NO_MACHINES = Machines()
"""What all brains without machines and delayed events share; nothing is ever put there."""


def _source(entry: tuple[int, PendingTransition]) -> int:
    return entry[0]
