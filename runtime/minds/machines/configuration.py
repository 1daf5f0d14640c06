"""Answer questions about the active states: domains, exit sets, targets, entries (rules 4.4 to 4.6).

The procedures are those of the SCXML algorithm and carry its names. They change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from runtime.minds.machines.machine_rows import (
    HistoryCode,
    MachineRow,
    Owner,
    StateRow,
    TransitionRow,
    is_below,
)

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


Stored = Sequence[int] | Mapping[int, int]
"""The bytes of an agent, by their places."""


def atomic_states(machine: MachineRow, brain: TickingBrain) -> list[StateRow]:
    """Return the active states without active states inside, in document order."""
    stored = brain.bytes_
    return [
        state
        for state in machine.active_states(brain)
        if not state.child_states or not any(stored[child.index] for child in state.child_states)
    ]


def proper_ancestors(state: StateRow, machine: MachineRow) -> list[Owner]:
    """Return what lies around a state, innermost first; the last is the machine."""
    return [*state.ancestors(), machine]


def remembered_states(history: HistoryCode, stored: Stored) -> list[StateRow]:
    """Return what a history stands for by the bytes of an agent: nothing where its owner was never left."""
    return [state for state, place in history.places if stored[place]]


def effective_targets(targets: Iterable[StateRow], brain: TickingBrain) -> list[StateRow]:
    """Return the targets with every history replaced by what it stands for, or by its default."""
    found: list[StateRow] = []
    for target in targets:
        if target.history is None:
            found.append(target)
        else:
            inner = remembered_states(target.history, brain.bytes_) or target.history.default
            found += effective_targets(inner, brain)
    return found


def transition_domain(transition: TransitionRow, brain: TickingBrain) -> Owner | None:
    """Return the compound, or the machine, whose active descendants a transition exits (rule 4.5)."""
    if transition.domain is not None or not transition.targets:
        return transition.domain
    return domain_of(transition, effective_targets(transition.targets, brain))


def domain_of(transition: TransitionRow, targets: list[StateRow]) -> Owner:
    """Return the domain of a transition that leads to `targets`, none of them a history."""
    source = transition.source
    if isinstance(source, MachineRow):
        return source
    inside = source.is_compound and all(is_below(target, source) for target in targets)
    if inside and (transition.internal or transition.interrupt):
        return source
    return least_common_compound_ancestor(source, targets)


def least_common_compound_ancestor(source: StateRow, targets: list[StateRow]) -> Owner:
    """Return the nearest compound around `source`, else the machine, that holds all targets (4.5).

    A parallel state is never one.
    """
    for ancestor in source.ancestors():
        if ancestor.is_compound and all(is_below(target, ancestor) for target in targets):
            return ancestor
    return source.machine


def exit_set(
    transitions: Iterable[TransitionRow], machine: MachineRow, brain: TickingBrain
) -> list[StateRow]:
    """Return the states that transitions exit, in document order."""
    domains = [transition_domain(transition, brain) for transition in transitions]
    return [
        state
        for state in machine.active_states(brain)
        if any(domain is not None and is_below(state, domain) for domain in domains)
    ]


def exit_sets_meet(
    one: TransitionRow, other: TransitionRow, machine: MachineRow, brain: TickingBrain
) -> bool:
    """Tell whether two transitions exit a state in common."""
    domain, other_domain = transition_domain(one, brain), transition_domain(other, brain)
    if domain is None or other_domain is None:
        return False
    return any(
        is_below(state, domain) and is_below(state, other_domain) for state in machine.active_states(brain)
    )


def all_targets_active(transition: TransitionRow, brain: TickingBrain) -> bool:
    """Tell whether a transition has targets and all of them are active."""
    targets = effective_targets(transition.targets, brain)
    return bool(targets) and all(target.active(brain) for target in targets)


def may_be_active_together(one: StateRow, other: StateRow) -> bool:
    """Tell whether two states can be targets of one transition: neither excludes the other.

    They can if one lies in the other, or if they lie in different regions of a parallel state. A history
    counts as everything in its owner.
    """
    first, second = _extent(one), _extent(other)
    if first is second:
        return one is other
    if one.history is not None or other.history is not None:
        if is_below(first, second) and other.history is not None:
            return False
        if is_below(second, first) and one.history is not None:
            return False
    if is_below(first, second) or is_below(second, first):
        return True
    for ancestor in _owners(first):
        if is_below(second, ancestor):
            return isinstance(ancestor, StateRow) and ancestor.is_parallel
    return False


def _extent(target: StateRow) -> Owner:
    return target if target.history is None else target.owner


def _owners(state: Owner) -> list[Owner]:
    return proper_ancestors(state, state.machine) if isinstance(state, StateRow) else []


@dataclass(slots=True)
class EntryPlan:
    """Hold the states to enter, in document order once complete.

    `by_default` are the rows of compounds whose initial states are entered: their initial actions run.
    `default_histories` lists, by the row of their owner, the histories that had nothing to stand for: their
    default actions run after the entry of the owner, or first where the owner is active already.
    `asks_histories` tells that the plan depends on what a history remembers.

    Below the domain of each transition exactly one way leads down to its targets: in a compound the child
    that holds a target, or its initial states where none does; in a parallel state every region. A history is
    replaced by what it stands for. Nothing is entered here (`computeEntrySet` of the SCXML algorithm).
    """

    states: list[StateRow] = field(default_factory=list)
    by_default: set[int] = field(default_factory=set)
    default_histories: dict[int, list[StateRow]] = field(default_factory=dict)
    goals: list[StateRow] = field(default_factory=list)
    asks_histories: bool = False

    def add(self, domain: Owner, targets: Iterable[StateRow], stored: Stored) -> None:
        """Plan the entry of `targets`, which lie below `domain`; what is left below it is inactive.

        `stored` are the bytes of the agent.
        """
        self._aim(targets, stored)
        for child in domain.child_states:
            if self._holds_goal(child) and child not in self.states:
                self._add_state(child, stored)
        self.states.sort(key=_row)

    def _aim(self, targets: Iterable[StateRow], stored: Stored) -> None:
        for target in targets:
            if target.history is None:
                self.goals.append(target)
                continue
            self.asks_histories = True
            remembered = remembered_states(target.history, stored)
            if not remembered and target.history.default_actions.lines:
                self.default_histories.setdefault(target.owner.index, []).append(target)
            self._aim(remembered or target.history.default, stored)

    def _add_state(self, state: StateRow, stored: Stored) -> None:
        if not stored[state.index]:
            self.states.append(state)
        if state.is_parallel:
            for region in state.child_states:
                self._add_state(region, stored)
        elif state.is_compound:
            inner = [child for child in state.child_states if self._holds_goal(child)]
            if not inner:
                self.by_default.add(state.index)
                self._aim(state.initial, stored)
                inner = [child for child in state.child_states if self._holds_goal(child)]
            self._add_state(inner[0], stored)

    def _holds_goal(self, state: StateRow) -> bool:
        return any(goal is state or is_below(goal, state) for goal in self.goals)


def _row(state: StateRow) -> int:
    return state.index
