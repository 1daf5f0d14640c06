"""Find where graphs call graphs, within a document and into other files (rules 2.2, 6.4)."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model.document import Document, Graph
from graphs.model.graph_parts import Arguments
from graphs.structure.queries import in_document_order, index_of


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

    What nodes of trees may call is in their kinds (`NodeKind.calls`).
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
