"""Report branches of a decision tree that earlier ones always come before (W212)."""

from __future__ import annotations

from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.overlaps import is_shadowed
from graphs.model.decision_tree import DecisionNode


def lint_hidden_branches(lint: GraphLint, node_id: str, node: DecisionNode) -> None:
    """Report branches of a `first_of` whose condition is true only where an earlier one is."""
    if node.kind != "first_of":
        return
    tests = [
        (number, lint.texts.guard(branch.test))
        for number, branch in enumerate(node.branches)
        if branch.test and not branch.else_
    ]
    for place, (number, guard) in enumerate(tests):
        if lint.always(guard) is False:
            continue
        hiding = is_shadowed([one for _, one in tests[:place]], guard, lint.domain)
        if hiding:
            names = " or ".join(str(tests[one][0] + 1) for one in hiding)
            lint.report(
                "W212",
                node_id,
                f"branches.{number}.test",
                f"Branch {number + 1} of {lint.title(node_id)} is never taken: branch {names} comes first.",
                "Move it up, or correct its condition.",
            )
