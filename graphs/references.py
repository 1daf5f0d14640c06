"""Find where graphs call graphs, within a document and into other files (SEMANTICS 2.2, 6.4)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from graphs.document_order import in_document_order
from graphs.kinds.node_kind import GraphKind
from graphs.model.document import Document, Graph
from graphs.model.graph_parts import Arguments
from graphs.queries import index_of


@dataclass(frozen=True, slots=True)
class GraphReference:
    """Hold one call of a graph: the node that calls, the field that names the callee, its arguments.

    `field` is a path in the node: `graph`, `activity.graph` or `decision.graph`; `arguments_field` the path
    of the arguments beside it.
    """

    graph: str
    node: str
    field: str
    target: str
    arguments: Arguments

    @property
    def arguments_field(self) -> str:
        """Return the path of the arguments in the node."""
        return self.field.removesuffix("graph") + "arguments"

    @property
    def external(self) -> bool:
        """Tell whether the callee is in another file (`other.mind.json#g3`)."""
        return "#" in self.target


_CALLABLE: dict[tuple[GraphKind, str], tuple[GraphKind, ...]] = {
    ("state_machine", "activity.graph"): ("behavior_tree", "state_machine", "decision_tree"),
    ("state_machine", "decision.graph"): ("decision_tree",),
}


def callable_kinds(graph_kind: GraphKind, field: str) -> tuple[GraphKind, ...]:
    """Return which kinds of graph a state may name at `activity.graph` or `decision.graph`.

    What nodes of trees may call stands in their kinds (`NodeKind.calls`).
    """
    return _CALLABLE.get((graph_kind, field), ())


def references_in(graph: Graph, graph_id: str = "") -> tuple[GraphReference, ...]:
    """Return all calls made by the nodes of a graph, in document order."""
    calls = index_of(graph).calls
    return tuple(
        GraphReference(graph_id, node, field, target, arguments)
        for node in in_document_order(graph, calls)
        for field, target, arguments in calls[node]
    )


def references_to(document: Document, graph_id: str) -> tuple[GraphReference, ...]:
    """Return all calls of a graph within the document."""
    return tuple(
        reference
        for caller, graph in sorted(document.graphs.items())
        for reference in references_in(graph, caller)
        if reference.target == graph_id
    )


def call_path(document: Document, graph_id: str) -> tuple[GraphReference, ...]:
    """Return a shortest chain of calls from the root graph to a graph, empty if there is none."""
    if document.root is None or document.root not in document.graphs:
        return ()
    came_by: dict[str, GraphReference] = {}
    waiting = deque([document.root])
    seen = {document.root}
    while waiting:
        current = waiting.popleft()
        for reference in references_in(document.graphs[current], current):
            if reference.target in document.graphs and reference.target not in seen:
                seen.add(reference.target)
                came_by[reference.target] = reference
                waiting.append(reference.target)
    path: list[GraphReference] = []
    while graph_id in came_by:
        path.append(came_by[graph_id])
        graph_id = came_by[graph_id].graph
    return tuple(reversed(path))


def recursive_calls(document: Document) -> tuple[GraphReference, ...]:
    """Return the calls that lead back to the graph they stand in, by whatever way round."""
    reaches = {graph_id: _all_below(document, graph_id) for graph_id in document.graphs}
    return tuple(
        reference
        for graph_id, graph in sorted(document.graphs.items())
        for reference in references_in(graph, graph_id)
        if reference.target == graph_id or graph_id in reaches.get(reference.target, ())
    )


def _all_below(document: Document, graph_id: str) -> set[str]:
    found: set[str] = set()
    waiting = [graph_id]
    while waiting:
        for reference in references_in(document.graphs[waiting.pop()]):
            if reference.target in document.graphs and reference.target not in found:
                found.add(reference.target)
                waiting.append(reference.target)
    return found
