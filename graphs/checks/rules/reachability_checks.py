"""Report states that nothing leads to, and states that nothing leads out of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.reachability import Reachability
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, ancestors, children_of, descendants, parent_of, transitions_of

_RESTING = ("state", "parallel")


def check_reached(
    check: GraphCheck, graph: StateMachineGraph, node_id: str, reached: Reachability[StateMachineGraph]
) -> None:
    """Report an unreachable state as a warning, one without a way out as a note.

    Of states inside an unreachable one nothing is said.
    """
    parent = parent_of(graph, node_id) or TOP
    if node_id not in reached:
        if parent == TOP or parent in reached:
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


def exits_of(graph: StateMachineGraph, source: str) -> tuple[tuple[str, ...], ...]:
    """Return where the transitions of a state, or of the machine for `TOP`, lead."""
    edges = (graph.edges.get(edge_id) for edge_id in transitions_of(graph, source))
    return tuple(edge.targets for edge in edges if edge is not None and edge.targets)


def resting_children(graph: StateMachineGraph, parent: str) -> Iterator[str]:
    """Yield the states of a box that a machine can rest in, finals included."""
    for one in children_of(graph, parent):
        node = graph.nodes.get(one)
        if node is not None and (node.kind in _RESTING or node.kind == "final"):
            yield one


def _has_way_out(graph: StateMachineGraph, node_id: str, parent: str) -> bool:
    """Tell whether a state can be left, or need not be: a final, a region, the only state of its box."""
    node = graph.nodes[node_id]
    above = graph.nodes.get(parent)
    if node.kind not in _RESTING or (above is not None and above.kind == "parallel"):
        return True
    siblings = resting_children(graph, parent)
    next(siblings, None)
    if next(siblings, None) is None:
        return True
    outer = (node_id, *ancestors(graph, node_id), TOP)
    return _leads_out(graph, node_id, outer) or _leads_out(graph, node_id, descendants(graph, node_id))


def _leads_out(graph: StateMachineGraph, node_id: str, sources: Iterable[str]) -> bool:
    """Tell whether a transition of any of the sources ends outside of a state."""
    is_leaf = not graph.nodes[node_id].children
    return any(
        target != node_id and (is_leaf or node_id not in ancestors(graph, target))
        for source in sources
        for targets in exits_of(graph, source)
        for target in targets
    )
