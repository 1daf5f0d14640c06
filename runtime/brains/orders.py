"""Keep what a brain was told to do from outside: results to force, states to enter (SEMANTICS 7.4).

Only the interpreter heeds orders: a brain that has any is interpreted, and goes back to its faster ways in
the tick after the last of them was followed. They are part of what a snapshot holds, by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from runtime.status import Status
from runtime.trace.trace_frame import RunError

if TYPE_CHECKING:
    from runtime.behavior_trees.tree_row import TreeRow
    from runtime.brains.brain import Brain
    from runtime.program.program import Program
    from runtime.state_machines.state_rows import MachineRow, StateRow

FORCIBLE = (Status.SUCCESS, Status.FAILURE, Status.SKIPPED)
"""The results that a node can be forced to give: those with which it ends."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Hold orders that wait: results by the row of their node, and rows of states in the order asked."""

    forced: tuple[tuple[int, Status], ...] = ()
    entered: tuple[int, ...] = ()

    def forced_at(self, row: int) -> Status | None:
        """Return the result that a node gives at its next visit, None where it is left alone."""
        return next((result for forced, result in self.forced if forced == row), None)

    def forcing(self, row: int, result: Status | None) -> Orders:
        """Return these orders with another result for a node; None leaves it alone."""
        others = tuple(one for one in self.forced if one[0] != row)
        return replace(self, forced=others if result is None else tuple(sorted((*others, (row, result)))))

    def moved(self, new_of: Sequence[int]) -> Orders:
        """Return the orders for another version of the program; `new_of` gives its rows, -1 for none."""
        forced = tuple((new_of[row], result) for row, result in self.forced if new_of[row] >= 0)
        return Orders(tuple(sorted(forced)), tuple(new_of[row] for row in self.entered if new_of[row] >= 0))

    def __bool__(self) -> bool:
        """Tell whether any order waits."""
        return bool(self.forced or self.entered)


NO_ORDERS = Orders()
"""What a brain has that was told nothing."""


def orders_of(brain: Brain) -> Orders:
    """Return the orders that wait for the next visits and the next tick."""
    used = brain.occasional
    return NO_ORDERS if used is None or used.orders is None else used.orders


def state_at(program: Program, path: str) -> StateRow | None:
    """Return the state at a path that can be entered, None where there is none or it is disabled."""
    from runtime.state_machines.state_rows import StateRow

    found = (row for row in program.rows if isinstance(row, StateRow) and row.path == path)
    return next((row for row in found if not row.disabled), None)


def node_at(program: Program, path: str) -> TreeRow | None:
    """Return the node at a path that can be forced, the action of a state included; None for none.

    A disabled node is none: it is skipped whatever it is told.
    """
    from runtime.behavior_trees.tree_row import TreeRow
    from runtime.memory.row_paths import row_path
    from runtime.program.rows import RowFamily

    for row in program.rows:
        if isinstance(row, TreeRow) and row.family is RowFamily.TREE_NODE and row_path(row) == path:
            return None if row.disabled else row
    return None


def order_result(brain: Brain, path: str, result: Status | None) -> None:
    """Let the node at a path give a result at its next visit, None to take that back.

    Where there is no such node by now, that is recorded and nothing else happens.
    """
    row = node_at(brain.program, path)
    if row is not None and not brain.ended:
        brain.take_orders(orders_of(brain).forcing(row.index, result) or None)
    elif result is not None:
        said = f"Nothing at {path} can be forced to give {result.name}; the order is dropped."
        brain.outside_errors.append(RunError(-1 if row is None else row.index, said))


def order_entry(brain: Brain, path: str) -> None:
    """Let the state at a path be entered in the brain's next tick; where there is none, record that."""
    row = state_at(brain.program, path)
    if row is not None and not brain.ended:
        waiting = orders_of(brain)
        brain.take_orders(replace(waiting, entered=(*waiting.entered, row.index)))
    else:
        said = f"No state at {path} can be entered; the order is dropped."
        brain.outside_errors.append(RunError(-1 if row is None else row.index, said))


def take_forced(brain: Brain, row: int) -> Status | None:
    """Return the result that a node which is visited is to give, and note that it was told; None for none."""
    waiting = orders_of(brain)
    result = waiting.forced_at(row)
    if result is not None and brain.occasional is not None:
        brain.occasional.orders = waiting.forcing(row, None)
    return result


def take_entries(brain: Brain, machine: MachineRow) -> tuple[StateRow, ...]:
    """Return the states of a machine that are to be entered now, and note that it was told."""
    waiting = orders_of(brain)
    own = tuple(state for state in machine.states if state.index in waiting.entered)
    if own and brain.occasional is not None:
        rows = {state.index: state for state in own}
        left = tuple(row for row in waiting.entered if row not in rows)
        brain.occasional.orders = replace(waiting, entered=left)
        return tuple(rows[row] for row in waiting.entered if row in rows)
    return own


def close_orders(brain: Brain) -> None:
    """Keep after a tick what waits for a visit; what was to happen in it and did not is recorded."""
    left = orders_of(brain)
    for row in left.entered:
        said = "The state was not entered: its machine did not run in this tick, or the tick was cut short."
        brain.record_error(brain.program.rows[row], said)
    brain.take_orders(replace(left, entered=()) if left.forced else None)
