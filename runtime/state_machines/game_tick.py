"""Run a machine's game tick, step by step (SEMANTICS 4.3, 4.9, 4.15).

| step | what happens |
|---|---|
| 1 | the first tick enters the initial configuration and goes to 6 |
| 3 | posted events, in order, each with the interrupts it triggers |
| 4 | polled interrupts, one microstep |
| 5 | polled transitions, outer levels first, one microstep; then transient states once more |
| 6 | updates and activities, outer first |
| 7 | completions of activities in document order, then events raised in 6 |

Each step runs to stability before the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.behavior_trees.subtree import bind_parameters
from runtime.behavior_trees.tree_walk import visit
from runtime.brains.host import Event
from runtime.expressions.context import EvaluationError
from runtime.state_machines.machine_tick import Completion, MachineTick
from runtime.state_machines.microstep import enter_initial, exit_all, start_timers, take
from runtime.state_machines.selection import (
    raise_execution_error,
    select_eventless,
    select_for_event,
    select_polled,
    select_polled_interrupts,
)
from runtime.state_machines.state_rows import MachineRow, StateRow, TransitionRow
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.brain import Brain

ROUND_CAP = 100
"""Rounds of one macrostep before it counts as endless (SEMANTICS 4.3)."""

NEVER_ENTERED = -1


def begin(machine: MachineRow, brain: Brain) -> None:
    """Mark the machine as entered and not yet started; its first tick enters the initial states."""
    brain.ints[machine.entered_slot] = NEVER_ENTERED


def run_game_tick(machine: MachineRow, brain: Brain) -> Status:
    """Run one game tick and return RUNNING, or the status of the root final state that was entered."""
    tick = brain.machine_ticks[machine.index] = MachineTick()
    outer_state = brain.state_row
    try:
        if brain.ints[machine.entered_slot] == NEVER_ENTERED:
            _start(machine, brain, tick)
        else:
            _events(machine, brain, tick)
            _polls(machine, brain, tick)
        if tick.status is None:
            _updates(machine, brain, tick)
            _afterwards(machine, brain, tick)
        if tick.status is None:
            return Status.RUNNING
        exit_all(machine, brain)
        brain.reason = "a final state was entered"
        return tick.status
    finally:
        del brain.machine_ticks[machine.index]
        brain.state_row = outer_state


def _start(machine: MachineRow, brain: Brain, tick: MachineTick) -> None:
    brain.ints[machine.entered_slot] = brain.tick_now
    bind_parameters(machine.bindings, brain, machine)
    start_timers(machine, brain)
    tick.in_macrostep = True
    enter_initial(machine, brain)
    _settle(machine, brain, tick)


def _events(machine: MachineRow, brain: Brain, tick: MachineTick) -> None:
    for position, event in enumerate(brain.events_now):
        if tick.status is not None:
            return
        if _macrostep(machine, brain, tick, event):
            brain.handled.add(position)


def _polls(machine: MachineRow, brain: Brain, tick: MachineTick) -> None:
    if tick.status is not None:
        return
    tick.fresh = set()
    _microstep_and_settle(machine, brain, tick, select_polled_interrupts(machine, brain))
    if tick.status is not None:
        return
    rounds = 0
    only: set[int] | None = None
    skip = set(tick.fresh)
    while tick.status is None:
        before = set(tick.fresh)
        _microstep_and_settle(machine, brain, tick, select_polled(machine, brain, skip, only))
        entered = tick.fresh if rounds == 0 else tick.fresh - before
        only = {state.index for state in machine.active_states(brain) if state.transient} & entered
        rounds += 1
        if not only or rounds > ROUND_CAP:
            return
        skip = set()


def _updates(machine: MachineRow, brain: Brain, tick: MachineTick) -> None:
    """Update every active state, outer first; the configuration cannot change here (step 6)."""
    for state in list(machine.active_states(brain)):
        brain.state_row = state
        if not state.update.run(brain, state):
            raise_execution_error(state, brain)
        _tick_activity(state, brain, tick)


def _tick_activity(state: StateRow, brain: Brain, tick: MachineTick) -> None:
    activity = state.activity
    if activity is None or brain.bytes_[activity.ended]:
        return
    try:
        bind_parameters(activity.bindings, brain, state)
        result = visit(activity.row, brain)
    except EvaluationError as error:
        brain.record_error(state, str(error))
        raise_execution_error(state, brain)
        return
    brain.state_row = state
    if result in (Status.RUNNING, Status.SKIPPED):
        return
    if not activity.loop:
        brain.bytes_[activity.ended] = 1
    tick.completions.append(Completion(state, brain.ints[state.activation_slot], Status(result)))


def _afterwards(machine: MachineRow, brain: Brain, tick: MachineTick) -> None:
    """Handle completions of activities, then events raised by updates and activities (step 7)."""
    queued = list(tick.queue)
    tick.queue.clear()
    for item in (*tick.completions, *tick.later, *queued):
        if tick.status is not None:
            return
        _macrostep(machine, brain, tick, item)


def _macrostep(machine: MachineRow, brain: Brain, tick: MachineTick, event: Event | Completion) -> bool:
    """Take one event and run to stability; tell whether any transition took it."""
    if _is_over(event, brain):
        return False
    tick.error_raised = False
    tick.in_macrostep = True
    taken = _take_event(machine, brain, event)
    _settle(machine, brain, tick)
    return taken


def _take_event(machine: MachineRow, brain: Brain, event: Event | Completion) -> bool:
    brain.event = event if isinstance(event, Event) else None
    picked = select_for_event(machine, brain, event, interrupts=True)
    if picked:
        take(machine, brain, picked)
    brain.event = None
    return bool(picked)


def _microstep_and_settle(
    machine: MachineRow, brain: Brain, tick: MachineTick, picked: list[TransitionRow]
) -> None:
    tick.error_raised = False
    tick.in_macrostep = True
    if picked:
        take(machine, brain, picked)
    if picked or tick.queue:
        _settle(machine, brain, tick)
    tick.in_macrostep = False


def _settle(machine: MachineRow, brain: Brain, tick: MachineTick) -> None:
    """Run eventless transitions, then internal events, until nothing more happens (SEMANTICS 4.3)."""
    recent: list[str] = []
    while tick.status is None:
        if len(recent) >= ROUND_CAP:
            seen = ", ".join(dict.fromkeys(recent[-6:]))
            brain.record_error(machine, f"The machine did not come to rest; it repeats: {seen}.")
            tick.queue.clear()
            break
        picked = select_eventless(machine, brain)
        if picked:
            recent.append(" and ".join(f"transition {transition.node}" for transition in picked))
            take(machine, brain, picked)
        elif tick.queue:
            item = tick.queue.popleft()
            recent.append(item.name if isinstance(item, Event) else f"done in {item.state.name}")
            if not _is_over(item, brain):
                _take_event(machine, brain, item)
        else:
            break
    tick.in_macrostep = False


def _is_over(item: Event | Completion, brain: Brain) -> bool:
    if isinstance(item, Event):
        return False
    activation = brain.ints[item.state.activation_slot]
    return not item.state.active(brain) or activation != item.activation
