"""Visit and halt nodes: the frame around every kind's own rule.

| step of a visit (rule 3.2) | when |
|---|---|
| disabled: SKIPPED, nothing else happens | always first |
| forced: entered if it was not RUNNING, all below halted, ended with that result (7.4) | it was ordered |
| guard tested | the node would be entered, or runs and aborts by itself |
| preconditions tested in order | the node would be entered; while it runs, those that must hold |
| refusal of a cooldown or limit | the node would be entered |
| `enter` | the node was not RUNNING |
| services that are due, all on enter (3.10) | every visit that gets this far |
| `tick` | always |
| everything below reset to IDLE, claims of the node let go, its lines for the end run | it ended |
| status stored, outcome byte set, visit logged | always |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import draw_int
from runtime.basics.status import HALTED, Status
from runtime.minds.program.orders import LEFT_OUT, take_forced
from runtime.minds.program.rows import RowFamily
from runtime.minds.program.tree_row import EndCode, GuardCode, PreconditionCode, ServiceCode, TreeRow
from runtime.minds.program.triggers import ask, consume, held_by, holding, let_in
from runtime.minds.trees.claiming import let_go
from runtime.records.reasons import Reason, ReasonForm, own_words, say

if TYPE_CHECKING:
    from runtime.minds.program.code import ActionBlock
    from runtime.minds.program.expression_reader import EnteredRow
    from runtime.minds.program.ticking_brain import TickingBrain
    from runtime.minds.program.triggers import Armed, LettingIn


DISABLED, FORCED = Reason(ReasonForm.DISABLED), Reason(ReasonForm.FORCED)

VISIT_BUDGET = 10_000
"""Visits one brain may make in one tick (rule 3.14)."""


class VisitBudgetSpent(Exception):
    """Say that a brain made more visits in one tick than it may (rule 3.14).

    `row` is the node to blame: the loop that made most `attempts` in this tick, else the node `visited` last.
    """

    def __init__(self, row: TreeRow) -> None:
        super().__init__(row.path)
        self.row = self.visited = row
        self.attempts = 0


def visit_root(row: TreeRow, brain: TickingBrain) -> Status:
    """Visit the root of a brain or of an activity; a spent visit budget halts it and is FAILURE."""
    try:
        return visit(row, brain)
    except VisitBudgetSpent as spent:
        return end_spent(row, brain, spent)


def end_spent(row: TreeRow, brain: TickingBrain, spent: VisitBudgetSpent) -> Status:
    """Halt the tree below a root in which the visit budget was spent; it is FAILURE."""
    halt(row, brain)
    reason = Reason(ReasonForm.BUDGET_SPENT, (VISIT_BUDGET,))
    brain.record_error(spent.row, reason.sentence)
    brain.bytes_[row.index] = Status.FAILURE
    return _conclude(row, brain, Status.FAILURE, reason)


def visit(row: TreeRow, brain: TickingBrain) -> Status:
    """Visit one node and return its result (rule 3.2)."""
    brain.visits_left -= 1
    if brain.visits_left < 0:
        raise VisitBudgetSpent(row)
    if row.disabled:
        return _conclude(row, brain, Status.SKIPPED, DISABLED)
    stored = brain.bytes_
    running = stored[row.index] == Status.RUNNING
    used = brain.rare
    if used is not None and used.orders is not None:
        forced = take_forced(brain, row.index)
        if forced is not None:
            return _force(row, brain, forced)
    guard = row.guard
    if guard is not None and (guard.tested_while_running or not running):
        if brain.passed_guard == row.index:
            brain.passed_guard, guard = -1, None
        elif not guard_holds(guard, row, brain):
            return _turn_away(row, guard.refused, brain)
    if row.preconditions or (not running and (row.may_refuse or guard is not None)):
        refused = decided_meanwhile(row, brain) if running else admit(row, guard, brain)
        if refused is not None:
            return _turn_away(row, refused, brain)
    try:
        result = _run(row, brain, running)
    except EvaluationError as error:
        result = stop_below(row, brain, error)
    if result != Status.RUNNING:
        _store_end(row, brain, result)
    return _conclude(row, brain, result, brain.reason)


def visit_only_child(row: TreeRow, brain: TickingBrain) -> Status:
    """Visit the child of a decorator; its end is the decorator's reason."""
    result = visit(row.child_rows[0], brain)
    if brain.log is not None and result != Status.RUNNING:
        brain.reason = Reason(ReasonForm.ONLY_CHILD_GAVE, (result,))
    return result


