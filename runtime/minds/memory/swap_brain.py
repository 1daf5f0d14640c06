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

from runtime.basics.context import EvaluationError
from runtime.basics.status import HALTED, Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.actions.action_context import RunningGenerator
from runtime.minds.brain.brain import Brain
from runtime.minds.decisions.decision_tree_row import ON_DEMAND, DecisionTreeRow
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.memory.carry_plan import CarryPlan, MemoryPair, NodePair, moved_tick, ticks_longer
from runtime.minds.memory.completing import complete_machines
from runtime.minds.memory.memory_of_disabled import carry_shelf
from runtime.minds.memory.memory_values import ChildGone, read_memory, write_memory
from runtime.minds.memory.row_matching import NOWHERE, row_key
from runtime.minds.memory.still_running import (
    GoingOn,
    forget_last_tick,
    give_lost_places_back,
    going_on,
    running_rows,
    stop_what_ends,
)
from runtime.minds.program.machines import NO_ROW, PendingTransition
from runtime.minds.program.orders import orders_of
from runtime.minds.program.row_fields import Meaning
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.program.triggers import carry_variable
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import NO_BRANCH, RunError, SwapRecord


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
    if any(row.at_once and row.decided_by == "all" for row in found.kept):
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
    errors = [replace(each, row=_new_row(plan, each.row)) for each in (*old.outside_errors, *old.errors)]
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


_IN_BYTES = (Meaning.FLAG, Meaning.RESULT)
_IN_INTS = (Meaning.NUMBER, Meaning.TICK)


def carry_all(plan: CarryPlan, old: Brain, new: Brain) -> None:
    """Copy whole buffers, where every place means the same; only changed durations differ."""
    new.bytes_[:] = old.bytes_
    new.ints[:] = old.ints
    new.floats[:] = old.floats
    new.objects[:] = old.objects
    for memory in plan.moved:
        _move_tick(memory, new)


def carry_parts(plan: CarryPlan, found: GoingOn, old: Brain, new: Brain) -> None:
    """Copy variables, lasting memory, and of the nodes that go on their status and running memory."""
    for pair in plan.variables:
        carry_variable(pair.old, old, pair.new, new)
    for place, its_new in plan.draws:
        new.ints[its_new] = old.ints[place]
    for node in plan.nodes.values():
        for memory in node.lasting:
            _carry(memory, node, old, new)
    for row in found.kept:
        node = plan.nodes[row.index]
        _go_on(node, old, new)
        _keep_results_below(node, plan, old, new)


def carry_trials(plan: CarryPlan, found: GoingOn, old: Brain, new: Brain) -> None:
    """Let generators that run go on in the new brain (rule 3.12)."""
    for row in found.kept:
        trial = old.trials.get(row.index)
        place = plan.match.new_of[row.index]
        its_new = new.program.rows[place]
        if isinstance(trial, RunningGenerator) and isinstance(its_new, ActionRow):
            trial.context.move_to(new, its_new, its_new.fields)
            new.trials[place] = trial


def _go_on(node: NodePair, old: Brain, new: Brain) -> None:
    new.bytes_[node.new.index] = Status.RUNNING
    for memory in node.running:
        _carry(memory, node, old, new)
    if isinstance(node.old, StateRow) and isinstance(node.new, StateRow):
        _keep_end_of_activity(node.old, node.new, old, new)
    if isinstance(node.old, DecisionTreeRow) and isinstance(node.new, DecisionTreeRow):
        _keep_pace(node.old, node.new, new)
    if isinstance(node.new, TreeRow):
        for position in node.late_services:
            _start_late(node.new, position, new)


def _keep_end_of_activity(before: StateRow, after: StateRow, old: Brain, new: Brain) -> None:
    """Let an activity that is another one now, or is to loop now, start in the next update."""
    if before.activity is None or not old.bytes_[before.activity.ended]:
        return
    again = after.activity
    if again is not None and not again.loop and row_key(before.activity.row) == row_key(again.row):
        return
    new.bytes_[after.completed] = 0
    if again is not None:
        new.bytes_[again.ended] = 0


def _keep_pace(before: DecisionTreeRow, after: DecisionTreeRow, new: Brain) -> None:
    """Let a decision tree that is evaluated at another pace now count it from the swap."""
    pace = after.pace.every
    if pace.expression is not None or pace == before.pace.every:
        return
    assert isinstance(pace.constant, int)
    new.ints[after.interval] = pace.constant
    if pace.constant == ON_DEMAND:
        new.ints[after.due] = MOST_TICKS
    else:
        new.ints[after.due] = min(new.ints[after.due], new.due_after(pace.constant))


