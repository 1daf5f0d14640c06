"""Do the rarer steps of a visit for generated code, as the interpreter does them.

Those of a visit return 0 to go on, or the number of the result with which it is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.actions.action_context import note_mistake, note_no_result
from runtime.minds.program.tree_row import GuardCode, TreeRow
from runtime.minds.trees.action_leaf import ActionRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from runtime.minds.trees.services import run_due_services, start_services
from runtime.minds.trees.tree_walk import VisitBudgetSpent, guard_holds, halt, stop_below

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain

GO_ON = 0


def guarded(guard: GuardCode, row: TreeRow, brain: TickingBrain) -> int:
    """Test a guard that generated code cannot test by itself."""
    if brain.passed_guard == row.index:
        brain.passed_guard = -1
        return GO_ON
    return GO_ON if guard_holds(guard, row, brain) else int(guard.refused)


def spend(row: TreeRow) -> NoReturn:
    """Say that the visit budget is spent before a row could be visited."""
    raise VisitBudgetSpent(row)


def begin(row: TreeRow, brain: TickingBrain) -> int:
    """Make the running memory of a node that is entered, and run its services."""
    try:
        row.enter(brain)
        if row.services:
            start_services(row, brain)
    except EvaluationError as error:
        return stop_below(row, brain, error)
    return GO_ON


def serve(row: TreeRow, brain: TickingBrain) -> int:
    """Run the services of a running node that are due."""
    try:
        run_due_services(row, brain)
    except EvaluationError as error:
        return stop_below(row, brain, error)
    return GO_ON


MISTAKE = object()
"""What an action gave that raised instead; it is recorded by then."""


def mistake(error: BaseException, row: ActionRow, brain: TickingBrain) -> object:
    """Record what the code of an action raised."""
    note_mistake(row.action, error, brain, row)
    return MISTAKE


def no_result(gave: object, row: ActionRow, brain: TickingBrain) -> int:
    """Fail an action that gave no result of a tick."""
    if gave is not MISTAKE:
        note_no_result(row.action, gave, brain, row)
    return int(Status.FAILURE)


def move_on(row: OrderedCompositeRow, brain: TickingBrain, former: int, stop: int) -> None:
    """Let another child than before be the one that runs; `former` is -1 where none ran."""
    if row.reactive and former >= 0:
        halt(row.child_rows[former], brain)
    brain.ints[row.place] = stop
    stored = brain.bytes_
    if stop:
        stored[row.tried] = 1
    stored[row.index] = Status.RUNNING
    passed = Status.SUCCESS if row.ending == Status.FAILURE else Status.FAILURE
    for child in row.child_rows[:stop]:
        stored[child.index] = passed


def come_to_end(row: OrderedCompositeRow, brain: TickingBrain, former: int) -> None:
    """Let a composite that ran end: nothing of it runs, its children are IDLE."""
    if row.reactive:
        halt(row.child_rows[former], brain)
    brain.ints[row.place] = -1
    brain.bytes_[row.tried] = 0
    brain.bytes_[row.index] = Status.IDLE
    for child in row.child_rows:
        brain.bytes_[child.index] = Status.IDLE
