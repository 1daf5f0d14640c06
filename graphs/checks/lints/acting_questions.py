"""Report questions that act, and acting before a question is answered (W222, I310)."""

from __future__ import annotations

from graphs.checks.lints.tree_lint import TreeLint, is_asked_first
from graphs.checks.lints.uses import node_uses, text_uses
from graphs.kinds.declarations.flow import S
from graphs.model.behavior_tree import TreeNode


def lint_acting_questions(tree: TreeLint, node: TreeNode) -> None:
    """Report what acts below a node where a tree only asks."""
    if node.disabled:
        return
    flow = tree.flow(node)
    if flow.asks_first and node.params.get("reactive") is True and node.children:
        _acting_condition(tree, node.children[0])
    elif flow.goes_on == S:
        _acting_before_asking(tree, node)


def _acting_condition(tree: TreeLint, condition: str) -> None:
    """Report the first node that acts in a condition that is asked every tick."""
    for node_id, node in tree.below(condition):
        if tree.has_field(node, "actions") or tree.has_field(node, "action") or node.end_lines:
            said = f"{tree.lint.title(node_id)} acts each time the condition is asked."
            remedy = "Keep conditions to questions, and act in the branches."
            tree.lint.report("W222", node_id, "", said, remedy)
            return


def _acting_before_asking(tree: TreeLint, node: TreeNode) -> None:
    """Report a set or raise that is right before a condition it has nothing to do with.

    Only steps that end at once may be between: after one that takes time, asking again is sensible. A set
    that writes what the condition reads prepares the question.
    """
    before: list[tuple[str, TreeNode]] = []
    for child_id, child in tree.enabled_children(node):
        if is_asked_first(child):
            before = []
        elif tree.has_field(child, "actions"):
            before.append((child_id, child))
        elif tree.has_field(child, "test") and tree.flow(child).answers:
            _report_before(tree, before, child_id, child)
            before = []
        elif child.kind != "log":
            before = []


def _report_before(
    tree: TreeLint, before: list[tuple[str, TreeNode]], asked: str, condition: TreeNode
) -> None:
    read = text_uses(condition.test or "").reads
    if any(node_uses(node).writes & read for _, node in before):
        return
    for acting, _ in before[:1]:
        said = f"{tree.lint.title(acting)} acts before {tree.lint.title(asked)} is asked."
        tree.lint.report("I310", acting, "", said, "Move the condition before it.")
