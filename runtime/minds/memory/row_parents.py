"""Say which rows run inside which: what a node must be under to go on running (rule 8.2).

A leaf of a decision tree runs inside its tree, wherever in it the questions lead to it; a state's activity
inside the state.
"""

from __future__ import annotations

from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.memory.row_matching import NOWHERE
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow


def inner_rows(row: Row) -> tuple[Row, ...]:
    """Return the rows directly inside that can run or be active: children, states, a state's activity."""
    if isinstance(row, MachineRow):
        return row.child_states
    if isinstance(row, StateRow):
        activity = () if row.activity is None else (row.activity.row,)
        return (*activity, *row.child_states)
    return row.child_rows if isinstance(row, TreeRow) else ()


def disabled_rows(program: Program) -> frozenset[int]:
    """Return the rows of nodes, states and transitions that are disabled: nothing of them is compiled."""
    found = {row.index for row in program.rows if getattr(row, "disabled", False)}
    asked = {
        transition.index
        for row in program.rows
        if isinstance(row, MachineRow)
        for transition in row.all_transitions
    }
    found |= {
        row.index for row in program.rows if row.family is RowFamily.TRANSITION and row.index not in asked
    }
    return frozenset(found)


def holders_of(program: Program) -> tuple[int, ...]:
    """Return for each row the one it runs inside, `NOWHERE` for the root and for what never runs."""
    holders = [NOWHERE] * len(program.rows)
    for row in program.rows:
        for inner in inner_rows(row):
            holders[inner.index] = row.index
    return tuple(holders)
