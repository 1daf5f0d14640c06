"""Complete states: an activity ended, a final child was entered, all regions have completed (4.15).

Completion is an internal event of one state and one activation. When a region completes and all others have,
its parallel state completes too, and so on outwards through nested parallel states.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.status import Status
from runtime.minds.machines.state_rows import FinalStatus, StateRow

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


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
