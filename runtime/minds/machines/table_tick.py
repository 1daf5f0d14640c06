"""Run a machine's game tick by its table of configurations.

The steps, their order and everything they do are those of `game_tick.py`, which stays the meaning and runs
every tick that is logged. What is looked up instead of worked out: who is asked for an event or polled, and
what a transition exits and enters.
Whatever the table does not decide (delays, groups, failing guards, transient states, choices that ask a tree;
several transitions at once, any-state transitions, those without target, into a history or by a trigger, as
soon as they are enabled) is left to the set-based procedures, from the last point at which nothing had
happened.

Eventless transitions are asked wherever the set-based procedures ask them, but for steps 4 and 5: once for
both, since nothing happens between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status, TransitionOutcome
from runtime.minds.machines import game_tick
from runtime.minds.machines.configuration_table import (
    Candidates,
    Chain,
    Configuration,
    ConfigurationTable,
    PlannedStep,
)
from runtime.minds.machines.considered_transitions import ALREADY_THERE, note
from runtime.minds.machines.machine_rows import MachineRow, TransitionRow
from runtime.minds.machines.macrostep import Rounds, macrostep, run_to_rest
from runtime.minds.machines.microstep import exit_all
from runtime.minds.machines.selection import is_there_already
from runtime.minds.machines.tick_state import Completion, MachineTick

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain

_GUARD_FALSE, _LOST = int(TransitionOutcome.GUARD_FALSE), int(TransitionOutcome.TRUE_BUT_LOST)


class _Undecided(Exception):
    """Say that the table does not decide; nothing has happened yet."""


@dataclass(slots=True, eq=False, kw_only=True)
class TickedMachineRow(MachineRow):
    """Be a machine that runs: by its table, unless the brain is to be interpreted.

    `known_table` holds what was looked up so far; it changes nothing.
    """

    known_table: ConfigurationTable | None = None

    @property
    def table(self) -> ConfigurationTable:
        """Return what was looked up so far."""
        if self.known_table is None:
            self.known_table = ConfigurationTable(self)
        return self.known_table

    def enter(self, brain: TickingBrain) -> None:
        """Begin an activation: the initial configuration is entered by the first tick."""
        game_tick.begin(self, brain)

    def tick(self, brain: TickingBrain) -> Status:
        """Run the machine's game tick; return RUNNING, or the status of the root final state entered."""
        if brain.interpreted:
            return game_tick.run_game_tick(self, brain)
        table = self.known_table or self.table
        tick = table.scratch
        try:
            return game_tick.in_tick(self, brain, tick, _steps)
        finally:
            if tick.is_used:
                table.scratch = MachineTick()

    def stop(self, brain: TickingBrain) -> None:
        """Exit every state, in exit order."""
        exit_all(self, brain)


