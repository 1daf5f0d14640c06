"""Let the old program stop what does not go on: halt nodes, exit states (rules 8.2, 8.3)."""

from __future__ import annotations

from runtime.basics.host import Event
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.machines.microstep import exit_states
from runtime.minds.machines.tick_state import MachineTick, under_way
from runtime.minds.memory.carry_plan import CarryPlan
from runtime.minds.memory.row_matching import NOWHERE
from runtime.minds.memory.still_running import GoingOn
from runtime.minds.trees.claiming import NO_SCOPE, ClaimRow, let_go
from runtime.minds.trees.tree_walk import halt

RaisedEvents = dict[int, list[Event]]
"""What the exit actions of machines that go on raised, by the row of the machine."""


def stop_what_ends(found: GoingOn, brain: Brain) -> RaisedEvents:
    """Halt and exit, in order; return what machines that go on have still to take."""
    raised: RaisedEvents = {}
    for stop in found.stops:
        if stop.left is None:
            halt(stop.row, brain)
        elif stop.left:
            assert isinstance(stop.row, MachineRow)
            raised[stop.row.index] = _leave(stop.row, stop.left, brain)
    return raised


def give_lost_places_back(plan: CarryPlan, found: GoingOn, brain: Brain) -> None:
    """Let claims go that are gone or disabled now, or whose place goes back with a node that does not run."""
    kept = {plan.match.new_of[row.index] for row in found.kept}
    for claim in brain.program.claims:
        place = plan.match.new_of[claim.index]
        after = plan.new.rows[place] if place != NOWHERE else None
        if not isinstance(after, ClaimRow) or (after.scope != NO_SCOPE and after.scope not in kept):
            let_go((claim,), brain)


def forget_last_tick(brain: Brain) -> None:
    """Drop what the last tick reported, so that what is reported from here on is of the swap."""
    brain.forget_last_tick()
    brain.event, brain.state_row, brain.log = None, None, None
    brain.tick_now = brain.host.tick


def _leave(machine: MachineRow, states: list[StateRow], brain: Brain) -> list[Event]:
    """Exit states of a machine that goes on: what their exit actions raise is not lost."""
    with under_way(machine.index, MachineTick(), brain) as tick:
        tick.begin_macrostep()
        exit_states(states, brain)
    brain.state_row = None
    return [item for item in tick.queue if isinstance(item, Event)]
