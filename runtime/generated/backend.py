"""Compile a program's trees to Python functions (SEMANTICS section 3; the interpreter is the oracle)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, cast

from runtime.actions.action_context import USER_MISTAKES, BrainActionContext
from runtime.behavior_trees.claiming import let_go
from runtime.behavior_trees.repeat import LoopRow
from runtime.behavior_trees.subtree import bind_parameters
from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.tree_walk import halt, visit, visit_root
from runtime.expressions.context import EvaluationError
from runtime.expressions.generate import inline_namespace
from runtime.generated.forms import FORMS
from runtime.generated.frame_steps import (
    begin,
    come_to_end,
    fail,
    guarded,
    mistake,
    move_on,
    no_result,
    refuse,
    serve,
)
from runtime.generated.note_reading import NoteReader
from runtime.generated.tree_source import TreeSource
from runtime.program.rows import Row, RowFamily
from runtime.state_machines.state_rows import MachineRow
from runtime.state_machines.table_tick import machine_runner
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.brain import Brain

RunTree = Callable[["Brain"], int]
"""Visit the root of a tree once and return the number of its result."""

MOST_ROWS = 10_000
"""Programs with more rows could spend the visit budget, which generated code does not count."""

LARGEST_AT_ONCE = 500
"""Rows of a tree that is written as a whole; branches of a larger one are written in its first ticks."""

TICKS_TO_WRITE = 16
"""Ticks over which the branches of a large tree are written."""

STATUSES = tuple(Status)
"""Statuses by their number."""

_NAMES: dict[str, object] = {
    "ActionContext": BrainActionContext,
    "EvaluationError": EvaluationError,
    "FAILURE": Status.FAILURE,
    "MISTAKES": USER_MISTAKES,
    "RESULTS": tuple(status.name for status in Status),
    "RUNNING": Status.RUNNING,
    "SUCCESS": Status.SUCCESS,
    "begin": begin,
    "bind_parameters": bind_parameters,
    "bool": bool,
    "fail": fail,
    "guarded": guarded,
    "come_to_end": come_to_end,
    "halt": halt,
    "int": int,
    "let_go": let_go,
    "mistake": mistake,
    "move_on": move_on,
    "no_result": no_result,
    "refuse": refuse,
    "serve": serve,
    "set": set,
    "str": str,
    "visit": visit,
}


class GeneratedTrees:
    """Hold the generated forms of a program's trees: its root and the activities of its states.

    Each is made when it is first run. `plain_root` and `logged_root` are the forms of the root, once they
    were made; the second notes its visits, and `read_notes` puts such notes into words. `why_interpreted`
    says why there are no generated forms, "" where there are: generated code counts no visits, so a program
    that may spend the visit budget has none.
    """

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self._rows = rows
        self._runs: dict[tuple[int, bool], RunTree] = {}
        self.read_notes = NoteReader(rows)
        self.plain_root: RunTree | None = None
        self.logged_root: RunTree | None = None
        self.why_interpreted = _why_interpreted(rows)

    @cached_property
    def interpreted_rows(self) -> tuple[int, ...]:
        """Return the nodes that the interpreter visits, in the middle of generated code or altogether."""
        return tuple(
            row.index
            for row in self._rows
            if isinstance(row, TreeRow)
            and row.family is RowFamily.TREE_NODE
            and (self.why_interpreted or row.interpreted or type(row) not in FORMS)
        )

    def run_of(self, root: TreeRow, *, logged: bool = False) -> RunTree | None:
        """Return the generated form of the tree below `root`, plain or `logged`, None where it has none."""
        key = (root.index, logged)
        run = self._runs.get(key)
        if run is not None:
            return run
        if isinstance(root, MachineRow):
            if root.parent < 0:
                run = self.plain_root = self.logged_root = self._machine_run(root)
                self._runs[root.index, False] = self._runs[root.index, True] = run
            return run
        if not self.why_interpreted and not root.interpreted and type(root) in FORMS:
            run = generate_tree(root, logged=logged)
            if root.parent < 0 and any(row.family is RowFamily.STATE for row in self._rows):
                run = _marking_states(run)
            self._runs[key] = run
            if root.parent < 0 and logged:
                self.logged_root = run
            elif root.parent < 0:
                self.plain_root = run
        return run

    def _machine_run(self, root: MachineRow) -> RunTree:
        """Return what runs a machine that is the root by its table, and ends the brain with it (6.7)."""
        machines = sum(row.family is RowFamily.MACHINE for row in self._rows)
        tick_machine = machine_runner(root, alone=machines == 1)

        def run(brain: Brain) -> int:
            result = tick_machine(brain)
            if result is not Status.RUNNING:
                brain.bytes_[0 : root.end] = bytes(root.end)
                brain.end()
            return result

        return run

    def visit_root(self, root: TreeRow, brain: Brain) -> Status:
        """Visit the root of a brain or of an activity, in its generated form where it has one."""
        log = brain.log
        run = None if brain.interpreted else self.run_of(root, logged=log is not None)
        if run is None:
            return Status(visit_root(root, brain))
        if log is not None and log.read_notes is None:
            log.begin(self.read_notes, brain.agent, brain.time)
        return STATUSES[run(brain)]


def _marking_states(run: RunTree) -> RunTree:
    """Return what visits a brain's root and then tells which states are active (SEMANTICS 7.2)."""

    def visit_and_mark(brain: Brain) -> int:
        result = run(brain)
        brain.mark_active_states()
        return result

    return visit_and_mark