def _carry(pair: MemoryPair, node: NodePair, old: Brain, new: Brain) -> None:
    before, after = pair.old, pair.new
    if before.meaning in _IN_BYTES:
        new.bytes_[after.index] = old.bytes_[before.index]
    elif before.meaning in _IN_INTS:
        new.ints[after.index] = old.ints[before.index]
        _move_tick(pair, new)
    elif before.meaning is Meaning.FIELD:
        assert before.slot is not None
        assert after.slot is not None
        new.state.write(after.slot, old.state.read(before.slot))
    elif before.meaning is Meaning.ORDER:
        _carry_order(pair, node, old, new)
    elif before.meaning is Meaning.BRANCH:
        _carry_branch(pair, node, old, new)
    else:
        try:
            write_memory(after, node.new, new.state, read_memory(before, node.old, old.state))
        except ChildGone:
            # A lasting place whose child is gone is forgotten; a running one has stopped its node.
            return


def _move_tick(pair: MemoryPair, new: Brain) -> None:
    """Let a changed duration count from its old start; a stamp that was never set stays so."""
    tick = new.ints[pair.new.index]
    if pair.longer and (tick or not pair.new.lasting):
        new.ints[pair.new.index] = moved_tick(tick, pair.longer)


def _carry_order(pair: MemoryPair, node: NodePair, old: Brain, new: Brain) -> None:
    """Keep the drawn order of the children that are still there; new ones come after it, as stored."""
    assert isinstance(node.old, TreeRow)
    assert isinstance(node.new, TreeRow)
    now = [child.node for child in node.new.child_rows]
    first = pair.old.index
    drawn = [node.old.child_rows[old.ints[first + place]].node for place in range(len(node.old.child_rows))]
    kept = [now.index(child) for child in drawn if child in now]
    order = [*kept, *(place for place in range(len(now)) if place not in kept)]
    for place, child in enumerate(order):
        new.ints[pair.new.index + place] = child


def _carry_branch(pair: MemoryPair, node: NodePair, old: Brain, new: Brain) -> None:
    """Keep the branch that was drawn: the one of its place if it leads to the same node, else the first."""
    assert isinstance(node.old, QuestionRow)
    assert isinstance(node.new, QuestionRow)
    place = old.ints[pair.old.index]
    now = [branch.node for branch in node.new.branches]
    leads_to = node.old.branches[place].node if place != NO_BRANCH else None
    if leads_to is not None and now[place : place + 1] != [leads_to]:
        place = now.index(leads_to) if leads_to in now else NO_BRANCH
    new.ints[pair.new.index] = place


def _keep_results_below(node: NodePair, plan: CarryPlan, old: Brain, new: Brain) -> None:
    """Keep the stored results of children that do not run (rule 3.1)."""
    if not isinstance(node.old, TreeRow):
        return
    for child in node.old.child_rows:
        status = old.bytes_[child.index]
        place = plan.match.new_of[child.index]
        if status in (Status.SUCCESS, Status.FAILURE) and place != NOWHERE:
            row = new.program.rows[place]
            if row.parent == node.new.index and not getattr(row, "disabled", False):
                new.bytes_[place] = status


def _start_late(row: TreeRow, position: int, brain: Brain) -> None:
    """Let a service that is new run on the next visit of its node, and then every so often."""
    service = row.services[position]
    try:
        brain.ints[service.interval] = service.every.ticks(brain, row)
        if service.jitter is not None:
            brain.ints[service.spread] = service.jitter.ticks(brain, row)
        brain.ints[service.due] = brain.tick_now
    except EvaluationError as error:
        brain.outside_errors.append(RunError(row.index, str(error), error.detail))
        brain.ints[service.due] = MOST_TICKS


def carry_machine_memory(plan: CarryPlan, found: GoingOn, old: Brain, new: Brain) -> None:
    """Let what waits go on waiting where its machine, its source and its transition are still there.

    A transition that has no delay any more, or was disabled, waits no longer. A delay that is another number
    now counts from its old start.
    """
    kept = {row.index for row in found.kept}
    new_of = plan.match.new_of
    for waiting in old.machines.delayed:
        if {waiting.machine, waiting.state} - {NO_ROW} <= kept:
            places = {NO_ROW: NO_ROW, **{row: new_of[row] for row in kept}}
            new.delay(replace(waiting, machine=places[waiting.machine], state=places[waiting.state]))
    for source, pending in old.machines.pending.items():
        place = new_of[pending.transition]
        if source not in kept or place == NOWHERE or new.program.rows[place].parent != new_of[source]:
            continue
        moved = _moved(pending, place, plan)
        if moved is not None:
            new.machines.pending[new_of[source]] = moved


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
