"""Hold what machines of one brain remember outside the buffers: delayed events, pending transitions.

Both are plain values that a snapshot copies. Rows are named by their index in the program.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from runtime.basics.host import Event

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
    event: Event
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
    event: Event | None = None
    armed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MachineMemorySnapshot:
    """Hold both at one moment; pending transitions with the row of their source."""

    delayed: tuple[DelayedEvent, ...] = ()
    pending: tuple[tuple[int, PendingTransition], ...] = ()


NOTHING_REMEMBERED = MachineMemorySnapshot()
"""What a brain without machines remembers of them."""


class MachineMemory:
    """Keep delayed events in the order they are due, and one pending transition per source.

    `delayed` is sorted by due tick, and for one tick by when each was raised. `pending` is keyed by the row
    of the source, a state or a machine.
    """

    __slots__ = ("delayed", "pending")

    def __init__(self) -> None:
        self.delayed: list[DelayedEvent] = []
        self.pending: dict[int, PendingTransition] = {}

    def delay(self, event: DelayedEvent) -> None:
        """Let an event wait, behind all that are due on the same tick."""
        place = bisect_right(self.delayed, event.due, key=lambda waiting: waiting.due)
        self.delayed.insert(place, event)

    def due_events(self, machine: int, now: int) -> list[DelayedEvent]:
        """Return the events of a machine that are due on tick `now`, without removing them."""
        return [one for one in self.delayed if one.machine == machine and one.due <= now]

    def remove(self, event: DelayedEvent) -> bool:
        """Remove this very event; tell whether it was still there."""
        for place, waiting in enumerate(self.delayed):
            if waiting is event:
                del self.delayed[place]
                return True
        return False

    def cancel(self, machine: int, name: str) -> None:
        """Cancel every delayed event of a machine that has this id."""
        self.delayed = [one for one in self.delayed if one.machine != machine or one.id != name]

    def forget_state(self, state: int) -> None:
        """Forget what does not survive the exit of a state."""
        self.pending.pop(state, None)
        if self.delayed:
            self.delayed = [one for one in self.delayed if one.state != state]

    def forget_machine(self, machine: int, rows: Iterable[int]) -> None:
        """Forget everything of a machine; `rows` are its own row and those of its states."""
        if self.delayed:
            self.delayed = [one for one in self.delayed if one.machine != machine]
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


def _source(entry: tuple[int, PendingTransition]) -> int:
    return entry[0]