def _why_interpreted(rows: tuple[Row, ...]) -> str:
    if len(rows) > MOST_ROWS:
        return f"It has more than {MOST_ROWS} rows and could spend the visit budget."
    loop = next((row for row in rows if isinstance(row, LoopRow) and row.same_tick), None)
    if loop is not None:
        return f"{loop.path} loops inside a tick and could spend the visit budget."
    return ""


def generate_tree(root: TreeRow, *, logged: bool) -> RunTree:
    """Return the generated form of a tree, `logged` or plain; of a large one, branches in its first ticks.

    A tree that is no brain's root is a state's activity: it may be halted and entered in one tick.
    """
    names = _names()
    put_off = _put_off if root.end - root.index > LARGEST_AT_ONCE else None
    is_activity = root.parent >= 0
    tree = TreeSource(FORMS, names, logged=logged, halted_before=is_activity, put_off=put_off)
    tree.function("visit_root", root, stores=is_activity)
    _run_source(tree)
    return cast(RunTree, names["visit_root"])


def _names() -> dict[str, object]:
    return {**inline_namespace(), **_NAMES}


def _run_source(tree: TreeSource) -> None:
    """Add the functions of a source to its names."""
    source = "\n\n".join(tree.functions)
    exec(compile(source, "<generated tree>", "exec"), tree.names)  # noqa: S102 - written from typed rows only


def _put_off(tree: TreeSource, row: TreeRow, stores: bool) -> str:
    """Return the name of a function that is written some ticks after it is first called.

    Until then the interpreter visits the branch, so that no tick has to wait for all of a large tree.
    """
    name = f"branch_{row.index}"
    names, logged, halted_before = tree.names, tree.logged, tree.halted_before
    turn = sum(one.startswith("branch_") for one in names) % TICKS_TO_WRITE
    due = -1

    def first_visits(brain: Brain) -> int:
        nonlocal due
        if due < 0:
            due = brain.tick_now + turn
        if brain.tick_now < due:
            return _visit_as_source(row, stores, brain)
        branch = TreeSource(FORMS, names, logged=logged, halted_before=halted_before)
        branch.function(name, row, stores)
        _run_source(branch)
        return cast(RunTree, names[name])(brain)

    names[name] = first_visits
    return name


def _visit_as_source(row: TreeRow, stores: bool, brain: Brain) -> int:
    """Let the interpreter visit a branch, and leave in the buffers what its source would leave there."""
    before = brain.bytes_[row.index]
    result = visit(row, brain)
    if not stores and result != Status.RUNNING:
        brain.bytes_[row.index] = 0 if before == Status.RUNNING else before
    return int(result)


def tree_source(root: TreeRow, *, logged: bool = False) -> str:
    """Return the whole source of the functions of a tree."""
    is_activity = root.parent >= 0
    tree = TreeSource(FORMS, _names(), logged=logged, halted_before=is_activity)
    tree.function("visit_root", root, stores=is_activity)
    return "\n\n".join(tree.functions)
