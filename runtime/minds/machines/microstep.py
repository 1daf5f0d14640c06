"""Take transitions: exit, act, enter (rules 4.5, 4.6).

| part | order |
|---|---|
| record the history of every state about to exit | before anything is exited |
| exit states | reverse document order, children first |
| run the actions of the transitions | in the order they were picked |
| enter states | document order, parents first |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.basics.host import RaisedEvent
from runtime.basics.status import StateOutcome, Status, TransitionOutcome
from runtime.minds.machines.configuration import EntryPlan, exit_set, transition_domain
from runtime.minds.machines.enabling import start_cooldown, start_timers, stay
from runtime.minds.machines.machine_rows import MachineRow, Owner, StateRow, TransitionRow
from runtime.minds.machines.tick_state import complete, raise_execution_error, tick_under_way, uncomplete
from runtime.minds.trees.tree_walk import halt

if TYPE_CHECKING:
    from runtime.minds.program.code import ActionBlock
    from runtime.minds.program.ticking_brain import TickingBrain


def microstep(machine: MachineRow, brain: TickingBrain, transitions: list[TransitionRow]) -> None:
    """Take transitions together: exits, then actions in selection order, then entries."""
    domains = [transition_domain(transition, brain) for transition in transitions]
    events = [_take_pending(transition, brain) for transition in transitions]
    exit_states(exit_set(transitions, machine, brain), brain)
    for transition, event in zip(transitions, events, strict=True):
        execute_transition(transition, event, brain)
    plan = EntryPlan()
    for transition, domain in zip(transitions, domains, strict=True):
        if domain is not None:
            plan.add(domain, transition.targets, brain.bytes_)
    enter_states(machine, plan, brain)


def enter_initial(machine: MachineRow, brain: TickingBrain) -> None:
    """Enter the initial configuration (4.9 step 1)."""
    if machine.initial_actions is not None:
        run_block(machine.initial_actions, machine, brain)
    plan = EntryPlan()
    plan.add(machine, machine.initial, brain.bytes_)
    enter_states(machine, plan, brain)


def enter_from_root(machine: MachineRow, target: StateRow, brain: TickingBrain) -> None:
    """Take a transition that no document has, without guard or actions, from the root to a state."""
    exit_states(list(machine.active_states(brain)), brain)
    plan = EntryPlan()
    plan.add(machine, (target,), brain.bytes_)
    enter_states(machine, plan, brain)


def exit_all(machine: MachineRow, brain: TickingBrain) -> None:
    """Exit every active state in exit order, as when the machine ends or is halted."""
    tick = tick_under_way(brain, machine.index)
    if tick is not None:
        tick.stopping = True
    for state in reversed(list(machine.active_states(brain))):
        exit_state(state, brain)
    forget(machine, brain)


def forget(machine: MachineRow, brain: TickingBrain) -> None:
    """Forget histories, cooldowns, and what is delayed and pending: the machine begins or is over."""
    brain.machines.forget_machine(machine.index, [machine.index, *(row.index for row in machine.states)])
    for state in machine.states:
        if state.history is not None:
            for _, place in state.history.places:
                brain.bytes_[place] = 0
    for transition in machine.all_transitions:
        if transition.cooldown is not None:
            brain.ints[transition.cooldown.ready_from] = 0


def exit_states(states: list[StateRow], brain: TickingBrain) -> None:
    """Exit states, given in document order: record their histories, then exit the last first."""
    for state in states:
        record_history(state, brain)
    for state in reversed(states):
        exit_state(state, brain)


def record_history(owner: StateRow, brain: TickingBrain) -> None:
    """Let the histories of a state about to exit remember what is active in it now."""
    for row in owner.histories:
        assert row.history is not None
        for state, place in row.history.places:
            brain.bytes_[place] = int(state.active(brain))


def exit_state(state: StateRow, brain: TickingBrain) -> None:
    """Exit one state: halt its activity, forget what waits for it, run its exit actions (4.6, 4.8, 6.1)."""
    brain.state_row = state
    if state.activity is not None:
        row = state.activity.row
        halt(row, brain)
        brain.bytes_[row.index : row.end] = bytes(row.end - row.index)
        brain.state_row = state
    brain.machines.forget_state(state.index)
    run_block(state.exit, state, brain)
    brain.bytes_[state.index] = 0
    uncomplete(state, brain)
    before = brain.outcomes[state.index]
    entered_now = before == StateOutcome.ENTERED
    brain.outcomes[state.index] = StateOutcome.PASSED if entered_now else StateOutcome.EXITED
    if brain.log is not None:
        brain.log.note_passage(state.index, "exit")


def execute_transition(transition: TransitionRow, event: RaisedEvent | None, brain: TickingBrain) -> None:
    """Run the actions of a transition that is taken; `event` is what it was enabled by if it was pending."""
    brain.outcomes[transition.index] = TransitionOutcome.TAKEN
    brain.machines.note_taken(transition.index)
    if brain.log is not None:
        brain.log.considered.append(transition.index)
    start_cooldown(transition, brain)
    stay(transition, brain)
    brain.state_row = transition.source
    current = brain.event
    brain.event = event or current
    run_block(transition.actions, transition, brain)
    brain.event = current


def enter_states(machine: MachineRow, plan: EntryPlan, brain: TickingBrain) -> None:
    """Enter the planned states, parents first, with initial and default-history actions (4.6)."""
    owners = {state.index for state in plan.states}
    for index in sorted(plan.default_histories):
        if index not in owners:
            _run_default_histories(plan, index, brain)
    for state in plan.states:
        enter_state(state, brain)
        if state.index in plan.by_default and state.initial_actions is not None:
            run_block(state.initial_actions, state, brain)
        _run_default_histories(plan, state.index, brain)


def enter_state(state: StateRow, brain: TickingBrain) -> None:
    """Enter one state: stamp the time, make its activity fresh, run its entry actions, start its timers.

    A final state then completes its owner, or ends the machine.
    """
    brain.bytes_[state.index] = Status.RUNNING
    brain.bytes_[state.completed] = 0
    brain.ints[state.entered_slot] = brain.tick_now
    brain.ints[state.activation_slot] += 1
    brain.state_row = state
    before = brain.outcomes[state.index]
    was_active = before in (StateOutcome.EXITED, StateOutcome.REENTERED)
    brain.outcomes[state.index] = StateOutcome.REENTERED if was_active else StateOutcome.ENTERED
    if brain.log is not None:
        brain.log.note_passage(state.index, "enter")
    tick = tick_under_way(brain, state.machine.index)
    assert tick is not None, "states are entered in a tick"
    tick.fresh.add(state.index)
    if state.activity is not None:
        brain.bytes_[state.activity.ended] = 0
        brain.make_anew(state.activity.fresh)
    run_block(state.entry, state, brain)
    start_timers(state, brain)
    if state.final_status is not None:
        if isinstance(state.owner, StateRow):
            tick.queue.extend(complete(state.owner, state.final_status, brain))
        else:
            tick.status = state.final_status


def run_block(block: ActionBlock, row: Owner | TransitionRow, brain: TickingBrain) -> None:
    """Run an action block of the machine; a failing line raises `error.execution` (rule 4.7)."""
    failed = block.run(brain, row)
    if failed is not None:
        raise_execution_error(row, brain, failed)


def _run_default_histories(plan: EntryPlan, owner: int, brain: TickingBrain) -> None:
    for history in plan.default_histories.get(owner, ()):
        assert history.history is not None
        brain.state_row = history.machine if isinstance(history.owner, MachineRow) else history.owner
        run_block(history.history.default_actions, history, brain)


def _take_pending(transition: TransitionRow, brain: TickingBrain) -> RaisedEvent | None:
    """Take a transition out of those that wait, and return the event it was enabled by."""
    first = transition.members[0]
    waiting = brain.machines.pending.get(first.source.index) if first.delay is not None else None
    if waiting is None or waiting.transition != first.index:
        return None
    del brain.machines.pending[first.source.index]
    return waiting.event
