"""Compile a program's tree to one Python function (SEMANTICS section 3; the interpreter is the oracle)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from runtime.behavior_trees.repeat import LoopRow
from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.tree_walk import halt, visit
from runtime.expressions.context import EvaluationError
from runtime.expressions.generate import inline_namespace
from runtime.generated.tree_source import TreeSource
from runtime.program.rows import Row, RowFamily
from runtime.state_machines.quick_tick import QuickTick as QuickTick
from runtime.state_machines.quick_tick import quick_tick_of
from runtime.state_machines.state_rows import MachineRow
from runtime.state_machines.table_tick import machine_runner, table_of
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.brain import Brain

RunTree = Callable[["Brain"], Status]
"""Visit the root once and return its result."""

MOST_ROWS = 10_000
"""Programs with more rows could spend the visit budget, which generated code does not count."""


def generate_tree(root: TreeRow, rows: tuple[Row, ...]) -> RunTree | None:
    """Return the generated form of a tree, or None where only the interpreter can run it.

    Generated code counts no visits, so trees that loop inside a tick stay with the interpreter. A machine
    runs by its table.
    """
    if isinstance(root, MachineRow):
        machines = sum(row.family is RowFamily.MACHINE for row in rows)
        return machine_runner(root, alone=machines == 1)
    if root.family is not RowFamily.TREE_NODE or len(rows) > MOST_ROWS:
        return None
    if any(isinstance(row, LoopRow) and row.same_tick for row in rows):
        return None
    source, names = tree_source(root)
    namespace: dict[str, object] = {**inline_namespace(), **names}
    exec(compile(source, "<generated tree>", "exec"), namespace)  # noqa: S102 - written from typed rows only
    return cast(RunTree, namespace["visit_root"])


def generate_quick_tick(root: TreeRow, rows: int) -> QuickTick | None:
    """Return the quick tick of a machine at the root of a program of so many rows, None for other roots."""
    if not isinstance(root, MachineRow) or root.disabled or root.guard is not None or root.services:
        return None
    return quick_tick_of(root, table_of(root), rows)


def tree_source(root: TreeRow) -> tuple[str, dict[str, object]]:
    """Return the source of the functions of a tree, and what its names stand for."""
    names: dict[str, object] = {"str": str, "visit": visit, "halt": halt, "EvaluationError": EvaluationError}
    tree = TreeSource(names)
    tree.function("visit_root", root, keeps=False)
    return "\n\n".join(tree.functions), names
