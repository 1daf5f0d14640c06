"""Compile a program's trees to Python functions (section 3 of the rules; the interpreter is the oracle).

Generated code calls the functions here for the rarer steps of a visit, which do what the interpreter does.
Those of a visit return 0 to go on, or the number of the result with which it is over.

Agents that are not logged run in them. A tree that loops inside a tick counts its visits, as the interpreter
always does: only such a one can spend the visit budget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, cast

from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.actions.action_context import (
    USER_MISTAKES,
    BrainActionContext,
    note_mistake,
    note_no_result,
)
from runtime.minds.expressions.generate import inline_namespace
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import GuardCode, TreeRow
from runtime.minds.source import branching_source, composite_source, decorator_source, leaf_source
from runtime.minds.source.tree_source import SourceForm, TreeSource
from runtime.minds.trees.claiming import let_go
from runtime.minds.trees.leaves import ActionRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from runtime.minds.trees.subtree import bind_parameters
from runtime.minds.trees.tree_walk import (
    VISIT_BUDGET,
    VisitBudgetSpent,
    decided_before,
    decided_meanwhile,
    end_spent,
    guard_holds,
    halt,
    refusal_of,
    run_due_services,
    run_end_lines,
    start_services,
    stop_below,
    visit,
    visit_root,
)

if TYPE_CHECKING:
    from runtime.minds.program.program import Program
    from runtime.minds.program.ticking_brain import TickingBrain


RunTree = Callable[["TickingBrain"], int]
"""Visit the root of a tree once and return the number of its result."""

STATUSES = tuple(Status)
"""Statuses by their number."""

GO_ON = 0


def guarded(guard: GuardCode, row: TreeRow, brain: TickingBrain) -> int:
    """Test a guard that generated code cannot test by itself."""
    if brain.passed_guard == row.index:
        brain.passed_guard = -1
        return GO_ON
    return GO_ON if guard_holds(guard, row, brain) else int(guard.refused)


def decided(row: TreeRow, brain: TickingBrain) -> int:
    """Test the preconditions of a row; one that runs is halted where one does not hold any more."""
    if brain.bytes_[row.index] != Status.RUNNING:
        result = decided_before(row, brain)
    else:
        result = decided_meanwhile(row, brain)
        if result is not None:
            halt(row, brain)
    return GO_ON if result is None else int(result)


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


_STEPS: tuple[Callable[..., object], ...] = (
    *(begin, bind_parameters, come_to_end, decided, guarded, halt, let_go, mistake, move_on, no_result),
    *(refusal_of, run_end_lines, serve, spend, stop_below, visit, int, set),
)
_NAMES: dict[str, object] = {
    "ActionContext": BrainActionContext,
    "EvaluationError": EvaluationError,
    "FAILURE": Status.FAILURE,
    "MISTAKES": USER_MISTAKES,
    "RUNNING": Status.RUNNING,
    "SUCCESS": Status.SUCCESS,
    **{step.__name__: step for step in _STEPS},
}


FORMS: dict[type[TreeRow], SourceForm] = {
    **branching_source.FORMS,
    **composite_source.FORMS,
    **decorator_source.FORMS,
    **leaf_source.FORMS,
}
"""Kinds of rows that are written; a row of another kind is visited by the interpreter."""


def trees_of(program: Program) -> GeneratedTrees:
    """Return the generated forms of a program's trees, which all its agents share."""
    made = program.forms.get("trees")
    if not isinstance(made, GeneratedTrees):
        made = program.forms["trees"] = GeneratedTrees(program.rows)
    return made


class GeneratedTrees:
    """Hold the generated forms of a program's trees: its root and the activities of its states.

    Each is made when it is first run.
    """

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self._runs: dict[int, RunTree | None] = {}
        self._has_states = any(row.family is RowFamily.STATE for row in rows)
        loops = any(row.loops and getattr(row, "same_tick", True) for row in rows)
        self._counted = loops or len(rows) > VISIT_BUDGET

    def run_of(self, root: TreeRow) -> RunTree | None:
        """Return the generated form of the tree below `root`, None where the interpreter visits the root."""
        if root.index not in self._runs:
            self._runs[root.index] = None if why_interpreted(root) else self._generated(root)
        return self._runs[root.index]

    def _generated(self, root: TreeRow) -> RunTree:
        run = generate_tree(root, counted=self._counted)
        if self._counted:
            run = _within_budget(root, run)
        return _marking_states(run) if root.parent < 0 and self._has_states else run

    def visit_root(self, root: TreeRow, brain: TickingBrain) -> Status:
        """Visit the root of an activity, in its generated form where it has one."""
        run = None if brain.interpreted else self.run_of(root)
        return visit_root(root, brain) if run is None else STATUSES[run(brain)]


def why_interpreted(row: TreeRow) -> str:
    """Say why the interpreter visits a row, and all below it, in the middle of generated code; "" if not."""
    if row.interpreted:
        return "triggers decide here" if row.reads_triggers() else "it was begun before an edit"
    return "" if type(row) in FORMS else "its kind has no generated form"


def _marking_states(run: RunTree) -> RunTree:
    """Return what visits a brain's root and then tells which states are active (rule 7.2)."""

    def visit_and_mark(brain: TickingBrain) -> int:
        result = run(brain)
        brain.mark_active_states()
        return result

    return visit_and_mark


def _within_budget(root: TreeRow, run: RunTree) -> RunTree:
    """Return what visits a root and halts its tree where the visit budget is spent (rule 3.14).

    Generated code stores that a node runs only after its visit; what is under way then lies above the node
    that could not be visited any more.
    """

    def visit_within_budget(brain: TickingBrain) -> int:
        try:
            return run(brain)
        except VisitBudgetSpent as spent:
            row: Row = spent.visited
            while row is not root:
                row = brain.program.rows[row.parent]
                brain.bytes_[row.index] = Status.RUNNING
            result = end_spent(root, brain, spent)
            if root.parent < 0:
                brain.bytes_[root.index] = Status.IDLE
            return result

    return visit_within_budget


def generate_tree(root: TreeRow, *, counted: bool = False) -> RunTree:
    """Return the generated form of a tree; `counted` counts its visits."""
    tree = _written(root, counted)
    source = "\n\n".join(tree.functions)
    exec(compile(source, "<generated tree>", "exec"), tree.names)  # noqa: S102 - written from typed rows only
    return cast(RunTree, tree.names["visit_root"])


def tree_source(root: TreeRow) -> str:
    """Return the whole source of the functions of a tree."""
    return "\n\n".join(_written(root, counted=False).functions)


def _written(root: TreeRow, counted: bool) -> TreeSource:
    """Write a tree. One that is no brain's root is an activity: it may be halted and entered in one tick."""
    is_activity = root.parent >= 0
    tree = TreeSource(FORMS, {**inline_namespace(), **_NAMES}, counted=counted, halted_before=is_activity)
    tree.function("visit_root", root, stores=is_activity)
    return tree
