"""Find states that nothing leads to, and states that nothing leads out of."""

from __future__ import annotations

from itertools import islice

from graphs.model.state_machine import StateMachineGraph
from graphs.queries import (
    TOP,
    ancestors,
    children_of,
    descendants,
    index_of,
    initial_targets,
    parent_of,
    reachable,
    transitions_of,
)
from graphs.validation.graph_check import GraphCheck


def check_reachability(check: GraphCheck, graph: StateMachineGraph) -> None:
    """Report unreachable states as warnings and states without a way out as notes."""
    if not initial_targets(graph.initial):
        return
    found = reachable(graph)
    for node_id in index_of(graph).order:
        parent = parent_of(graph, node_id) or TOP
        if node_id not in found:
            if parent == TOP or parent in found:
                check.report(
                    "W203",
                    node_id,
                    "",
                    f"Nothing leads to {check.title(node_id)}.",
                    "Draw a transition to it, or remove it.",
                    why="It can never become active.",
                )
        elif not _has_way_out(graph, node_id, parent):
            check.report(
                "I302",
                node_id,
                "",
                f"{check.title(node_id)} has no way out.",
                "Draw a transition from it, unless it is meant to be the end.",
            )


def _has_way_out(graph: StateMachineGraph, node_id: str, parent: str) -> bool:
    """Tell whether a state can be left, or need not be: a final, a region, the only state of its box."""
    node = graph.nodes[node_id]
    above = graph.nodes.get(parent)
    if node.kind not in ("state", "parallel") or (above is not None and above.kind == "parallel"):
        return True
    resting = (
        one
        for one in children_of(graph, parent)
        if one in graph.nodes and graph.nodes[one].kind in ("state", "parallel", "final")
    )
    if len([*islice(resting, 2)]) < 2:
        return True
    inside = {node_id, *descendants(graph, node_id)}
    sources = [*inside, *ancestors(graph, node_id), TOP]
    for source in sources:
        for edge_id in transitions_of(graph, source):
            edge = graph.edges.get(edge_id)
            if edge is not None and any(target not in inside for target in edge.targets):
                return True
    return False
