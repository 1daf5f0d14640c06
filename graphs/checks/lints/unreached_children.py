"""Report children that are never reached, or never asked again (W220, W221)."""

from __future__ import annotations

import itertools

from graphs.checks.lints.tree_lint import TreeLint, is_asked_first
from graphs.kinds.declarations.flow import NONE, F, K, Outcome, R, S
from graphs.model.behavior_tree import TreeNode


def lint_unreached(tree: TreeLint, node_id: str, node: TreeNode) -> None:
    """Report what is below a node after a child that never lets it go on."""
    if node.disabled:
        return
    flow = tree.flow(node)
    if flow.goes_on != NONE:
        _after_the_last(tree, node, flow.goes_on | K, "fails" if flow.goes_on == S else "succeeds")
    if flow.goes_on == F:
        _never_asked_again(tree, node)
    elif flow.asks_first:
        _branches(tree, node_id, node)


def _after_the_last(tree: TreeLint, node: TreeNode, goes_on: Outcome, ends: str) -> None:
    """Report the first child after one that never goes on to the next."""
    children = tree.enabled_children(node)
    for (blocking, _), (unreached, _) in itertools.pairwise(children):
        outcome = tree.outcome(blocking)
        if outcome & goes_on:
            continue
        what = "never ends" if outcome == R else f"always {ends}"
        said = f"{tree.lint.title(unreached)} is never reached: {tree.lint.title(blocking)} before it {what}."
        remedy = "Change the order, or let the one before it end otherwise."
        tree.lint.report("W220", unreached, "", said, remedy)
        return


def _branches(tree: TreeLint, node_id: str, node: TreeNode) -> None:
    """Report the branch of an if_else that its condition never picks."""
    if not 2 <= len(node.children) <= 3:
        return
    asked = tree.outcome(node.children[0])
    unreached = what = ""
    if not asked & S:
        unreached, what = node.children[1], "never succeeds"
    elif len(node.children) == 3 and not asked & (F | K):
        unreached, what = node.children[2], "never fails"
    if unreached and unreached in tree.graph.nodes:
        tree.lint.report(
            "W220",
            unreached,
            "",
            f"{tree.lint.title(unreached)} is never reached: "
            f"the condition of {tree.lint.title(node_id)} {what}.",
            "Ask something else, or remove the branch.",
        )


def _never_asked_again(tree: TreeLint, node: TreeNode) -> None:
    """Report a question of a remembering selector that a later child without end shuts out."""
    if node.params.get("memory", "resume") == "none":
        return
    children = tree.enabled_children(node)
    for place, (endless, _) in enumerate(children):
        if tree.outcome(endless) != R:
            continue
        for asked, child in children[:place]:
            if not _takes_over(child) and _asks_first(tree, child):
                tree.lint.report(
                    "W221",
                    asked,
                    "guard.abort" if child.guard is not None else "",
                    f"{tree.lint.title(asked)} is not asked again once {tree.lint.title(endless)} runs, "
                    "which never ends.",
                    "Give it a guard that aborts lower branches, or let the selector start over each tick.",
                )
        return


def _takes_over(child: TreeNode) -> bool:
    return child.guard is not None and child.guard.abort in ("lower", "both")


def _asks_first(tree: TreeLint, child: TreeNode) -> bool:
    """Tell whether a child begins with a question, so that its answer may change later."""
    if _asks(tree, child):
        return True
    inner = tree.enabled_children(child) if tree.flow(child).goes_on == S else []
    return bool(inner) and _asks(tree, inner[0][1])


def _asks(tree: TreeLint, node: TreeNode) -> bool:
    return is_asked_first(node) or tree.has_field(node, "test")