def halt(row: TreeRow, brain: TickingBrain) -> None:
    """Halt a node that runs: its running descendants first, each before its parent (rule 3.3).

    Nodes that do not run are left alone, so that halting twice does nothing more.
    """
    if brain.bytes_[row.index] != Status.RUNNING:
        return
    for child in row.child_rows:
        halt(child, brain)
    row.stop(brain)
    brain.drop_requests(row)
    if row.claims:
        let_go(row.claims, brain)
    brain.bytes_[row.index : row.end] = bytes(row.end - row.index)
    brain.outcomes[row.index] |= HALTED
    if brain.log is not None:
        brain.log.note_passage(row.index, "halt")
    if row.ends:
        run_end_lines(row, brain, None)


def run_end_lines(row: TreeRow, brain: TickingBrain, result: Status | None) -> None:
    """Run what is done after an end with `result`, or after a halt for None (rule 3.17)."""
    reason = brain.reason
    for code in row.ends:
        for block in (code.block_of(result), code.on_end):
            if block is not None and block.lines:
                _run_block(block, code, brain)
    brain.reason = reason


def _run_block(block: ActionBlock, code: EndCode, brain: TickingBrain) -> None:
    """Run a block of a node, or of a state: it may read the time in it, and fails as its other blocks."""
    if code.row.family is not RowFamily.STATE:
        block.run(brain, code.row)
        return
    outer, brain.state_row = brain.state_row, cast("EnteredRow", code.row)
    failed = block.run(brain, code.row)
    machine = brain.machines.ticks.get(code.row.enclosing_machine)
    if failed is not None and machine is not None:
        machine.take_failure(failed)
    brain.state_row = outer


def _run(row: TreeRow, brain: TickingBrain, running: bool) -> Status:
    if not running:
        brain.bytes_[row.index] = Status.RUNNING
        if brain.log is not None:
            brain.log.note_passage(row.index, "enter")
        row.enter(brain)
        if row.services:
            start_services(row, brain)
    elif row.services:
        run_due_services(row, brain)
    brain.reason = None
    return row.tick(brain)


def _store_end(row: TreeRow, brain: TickingBrain, result: Status) -> None:
    brain.bytes_[row.index : row.end] = bytes(row.end - row.index)
    if result != Status.SKIPPED:
        brain.bytes_[row.index] = result
    if row.claims:
        let_go(row.claims, brain)
    if brain.log is not None:
        brain.log.note_passage(row.index, "exit")
    if row.ends:
        run_end_lines(row, brain, result)


def _force(row: TreeRow, brain: TickingBrain, result: Status) -> Status:
    """End a node unticked with a result that was ordered, whatever its guard says (rule 7.4).

    It is entered first if it does not run, so that every end has its beginning; services do not run. One that
    is to do nothing is turned away.
    """
    if brain.passed_guard == row.index:
        brain.passed_guard = -1
    if result is LEFT_OUT:
        brain.reason = FORCED
        return _turn_away(row, Status.SKIPPED, brain)
    try:
        if brain.bytes_[row.index] != Status.RUNNING:
            brain.bytes_[row.index] = Status.RUNNING
            if brain.log is not None:
                brain.log.note_passage(row.index, "enter")
            row.enter(brain)
    except EvaluationError as error:
        brain.record_error(row, str(error), error.detail)
    for child in row.child_rows:
        halt(child, brain)
    row.finish(brain, result)
    brain.drop_requests(row)
    _store_end(row, brain, result)
    return _conclude(row, brain, result, FORCED)


def stop_below(row: TreeRow, brain: TickingBrain, error: EvaluationError) -> Status:
    """Fail a node whose parameter could not be evaluated (rule 2.6); nothing below may run on."""
    brain.record_error(row, str(error), error.detail)
    for child in row.child_rows:
        halt(child, brain)
    row.stop(brain)
    brain.drop_requests(row)
    brain.reason = own_words(str(error))
    return Status.FAILURE


def _conclude(row: TreeRow, brain: TickingBrain, result: Status, reason: Reason | None) -> Status:
    brain.outcomes[row.index] = (brain.outcomes[row.index] & HALTED) | result
    if brain.log is not None:
        brain.log.note_visit(row.index, result, reason)
    brain.reason = None
    return result


def admit(row: TreeRow, guard: GuardCode | None, brain: TickingBrain) -> Status | None:
    """Return the result with which a node that is about to be entered is turned away, or None (rule 3.2).

    One that is not is let in by its guard, where that was just tested, and by the preconditions that must
    hold.
    """
    letting_in: list[tuple[LettingIn, Armed]] = []
    if guard is not None and guard.test.triggers:
        letting_in.append((guard, tuple(brain.armed_reads)))
    refused = decided_before(row, brain, letting_in)
    if refused is None:
        refused = refusal_of(row, brain)
    if refused is None:
        for test, armed in letting_in:
            let_in(test, armed, row, brain)
    return refused


def refusal_of(row: TreeRow, brain: TickingBrain) -> Status | None:
    """Return the result with which a cooldown or a limit refuses, or None; one that fails is FAILURE."""
    try:
        return row.refusal(brain)
    except EvaluationError as error:
        brain.record_error(row, str(error), error.detail)
        brain.reason = own_words(str(error))
        return Status.FAILURE


