"""Change the branches of a decision node: a child may come and go, its entry keeps what decides for it."""

from __future__ import annotations

from graphs.edits.replacing import put
from graphs.model.decision_tree import Branch, DecisionNode

_LAST_FIELDS = frozenset({"ranges", "switch", "first_of", "table"})


def with_branch_child(node: DecisionNode, child: str, index: int | None = None) -> DecisionNode:
    """Return the node with `child` in its first empty branch from `index` on, else in a new one."""
    start = 0 if index is None else max(0, index)
    for place in range(start, len(node.branches)):
        if node.branches[place].child is None:
            return put(node, branches=_replaced(node, place, put(node.branches[place], child=child)))
    return put(node, branches=_with_new(node, child, index))


def without_branch_child(node: DecisionNode, child: str) -> DecisionNode:
    """Return the node with every branch that led to `child` empty, or gone if nothing decides for it.

    The branches of ranges stay all: the last one has no bound and yet is an interval.
    """
    if child not in _children(node):
        return node
    kept = []
    for branch in node.branches:
        left = put(branch, child=None) if branch.child == child else branch
        if left is branch or left != Branch() or node.kind == "ranges":
            kept.append(left)
    return put(node, branches=tuple(kept))


def replaced_branch_child(node: DecisionNode, old: str, new: str | None) -> DecisionNode:
    """Return the node with `new` wherever `old` was."""
    if old not in _children(node):
        return node
    changed = tuple(put(branch, child=new) if branch.child == old else branch for branch in node.branches)
    return put(node, branches=changed)


def _children(node: DecisionNode) -> set[str | None]:
    return {branch.child for branch in node.branches}


def _replaced(node: DecisionNode, place: int, branch: Branch) -> tuple[Branch, ...]:
    return (*node.branches[:place], branch, *node.branches[place + 1 :])


def _with_new(node: DecisionNode, child: str, index: int | None) -> tuple[Branch, ...]:
    """Add an entry; the last entry of some kinds stays last, since it takes what is left over."""
    branches = node.branches
    if node.kind == "test":
        used = {branch.when for branch in branches}
        when = next((answer for answer in (False, True) if answer not in used), None)
        new = Branch(child=child, when=when)
        place = 0 if when is False else len(branches)
        return (*branches[:place], new, *branches[place:])
    place = len(branches) if index is None else max(0, min(index, len(branches)))
    if branches and node.kind in _LAST_FIELDS and branches[-1].else_:
        place = min(place, len(branches) - 1)
    return (*branches[:place], Branch(child=child), *branches[place:])