def _steps(machine: TickedMachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    table = machine.known_table or machine.table
    now = table.current(brain) if brain.ints[machine.entered_slot] >= 0 else None
    if now is None or now.has_final or not _is_at_rest(now, table, brain):
        game_tick.steps(machine, brain, tick)
        return
    now = _take_events(machine, table, now, brain, tick)
    polls = not (now.polled.empty and now.eventless.empty) or brain.machines.pending
    if tick.status is None and polls:
        now = _poll(machine, table, now, brain, tick)
    if tick.status is not None:
        return
    if now.updated:
        game_tick.updates(now.updated, brain, tick)
    if tick.completions or tick.later:
        _afterwards(machine, table, now, brain, tick)
    elif not _is_at_rest(now, table, brain):
        game_tick.afterwards(machine, brain, tick)


def _is_at_rest(now: Configuration, table: ConfigurationTable, brain: TickingBrain) -> bool:
    """Tell whether the table knows that no eventless transition is enabled."""
    try:
        return now.eventless.empty or _pick(now.eventless, now, table, brain) is None
    except _Undecided:
        return False


def _take_events(
    machine: MachineRow, table: ConfigurationTable, now: Configuration, brain: TickingBrain, tick: MachineTick
) -> Configuration:
    """Do steps 2 and 3."""
    memory = brain.machines
    if memory.delayed and memory.delayed[0].due <= brain.tick_now:
        for waiting in memory.due_events(machine.index, brain.tick_now):
            if tick.status is None and memory.remove(waiting):
                now, taken = _handle(machine, table, now, brain, tick, waiting.event)
                brain.raised.append((waiting.event, taken))
    for position, event in enumerate(brain.events_now):
        if tick.status is None:
            now, taken = _handle(machine, table, now, brain, tick, event)
            if taken:
                brain.machines.note_handled(position)
    return now


def _afterwards(
    machine: MachineRow, table: ConfigurationTable, now: Configuration, brain: TickingBrain, tick: MachineTick
) -> None:
    """Do step 7."""
    items: tuple[RaisedEvent | Completion, ...] = (*tick.completions, *tick.later)
    for item in items:
        if tick.status is not None:
            return
        now, taken = _handle(machine, table, now, brain, tick, item)
        if isinstance(item, RaisedEvent):
            brain.raised.append((item, taken))


def _handle(
    machine: MachineRow,
    table: ConfigurationTable,
    now: Configuration,
    brain: TickingBrain,
    tick: MachineTick,
    item: RaisedEvent | Completion,
) -> tuple[Configuration, bool]:
    """Do the macrostep of an event or completion; return where it leads, and whether it was taken."""
    if isinstance(item, RaisedEvent):
        asked = now.reactions.get(item.name) or now.reaction(item.name)
    elif item.is_over(brain):
        return now, False
    else:
        asked = now.completion(item)
    if asked.empty and now.eventless.empty:
        return now, False
    return _take(machine, table, now, asked, brain, tick, item)


def _take(
    machine: MachineRow,
    table: ConfigurationTable,
    now: Configuration,
    asked: Candidates,
    brain: TickingBrain,
    tick: MachineTick,
    item: RaisedEvent | Completion,
) -> tuple[Configuration, bool]:
    """Let transitions take an event or completion; return where it leads, and whether any did."""
    brain.event = item if isinstance(item, RaisedEvent) else None
    try:
        step = _pick(asked, now, table, brain)
        if step is None:
            brain.event = None
            if not _is_at_rest(now, table, brain):
                raise _Undecided
    except _Undecided:
        brain.event = None
        taken = macrostep(machine, brain, tick, item)
        return table.look(brain), taken
    if step is None:
        return now, False
    tick.begin_macrostep()
    step.take(brain)
    brain.event = None
    return _rest(machine, table, step, brain, tick, item), True


def _poll(
    machine: MachineRow, table: ConfigurationTable, now: Configuration, brain: TickingBrain, tick: MachineTick
) -> Configuration:
    """Do steps 4 and 5."""
    try:
        if brain.machines.pending or not _is_at_rest(now, table, brain):
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
    return _rest(machine, table, step, brain, tick, None)


def _rest(
    machine: MachineRow,
    table: ConfigurationTable,
    step: PlannedStep,
    brain: TickingBrain,
    tick: MachineTick,
    item: RaisedEvent | Completion | None,
) -> Configuration:
    """Run to rest after a step; mostly the machine is at rest already."""
    after = step.leads_to
    brain.machines.configurations[machine.index] = after
    if after.eventless.empty and not tick.queue:
        tick.in_macrostep = False
        return after
    rounds = Rounds(brain)
    rounds.add([step.transition], item)
    while tick.status is None and not tick.queue:
        try:
            following = _pick(after.eventless, after, table, brain)
        except _Undecided:
            break
        if following is None:
            tick.in_macrostep = False
            return after
        rounds.add([following.transition])
        following.take(brain)
        after = brain.machines.configurations[machine.index] = following.leads_to
    run_to_rest(machine, brain, tick, rounds, begun=True)
    return table.look(brain)


def _pick(
    asked: Candidates, now: Configuration, table: ConfigurationTable, brain: TickingBrain
) -> PlannedStep | None:
    """Return the step of the one transition that is enabled, None for none; else raise `_Undecided`.

    That is where several are enabled, where an any-state transition is, where a step is not known
    beforehand. They are all asked again then.
    """
    if not asked.plain or (asked.may_wait and brain.machines.pending):
        raise _Undecided
    picked = _only_enabled(asked, table, brain)
    if picked is None:
        return None
    step = now.step(picked, table)
    if step is None or (picked.polled and table.has_transient):
        raise _Undecided
    return step


def _only_enabled(asked: Candidates, table: ConfigurationTable, brain: TickingBrain) -> TransitionRow | None:
    for chain in asked.interrupts:
        found = _first_enabled(chain, brain)
        if found is None:
            continue
        if found.index in table.by_sets or not is_there_already(found, brain):
            raise _Undecided
        note(brain, found, TransitionOutcome.TRUE_BUT_LOST, ALREADY_THERE)
    picked: TransitionRow | None = None
    for chain in asked.walks:
        found = _first_enabled(chain, brain)
        if found is not None and found is not picked:
            if picked is not None or found.index in table.by_sets:
                raise _Undecided
            picked = found
    return picked


def _first_enabled(chain: Chain, brain: TickingBrain) -> TransitionRow | None:
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
