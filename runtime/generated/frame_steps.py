"""Do the rarer steps of a visit for generated code, as the interpreter does them.

Each returns 0 to go on, or the number of the result with which the visit is over; it has been noted then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.behavior_trees.services import run_due_services, start_services
from runtime.behavior_trees.tree_row import GuardCode, TreeRow
from runtime.behavior_trees.tree_walk import admit, guard_holds, stop_below
from runtime.expressions.context import EvaluationError

if TYPE_CHECKING:
    from runtime.brains.brain import Brain

GO_ON = 0


def guarded(guard: GuardCode, row: TreeRow, brain: Brain) -> int:
    """Test a guard that generated code cannot test by itself."""
    if brain.passed_guard == row.index:
        brain.passed_guard = -1
        return GO_ON
    if guard_holds(guard, row, brain):
        return GO_ON
    if brain.log is not None:
        brain.log.note_visit(row.index, guard.refused, brain.reason)
    return int(guard.refused)


def refuse(row: TreeRow, brain: Brain) -> int:
    """Ask a cooldown or limit whether it refuses to be entered."""
    refused = admit(row, None, brain)
    if refused is None:
        return GO_ON
    if brain.log is not None:
        brain.log.note_visit(row.index, refused, brain.reason)
    return int(refused)


def begin(row: TreeRow, brain: Brain) -> int:
    """Make the running memory of a node that is entered, and run its services."""
    try:
        row.enter(brain)
        if row.services:
            start_services(row, brain)
    except EvaluationError as error:
        return fail(row, brain, error)
    return GO_ON


def serve(row: TreeRow, brain: Brain) -> int:
    """Run the services of a running node that are due."""
    try:
        run_due_services(row, brain)
    except EvaluationError as error:
        return fail(row, brain, error)
    return GO_ON


def fail(row: TreeRow, brain: Brain, error: EvaluationError) -> int:
    """Fail a node that was entered, for an expression that failed (SEMANTICS 2.6)."""
    result = stop_below(row, brain, error)
    if brain.log is not None:
        brain.log.note_passage(row.index, "exit")
        brain.log.note_visit(row.index, result, brain.reason)
    return int(result)
