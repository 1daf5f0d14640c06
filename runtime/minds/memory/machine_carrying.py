"""Take over delayed events and pending transitions (SEMANTICS 8.3, 4.8, 4.10)."""

from __future__ import annotations

from dataclasses import replace

from runtime.minds.brain.brain import Brain
from runtime.minds.machines.state_rows import MachineRow, StateRow
from runtime.minds.machines.transition_rows import TransitionRow
from runtime.minds.memory.carry_plan import CarryPlan
from runtime.minds.memory.durations import moved_tick, ticks_longer
from runtime.minds.memory.row_matching import NOWHERE
from runtime.minds.memory.still_running import GoingOn
from runtime.minds.program.machine_memory import NO_ROW, PendingTransition


def carry_machine_memory(plan: CarryPlan, found: GoingOn, old: Brain, new: Brain) -> None:
    """Let what waits go on waiting where its machine, its source and its transition are still there.

    A transition that has no delay any more, or was disabled, waits no longer. A delay that is another number
    now counts from its old start.
    """
    kept = {row.index for row in found.kept}
    new_of = plan.match.new_of
    for waiting in old.machine_memory.delayed:
        if {waiting.machine, waiting.state} - {NO_ROW} <= kept:
            places = {NO_ROW: NO_ROW, **{row: new_of[row] for row in kept}}
            new.delay(replace(waiting, machine=places[waiting.machine], state=places[waiting.state]))
    for source, pending in old.machine_memory.pending.items():
        place = new_of[pending.transition]
        if source not in kept or place == NOWHERE or new.program.rows[place].parent != new_of[source]:
            continue
        moved = _moved(pending, place, plan)
        if moved is not None:
            new.machine_memory.pending[new_of[source]] = moved


def _moved(pending: PendingTransition, place: int, plan: CarryPlan) -> PendingTransition | None:
    before, after = plan.old.rows[pending.transition], plan.new.rows[place]
    assert isinstance(before, TransitionRow)
    assert isinstance(after, TransitionRow)
    if after.delay is None or after not in _machine_of(after).all_transitions:
        return None
    longer = ticks_longer(before.delay.ticks if before.delay is not None else None, after.delay.ticks)
    triggers = {pair.old.index: pair.new.index for pair in plan.variables if pair.old.buffer == "byte"}
    armed = tuple(triggers[slot] for slot in pending.armed if slot in triggers)
    # Of a weighted group the first member waits, and that may be another one now.
    first = after.members[0].index
    return replace(pending, transition=first, due=moved_tick(pending.due, longer), armed=armed)


def _machine_of(transition: TransitionRow) -> MachineRow:
    source = transition.source
    return source.machine if isinstance(source, StateRow) else source
