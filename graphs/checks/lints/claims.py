"""Report claims whose place goes back before anything was done with it (W228)."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.checks.lints.tree_lint import TreeLint
from graphs.kinds.declarations.flow import S
from graphs.model.behavior_tree import TreeNode


def lint_claims(tree: TreeLint, node: TreeNode) -> None:
    """Report the claims at the end of a sequence: it ends with them, and their place goes back."""
    children = tree.enabled_children(node)
    if tree.flow(node).goes_on != S or node.disabled or not children:
        return
    for claim in _last_claims(tree, *children[-1]):
        said = f"{tree.lint.title(claim)} gives its place back at once: nothing follows it in the sequence."
        remedy = "Put what needs the place behind it, or set Until to released."
        tree.lint.report("W228", claim, "", said, remedy)


def _last_claims(tree: TreeLint, node_id: str, node: TreeNode) -> Iterator[str]:
    """Yield the claims that hold until the sequence ends which a node is the last child of."""
    kind = tree.kind(node)
    holds = kind is not None and kind.takes_places and kind.parameter("until") is not None
    if holds and node.params.get("until", "parent") == "parent":
        yield node_id
    if kind is None or (kind.category != "decorator" and not kind.flow.picks_one):
        return
    asked = node.children[:1] if kind.flow.asks_first else ()
    for child_id, child in tree.enabled_children(node):
        if child_id not in asked:
            yield from _last_claims(tree, child_id, child)
