"""Name elements of a document in lists: icon, hue, title and place; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from editor.graph_looks import GRAPH_LOOKS
from graphs.kinds.registry import Registry
from graphs.kinds.titles import node_title
from graphs.model import Document, Graph, StateMachineGraph, StateNode
from graphs.queries import TOP, ancestors, source_of


@dataclass(frozen=True, slots=True)
class ElementWords:
    """Hold how a list shows an element."""

    title: str
    icon: str
    family: str


TYPE_ICONS = {
    "bool": "bool",
    "int": "number",
    "float": "number",
    "string": "rename",
    "enum": "ranges",
    "vector": "vector",
    "entity": "entity",
    "trigger": "flag",
}
"""The icon of each type of variable."""


def graph_words(graph: Graph, graph_id: str) -> ElementWords:
    """Return how a list shows a graph."""
    look = GRAPH_LOOKS[graph.kind]
    return ElementWords(graph.title or graph_id, look.icon, look.family)


def node_words(document: Document, graph: Graph, node_id: str, registry: Registry) -> ElementWords:
    """Return how a list shows a node or state."""
    node = graph.nodes[node_id]
    kind = registry.kind(graph.kind, node.kind)
    title = node_title(node, graph.kind, registry, document)
    if isinstance(node, StateNode) and node.kind == "state" and node.children:
        return ElementWords(title, "compound", "machine")
    icon, family = (kind.icon, kind.family) if kind is not None else ("help", "value")
    action = registry.actions.get(getattr(node, "action", None) or "")
    return ElementWords(title, action.icon if action is not None else icon, family)


def element_title(document: Document, graph: Graph, element_id: str, registry: Registry) -> str:
    """Return the title of a node, or source and targets of a transition."""
    if isinstance(graph, StateMachineGraph) and element_id in graph.edges:
        edge = graph.edges[element_id]
        source = source_of(graph, element_id)
        start = "any state" if source in (None, TOP) else _title(document, graph, source or "", registry)
        ends = [_title(document, graph, target, registry) for target in edge.targets if target in graph.nodes]
        return f"{start} → {', '.join(ends) or start}"
    return _title(document, graph, element_id, registry) if element_id in graph.nodes else ""


def place_words(document: Document, graph_id: str, element_id: str, registry: Registry) -> str:
    """Return where an element is: "Tank › Patrol → Chase"; a name of the document itself for graph ""."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        return element_id or "document"
    parts = [graph.title or graph_id]
    title = element_title(document, graph, element_id, registry)
    if title:
        above = ancestors(graph, element_id) if isinstance(graph, StateMachineGraph) else ()
        if element_id in graph.nodes and above:
            parts.append(_title(document, graph, above[0], registry))
        parts.append(title)
    return " › ".join(parts)


def _title(document: Document, graph: Graph, node_id: str, registry: Registry) -> str:
    return node_title(graph.nodes[node_id], graph.kind, registry, document)