def decided_before(
    row: TreeRow, brain: TickingBrain, letting_in: list[tuple[LettingIn, Armed]] | None = None
) -> Status | None:
    """Return what the first precondition that decides gives a node about to be entered, or None (rule 3.9).

    One that must hold and reads triggers is added to `letting_in`, with those it read armed.
    """
    for number, code in enumerate(row.preconditions, 1):
        if _decides(code, number, row, brain):
            if code.test.triggers and not code.lasting:
                consume(tuple(brain.armed_reads), brain, row)
            return code.gives
        if code.test.triggers and code.lasting and letting_in is not None:
            letting_in.append((code, tuple(brain.armed_reads)))
    return None


def decided_meanwhile(row: TreeRow, brain: TickingBrain) -> Status | None:
    """Return what the first precondition gives a running node that does not hold any more, or None."""
    for number, code in enumerate(row.preconditions, 1):
        if code.lasting and _decides(code, number, row, brain):
            return code.gives
    return None


def _decides(code: PreconditionCode, number: int, row: TreeRow, brain: TickingBrain) -> bool:
    """Test a precondition and tell whether it decides; a failing test is false and recorded (rule 2.6)."""
    if code.held < 0:
        return _decides_now(code, number, row, brain)
    with holding(held_by(code, row, brain), brain):
        return _decides_now(code, number, row, brain)


def _decides_now(code: PreconditionCode, number: int, row: TreeRow, brain: TickingBrain) -> bool:
    try:
        holds = ask(code.test, brain)
    except EvaluationError as error:
        brain.record_error(row, str(error), error.detail)
        say(brain, ReasonForm.PRECONDITION_ERROR, number, str(error))
        return code.lasting
    decides = holds is not code.lasting
    if decides and brain.log is not None:
        brain.reason = Reason(ReasonForm.PRECONDITION, (number, code.test.sentence(brain)))
    return decides


def _turn_away(row: TreeRow, refused: Status, brain: TickingBrain) -> Status:
    """Give the result of a refusal without entering the node; one that runs is halted."""
    reason = brain.reason
    halt(row, brain)
    brain.bytes_[row.index] = Status.IDLE if refused == Status.SKIPPED else refused
    return _conclude(row, brain, refused, reason)


def guard_holds(guard: GuardCode, row: TreeRow, brain: TickingBrain) -> bool:
    """Test a guard; a failing test is false and recorded (rule 2.6).

    While the node runs, triggers that let it enter count as armed (rule 3.9). Else `brain.armed_reads`
    holds those that the test read armed.
    """
    if guard.held < 0:
        return _guard_holds(guard, row, brain)
    with holding(held_by(guard, row, brain), brain):
        return _guard_holds(guard, row, brain)


def _guard_holds(guard: GuardCode, row: TreeRow, brain: TickingBrain) -> bool:
    try:
        holds = ask(guard.test, brain) if guard.test.triggers else bool(guard.test.run(brain))
    except EvaluationError as error:
        brain.record_error(row, str(error), error.detail)
        say(brain, ReasonForm.GUARD_ERROR, str(error))
        if guard.last_test >= 0:
            brain.bytes_[guard.last_test] = 1
        return False
    if guard.last_test >= 0:
        brain.bytes_[guard.last_test] = 2 if holds else 1
    if not holds and brain.log is not None:
        brain.reason = Reason(ReasonForm.GUARD, (guard.test.sentence(brain),))
    return holds


def start_services(row: TreeRow, brain: TickingBrain) -> None:
    """Fix the intervals of a node that was just entered and run every service."""
    for service in row.services:
        brain.ints[service.interval] = service.every.ticks(brain, row)
        if service.jitter is not None:
            brain.ints[service.spread] = service.jitter.ticks(brain, row)
        _run_service(service, row, brain)


def run_due_services(row: TreeRow, brain: TickingBrain) -> None:
    """Run the services whose time has come."""
    for service in row.services:
        if brain.tick_now >= brain.ints[service.due]:
            _run_service(service, row, brain)


def _run_service(service: ServiceCode, row: TreeRow, brain: TickingBrain) -> None:
    brain.ints[service.due] = brain.due_after(_interval(service, row, brain))
    if service.guard is not None:
        try:
            if not service.guard.run(brain):
                return
        except EvaluationError as error:
            brain.record_error(row, str(error), error.detail)
            return
    service.block.run(brain, row)


def _interval(service: ServiceCode, row: TreeRow, brain: TickingBrain) -> int:
    ticks = brain.ints[service.interval]
    if service.jitter is not None:
        spread = brain.ints[service.spread]
        count = brain.draw_count(service.draws)
        place = (brain.seed, brain.agent_hash, row.draw_key, count)
        ticks = draw_int(*place, ticks - spread, ticks + spread)
    return max(ticks, 1)
