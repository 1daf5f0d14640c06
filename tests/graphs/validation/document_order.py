"""Say in which order the problems of a document are told: the plain rule that checks are compared with."""

from __future__ import annotations

from graphs.checks.rules.problem import Problem
from graphs.checks.rules.problem_order import order_within_element
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import index_of

_RANKS = {"error": 0, "warning": 1, "note": 2}


class DocumentOrder:
    """Give the key that sorts problems: by severity, root graph first, in document order."""

    def __init__(self, document: Document) -> None:
        self._document = document
        others = sorted(each for each in document.graphs if each != document.root)
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
