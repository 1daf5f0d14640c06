"""Put the problems of a graph in the order they are shown, those left out that a node suppresses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from graphs.checks.rules.dormant_elements import as_weighed
from graphs.checks.rules.problem import Problem, Severity
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, index_of

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


def element_order(graph: Graph) -> Callable[[str], tuple[int, int, str]]:
    """Return the key that sorts elements: the graph, then each node and the transitions that leave it."""
    rank, sources = index_of(graph).rank, index_of(graph).sources
    last = len(rank)

    def key(element: str) -> tuple[int, int, str]:
        if element == TOP:
            return -1, 0, TOP
        place = rank.get(element)
        if place is not None:
            return place, 0, element
        owner = sources.get(element)
        return last if owner is None else -1 if owner == TOP else rank.get(owner, last), 1, element

    return key
