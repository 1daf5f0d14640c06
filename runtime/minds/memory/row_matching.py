"""Find for each row of a program the row of another version of its document that is the same node.

Two rows are the same node when graph, call path, id and kind are (rule 8.2). Of actions, the action is
part of the kind: what another one had begun only that one can halt. So is the variable of a claim.

To go on running, a node must run inside the same node too. A leaf of a decision tree runs inside its tree,
wherever in it the questions lead to it; a state's activity inside the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from runtime.minds.machines.machine_rows import MachineRow, StateRow
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow

NOWHERE = -1
"""In place of a row: the node is not there."""

RowKey = tuple[str, str, str, str]
"""Graph, call path with id, kind, and what the node names: an action, the variable of a claim."""


@dataclass(frozen=True, slots=True)
class RowMatch:
    """Hold the rows of two programs that are the same node: `new_of` by old row, `old_of` by new row."""

    new_of: tuple[int, ...]
    old_of: tuple[int, ...]


def match_rows(old: Program, new: Program) -> RowMatch:
    """Return which rows of two programs are the same node; `NOWHERE` where there is none."""
    places = {row_key(row): row.index for row in new.rows}
    new_of = tuple(places.get(row_key(row), NOWHERE) for row in old.rows)
    old_of = [NOWHERE] * len(new.rows)
    for index, place in enumerate(new_of):
        if place != NOWHERE:
            old_of[place] = index
    return RowMatch(new_of, tuple(old_of))


def row_key(row: Row) -> RowKey:
    """Return what makes a row the same node in another version; no two rows of a program share one."""
    return (row.graph, row.path, row.kind, row.names)


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
