"""Report nodes of other programs that run as stand-ins (W229)."""

from __future__ import annotations

from graphs.checks.lints.tree_lint import TreeLint
from graphs.model.behavior_tree import TreeNode


def lint_foreign(tree: TreeLint, node_id: str, node: TreeNode) -> None:
    """Report a node of a kind that only another program has."""
    if node.kind == "foreign_node" and not node.disabled:
        said = f"{tree.lint.title(node_id)} is known to another program only: here it runs as a sequence."
        remedy = "Say what it does with nodes that Mindloom has, where it is to run here or in an export."
        tree.lint.report("W229", node_id, "", said, remedy)
