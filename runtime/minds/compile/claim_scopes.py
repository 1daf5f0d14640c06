"""Find the nodes with which claims give their places back (rule 3.16)."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.basics.status import Status
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.branching import IfElseRow
from runtime.minds.trees.claiming import NO_SCOPE, ClaimRow
from runtime.minds.trees.parallel import ParallelRow
from runtime.minds.trees.random_composites import RandomCompositeRow
from runtime.minds.trees.sequence_and_selector import OrderedCompositeRow
from runtime.minds.trees.subtree import CallRow


def link_claims(rows: Sequence[Row]) -> None:
    """Tell the scopes of claims which claims let go with them."""
    for row in rows:
        if isinstance(row, ClaimRow) and row.scope != NO_SCOPE:
            scope = rows[row.scope]
            assert isinstance(scope, TreeRow)
            scope.claims = (*scope.claims, row)


def find_scopes(rows: Sequence[Row]) -> None:
    """Give each claim that holds until its parent ends that parent: the nearest node that goes on after it.

    Such claims name themselves until then.
    """
    for row in rows:
        if isinstance(row, ClaimRow) and row.scope != NO_SCOPE:
            row.scope = _scope_of(row, rows).index


def _scope_of(claim: ClaimRow, rows: Sequence[Row]) -> TreeRow:
    below: TreeRow = claim
    while below.parent >= 0:
        above = rows[below.parent]
        if not isinstance(above, TreeRow) or above.family is not RowFamily.TREE_NODE:
            break
        if isinstance(above, CallRow) and above.kind != "subtree":
            break
        if _goes_on(above, below):
            return above
        below = above
    return below


def _goes_on(above: TreeRow, child: TreeRow) -> bool:
    """Tell whether a node can go on once a child has succeeded."""
    if isinstance(above, (OrderedCompositeRow, RandomCompositeRow)):
        return above.ending == Status.FAILURE
    return isinstance(above, ParallelRow) or (isinstance(above, IfElseRow) and child is above.child_rows[0])
