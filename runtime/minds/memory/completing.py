"""Complete the configuration of machines after a swap (rule 8.3).

| what misses | what is entered |
|---|---|
| the active child of a compound or of the machine | its initial states, after its initial actions |
| a region of a parallel state | that region |
| the initial states of an atomic state that has states inside now | those |

Only states newly entered run their entry actions. What exits and entries raised is taken at once, and the
machine runs to rest, as after any microstep. A final state of the machine itself ends it in its next tick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.configuration import EntryPlan
from runtime.minds.machines.enabling import start_timer
from runtime.minds.machines.game_tick import NEVER_ENTERED
from runtime.minds.machines.machine_rows import MachineRow, Owner, StateRow, TransitionRow
from runtime.minds.machines.macrostep import NotAtRest, run_to_rest
from runtime.minds.machines.microstep import enter_states, run_block
from runtime.minds.machines.tick_state import MachineTick, complete, uncomplete, under_way
from runtime.minds.memory.brain_memory import NodeMemory
from runtime.minds.memory.carry_plan import CarryPlan, counted_before
from runtime.minds.memory.still_running import GoingOn, RaisedEvents
from runtime.minds.program.rows import row_path


def complete_machines(plan: CarryPlan, found: GoingOn, raised: RaisedEvents, brain: Brain) -> tuple[str, ...]:
    """Complete every machine that goes on, outermost first; return the paths of the states entered."""

    def has_timer(transition: TransitionRow) -> bool:
        return counted_before(transition, plan.old, plan.match) is not None

    entered: list[str] = []
    for index in found.machines:
        machine = brain.program.rows[plan.match.new_of[index]]
        assert isinstance(machine, MachineRow)
        entered += complete_machine(machine, raised.get(index, []), has_timer, brain)
    return tuple(entered)


def complete_machine(
    machine: MachineRow,
    raised: Sequence[RaisedEvent],
    has_timer: Callable[[TransitionRow], bool],
    brain: Brain,
) -> list[str]:
    """Enter what misses in a machine that runs, take what was `raised` before, and run to rest.

    The `after` of a transition that `has_timer` denies counts from the entry of its source. Returns the paths
    of the states entered: none of a machine that had no tick yet.
    """
    if brain.ints[machine.entered_slot] == NEVER_ENTERED:
        return []
    before = {state.index for state in machine.active_states(brain)}
    with under_way(machine.index, MachineTick(), brain) as tick:
        tick.begin_macrostep()
        tick.queue.extend(raised)
        _start_late_timers(machine, has_timer, brain)
        entry = EntryPlan()
        _plan_missing(machine, entry, brain)
        _enter(machine, entry, brain)
        _complete_parallels(machine, tick, brain)
        if entry.states or tick.queue:
            try:
                run_to_rest(machine, brain, tick, begun=True)
            except NotAtRest as endless:
                brain.record_error(machine, str(endless))
                brain.event = None
    brain.state_row = None
    return [state.path for state in machine.active_states(brain) if state.index not in before]


def _plan_missing(owner: Owner, entry: EntryPlan, brain: Brain) -> None:
    """Plan the entry of what misses in an owner that is active."""
    active = [child for child in owner.child_states if child.active(brain)]
    if isinstance(owner, StateRow) and owner.is_parallel:
        for region in owner.child_states:
            if region not in active:
                entry.add(owner, (region,), brain.bytes_)
    elif owner.child_states and not active:
        entry.by_default.add(owner.index)
        entry.add(owner, owner.initial, brain.bytes_)
    for child in active:
        _plan_missing(child, entry, brain)


def _enter(machine: MachineRow, entry: EntryPlan, brain: Brain) -> None:
    """Enter what is planned; the initial actions of owners that were active already run first."""
    entered = {state.index for state in entry.states}
    owners: list[Owner] = [machine, *machine.states]
    for owner in owners:
        waits = owner.index in entry.by_default and owner.index not in entered
        if waits and owner.initial_actions is not None:
            brain.state_row = owner
            run_block(owner.initial_actions, owner, brain)
    for state in entry.states:
        uncomplete(state, brain)
    enter_states(machine, entry, brain)


def _complete_parallels(machine: MachineRow, tick: MachineTick, brain: Brain) -> None:
    """Complete a parallel state whose last unfinished region is gone (rule 4.15)."""
    for state in machine.active_states(brain):
        if state.is_parallel and not brain.bytes_[state.completed]:
            regions = [brain.bytes_[region.completed] for region in state.child_states]
            if regions and all(regions):
                failed = Status.FAILURE in regions
                tick.queue.extend(complete(state, Status.FAILURE if failed else Status.SUCCESS, brain))


def _start_late_timers(machine: MachineRow, has_timer: Callable[[TransitionRow], bool], brain: Brain) -> None:
    """Let an `after` that is new at a source that stays active count from the entry of the source."""
    sources: list[Owner] = [machine, *machine.active_states(brain)]
    for source in sources:
        for transition in (*source.transitions, *source.interrupts):
            if transition.after is not None and not has_timer(transition):
                start_timer(transition, transition.after, brain.ints[source.entered_slot], brain)


def why_not_active(state: StateRow, brain: Brain) -> str:
    """Return why a state cannot be active beside those that are already, "" where it can."""
    if state.disabled:
        return "It is disabled."
    if state.kind == "history":
        return "A history is never active."
    owner = state.owner
    parallel = isinstance(owner, StateRow) and owner.is_parallel
    other = next((child for child in owner.child_states if child is not state and child.active(brain)), None)
    if other is not None and not parallel:
        return f"{other.name} is active beside it."
    return ""


def complete_configurations(nodes: Mapping[str, NodeMemory], brain: Brain) -> Iterator[str]:
    """Enter what misses in every machine that runs, outermost first; yield the paths of states entered.

    Timers of transitions that `nodes` tell nothing of count from the entry of their source. What is written
    and what fails is reported by the brain's next frame.
    """

    def is_told(transition: TransitionRow) -> bool:
        node = nodes.get(row_path(transition))
        return node is not None and "enabled_from" in node.memory

    for machine in brain.program.rows:
        if isinstance(machine, MachineRow) and brain.bytes_[machine.index] == Status.RUNNING:
            yield from complete_machine(machine, (), is_told, brain)
    brain.outside_writes += brain.writes
    brain.outside_errors += brain.errors
    brain.writes, brain.errors = [], []
