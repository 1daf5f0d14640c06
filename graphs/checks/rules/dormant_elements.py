"""Tell what of a graph never runs: loose fragments, and what is disabled with all below it (rule 8.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graphs.checks.rules.problem import Place, Problem
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, parents_of, source_of


def as_weighed(graph: Graph, problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of a graph in the same order, errors in what never runs as warnings."""
    return [
        replace(problem, severity="warning")
        if problem.severity == "error" and is_dormant(graph, problem.place)
        else problem
        for problem in problems
    ]


def is_dormant(graph: Graph, place: Place) -> bool:
    """Tell whether a place is in a node or transition that never runs; a node in no list is not left out.

    What a parent asks of its child, such as a score, counts as the parent's: a disabled child has it too.
    """
    element = place.element
    if isinstance(graph, StateMachineGraph) and element in graph.edges:
        source = source_of(graph, element)
        return graph.edges[element].disabled or (bool(source) and _never_runs(graph, source or TOP))
    if place.field.startswith("slot."):
        parents = parents_of(graph, element)
        return any(parents) and all(one == TOP or _never_runs(graph, one) for one in parents)
    return element in graph.nodes and _never_runs(graph, element)


def _never_runs(graph: Graph, node_id: str) -> bool:
    """Tell whether every way up from a node meets something disabled or ends at a loose top."""
    root = None if isinstance(graph, StateMachineGraph) else (graph.root or TOP)
    seen, waiting, stopped = {node_id}, [node_id], False
    while waiting:
        current = waiting.pop()
        node, parents = graph.nodes.get(current), parents_of(graph, current)
        if node is not None and node.disabled:
            stopped = True
        elif not parents or (TOP in parents and root in (None, current)):
            return False
        else:
            stopped |= TOP in parents
            waiting.extend(one for one in parents if one != TOP and one not in seen)
            seen.update(parents)
    # Nodes that are only below one another, in a circle, stand in no fragment.
    return stopped
