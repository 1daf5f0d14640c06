"""Report lines for an end that a node never comes to (I314)."""

from __future__ import annotations

from graphs.checks.lints.tree_lint import TreeLint
from graphs.checks.rules.problem import Fix
from graphs.kinds.declarations.flow import F, Outcome, R, S
from graphs.model.behavior_tree import TreeNode

_NEEDED: tuple[tuple[str, Outcome, str], ...] = (
    ("on_success", S, "never succeeds"),
    ("on_failure", F, "never fails"),
    ("on_halt", R, "ends in the tick it is entered, so it is never halted"),
)
"""Each field, what a node must be able to give for its lines to run, and what to say where it is not."""


def lint_end_lines(tree: TreeLint, node_id: str, node: TreeNode) -> None:
    """Report the blocks of a node that never run; a node with services may fail by their times (rule 2.6)."""
    if node.disabled or node.services:
        return
    can = tree.outcome(node_id)
    for field, needed, never in _NEEDED:
        if getattr(node, field) and not can & needed:
            arguments = {"graph_id": tree.lint.graph_id, "element_id": node_id, "path": field, "value": None}
            tree.lint.report(
                "I314",
                node_id,
                field,
                f"These lines never run: {tree.lint.title(node_id)} {never}.",
                "Move them to another end, or remove them.",
                fix=Fix("Remove the lines", "set_field", {**arguments}),
            )
