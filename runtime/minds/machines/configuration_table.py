"""Keep, for each configuration a machine comes to, who is asked for what and where each transition leads.

What the set-based procedures work out each time anew depends, but for guards and memory, on the active states
alone. It is worked out once per configuration, when it is first needed, and shared by all agents of a
program. `table_tick.py` runs machines by it; the set-based procedures stay the meaning (rules 4.4 to
4.6).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from runtime.minds.machines.configuration import proper_ancestors
from runtime.minds.machines.planned_step import PlannedStep, plan_step
from runtime.minds.machines.state_rows import MachineRow, Owner, StateRow
from runtime.minds.machines.tick_state import MachineTick
from runtime.minds.machines.transition_rows import TransitionRow

if TYPE_CHECKING:
    from runtime.minds.machines.completion import Completion
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
        self.by_sets = frozenset(one.index for one in machine.all_transitions if _needs_sets(one))
        self._known: dict[tuple[int, ...], Configuration] = {}

    def current(self, brain: TickingBrain) -> Configuration:
        """Return the configuration the machine of a brain is in; it has been entered."""
        stored = brain.bytes_
        known = cast("Configuration | None", brain.configurations.get(self.machine.index))
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
        brain.configurations[self.machine.index] = found
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
            machine, states, [one for one in transitions if one.eventless], outer_first=False
        ),
        polled=_candidates(machine, states, [one for one in transitions if one.polled], outer_first=True),
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
