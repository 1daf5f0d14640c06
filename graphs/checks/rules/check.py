"""Check whole documents."""

from __future__ import annotations

from graphs.checks.rules.checker import Checker
from graphs.checks.rules.dormant_elements import as_weighed
from graphs.checks.rules.graph_check import Findings
from graphs.checks.rules.graph_checks import GraphChecks, Surroundings
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.problem_board import order_within_element
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import NOTHING_REFERENCED, Document, ReferencedGraphs
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import index_of

_RANKS = {"error": 0, "warning": 1, "note": 2}


def check_document(
    document: Document, registry: Registry, referenced: ReferencedGraphs = NOTHING_REFERENCED
) -> tuple[Problem, ...]:
    """Return all problems of a document: errors, then warnings, then notes, each in document order.

    `referenced` holds the graphs of other files it names; without them references are checked for form only.
    Never raises, whatever a document that could be loaded holds. What a node or transition suppresses by
    code is left out, errors excepted. Who checks one document again and again keeps a `Checker`.
    """
    return Checker(registry).check(document, referenced)


def check_graph(
    document: Document,
    graph_id: str,
    registry: Registry,
    findings: Findings,
    recursive: frozenset[tuple[str, str]] = frozenset(),
    referenced: ReferencedGraphs = NOTHING_REFERENCED,
) -> None:
    """Add the problems of one graph, but for its declarations, to `findings`, suppressed ones included.

    `recursive` holds its calls that lead back to it.
    """
    graph = document.graphs[graph_id]
    checks = GraphChecks(graph_id, graph.kind, registry)
    for _ in checks.update(graph, Surroundings(document, recursive, referenced)):
        pass
    findings.problems.extend(as_weighed(graph, checks.found(declarations=False)))


class DocumentOrder:
    """Give the key that sorts problems: by severity, root graph first, in document order."""

    def __init__(self, document: Document) -> None:
        self._document = document
        others = sorted(one for one in document.graphs if one != document.root)
        ordered = ["", *([document.root] if document.root else []), *others]
        self._graphs = {graph_id: place for place, graph_id in enumerate(ordered)}

    def __call__(self, problem: Problem) -> tuple[int, int, int, str, tuple[int, int, str, str, str]]:
        """Return the sort key of a problem."""
        place = problem.place
        return (
            _RANKS[problem.severity],
            self._graphs.get(place.graph, 0),
            self._element_rank(place.graph, place.element),
            place.element,
            order_within_element(problem),
        )

    def _element_rank(self, graph_id: str, element: str) -> int:
        """Return the place of an element: a node is followed by the transitions that leave it."""
        graph = self._document.graphs.get(graph_id)
        if graph is None or not element:
            return -2
        index = index_of(graph)
        rank = index.rank.get(element)
        if rank is not None:
            return 2 * rank
        source = index.sources.get(element) if isinstance(graph, StateMachineGraph) else None
        return 2 * len(graph.nodes) if source is None else 2 * index.rank.get(source, -1) + 1
