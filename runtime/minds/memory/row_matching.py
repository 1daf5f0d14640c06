"""Find for each row of a program the row of another version of its document that is the same node.

Two rows are the same node when graph, call path, id and kind are (rule 8.2). Of actions, the action is
part of the kind: what another one had begun only that one can halt. So is the variable of a claim.
"""

from __future__ import annotations

from dataclasses import dataclass

from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row
from runtime.minds.trees.claiming import ClaimRow
from runtime.minds.trees.leaves import ActionRow

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
    named = ""
    if isinstance(row, ActionRow):
        named = row.action_id
    elif isinstance(row, ClaimRow):
        named = row.variable
    return (row.graph, row.path, row.kind, named)
