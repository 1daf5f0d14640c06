"""Check that several targets can be active together (rules 4.1, 4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from graphs.checks.rules.graph_check import GraphCheck
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, ancestors, parent_of


def check_together(
    check: GraphCheck, graph: StateMachineGraph, element: str, path: str, targets: Sequence[str]
) -> None:
    """Report targets that exclude each other, at the place that names them."""
    known = [target for target in dict.fromkeys(targets) if target in graph.nodes]
    for first, other in combinations(known, 2):
        if not may_be_active_together(graph, first, other):
            said = f"{check.title(first)} and {check.title(other)} cannot be active at once."
            remedy = "Keep one of them, or choose states of different regions of a parallel state."
            check.report("E044", element, path, said, remedy)


def may_be_active_together(graph: StateMachineGraph, one: str, other: str) -> bool:
    """Tell whether two states may be targets of one transition.

    They may if one lies in the other, or if they lie in different regions of a parallel state. A history
    stands for everything in the state around it.
    """
    first, second = _extent(graph, one), _extent(graph, other)
    above_first, above_second = _around(graph, first), _around(graph, second)
    if first == second:
        return False
    if second in above_first:
        return graph.nodes[other].kind != "history"
    if first in above_second:
        return graph.nodes[one].kind != "history"
    common = next((node for node in above_first if node in above_second), TOP)
    return common != TOP and graph.nodes[common].kind == "parallel"


def _extent(graph: StateMachineGraph, target: str) -> str:
    if graph.nodes[target].kind != "history":
        return target
    return parent_of(graph, target) or TOP


def _around(graph: StateMachineGraph, node_id: str) -> tuple[str, ...]:
    return () if node_id == TOP else (*ancestors(graph, node_id), TOP)
