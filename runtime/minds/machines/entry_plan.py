"""Work out which states a microstep enters (rule 4.6; `computeEntrySet` of the SCXML algorithm).

Below the domain of each transition exactly one way leads down to its targets: in a compound the child that
holds a target, or its initial states where none does; in a parallel state every region. A history is
replaced by what it stands for. Nothing is entered here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from runtime.minds.machines.configuration import remembered_states
from runtime.minds.machines.state_rows import Owner, StateRow, is_below

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True)
class EntryPlan:
    """Hold the states to enter, in document order once complete.

    `by_default` are the rows of compounds whose initial states are entered: their initial actions run.
    `default_histories` lists, by the row of their owner, the histories that had nothing to stand for: their
    default actions run after the entry of the owner, or first where the owner is active already.
    """

    states: list[StateRow] = field(default_factory=list)
    by_default: set[int] = field(default_factory=set)
    default_histories: dict[int, list[StateRow]] = field(default_factory=dict)
    goals: list[StateRow] = field(default_factory=list)

    def add(self, domain: Owner, targets: Iterable[StateRow], brain: TickingBrain) -> None:
        """Plan the entry of `targets`, which lie below `domain`; what is left below it is inactive."""
        self._aim(targets, brain)
        for child in domain.child_states:
            if self._holds_goal(child) and child not in self.states:
                self._add_state(child, brain)
        self.states.sort(key=_row)

    def _aim(self, targets: Iterable[StateRow], brain: TickingBrain) -> None:
        for target in targets:
            if target.history is None:
                self.goals.append(target)
                continue
            remembered = remembered_states(target, brain)
            if not remembered and target.history.default_actions.lines:
                self.default_histories.setdefault(target.owner.index, []).append(target)
            self._aim(remembered or target.history.default, brain)

    def _add_state(self, state: StateRow, brain: TickingBrain) -> None:
        if not state.active(brain):
            self.states.append(state)
        if state.is_parallel:
            for region in state.child_states:
                self._add_state(region, brain)
        elif state.is_compound:
            inner = [child for child in state.child_states if self._holds_goal(child)]
            if not inner:
                self.by_default.add(state.index)
                self._aim(state.initial, brain)
                inner = [child for child in state.child_states if self._holds_goal(child)]
            self._add_state(inner[0], brain)

    def _holds_goal(self, state: StateRow) -> bool:
        return any(goal is state or is_below(goal, state) for goal in self.goals)


def _row(state: StateRow) -> int:
    return state.index
