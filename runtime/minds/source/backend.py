"""Compile a program's trees to Python functions (section 3 of the rules; the interpreter is the oracle).

Agents that are not logged run in them. A tree that loops inside a tick counts its visits, as the interpreter
always does: only such a one can spend the visit budget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.actions.action_context import USER_MISTAKES, BrainActionContext
from runtime.minds.expressions.generate import inline_namespace
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.source.forms import FORMS
from runtime.minds.source.frame_steps import (
    begin,
    come_to_end,
    guarded,
    mistake,
    move_on,
    no_result,
    serve,
    spend,
)
from runtime.minds.source.tree_source import TreeSource
from runtime.minds.trees.claiming import let_go
from runtime.minds.trees.repeat import LoopRow
from runtime.minds.trees.subtree import bind_parameters
from runtime.minds.trees.tree_walk import (
    VISIT_BUDGET,
    VisitBudgetSpent,
    admit,
    end_spent,
    halt,
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

_NAMES: dict[str, object] = {
    "ActionContext": BrainActionContext,
    "EvaluationError": EvaluationError,
    "FAILURE": Status.FAILURE,
    "MISTAKES": USER_MISTAKES,
    "RUNNING": Status.RUNNING,
    "SUCCESS": Status.SUCCESS,
    "admit": admit,
    "begin": begin,
    "bind_parameters": bind_parameters,
    "come_to_end": come_to_end,
    "guarded": guarded,
    "halt": halt,
    "int": int,
    "let_go": let_go,
    "mistake": mistake,
    "move_on": move_on,
    "no_result": no_result,
    "serve": serve,
    "set": set,
    "spend": spend,
    "stop_below": stop_below,
    "visit": visit,
}


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
        self._runs: dict[int, RunTree] = {}
        self._has_states = any(row.family is RowFamily.STATE for row in rows)
        loops = any(isinstance(row, LoopRow) and row.same_tick for row in rows)
        self._counted = loops or len(rows) > VISIT_BUDGET

    def run_of(self, root: TreeRow) -> RunTree | None:
        """Return the generated form of the tree below `root`, None where the interpreter visits the root."""
        run = self._runs.get(root.index)
        if run is None and not why_interpreted(root):
            run = generate_tree(root, counted=self._counted)
            if self._counted:
                run = _within_budget(root, run)
            if root.parent < 0 and self._has_states:
                run = _marking_states(run)
            self._runs[root.index] = run
        return run

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
