"""Report states that nothing leads to, and states that nothing leads out of."""

from __future__ import annotations

from collections.abc import Iterable

from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.memo import Cell
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import (
    TOP,
    ancestors,
    beginnings,
    children_of,
    descendants,
    initial_targets,
    parent_of,
    transitions_of,
)

REACHED: Cell = ("reached", TOP)
"""The cell that holds the nodes which can be reached from the graph itself, guards not looked at."""

_RESTING = ("state", "parallel")


def check_reached(check: GraphCheck, graph: StateMachineGraph, node_id: str) -> None:
    """Report an unreachable state as a warning, one without a way out as a note.

    Of states inside an unreachable one nothing is said, nor of any where the machine begins nowhere.
    """
    if not check.memo.value(("begins", TOP)):
        return
    parent = parent_of(graph, node_id) or TOP
    if not check.memo.holds(REACHED, node_id):
        if parent == TOP or check.memo.holds(REACHED, parent):
            said = f"Nothing leads to {check.title(node_id)}."
            remedy = "Draw a transition to it, or remove it."
            check.report("W203", node_id, "", said, remedy, why="It can never become active.")
    elif not _has_way_out(check, graph, node_id, parent):
        remedy = "Draw a transition from it, unless it is meant to be the end."
        check.report("I302", node_id, "", f"{check.title(node_id)} has no way out.", remedy)


def has_several_resting(graph: StateMachineGraph, box: str) -> bool:
    """Tell whether a box holds two states at least that a machine can rest in, finals included."""
    resting = 0
    for child in children_of(graph, box):
        node = graph.nodes.get(child)
        resting += node is not None and (node.kind in _RESTING or node.kind == "final")
        if resting > 1:
            return True
    return False


def _has_way_out(check: GraphCheck, graph: StateMachineGraph, node_id: str, parent: str) -> bool:
    """Tell whether a state can be left, or need not be: a final, a region, the only state of its box."""
    node = graph.nodes[node_id]
    above = graph.nodes.get(parent)
    if node.kind not in _RESTING or (above is not None and above.kind == "parallel"):
        return True
    if parent == TOP and graph.moods is not None:
        return True
    if not check.memo.value(("crowd", parent)):
        return True
    outer = (node_id, *ancestors(graph, node_id), TOP)
    return _leads_out(graph, node_id, outer) or _leads_out(graph, node_id, descendants(graph, node_id))


def _leads_out(graph: StateMachineGraph, node_id: str, sources: Iterable[str]) -> bool:
    """Tell whether a transition of any of the sources ends outside of a state."""
    is_leaf = not graph.nodes[node_id].children
    return any(
        target != node_id and (is_leaf or node_id not in ancestors(graph, target))
        for source in sources
        for edge_id in transitions_of(graph, source)
        if edge_id in graph.edges
        for target in graph.edges[edge_id].targets
    )


def tree_links(graph: BehaviorTreeGraph | DecisionTreeGraph, element: str) -> list[str]:
    """Return the children of a node, and the root for `TOP`; what is loose leads nowhere."""
    if element != TOP:
        return [*children_of(graph, element)]
    return [] if graph.root is None else [graph.root]


def state_links(graph: StateMachineGraph, element: str) -> list[str]:
    """Return the states that are entered from, or with, a state; or from the machine itself for `TOP`.

    Guards are not looked at, as it is with all that can be reached.
    """
    if element == TOP:
        targets = [*beginnings(graph)]
        transitions = graph.transitions
    else:
        node = graph.nodes.get(element)
        if node is None:
            return []
        targets = [*initial_targets(node.initial), *initial_targets(node.default)]
        transitions = node.transitions
        if node.kind != "state":
            targets.extend(node.children)
        parent = parent_of(graph, element)
        if parent:
            targets.append(parent)
    for edge_id in transitions:
        edge = graph.edges.get(edge_id)
        if edge is not None:
            targets.extend(edge.targets)
    return targets
