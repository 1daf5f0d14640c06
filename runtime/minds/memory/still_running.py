"""Find out which nodes of one brain go on running under the new program, and which must stop first.

A node goes on when it is in both versions, is not disabled now, and its parent is the same node and goes on
(rule 8.2). A composite whose place is gone stops, and so does one whose running child has another role
now. What does not go on stops with everything that runs below it: the old program halts nodes and exits
states (rules 8.2, 8.3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.machines.microstep import exit_states
from runtime.minds.machines.tick_state import MachineTick, under_way
from runtime.minds.memory.carry_plan import CarryPlan, NodePair
from runtime.minds.memory.memory_values import child_ids
from runtime.minds.memory.row_matching import NOWHERE, inner_rows
from runtime.minds.program.row_fields import Meaning
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.claiming import NO_SCOPE, claims_of, let_go
from runtime.minds.trees.tree_walk import halt


@dataclass(slots=True)
class StoppedPart:
    """Say what stops: all of `row`, or, of a machine that goes on, the states `left`, in document order."""

    row: TreeRow
    left: list[StateRow] | None = None


@dataclass(slots=True)
class GoingOn:
    """Hold what becomes of the running nodes of one brain, by rows of the old program.

    `kept` go on, parents before children. `stops` stand in the order they are to happen in; `machines` are
    those among them that go on, by row.
    """

    kept: list[Row] = field(default_factory=list)
    stops: list[StoppedPart] = field(default_factory=list)
    machines: dict[int, StoppedPart] = field(default_factory=dict)


def going_on(plan: CarryPlan, brain: Brain) -> GoingOn:
    """Return what becomes of the nodes that run in a brain of the old program, between two ticks."""
    if plan.same_places:
        return GoingOn(kept=running_rows(brain))
    found = GoingOn()
    root = plan.old.root
    if _runs(root, brain):
        _decide(root, NOWHERE, plan, brain, found)
    return found


def running_rows(brain: Brain) -> list[Row]:
    """Return every row that runs and every active state, parents before children."""
    found: list[Row] = []
    pending: list[Row] = [brain.program.root]
    while pending:
        row = pending.pop()
        if _runs(row, brain):
            found.append(row)
            pending.extend(reversed(inner_rows(row)))
    return found


def _decide(row: Row, holder: int, plan: CarryPlan, brain: Brain, found: GoingOn) -> None:
    """Decide about a running row that runs inside `holder`, which goes on, and about all that runs below."""
    if not _goes_on(row, holder, plan, brain):
        if isinstance(row, StateRow):
            left = found.machines[row.machine.index].left
            assert left is not None
            left.extend(_active_from(row, brain))
        else:
            assert isinstance(row, TreeRow)
            found.stops.append(StoppedPart(row))
        return
    found.kept.append(row)
    if isinstance(row, MachineRow):
        found.machines[row.index] = StoppedPart(row, [])
        found.stops.append(found.machines[row.index])
    for inner in inner_rows(row):
        if _runs(inner, brain):
            _decide(inner, row.index, plan, brain, found)


def _goes_on(row: Row, holder: int, plan: CarryPlan, brain: Brain) -> bool:
    pair = plan.nodes.get(row.index)
    if pair is None or getattr(pair.new, "disabled", False):
        return False
    if plan.holders[pair.new.index] != (NOWHERE if holder == NOWHERE else plan.match.new_of[holder]):
        return False
    return _has_place(pair, brain) and _has_roles(pair, brain)


def _has_place(pair: NodePair, brain: Brain) -> bool:
    """Tell whether the child that a node is at is still there."""
    if not isinstance(pair.old, TreeRow) or not isinstance(pair.new, TreeRow):
        return True
    children = pair.old.child_rows
    for memory in pair.places:
        place = brain.ints[memory.index]
        if memory.meaning is Meaning.PLACE_IN_ORDER and 0 <= place < len(children):
            place = brain.ints[memory.order + place]
        if 0 <= place < len(children) and child_ids(pair.old)[place] not in child_ids(pair.new):
            return False
    return True


def _has_roles(pair: NodePair, brain: Brain) -> bool:
    """Tell whether a running child has the place among its siblings that it had."""
    if not pair.roles or not isinstance(pair.old, TreeRow):
        return True
    now = child_ids(pair.new)
    for place, child in enumerate(pair.old.child_rows):
        if _runs(child, brain) and child.node in now and now.index(child.node) != place:
            return False
    return True


def _active_from(state: StateRow, brain: Brain) -> list[StateRow]:
    found = [state]
    for child in state.child_states:
        if child.active(brain):
            found += _active_from(child, brain)
    return found


def _runs(row: Row, brain: Brain) -> bool:
    return brain.bytes_[row.index] == Status.RUNNING


RaisedEvents = dict[int, list[RaisedEvent]]
"""What exit actions, and lines at the ends of nodes, raised in machines that go on, by the row of each."""


def stop_what_ends(found: GoingOn, brain: Brain) -> RaisedEvents:
    """Halt and exit, in order; return what machines that go on have still to take."""
    raised: RaisedEvents = {}
    for stop in found.stops:
        if stop.left is None:
            row = stop.row
            parent = brain.program.rows[row.parent] if row.parent >= 0 else row
            _stop_in(parent.enclosing_machine, found, raised, brain, partial(halt, row, brain))
        elif stop.left:
            _stop_in(stop.row.index, found, raised, brain, partial(exit_states, stop.left, brain))
    return raised


def give_lost_places_back(plan: CarryPlan, found: GoingOn, brain: Brain) -> None:
    """Let claims go that are gone or disabled now, or whose place goes back with a node that does not run."""
    kept = {plan.match.new_of[row.index] for row in found.kept}
    claims = {claim.index: claim for claim in claims_of(plan.new)}
    for claim in brain.program.claims:
        after = claims.get(plan.match.new_of[claim.index])
        if after is None or (after.scope != NO_SCOPE and after.scope not in kept):
            let_go((claim,), brain)


def forget_last_tick(brain: Brain) -> None:
    """Drop what the last tick reported, so that what is reported from here on is of the swap."""
    brain.forget_last_tick()
    brain.event, brain.state_row, brain.log = None, None, None
    brain.tick_now = brain.host.tick


def _stop_in(
    machine: int, found: GoingOn, raised: RaisedEvents, brain: Brain, stop: Callable[[], None]
) -> None:
    """Let something stop in a machine, or in none; what it raises in one that goes on is not lost."""
    if machine not in found.machines:
        stop()
        return
    with under_way(machine, MachineTick(), brain) as tick:
        tick.begin_macrostep()
        stop()
    brain.state_row = None
    raised.setdefault(machine, []).extend(item for item in tick.queue if isinstance(item, RaisedEvent))
