"""Run a machine's game tick by its table of configurations.

The steps, their order and everything they do are those of `game_tick.py`, which stays the meaning. What is
looked up instead of worked out: who is asked for an event or polled, and what a transition exits and enters.
Whatever the table does not decide (delays, groups, histories, eventless transitions and so choices, any-state
transitions that are enabled, several transitions at once, failing guards, transient states) is left to the
set-based procedures, from the last point at which nothing had happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from runtime.behavior_trees.tree_walk import visit_root
from runtime.brains.host import Event
from runtime.expressions.context import EvaluationError
from runtime.state_machines import game_tick
from runtime.state_machines.configuration_table import Candidates, Chain, Configuration, ConfigurationTable
from runtime.state_machines.considered import note
from runtime.state_machines.enabling import is_due, is_ready
from runtime.state_machines.machine_tick import MachineTick
from runtime.state_machines.macrostep import Rounds, macrostep, run_to_rest
from runtime.state_machines.planned_step import PlannedStep
from runtime.state_machines.state_rows import MachineRow
from runtime.state_machines.transition_rows import TransitionRow
from runtime.status import HALTED, StateOutcome, Status, TransitionOutcome

if TYPE_CHECKING:
    from runtime.brains.brain import Brain

_ACTIVE = int(StateOutcome.ACTIVE)
_GUARD_FALSE, _LOST = int(TransitionOutcome.GUARD_FALSE), int(TransitionOutcome.TRUE_BUT_LOST)


class _Undecided(Exception):
    """Say that the table does not decide; nothing has happened yet."""


def table_of(machine: MachineRow) -> ConfigurationTable:
    """Return the table of a machine, made on first use."""
    if machine.table is None:
        machine.table = ConfigurationTable(machine)
    return machine.table


def run_table_tick(machine: MachineRow, brain: Brain) -> Status:
    """Run one game tick and return RUNNING, or the status of the root final state that was entered."""
    table = machine.table or table_of(machine)
    tick = table.scratch
    try:
        return game_tick.in_tick(machine, brain, tick, _steps)
    finally:
        if tick.is_used:
            table.scratch = MachineTick()


def machine_runner(machine: MachineRow, *, alone: bool) -> Callable[[Brain], Status]:
    """Return a function that visits a machine that is the root of a brain.

    `alone` tells that the program has no other machine, so that only its own states are to be marked.
    """
    index = machine.index
    framed = machine.disabled or machine.guard is not None or bool(machine.services)

    def run(brain: Brain) -> Status:
        brain.state_row = None
        if framed or brain.log is not None or brain.bytes_[index] != Status.RUNNING:
            result = visit_root(machine, brain)
        else:
            result = run_table_tick(machine, brain)
            brain.outcomes[index] = (brain.outcomes[index] & HALTED) | result
        if not alone or result is not Status.RUNNING:
            brain.mark_active_states()
            return result
        outcomes = brain.outcomes
        for row in table_of(machine).current(brain).rows:
            if not outcomes[row]:
                outcomes[row] = _ACTIVE
        return result

    return run


def _steps(machine: MachineRow, brain: Brain, tick: MachineTick) -> None:
    table, memory = table_of(machine), brain.machine_memory
    if brain.ints[machine.entered_slot] < 0 or memory.pending or memory.delayed:
        game_tick.steps(machine, brain, tick)
        return
    now = table.current(brain)
    if now.has_final or not now.eventless.empty:
        game_tick.steps(machine, brain, tick)
        return
    for position, event in enumerate(brain.events_now):
        if tick.status is not None:
            return
        asked = now.reactions.get(event.name) or now.reaction(event.name)
        if not asked.empty:
            now = _take_event(machine, table, now, asked, brain, tick, position, event)
            if not now.eventless.empty:
                game_tick.steps_from_event(machine, brain, tick, position + 1)
                return
    if tick.status is None and (memory.pending or not now.polled.empty):
        now = _poll(machine, table, now, brain, tick)
    if tick.status is not None:
        return
    if now.updated:
        game_tick.updates(now.updated, brain, tick)
    if tick.completions or tick.later or not now.eventless.empty:
        game_tick.afterwards(machine, brain, tick)


def _take_event(
    machine: MachineRow,
    table: ConfigurationTable,
    now: Configuration,
    asked: Candidates,
    brain: Brain,
    tick: MachineTick,
    position: int,
    event: Event,
) -> Configuration:
    brain.event = event
    try:
        step = _pick(asked, now, table, brain)
    except _Undecided:
        brain.event = None
        if macrostep(machine, brain, tick, event):
            brain.handled.add(position)
        return table.look(brain)
    if step is None:
        brain.event = None
        return now
    tick.begin_macrostep()
    step.take(brain)
    brain.event = None
    after = _rest(machine, table, step.leads_to, brain, tick, step.transition, event)
    brain.handled.add(position)
    return after


def _poll(
    machine: MachineRow, table: ConfigurationTable, now: Configuration, brain: Brain, tick: MachineTick
) -> Configuration:
    """Do steps 4 and 5."""
    try:
        if brain.machine_memory.pending:
            raise _Undecided
        step = _pick(now.polled, now, table, brain)
    except _Undecided:
        game_tick.polled_interrupts(machine, brain, tick)
        game_tick.polled_transitions(machine, brain, tick)
        return table.look(brain)
    if step is None:
        return now
    tick.begin_macrostep()
    step.take(brain)
    return _rest(machine, table, step.leads_to, brain, tick, step.transition, None)


def _rest(
    machine: MachineRow,
    table: ConfigurationTable,
    after: Configuration,
    brain: Brain,
    tick: MachineTick,
    taken: TransitionRow,
    event: Event | None,
) -> Configuration:
    """Run to rest after a step; mostly the machine is at rest already."""
    brain.configurations[machine.index] = after
    if after.eventless.empty and not tick.queue:
        tick.in_macrostep = False
        return after
    rounds = Rounds(brain)
    rounds.add([taken], event)
    run_to_rest(machine, brain, tick, rounds, begun=True)
    return table.look(brain)


def _pick(
    asked: Candidates, now: Configuration, table: ConfigurationTable, brain: Brain
) -> PlannedStep | None:
    """Return the step of the one transition that is enabled, None for none; else raise `_Undecided`.

    That is where several are enabled, where an any-state transition is, where a step is not known
    beforehand. What was noted of transitions is forgotten then: they are all asked again.
    """
    if not asked.plain:
        raise _Undecided
    log = brain.log
    noted = 0 if log is None else len(log.considered)
    try:
        picked = _only_enabled(asked, brain)
        if picked is None:
            return None
        step = now.step(picked, table)
        if step is None or (picked.polled and table.has_transient):
            raise _Undecided
    except _Undecided:
        if log is not None:
            del log.considered[noted:]
        raise
    return step


def _only_enabled(asked: Candidates, brain: Brain) -> TransitionRow | None:
    ask = _first_enabled if brain.log is None else _first_enabled_and_noted
    for chain in asked.interrupts:
        if ask(chain, brain) is not None:
            raise _Undecided
    picked: TransitionRow | None = None
    for chain in asked.walks:
        found = ask(chain, brain)
        if found is not None and found is not picked:
            if picked is not None:
                raise _Undecided
            picked = found
    return picked


def _first_enabled(chain: Chain, brain: Brain) -> TransitionRow | None:
    ints, outcomes, now = brain.ints, brain.outcomes, brain.tick_now
    for transition in chain:
        after, cooldown, guard = transition.after, transition.cooldown, transition.guard
        if (after is None or now >= ints[after.enabled_from]) and (
            cooldown is None or now >= ints[cooldown.ready_from]
        ):
            if guard is None:
                return transition
            brain.state_row = transition.source
            try:
                if guard.run(brain):
                    if outcomes[transition.index] < _LOST:
                        outcomes[transition.index] = _LOST
                    return transition
            except EvaluationError:
                raise _Undecided from None
        if outcomes[transition.index] < _GUARD_FALSE:
            outcomes[transition.index] = _GUARD_FALSE
    return None


def _first_enabled_and_noted(chain: Chain, brain: Brain) -> TransitionRow | None:
    for transition in chain:
        if not is_due(transition, brain) or not is_ready(transition, brain):
            continue
        guard = transition.guard
        brain.state_row = transition.source
        try:
            holds = guard is None or guard.run(brain)
        except EvaluationError:
            raise _Undecided from None
        note(brain, transition, TransitionOutcome.TRUE_BUT_LOST if holds else TransitionOutcome.GUARD_FALSE)
        if holds:
            return transition
    return None
