"""Check whole documents."""

from __future__ import annotations

from graphs.kinds.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.queries import index_of
from graphs.referenced_graphs import NOTHING_REFERENCED, ReferencedGraphs
from graphs.references import recursive_calls
from graphs.validation.behavior_tree_checks import check_behavior_tree
from graphs.validation.call_checks import check_calls
from graphs.validation.decision_checks import check_decision_tree
from graphs.validation.declaration_checks import check_declarations
from graphs.validation.graph_check import Findings, GraphCheck
from graphs.validation.node_checks import check_nodes
from graphs.validation.problem import Place, Problem
from graphs.validation.reachability_checks import check_reachability
from graphs.validation.scope_memories import graph_memory
from graphs.validation.shared_declaration_checks import check_shared_declarations
from graphs.validation.state_checks import check_states
from graphs.validation.structure_checks import check_structure
from graphs.validation.transition_checks import check_transitions

_RANKS = {"error": 0, "warning": 1, "note": 2}


def check_document(
    document: Document, registry: Registry, referenced: ReferencedGraphs = NOTHING_REFERENCED
) -> tuple[Problem, ...]:
    """Return all problems of a document: errors, then warnings, then notes, each in document order.

    `referenced` holds the graphs of other files it names; without them references are checked for form only.
    Never raises, whatever a document that could be loaded holds. What a node or transition suppresses by
    code is left out, errors excepted.
    """
    findings = Findings()
    check_roots(document, findings)
    check_declarations(document, findings)
    check_shared_declarations(document, registry, findings)
    recursive: dict[str, set[tuple[str, str]]] = {}
    for call in recursive_calls(document):
        recursive.setdefault(call.graph, set()).add((call.node, call.field))
    for graph_id in document.graphs:
        calls = frozenset(recursive.get(graph_id, ()))
        check_graph(document, graph_id, registry, findings, calls, referenced)
    kept = [problem for problem in findings.problems if not is_suppressed(document, problem)]
    return tuple(sorted(kept, key=DocumentOrder(document)))


def check_graph(
    document: Document,
    graph_id: str,
    registry: Registry,
    findings: Findings,
    recursive: frozenset[tuple[str, str]] = frozenset(),
    referenced: ReferencedGraphs = NOTHING_REFERENCED,
) -> None:
    """Add the problems of one graph to `findings`; `recursive` holds its calls that lead back to it."""
    graph = document.graphs[graph_id]
    memory = graph_memory(document, graph_id, registry)
    check = GraphCheck(document, registry, graph_id, graph, memory.scope, memory, findings, referenced)
    check_structure(check)
    check_nodes(check)
    check_calls(check, recursive)
    if isinstance(graph, StateMachineGraph):
        check_states(check, graph)
        check_transitions(check, graph)
        check_reachability(check, graph)
    elif isinstance(graph, BehaviorTreeGraph):
        check_behavior_tree(check, graph)
    elif isinstance(graph, DecisionTreeGraph):
        check_decision_tree(check, graph)


def check_roots(document: Document, findings: Findings) -> None:
    """Report graph ids that cannot be used, and a document without a graph to run."""
    for graph_id in document.graphs:
        if not graph_id or "/" in graph_id or "#" in graph_id:
            findings.add(
                "E012",
                Place(graph_id),
                f"The graph id {graph_id!r} cannot be used: ids are not empty and hold no '/' and no '#'.",
                "Give it another id in the file, wherever it is named.",
            )
    if document.root is None:
        findings.add("E013", Place("", "", "root"), "No graph is the root.", "Choose the graph that runs.")
    elif document.root not in document.graphs:
        findings.add(
            "E013",
            Place("", "", "root"),
            f"The root {document.root!r} is not among the graphs.",
            "Choose the graph that runs.",
        )


def is_suppressed(document: Document, problem: Problem) -> bool:
    """Tell whether the node or transition a problem stands at suppresses its code; errors never are."""
    if problem.severity == "error" or not problem.place.element:
        return False
    graph = document.graphs[problem.place.graph]
    element = graph.nodes.get(problem.place.element)
    if element is not None:
        return problem.code in element.suppress
    edge = graph.edges.get(problem.place.element) if isinstance(graph, StateMachineGraph) else None
    return edge is not None and problem.code in edge.suppress


class DocumentOrder:
    """Give the key that sorts problems: by severity, root graph first, in document order."""

    def __init__(self, document: Document) -> None:
        self._document = document
        others = sorted(one for one in document.graphs if one != document.root)
        ordered = ["", *([document.root] if document.root else []), *others]
        self._graphs = {graph_id: place for place, graph_id in enumerate(ordered)}
        self._elements: dict[str, dict[str, int]] = {}

    def __call__(self, problem: Problem) -> tuple[int, int, int, str, int, int, str, str]:
        """Return the sort key of a problem."""
        place = problem.place
        rank = self._element_rank(place.graph, place.element)
        line = -1 if place.line is None else place.line
        return (
            _RANKS[problem.severity],
            self._graphs.get(place.graph, 0),
            rank,
            place.element,
            line,
            place.start,
            place.field,
            problem.code,
        )

    def _element_rank(self, graph_id: str, element: str) -> int:
        graph = self._document.graphs.get(graph_id)
        if graph is None or not element:
            return -1
        if graph_id not in self._elements:
            index = index_of(graph)
            ranks = {node_id: 2 * rank for node_id, rank in index.rank.items()}
            for edge_id, source in index.sources.items():
                ranks.setdefault(edge_id, 2 * index.rank.get(source, -1) + 1)
            self._elements[graph_id] = ranks
        return self._elements[graph_id].get(element, 2 * len(graph.nodes))
