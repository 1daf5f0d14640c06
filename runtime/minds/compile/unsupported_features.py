"""Refuse by name what this version does not run, so that nothing in a document is silently ignored."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.model import (
    BehaviorTreeGraph,
    Document,
    Graph,
    StateMachineGraph,
    TreeNode,
)
from runtime.minds.compile.row_count import enabled_states, reached
from runtime.minds.compile.tree_kinds import BUILT_KINDS
from runtime.minds.program.problems import CompileProblem, not_run

TREE_KINDS = frozenset(
    {
        *BUILT_KINDS,
        *("action", "subtree", "run_machine", "decide"),
    }
)
"""Kinds of behavior-tree nodes that run."""

STATE_KINDS = frozenset({"state", "parallel", "final", "history", "choice"})
"""Kinds of machine nodes that run."""


def unsupported(document: Document, graph_ids: Iterator[str] | tuple[str, ...]) -> list[CompileProblem]:
    """Return what of the given graphs this version does not run, and triggers that nobody could run."""
    problems = [
        CompileProblem("", name, "scope", f"The trigger {name!r} is of scope world.", "Make it an agent's.")
        for name, variable in document.variables.items()
        if variable.type == "trigger" and variable.scope == "world"
    ]
    for graph_id in graph_ids:
        graph = document.graphs[graph_id]
        problems += [not_run(graph_id, node, field, what) for node, field, what in _of_graph(graph)]
    return problems


Finding = tuple[str, str, str]
"""Node or edge id, field, and what is not run, as the start of a sentence."""


def _of_graph(graph: Graph) -> Iterator[Finding]:
    if isinstance(graph, BehaviorTreeGraph):
        for node_id in reached(graph, disabled=False):
            yield from ((node_id, field, what) for field, what in _of_tree_node(graph.nodes[node_id]))
    elif isinstance(graph, StateMachineGraph):
        for node_id in enabled_states(graph):
            kind = graph.nodes[node_id].kind
            if kind not in STATE_KINDS:
                yield node_id, "kind", f"The kind {kind}"


def _of_tree_node(node: TreeNode) -> Iterator[tuple[str, str]]:
    if node.kind not in TREE_KINDS:
        yield "kind", f"The kind {node.kind}"
