"""Report nodes without effect, and loops that never leave their tick (I311, I312, W225)."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.tree_lint import TreeLint
from graphs.checks.rules.problem import Fix
from graphs.checks.rules.reached_states import REACHED
from graphs.kinds.declarations.flow import NONE, K, R
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode


def lint_pointless(tree: TreeLint, node_id: str, node: TreeNode) -> None:
    """Report a decorator or composite that the tree does not need, or a loop without end."""
    if node.disabled:
        return
    if _is_bare(node):
        reason = _pointless_decorator(tree, node)
        if reason and not (tree.flow(node).undoing and tree.lint.memo.value(("undone", node_id))):
            _report_decorator(tree, node_id, node, reason)
        elif not reason and tree.flow(node).pointless_alone and len(node.children) == 1:
            _report_composite(tree, node_id, node)
    if _spins(tree, node):
        tree.lint.report(
            "W225",
            node_id,
            "params.pace",
            f"{tree.lint.title(node_id)} never leaves its tick: nothing below it takes time.",
            "Set the pace to tick.",
            fix=Fix(
                "Set the pace to tick",
                "set_field",
                {"graph_id": tree.lint.graph_id, "element_id": node_id, "path": "params.pace", "value": None},
            ),
        )


def _is_bare(node: TreeNode) -> bool:
    """Tell whether a node does nothing beside what its kind does."""
    return node.guard is None and not (node.services or node.preconditions or node.end_lines)


def find_undone(lint: GraphLint, node_id: str) -> bool:
    """Find whether a node of its kind right above undoes this one; the pair is reported at the upper one.

    Of several in a row the uppermost two are a pair, then the next two.
    """
    assert isinstance(lint.graph, BehaviorTreeGraph)
    if not lint.memo.holds(REACHED, node_id):
        return False
    above = _undoer_above(TreeLint(lint, lint.graph), node_id)
    return above is not None and not lint.memo.value(("undone", above))


def _undoer_above(tree: TreeLint, node_id: str) -> str | None:
    """Return the node that a node of its kind is all there is below of, if it does nothing but undo it."""
    parent = tree.sole_parent(node_id)
    if parent is None:
        return None
    node = tree.graph.nodes[parent]
    is_pair = not node.disabled and _is_bare(node) and _undone_below(tree, node)
    return parent if is_pair else None


def _undone_below(tree: TreeLint, node: TreeNode) -> list[str]:
    """Return the only child of a node, if one turns back what the other does."""
    children = _only_child(tree, node)
    return [child for child, each in children if each.kind == node.kind and tree.flow(node).undoing]


def _only_child(tree: TreeLint, node: TreeNode) -> list[tuple[str, TreeNode]]:
    children = tree.enabled_children(node)
    return children if len(children) == 1 and len(node.children) == 1 else []


def _pointless_decorator(tree: TreeLint, node: TreeNode) -> str:
    """Return why a decorator changes nothing, "" if it does something or is none."""
    children = _only_child(tree, node)
    if not children:
        return ""
    child_id, child = children[0]
    name, can = tree.lint.title(child_id), tree.outcome(child_id)
    if _undone_below(tree, node) and _is_bare(child):
        return f"{name} below it turns the result back"
    return tree.flow(node).needless(node, can).format(child=name)


def _report_decorator(tree: TreeLint, node_id: str, node: TreeNode, reason: str) -> None:
    ids = [node_id, *_undone_below(tree, node)]
    tree.lint.report(
        "I311",
        node_id,
        "",
        f"{tree.lint.title(node_id)} changes nothing: {reason}.",
        "Remove both." if len(ids) > 1 else "Remove it, or change what is below.",
        fix=_healing(tree, ids, "Remove both" if len(ids) > 1 else "Remove it"),
    )


def _report_composite(tree: TreeLint, node_id: str, node: TreeNode) -> None:
    tree.lint.report(
        "I312",
        node_id,
        "children",
        f"{tree.lint.title(node_id)} has one child only.",
        "Add more, or remove it.",
        fix=_healing(tree, [node_id], "Remove it, keep the child"),
    )


def _healing(tree: TreeLint, ids: list[str], label: str) -> Fix | None:
    """Return the edit that takes nodes out and joins what they were between, if nothing is lost with them."""
    if any(tree.graph.nodes[element].slot is not None for element in ids):
        return None
    listed: list[JsonValue] = [*ids]
    return Fix(label, "remove_and_heal", {"graph_id": tree.lint.graph_id, "ids": listed})


def _spins(tree: TreeLint, node: TreeNode) -> bool:
    """Tell whether a loop within one tick has a child that always ends at once and never ends the loop."""
    if node.params.get("pace") != "same_tick":
        return False
    children = _only_child(tree, node)
    if not children:
        return False
    can = tree.outcome(children[0][0])
    if can & (R | K):
        return False
    again = tree.flow(node).loops_on
    return again != NONE and node.params.get("count") is None and not can & ~again
