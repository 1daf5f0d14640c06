"""Work out once what taking one transition in one configuration does, and do it (rules 4.5, 4.6).

A step is planned where nothing remembered decides over it: none of the states it enters by default or by
name is a history. Where neither states nor transition have anything to run, only marks and stamps are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.status import StateOutcome, Status, TransitionOutcome
from runtime.minds.machines.configuration import domain_of
from runtime.minds.machines.microstep import (
    enter_state,
    execute_transition,
    exit_state,
    record_history,
    run_block,
)
from runtime.minds.machines.state_rows import MachineRow, Owner, StateRow, is_below
from runtime.minds.machines.transition_rows import AfterCode, TransitionRow

if TYPE_CHECKING:
    from runtime.minds.machines.configuration_table import Configuration
    from runtime.minds.program.ticking_brain import TickingBrain

_ENTERED, _EXITED = int(StateOutcome.ENTERED), int(StateOutcome.EXITED)
_REENTERED, _PASSED = int(StateOutcome.REENTERED), int(StateOutcome.PASSED)
_TAKEN, _RUNNING = int(TransitionOutcome.TAKEN), int(Status.RUNNING)


@dataclass(slots=True, frozen=True, eq=False)
class PlannedStep:
    """Hold what one transition does in one configuration.

    `exits` are in the order they are exited, `entries` in the order they are entered; `by_default` marks
    entries whose initial actions run. `silent` tells that there is nothing to run, `leads_to` gives the
    configuration afterwards. `marks` are, for each entry of a silent step, its row and its slots for
    completion, time and activation; `timers` the int slots it sets to ticks from now on, and `lengths` those
    it sets to a number of ticks.
    """

    transition: TransitionRow
    exits: tuple[StateRow, ...]
    entries: tuple[StateRow, ...]
    by_default: frozenset[int]
    silent: bool
    leads_to: Configuration
    exit_rows: tuple[int, ...]
    marks: tuple[tuple[int, int, int, int], ...]
    timers: tuple[tuple[int, int], ...]
    lengths: tuple[tuple[int, int], ...]

    def take(self, brain: TickingBrain) -> None:
        """Take the transition; the machine's tick is under way."""
        memory = brain.machine_memory
        if self.silent and not (memory.delayed or memory.pending):
            self._take_silently(brain)
            return
        for state in reversed(self.exits):
            record_history(state, brain)
        for state in self.exits:
            exit_state(state, brain)
        execute_transition(self.transition, None, brain)
        for state in self.entries:
            enter_state(state, brain)
            if state.index in self.by_default and state.initial_actions is not None:
                run_block(state.initial_actions, state, brain)

    def _take_silently(self, brain: TickingBrain) -> None:
        stored, outcomes, ints, now = brain.bytes_, brain.outcomes, brain.ints, brain.tick_now
        for row in self.exit_rows:
            stored[row] = 0
            outcomes[row] = _PASSED if outcomes[row] == _ENTERED else _EXITED
        taken = self.transition.index
        outcomes[taken] = _TAKEN
        brain.note_taken(taken)
        for row, completed, entered, activation in self.marks:
            stored[row] = _RUNNING
            stored[completed] = 0
            ints[entered] = now
            ints[activation] += 1
            before = outcomes[row]
            outcomes[row] = _REENTERED if before in (_EXITED, _REENTERED) else _ENTERED
        for slot, ticks in self.timers:
            ints[slot] = brain.due_after(ticks)
        for slot, ticks in self.lengths:
            ints[slot] = ticks


def plan_step(
    transition: TransitionRow,
    states: tuple[StateRow, ...],
    configuration_of: Callable[[tuple[StateRow, ...]], Configuration],
) -> PlannedStep | None:
    """Return what a transition with targets does while `states` are active; None where memory decides."""
    if any(target.history is not None for target in transition.targets):
        return None
    domain = domain_of(transition, list(transition.targets))
    exits = tuple(state for state in reversed(states) if is_below(state, domain))
    left = [state for state in states if not is_below(state, domain)]
    plan = _Entries({state.index for state in left}, list(transition.targets))
    if not plan.enter_below(domain):
        return None
    entries = tuple(sorted(plan.states, key=_row))
    after = tuple(sorted((*left, *entries), key=_row))
    silent = (
        not transition.actions.lines
        and _has_constant_timers(transition, entries)
        and transition.group is None
        and all(_exits_silently(state) for state in exits)
        and all(_enters_silently(state, state.index in plan.by_default) for state in entries)
    )
    started = [after for state in entries for after in _timers_of(state)]
    timers = [(after.enabled_from, after.ticks.constant_ticks) for after in started]
    if transition.cooldown is not None:
        timers.append((transition.cooldown.ready_from, transition.cooldown.ticks.constant_ticks))
    return PlannedStep(
        transition=transition,
        exits=exits,
        entries=entries,
        by_default=frozenset(plan.by_default),
        silent=silent,
        leads_to=configuration_of(after),
        exit_rows=tuple(state.index for state in exits),
        marks=tuple(
            (state.index, state.completed, state.entered_slot, state.activation_slot) for state in entries
        ),
        timers=tuple(timers),
        lengths=tuple((after.length, after.ticks.constant_ticks) for after in started),
    )


class _Entries:
    """Gather the states that are entered below a domain, as an entry plan does, without any memory."""

    def __init__(self, active: set[int], goals: list[StateRow]) -> None:
        self.states: list[StateRow] = []
        self.by_default: set[int] = set()
        self._active = active
        self._goals = goals

    def enter_below(self, domain: Owner) -> bool:
        """Gather; return False where a history decides."""
        below = [child for child in domain.child_states if self._holds_goal(child)]
        return all(self._enter(child) for child in below)

    def _enter(self, state: StateRow) -> bool:
        if state.index not in self._active and state not in self.states:
            self.states.append(state)
        if state.is_parallel:
            return all(self._enter(region) for region in state.child_states)
        if not state.is_compound:
            return True
        inner = [child for child in state.child_states if self._holds_goal(child)]
        if not inner:
            self.by_default.add(state.index)
            if any(target.history is not None for target in state.initial):
                return False
            self._goals.extend(state.initial)
            inner = [child for child in state.child_states if self._holds_goal(child)]
        return self._enter(inner[0])

    def _holds_goal(self, state: StateRow) -> bool:
        return any(goal is state or is_below(goal, state) for goal in self._goals)


def _exits_silently(state: StateRow) -> bool:
    owner = state.owner
    in_parallel = isinstance(owner, StateRow) and owner.is_parallel
    return not (
        state.exit.lines
        or state.activity is not None
        or state.histories
        or state.final_status is not None
        or in_parallel
    )


def _enters_silently(state: StateRow, by_default: bool) -> bool:
    actions = by_default and state.initial_actions is not None and state.initial_actions.lines
    return not (state.entry.lines or state.activity is not None or state.final_status is not None or actions)


def _timers_of(state: StateRow) -> list[AfterCode]:
    """Return the timers that start when a state is entered."""
    timed = (transition.after for transition in (*state.transitions, *state.interrupts))
    return [after for after in timed if after is not None]


def _has_constant_timers(transition: TransitionRow, entries: Iterable[StateRow]) -> bool:
    """Tell whether all that a step times is constant, its own cooldown included."""
    cooldown = transition.cooldown
    timers = [after.ticks for state in entries for after in _timers_of(state)]
    return all(
        ticks.expression is None for ticks in (*timers, *([cooldown.ticks] if cooldown is not None else []))
    )


def _row(state: StateRow | MachineRow) -> int:
    return state.index
