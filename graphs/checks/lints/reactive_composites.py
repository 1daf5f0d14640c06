"""Report what a reactive sequence, one with memory none, does again every tick (W223, W224, I313).

Each tick it starts at its first child. While a later child runs, every child before it is run again: what
acts acts again, what takes time starts again and halts the later one.
"""

from __future__ import annotations

from graphs.checks.lints.tree_lint import TreeLint, is_asked_first
from graphs.kinds.declarations.flow import F, K, R, S
from graphs.model.behavior_tree import TreeNode


def lint_reactive(tree: TreeLint, node: TreeNode) -> None:
    """Report children of a reactive sequence that do not bear being run again."""
    if tree.flow(node).goes_on != S or node.params.get("memory") != "none" or node.disabled:
        return
    later: str | None = None
    passing: list[tuple[str, str]] = []
    for child_id, _ in reversed(tree.enabled_children(node)):
        if later is not None:
            passing.append((child_id, later))
        if tree.outcome(child_id) & R:
            later = child_id
    for child_id, runs in reversed(passing):
        _report(tree, child_id, runs)


def _report(tree: TreeLint, child_id: str, later: str) -> None:
    title, runs = tree.lint.title, tree.lint.title(later)
    if takes_time(tree, child_id):
        said = f"{title(child_id)} starts again as soon as {runs} runs, and halts it."
        tree.lint.report("W224", child_id, "", said, "Set the memory of the sequence to resume.")
        return
    for inner, node in _surely_run(tree, child_id):
        if tree.acts(node):
            said = f"{title(inner)} is done again every tick while {runs} runs."
            remedy = "Set the memory of the sequence to resume, or put it behind Run once or a rate limit."
            tree.lint.report("W223", inner, "", said, remedy)
        elif tree.is_lasting_action(node):
            said = f"{title(inner)} starts again every tick while {runs} runs."
            remedy = "Set the memory of the sequence to resume, or ask before it whether it is still needed."
            tree.lint.report("I313", inner, "", said, remedy)


def _surely_run(tree: TreeLint, node_id: str) -> list[tuple[str, TreeNode]]:
    """Return the leaves that are run whenever a node is run through: no test or limit is before them."""
    found: list[tuple[str, TreeNode]] = []
    waiting = [node_id]
    seen: set[str] = set()
    while waiting:
        current = waiting.pop()
        node = tree.graph.nodes.get(current)
        if node is None or current in seen or is_asked_first(node) or node.disabled:
            continue
        seen.add(current)
        if not node.children:
            found.append((current, node))
        elif _needs_children(tree, node):
            waiting.extend(reversed([child for child, _ in tree.enabled_children(node)]))
        elif tree.flow(node).goes_on == F:
            waiting.extend(child for child, _ in tree.enabled_children(node)[:1])
    return found


def takes_time(tree: TreeLint, node_id: str) -> bool:
    """Tell whether a node surely runs for a tick at least before it lets a sequence go on."""
    waiting = [(node_id, frozenset[str]())]
    while waiting:
        current, above = waiting.pop()
        node = tree.graph.nodes.get(current)
        if node is None or current in above or node.preconditions or tree.outcome(current) & K:
            continue
        if tree.flow(node).takes_time(node):
            return True
        if _needs_children(tree, node):
            waiting.extend((child, above | {current}) for child, _ in tree.enabled_children(node))
    return False


def _needs_children(tree: TreeLint, node: TreeNode) -> bool:
    """Tell whether a node cannot succeed before all its children have."""
    return tree.flow(node).needs_children(node, [tree.outcome(child) for child in node.children])
