"""Hold what a machine needs only while one of its game ticks is under way."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from runtime.brains.host import Event
from runtime.state_machines.state_rows import StateRow
from runtime.status import Status


@dataclass(frozen=True, slots=True)
class Completion:
    """Say that a state completed: its activity ended or a final child was entered (SEMANTICS 4.15)."""

    state: StateRow
    activation: int
    status: Status


@dataclass(slots=True)
class MachineTick:
    """Hold the queues of one machine during one of its game ticks.

    `queue` holds internal events of the macrostep under way, `later` what was raised by updates and
    activities, `completions` the activities that ended. `in_macrostep` tells where a raised event goes.
    `fresh` are the states entered since step 4 began, `status` the final status once the machine ended.
    """

    queue: deque[Event | Completion] = field(default_factory=deque)
    later: list[Event] = field(default_factory=list)
    completions: list[Completion] = field(default_factory=list)
    fresh: set[int] = field(default_factory=set)
    in_macrostep: bool = False
    error_raised: bool = False
    stopping: bool = False
    status: Status | None = None

    def take_raised(self, event: Event) -> None:
        """Take an event raised inside the machine; one that is being stopped takes none."""
        if self.stopping:
            return
        if self.in_macrostep:
            self.queue.append(event)
        else:
            self.later.append(event)
