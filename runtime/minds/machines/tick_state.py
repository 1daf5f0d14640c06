"""Hold what a machine needs only while one of its game ticks is under way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from runtime.basics.context import EvaluationError
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.minds.machines.machine_rows import FinalStatus, StateRow
from runtime.minds.program.rows import Row

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


EXECUTION_ERROR = RaisedEvent("error.execution")
"""The internal event that a failing expression of a machine raises (rule 4.7)."""


@dataclass(slots=True)
class MachineTick:
    """Hold the queues of one machine during one of its game ticks.

    `queue` holds internal events of the macrostep under way, `later` what was raised by updates and
    activities, `completions` the activities that ended. `in_macrostep` tells where a raised event goes.
    `fresh` are the states entered since it was last cleared (step 4, and each pass of step 5), `failed` the
    pieces of code that failed in the macrostep under way, `status` the final status once the machine ended.
    `answers` are the outcomes of decision trees by the row of the choice, each with the activation of the
    choice it is for.
    """

    queue: deque[RaisedEvent | Completion] = field(default_factory=deque)
    later: list[RaisedEvent] = field(default_factory=list)
    completions: list[Completion] = field(default_factory=list)
    fresh: set[int] = field(default_factory=set)
    failed: set[int] = field(default_factory=set)
    answers: dict[int, tuple[int, str | None]] = field(default_factory=dict)
    in_macrostep: bool = False
    stopping: bool = False
    status: Status | None = None

    @property
    def is_used(self) -> bool:
        """Tell whether the tick left anything behind that the next one must not find."""
        return bool(
            self.queue
            or self.later
            or self.completions
            or self.fresh
            or self.failed
            or self.answers
            or self.in_macrostep
            or self.stopping
            or self.status is not None
        )

    def begin_macrostep(self) -> None:
        """Let raised events join the macrostep that begins, and every expression fail once more."""
        self.failed.clear()
        self.in_macrostep = True

    def take_failure(self, code: object) -> None:
        """Raise `error.execution`, at most once per macrostep for one piece of code (rule 4.7)."""
        if id(code) not in self.failed:
            self.failed.add(id(code))
            self.take_raised(EXECUTION_ERROR)

    def take_raised(self, event: RaisedEvent) -> None:
        """Take an event raised inside the machine; one that is being stopped takes none."""
        if self.stopping:
            return
        if self.in_macrostep:
            self.queue.append(event)
        else:
            self.later.append(event)


def tick_under_way(brain: TickingBrain, machine: int) -> MachineTick | None:
    """Return the game tick under way of the machine at a row."""
    return cast("MachineTick | None", brain.machines.ticks.get(machine))


@contextmanager
def under_way(machine: int, tick: MachineTick, brain: TickingBrain) -> Iterator[MachineTick]:
    """Let a game tick of the machine at a row be under way inside."""
    outer = brain.machines.ticks
    brain.machines.ticks = {**outer, machine: tick}
    try:
        yield tick
    finally:
        brain.machines.ticks = outer


def record_failure(row: Row, brain: TickingBrain, code: object, error: EvaluationError) -> None:
    """Record that a piece of code of a machine failed, and raise `error.execution` for it."""
    brain.record_error(row, str(error), error.detail)
    raise_execution_error(row, brain, code)


def raise_execution_error(row: Row, brain: TickingBrain, code: object) -> None:
    """Raise `error.execution`, at most once per macrostep for one piece of code (rule 4.7)."""
    tick = tick_under_way(brain, row.enclosing_machine)
    if tick is not None:
        tick.take_failure(code)


@dataclass(frozen=True, slots=True)
class Completion:
    """Say that a state completed, in which of its activations, and how."""

    state: StateRow
    activation: int
    status: FinalStatus

    @property
    def name(self) -> str:
        """Return what a transition's descriptor must match."""
        return "done.success" if self.status == Status.SUCCESS else "done.failure"

    def is_over(self, brain: TickingBrain) -> bool:
        """Tell whether the activation that completed is over by now."""
        return not self.state.active(brain) or brain.ints[self.state.activation_slot] != self.activation


def complete(state: StateRow, status: FinalStatus, brain: TickingBrain) -> Iterator[Completion]:
    """Note that a state completed; yield its completion and those of parallel states it completes."""
    brain.bytes_[state.completed] = status
    yield Completion(state, brain.ints[state.activation_slot], status)
    owner = state.owner
    if isinstance(owner, StateRow) and owner.is_parallel:
        regions = [brain.bytes_[region.completed] for region in owner.child_states]
        if all(regions):
            failed = Status.FAILURE in regions
            yield from complete(owner, Status.FAILURE if failed else Status.SUCCESS, brain)


def uncomplete(state: StateRow, brain: TickingBrain) -> None:
    """Note that a final child was left: its owner is complete no more, nor what that had completed.

    A state whose activity ended stays complete.
    """
    owner = state.owner
    if not isinstance(owner, StateRow) or (state.final_status is None and not owner.is_parallel):
        return
    activity = owner.activity
    if activity is None or not brain.bytes_[activity.ended]:
        brain.bytes_[owner.completed] = 0
        uncomplete(owner, brain)
