"""Take transitions: exit, act, enter (SEMANTICS 4.5, 4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.behavior_trees.tree_walk import halt
from runtime.expressions.context import EvaluationError
from runtime.state_machines.machine_tick import Completion, raise_execution_error
from runtime.state_machines.state_rows import MachineRow, StateRow, TransitionRow, is_below
from runtime.status import StateOutcome, Status, TransitionOutcome
from runtime.time_ticks import MOST_TICKS

if TYPE_CHECKING:
    from runtime.brains.brain import Brain
    from runtime.program.code import ActionBlock


def take(machine: MachineRow, brain: Brain, transitions: list[TransitionRow]) -> None:
    """Take transitions as one microstep: exits, then actions in selection order, then entries."""
    leaving = [state for state in machine.active_states(brain) if _is_left(state, transitions)]
    for state in reversed(leaving):
        exit_state(state, brain)
    for transition in transitions:
        brain.outcomes[transition.index] = TransitionOutcome.TAKEN
        brain.transitions_taken.append(transition.index)
        if brain.log is not None:
            brain.log.mark_taken(transition.index)
        brain.state_row = transition.source
        run_block(transition.actions, transition, brain)
    for transition in transitions:
        for target in transition.targets:
            _enter_path(target, brain)


def enter_initial(machine: MachineRow, brain: Brain) -> None:
    """Enter the initial configuration (4.9 step 1)."""
    if machine.initial_actions is not None:
        run_block(machine.initial_actions, machine, brain)
    if machine.initial is not None:
        _enter_path(machine.initial, brain)


def exit_all(machine: MachineRow, brain: Brain) -> None:
    """Exit every active state in exit order, as when the machine ends or is halted."""
    tick = brain.machine_ticks.get(machine.index)
    if tick is not None:
        tick.stopping = True
    for state in reversed(list(machine.active_states(brain))):
        exit_state(state, brain)


def exit_state(state: StateRow, brain: Brain) -> None:
    """Exit one state: halt its activity, run its exit actions (SEMANTICS 4.6, 6.1)."""
    brain.state_row = state
    if state.activity is not None:
        row = state.activity.row
        halt(row, brain)
        brain.bytes_[row.index : row.end] = bytes(row.end - row.index)
        brain.state_row = state
    run_block(state.exit, state, brain)
    brain.bytes_[state.index] = 0
    before = brain.outcomes[state.index]
    entered_now = before == StateOutcome.ENTERED
    brain.outcomes[state.index] = StateOutcome.PASSED if entered_now else StateOutcome.EXITED
    if brain.log is not None:
        brain.log.passages.append((state.index, "exit"))


def enter_state(state: StateRow, brain: Brain) -> None:
    """Enter one state: stamp the time, make its activity anew, run its entry actions, start its timers.

    A final state then completes its owner, or ends the machine.
    """
    brain.bytes_[state.index] = Status.RUNNING
    brain.ints[state.entered_slot] = brain.tick_now
    brain.ints[state.activation_slot] += 1
    brain.state_row = state
    before = brain.outcomes[state.index]
    was_active = before in (StateOutcome.EXITED, StateOutcome.REENTERED)
    brain.outcomes[state.index] = StateOutcome.REENTERED if was_active else StateOutcome.ENTERED
    if brain.log is not None:
        brain.log.passages.append((state.index, "enter"))
    brain.machine_ticks[state.machine.index].fresh.add(state.index)
    if state.activity is not None:
        brain.bytes_[state.activity.ended] = 0
        for slot, value in state.activity.fresh:
            brain.state.write(slot, value)
    run_block(state.entry, state, brain)
    start_timers(state, brain)
    if state.final_status is not None:
        _reach_final(state, state.final_status, brain)


def start_timers(owner: StateRow | MachineRow, brain: Brain) -> None:
    """Fix from which tick on the timed transitions of a source just entered are enabled (4.10).

    A duration that fails keeps its transition from being enabled until the source is entered again.
    """
    for transition in (*owner.transitions, *owner.interrupts):
        if transition.after is None:
            continue
        try:
            due = brain.due_after(transition.after.ticks(brain, transition))
        except EvaluationError as error:
            brain.record_error(transition, str(error), error.detail)
            raise_execution_error(transition, brain, transition.after)
            due = MOST_TICKS
        brain.ints[transition.enabled_from] = due


def run_block(block: ActionBlock, row: StateRow | TransitionRow | MachineRow, brain: Brain) -> None:
    """Run an action block of the machine; a failing line raises `error.execution` (SEMANTICS 4.7)."""
    failed = block.run(brain, row)
    if failed is not None:
        raise_execution_error(row, brain, failed)


def _enter_path(target: StateRow, brain: Brain) -> None:
    """Enter what is not active yet from the outside down to `target`, then its initial descendants."""
    for state in (*reversed(list(target.ancestors())), target):
        if not state.active(brain):
            enter_state(state, brain)
    innermost = target
    while innermost.initial is not None:
        if any(child.active(brain) for child in innermost.child_states):
            break
        if innermost.initial_actions is not None:
            run_block(innermost.initial_actions, innermost, brain)
        for state in (*_between(innermost, innermost.initial), innermost.initial):
            if not state.active(brain):
                enter_state(state, brain)
        innermost = innermost.initial


def _between(outer: StateRow, inner: StateRow) -> list[StateRow]:
    return [state for state in reversed(list(inner.ancestors())) if is_below(state, outer)]


def _reach_final(state: StateRow, status: Status, brain: Brain) -> None:
    """Complete the owner of a final state just entered, or end the machine (SEMANTICS 4.6, 4.15)."""
    tick = brain.machine_ticks[state.machine.index]
    owner = state.owner
    if isinstance(owner, MachineRow):
        tick.status = status
    else:
        tick.queue.append(Completion(owner, brain.ints[owner.activation_slot], status))


def _is_left(state: StateRow, transitions: list[TransitionRow]) -> bool:
    return any(
        transition.domain is not None and is_below(state, transition.domain) for transition in transitions
    )
