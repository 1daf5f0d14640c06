"""Find with what each node of a behavior tree can end, from what its kind declares.

The answer may be too wide, never too narrow: a node that is said always to succeed does. Calls, actions and
unknown kinds can end in any way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.rules.reached_states import REACHED
from graphs.kinds.declarations.flow import ANY, ENDED, F, K, Outcome, R, S, all_of
from graphs.kinds.declarations.parameter import expression_text
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import TreeNode
from graphs.structure.queries import parents_of

_GIVEN: Mapping[str, Outcome] = {"skip": K, "while": K, "succeed": S, "fail": F}
"""What a node gives where a precondition decides (rule 3.9)."""


def find_outcome(lint: GraphLint, node_id: str) -> Outcome:
    """Find with what a node can end, from what is known of its children.

    One that is missing or loose, or is in several lists of a broken tree, can end in any way.
    """
    graph = lint.graph
    if not _is_sole(lint, node_id):
        return ANY
    node = graph.nodes[node_id]
    assert isinstance(node, TreeNode)
    outcomes = [cast(Outcome, lint.memo.value(("outcome", child))) for child in node.children]
    return node_outcome(node, outcomes, lint.registry)


def _is_sole(lint: GraphLint, node_id: str) -> bool:
    """Tell whether a node can be reached and is in one list only, once; no circle is among those."""
    return lint.memo.holds(REACHED, node_id) and len(parents_of(lint.graph, node_id)) == 1


def node_outcome(node: TreeNode, children: Sequence[Outcome], registry: Registry) -> Outcome:
    """Return what a node can give, from what its children can."""
    if node.disabled:
        return K
    if node.kind == "action":
        declared = registry.actions.get(node.action or "")
        found = ENDED if declared is not None and declared.instant else ENDED | R
    else:
        found = registry.flow(node.kind).outcomes(node, children)
    if any(expression_text(value) is not None for value in node.params.values()):
        found |= F  # a failing parameter fails its node (rule 2.6)
    if node.guard is not None:
        found |= K if node.guard.refused == "skipped" else F
    if node.preconditions:
        found |= all_of([_GIVEN[each.gives] for each in node.preconditions])
    return found
