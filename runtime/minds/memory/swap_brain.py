"""Let a brain of a new program go on where a brain of the old one is, between two ticks (rules: section 8).

| step | rule |
|---|---|
| what runs and cannot go on is halted or exited by the old program; its claims let go | 8.2, 8.3 |
| variables and lasting memory are written to the new brain | 8.2, 8.4 |
| so are status and running memory of what goes on | 8.2 |
| delayed events and pending transitions go over where machine, source and transition do | 8.3 |
| what misses in the configuration of each machine is entered by the new program | 8.3 |
"""

from __future__ import annotations

from dataclasses import replace

from runtime.basics.status import HALTED
from runtime.minds.brain.brain import Brain
from runtime.minds.memory.carry_brain import carry_all, carry_machine_memory, carry_parts, carry_trials
from runtime.minds.memory.carry_plan import CarryPlan
from runtime.minds.memory.completing import complete_machines
from runtime.minds.memory.memory_of_disabled import carry_shelf
from runtime.minds.memory.row_matching import NOWHERE
from runtime.minds.memory.still_running import going_on, running_rows
from runtime.minds.memory.stopping import forget_last_tick, give_lost_places_back, stop_what_ends
from runtime.minds.program.orders import orders_of
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.trees.parallel import ParallelRow
from runtime.records.trace_frame import SwapRecord


def swap_brain(plan: CarryPlan, old: Brain, new: Brain) -> SwapRecord:
    """Let `new`, a fresh brain of the plan's new program, go on from `old`, which is of no use afterwards.

    Both belong to one agent and one host, whose tick is the next one. Writes and errors on the way are
    reported by the new brain's next frame.
    """
    forget_last_tick(old)
    new.tick_now = new.host.tick
    ran = running_rows(old)
    found = going_on(plan, old)
    raised = stop_what_ends(found, old)
    give_lost_places_back(plan, found, old)
    kept = {row.index for row in found.kept}
    stopped = [row for row in ran if row.index not in kept]
    if plan.same_places:
        carry_all(plan, old, new)
    else:
        carry_parts(plan, found, old, new)
    for timer in plan.timers:
        timer.carry(old.ints, new.ints)
    carry_shelf(plan.shelf, old, new)
    _carry_outcomes(plan, stopped, old, new)
    _carry_rest(plan, stopped, old, new)
    if any(isinstance(row, ParallelRow) for row in found.kept):
        # Generated code lets only what ends in a tick decide a parallel; children that are gone may have
        # decided it. The interpreter, to which brains with orders are left, sees that in the next tick.
        new.take_orders(orders_of(new))
    carry_trials(plan, found, old, new)
    carry_machine_memory(plan, found, old, new)
    entered = () if plan.same_places else complete_machines(plan, found, raised, new)
    _report_later(new)
    return SwapRecord(
        agent=old.agent,
        kept=len(found.kept),
        halted=tuple(row.path for row in stopped if row.family is not RowFamily.STATE),
        exited=tuple(row.path for row in reversed(stopped) if row.family is RowFamily.STATE),
        entered=entered,
        made_anew=plan.made_anew,
    )


def _carry_outcomes(plan: CarryPlan, stopped: list[Row], old: Brain, new: Brain) -> None:
    """Keep what the last tick showed: a world that is held shows it until the next one."""
    known = bytes((*old.outcomes, 0))
    new.outcomes[:] = bytes(map(known.__getitem__, plan.match.old_of))
    for row in stopped:
        place = plan.match.new_of[row.index]
        if place != NOWHERE and row.family is not RowFamily.STATE:
            new.outcomes[place] = HALTED


def _carry_rest(plan: CarryPlan, stopped: list[Row], old: Brain, new: Brain) -> None:
    """Take over what a brain remembers outside its buffers."""
    gone = {row.path for row in stopped}
    new.posted = old.posted
    new.ended = old.ended and plan.match.new_of[0] == 0
    new.quiet_ticks = old.quiet_ticks
    new.requests_in_force = tuple(
        request for request in old.requests_in_force if request.node_path not in gone
    )
    new.watched, new.interpreted = old.watched, bool(Brain.left_to_interpreter.peek(old))
    new.take_orders(orders_of(old).moved(plan.match.new_of) or None)
    writes = [(name, value, _new_row(plan, row)) for name, value, row in old.writes]
    errors = [replace(one, row=_new_row(plan, one.row)) for one in (*old.outside_errors, *old.errors)]
    defaults = [(name, new.state.read(new.program.variables[name]), NOWHERE) for name in plan.made_anew]
    new.outside_writes = [*old.outside_writes, *writes, *defaults, *new.outside_writes]
    new.outside_errors = [*errors, *new.outside_errors]


def _report_later(new: Brain) -> None:
    """Let the next frame report what was written and what failed when states were entered."""
    new.outside_writes += new.writes
    new.outside_errors += new.errors
    new.writes, new.errors = [], []


def _new_row(plan: CarryPlan, row: int) -> int:
    return plan.match.new_of[row] if row >= 0 else row
