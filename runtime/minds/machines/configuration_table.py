"""Keep, for each configuration a machine comes to, who is asked for what and where each transition leads.

What the set-based procedures work out each time depends, but for guards and memory, on the active states
alone. It is worked out once per configuration, when it is first needed, and shared by all agents of a
program. `table_tick.py` runs machines by it; the set-based procedures are the definition (rules 4.4 to 4.6).

A step is planned where nothing remembered decides over it: none of the states it enters by default or by
name is a history. Where neither states nor transition have anything to run, only marks and stamps are left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from runtime.basics.status import StateOutcome, Status, TransitionOutcome
from runtime.minds.machines.configuration import EntryPlan, domain_of, proper_ancestors
from runtime.minds.machines.machine_rows import (
    AfterCode,
    MachineRow,
    Owner,
    StateRow,
    TransitionRow,
    is_below,
)
from runtime.minds.machines.microstep import (
    enter_state,
    execute_transition,
    exit_state,
    record_history,
    run_block,
)
from runtime.minds.machines.tick_state import MachineTick

if TYPE_CHECKING:
    from runtime.minds.machines.tick_state import Completion
    from runtime.minds.program.ticking_brain import TickingBrain


Chain = tuple[TransitionRow, ...]
"""Transitions in the order in which one walk asks them."""


@dataclass(slots=True, frozen=True, eq=False)
class Candidates:
    """Hold what is asked for one event, or polled, in one configuration.

    `interrupts` has one chain per active owner, outside in, `walks` one per active atomic state, each without
    what does not apply. `plain` tells that every one of them is asked by its `after`, its cooldown and its
    guard alone; others are left to the set-based procedures. `may_wait` tells that any has a delay.
    """

    interrupts: tuple[Chain, ...]
    walks: tuple[Chain, ...]
    plain: bool
    may_wait: bool

    @property
    def empty(self) -> bool:
        """Tell that nothing is asked."""
        return not self.interrupts and not self.walks


@dataclass(slots=True, eq=False)
class Configuration:
    """Hold one set of active states, in document order, and what follows from it.

    `atomic` are the rows of the active atomic states: a legal configuration is told apart by them.
    `updated` are the states with an update block or an activity. `steps` are filled as transitions are taken.
    """

    machine: MachineRow
    states: tuple[StateRow, ...]
    atomic: tuple[int, ...]
    updated: tuple[StateRow, ...]
    has_final: bool
    eventless: Candidates
    polled: Candidates
    reactions: dict[str, Candidates] = field(default_factory=dict)
    steps: dict[int, PlannedStep | None] = field(default_factory=dict)

    def reaction(self, event: str) -> Candidates:
        """Return what is asked when an event of this name is taken."""
        found = self.reactions.get(event)
        if found is None:
            found = self.reactions[event] = _candidates(
                self.machine,
                self.states,
                [transition for transition in self.machine.all_transitions if transition.matches(event)],
                outer_first=False,
            )
        return found

    def completion(self, item: Completion) -> Candidates:
        """Return what is asked when a state completes: only its own transitions (rule 4.15)."""
        key = f"{item.name} {item.state.index}"
        found = self.reactions.get(key)
        if found is None:
            own = [entry for entry in item.state.transitions if entry.matches(item.name)]
            found = self.reactions[key] = _candidates(self.machine, self.states, own, outer_first=False)
        return found

    def step(self, transition: TransitionRow, table: ConfigurationTable) -> PlannedStep | None:
        """Return what taking a transition does here, None where that depends on what is remembered."""
        if transition.index not in self.steps:
            self.steps[transition.index] = plan_step(transition, self.states, table.of_states)
        return self.steps[transition.index]


class ConfigurationTable:
    """Hold the configurations that one machine came to, and its one tick under way.

    `scratch` is clean between ticks. Machines with transient states keep to the set-based step 5. `by_sets`
    are the rows of transitions that only the set-based procedures take: those that wait, consume triggers or
    have no target.
    """

    def __init__(self, machine: MachineRow) -> None:
        self.machine = machine
        self.scratch = MachineTick()
        self.has_transient = any(state.transient for state in machine.states)
        self.by_sets = frozenset(entry.index for entry in machine.all_transitions if _needs_sets(entry))
        self._known: dict[tuple[int, ...], Configuration] = {}

    def current(self, brain: TickingBrain) -> Configuration:
        """Return the configuration the machine of a brain is in; it has been entered."""
        stored = brain.bytes_
        known = cast("Configuration | None", brain.machines.configurations.get(self.machine.index))
        if known is not None and known.machine is self.machine:
            for row in known.atomic:
                if not stored[row]:
                    break
            else:
                return known
        return self.look(brain)

    def look(self, brain: TickingBrain) -> Configuration:
        """Read the configuration from what is stored, and remember it as the current one."""
        found = self.of_states(tuple(self.machine.active_states(brain)))
        brain.machines.configurations[self.machine.index] = found
        return found

    def of_states(self, states: tuple[StateRow, ...]) -> Configuration:
        """Return the configuration of these active states, in document order."""
        key = tuple(state.index for state in states)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _build(self.machine, states)
        return found


def _build(machine: MachineRow, states: tuple[StateRow, ...]) -> Configuration:
    transitions = machine.all_transitions
    inner = {state.owner.index for state in states}
    return Configuration(
        machine=machine,
        states=states,
        atomic=tuple(state.index for state in states if state.index not in inner),
        updated=tuple(state for state in states if state.update.lines or state.activity is not None),
        has_final=any(state.final_status is not None and state.owner is machine for state in states),
        eventless=_candidates(
            machine,
            states,
            [entry for entry in transitions if entry.eventless and not entry.interrupt],
            outer_first=False,
        ),
        polled=_candidates(
            machine, states, [entry for entry in transitions if entry.polled], outer_first=True
        ),
    )


def _candidates(
    machine: MachineRow, states: tuple[StateRow, ...], applying: list[TransitionRow], *, outer_first: bool
) -> Candidates:
    rows = {transition.index for transition in applying}
    owners: list[Owner] = [machine, *states]
    interrupts = [_asked(owner.interrupts, rows) for owner in owners]
    inner = {state.owner.index for state in states}
    walks = []
    for atomic in (state for state in states if state.index not in inner):
        chain: list[Owner] = [atomic, *proper_ancestors(atomic, machine)]
        if outer_first:
            chain.reverse()
        walks.append(tuple(entry for owner in chain for entry in _asked(owner.transitions, rows)))
    asked = [entry for chain in (*interrupts, *walks) for entry in chain]
    return Candidates(
        interrupts=tuple(chain for chain in interrupts if chain),
        walks=tuple(chain for chain in walks if chain),
        plain=all(_is_plain(entry) for entry in asked),
        may_wait=any(entry.delay is not None for entry in asked),
    )


def _asked(entries: tuple[TransitionRow, ...], rows: set[int]) -> Chain:
    """Return the entries that apply."""
    return tuple(entry for entry in entries if entry.index in rows)


def _is_plain(entry: TransitionRow) -> bool:
    source = entry.source
    decided = isinstance(source, StateRow) and source.decision is not None
    return entry.group is None and not decided


def _needs_sets(entry: TransitionRow) -> bool:
    triggers = entry.guard is not None and bool(entry.guard.triggers)
    return entry.delay is not None or triggers or not entry.targets


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
        memory = brain.machines
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
        brain.machines.note_taken(taken)
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
    plan = EntryPlan()
    plan.add(domain, transition.targets, defaultdict(int, {state.index: 1 for state in left}))
    if plan.asks_histories:
        return None
    entries = tuple(plan.states)
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
