"""Put the problems of a graph in the order they are shown, and weigh those of what never runs (rule 8.5).

What a node suppresses is left out; errors in loose fragments, and below what is disabled, are warnings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from graphs.checks.rules.problem import Place, Problem, Severity
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, in_document_order, index_of, parents_of, source_of

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

BySeverity = tuple[tuple[Problem, ...], ...]
"""Problems by their severity, in the order of `SEVERITIES`."""


def shown_of_element(graph: Graph, element: str, problems: Iterable[Problem]) -> BySeverity:
    """Return the problems of one element as they are shown; errors are never suppressed (rule 8.5)."""
    suppressed = _suppressed_codes(graph, element)
    kept = [problem for problem in problems if problem.severity == "error" or problem.code not in suppressed]
    kept = sorted(as_weighed(graph, kept), key=order_within_element)
    return tuple(
        tuple(problem for problem in kept if problem.severity == severity) for severity in SEVERITIES
    )


def _suppressed_codes(graph: Graph, element: str) -> Collection[str]:
    node = graph.nodes.get(element) if element else None
    if node is not None:
        return node.suppress
    edge = graph.edges.get(element) if isinstance(graph, StateMachineGraph) else None
    return () if edge is None else edge.suppress


def order_within_element(problem: Problem) -> tuple[int, int, str, str, str]:
    """Return the key that sorts the problems of one element."""
    place = problem.place
    line = -1 if place.line is None else place.line
    return (line, place.start, place.field, problem.code, problem.message)


def sorted_elements(graph: Graph, elements: Iterable[str]) -> list[str]:
    """Return elements in order: the graph, then each node and the transitions that leave it."""
    sources = index_of(graph).sources
    owners: dict[str, tuple[str | None, int]] = {}
    for element in elements:
        if element == TOP or element in graph.nodes:
            owners[element] = (element, 0)
        else:
            owners[element] = (sources.get(element), 1)
    nodes = dict.fromkeys(owner for owner, _ in owners.values() if owner)
    ranks = {node: place for place, node in enumerate(in_document_order(graph, nodes))}
    ranks[TOP] = -1
    last = len(ranks)

    def key(element: str) -> tuple[int, int, str]:
        owner, beside = owners[element]
        return (last if owner is None else ranks.get(owner, last)), beside, element

    return sorted(owners, key=key)


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
        return any(parents) and all(parent == TOP or _never_runs(graph, parent) for parent in parents)
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
            waiting.extend(parent for parent in parents if parent != TOP and parent not in seen)
            seen.update(parents)
    # Nodes that are only below one another, in a circle, are in no fragment.
    return stopped
