"""Run a machine's game tick, step by step (rules 4.9, 4.15).

| step | what happens |
|---|---|
| 1 | the first tick enters the initial configuration and goes to 6 |
| | states that were ordered from outside are entered, each by a microstep of its own (7.4) |
| 2 | eventless transitions that became enabled between ticks; then delayed events that are due |
| 3 | posted events, in order, each with the interrupts it triggers |
| 4 | pending interrupts are tested again; polled interrupts, one microstep |
| 5 | the same for ordinary transitions, outer levels first; then transient states once more |
| 6 | updates and activities, outer first |
| 7 | completions of activities in document order, then events raised in 6 |

Each step runs to stability before the next. A macrostep that does not come to rest ends the tick; the
machine goes on in the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from runtime.basics.context import EvaluationError
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.minds.machines.enabling import recheck_pending, start_timers
from runtime.minds.machines.machine_rows import ActivityRow, MachineRow, StateRow
from runtime.minds.machines.macrostep import NotAtRest, Rounds, macrostep, run_to_rest, take_and_rest
from runtime.minds.machines.microstep import enter_from_root, enter_initial, exit_all, forget, run_block
from runtime.minds.machines.selection import select_polled, select_polled_interrupts
from runtime.minds.machines.tick_state import Completion, MachineTick, complete, record_failure
from runtime.minds.program.machines import DelayedEvent
from runtime.minds.program.orders import orders_of
from runtime.minds.trees.subtree import bind_parameters
from runtime.minds.trees.tree_walk import halt
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain

Machine = TypeVar("Machine", bound=MachineRow)

NEVER_ENTERED = -1


def begin(machine: MachineRow, brain: TickingBrain) -> None:
    """Mark the machine as entered and not yet started; its first tick enters the initial states."""
    brain.ints[machine.entered_slot] = NEVER_ENTERED
    forget(machine, brain)


def run_game_tick(machine: MachineRow, brain: TickingBrain) -> Status:
    """Run one game tick and return RUNNING, or the status of the root final state that was entered."""
    return in_tick(machine, brain, MachineTick(), steps)


def in_tick(
    machine: Machine,
    brain: TickingBrain,
    tick: MachineTick,
    do_steps: Callable[[Machine, TickingBrain, MachineTick], None],
) -> Status:
    """Do the steps of a tick that is under way meanwhile, and end the machine where they say so.

    A machine that does not come to rest has its tick ended and recorded (rule 4.3).
    """
    outer_ticks, outer_state = brain.machines.ticks, brain.state_row
    brain.machines.ticks = {**outer_ticks, machine.index: tick} if outer_ticks else {machine.index: tick}
    try:
        try:
            do_steps(machine, brain, tick)
        except NotAtRest as endless:
            brain.record_error(machine, str(endless))
            brain.event = None
        if tick.status is None:
            brain.reason = None
            return Status.RUNNING
        exit_all(machine, brain)
        if brain.log is not None:
            brain.reason = Reason(ReasonForm.FINAL_STATE)
        return tick.status
    finally:
        brain.machines.ticks, brain.state_row = outer_ticks, outer_state


def steps(machine: MachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    """Do the steps of one tick that apply."""
    if brain.ints[machine.entered_slot] == NEVER_ENTERED:
        _start(machine, brain, tick)
        _ordered_entries(machine, brain, tick)
        _update_and_complete(machine, brain, tick)
        return
    tick.status = _status_of_final(machine, brain)
    memory = brain.machines
    # Fixed before anything happens: what is raised from now on, after no time, waits for the next tick.
    due = memory.due_events(machine.index, brain.tick_now) if memory.delayed else ()
    _ordered_entries(machine, brain, tick)
    run_to_rest(machine, brain, tick)
    _delayed_events(machine, brain, tick, due)
    steps_from_event(machine, brain, tick, 0)


def steps_from_event(machine: MachineRow, brain: TickingBrain, tick: MachineTick, position: int) -> None:
    """Do what is left of a tick from the posted event at `position` on (steps 3 to 7)."""
    _events(machine, brain, tick, position)
    polled_interrupts(machine, brain, tick)
    polled_transitions(machine, brain, tick)
    _update_and_complete(machine, brain, tick)


def _update_and_complete(machine: MachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    if tick.status is None:
        updates(tuple(machine.active_states(brain)), brain, tick)
        afterwards(machine, brain, tick)


def _status_of_final(machine: MachineRow, brain: TickingBrain) -> Status | None:
    """Return the status of a root final state that is active: only an edit in mid-run leaves one (8.3)."""
    for state in machine.child_states:
        if state.final_status is not None and state.active(brain):
            return state.final_status
    return None


def _start(machine: MachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    brain.ints[machine.entered_slot] = brain.tick_now
    brain.state_row = machine
    tick.begin_macrostep()
    start_timers(machine, brain)
    enter_initial(machine, brain)
    run_to_rest(machine, brain, tick, begun=True)


def _ordered_entries(machine: MachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    """Enter what was ordered, as by unguarded transitions from the root of the machine (rule 7.4)."""
    used = brain.rare
    if used is None or used.orders is None:
        return
    for state in _take_entries(brain, machine):
        if tick.status is not None:
            return
        tick.begin_macrostep()
        enter_from_root(machine, state, brain)
        run_to_rest(machine, brain, tick, begun=True)


def _delayed_events(
    machine: MachineRow, brain: TickingBrain, tick: MachineTick, due: Sequence[DelayedEvent]
) -> None:
    """Take the delayed events that are due and still wait: that nothing before them canceled (step 2)."""
    for waiting in due:
        if tick.status is not None:
            return
        if brain.machines.remove(waiting):
            taken = macrostep(machine, brain, tick, waiting.event)
            brain.raised.append((waiting.event, taken))


def _events(machine: MachineRow, brain: TickingBrain, tick: MachineTick, first: int) -> None:
    for position, event in enumerate(brain.events_now):
        if tick.status is not None:
            return
        if position >= first and macrostep(machine, brain, tick, event):
            brain.machines.note_handled(position)


def polled_interrupts(machine: MachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    """Ask polled any-state transitions (step 4)."""
    if tick.status is not None:
        return
    tick.fresh.clear()
    tick.begin_macrostep()
    if brain.machines.pending:
        recheck_pending(machine, brain, interrupts=True)
    take_and_rest(machine, brain, tick, select_polled_interrupts(machine, brain))


def polled_transitions(machine: MachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    """Ask polled transitions; then, pass by pass, those of transient states just entered (step 5).

    A pass that picks nothing counts where what follows from it, as a failing guard, enters such states again.
    """
    passes = Rounds(brain)
    only: set[int] | None = None
    skip = set(tick.fresh)
    while tick.status is None:
        tick.fresh.clear()
        tick.begin_macrostep()
        if only is None and brain.machines.pending:
            recheck_pending(machine, brain, interrupts=False)
        selection = select_polled(machine, brain, skip, only)
        if only is not None and selection.picked:
            passes.add(selection.picked)
        take_and_rest(machine, brain, tick, selection)
        entered = tick.fresh | skip
        again = {state.index for state in machine.active_states(brain) if state.transient} & entered
        if not again:
            return
        if only is not None and not selection.picked:
            passes.add([])
        only, skip = again, set()


def updates(states: tuple[StateRow, ...], brain: TickingBrain, tick: MachineTick) -> None:
    """Update the active states, outer first; the configuration cannot change here (step 6)."""
    tick.failed.clear()
    for state in states:
        brain.state_row = state
        if state.update.lines:
            run_block(state.update, state, brain)
        if state.activity is not None:
            _tick_activity(state, state.activity, brain, tick)


def _tick_activity(state: StateRow, activity: ActivityRow, brain: TickingBrain, tick: MachineTick) -> None:
    if brain.bytes_[activity.ended] or brain.visits_left <= 0:
        return
    try:
        if activity.bindings:
            bind_parameters(activity.bindings, brain, state)
    except EvaluationError as error:
        record_failure(state, brain, activity, error)
        halt(activity.row, brain)
        result = Status.FAILURE
    else:
        result = brain.trees.visit_root(activity.row, brain)
    brain.state_row = state
    if result != Status.SUCCESS and result != Status.FAILURE:
        return
    if not activity.loop:
        brain.bytes_[activity.ended] = 1
    tick.completions.extend(complete(state, result, brain))


def afterwards(machine: MachineRow, brain: TickingBrain, tick: MachineTick) -> None:
    """Handle completions of activities, then events raised by updates and activities (step 7)."""
    items: tuple[RaisedEvent | Completion, ...] = (*tick.completions, *tick.later)
    for item in items:
        if tick.status is not None:
            return
        taken = macrostep(machine, brain, tick, item)
        if isinstance(item, RaisedEvent):
            brain.raised.append((item, taken))
    if not items:
        run_to_rest(machine, brain, tick)


def _take_entries(brain: TickingBrain, machine: MachineRow) -> tuple[StateRow, ...]:
    """Return the states of a machine that are to be entered now, and note that it was told."""
    waiting = orders_of(brain)
    own = tuple(state for state in machine.states if state.index in waiting.entered)
    if own and brain.rare is not None:
        rows = {state.index: state for state in own}
        left = tuple(row for row in waiting.entered if row not in rows)
        brain.rare.orders = replace(waiting, entered=left)
        return tuple(rows[row] for row in waiting.entered if row in rows)
    return own
