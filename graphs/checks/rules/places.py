"""Write places of a document: for people, and as a path into the JSON of the file."""

from __future__ import annotations

from graphs.checks.rules.problem import Place
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, ancestors, source_of

_SEPARATOR = " › "
DECLARED = {
    section: section.removesuffix("s")
    for section in ("variables", "events", "parameters", "curves", "sheets")
}
"""What one of the things is called that a section of a document or a graph declares."""


def place_text(document: Document, place: Place, registry: Registry) -> str:
    """Return a place as people call it: `Tank › Patrol → Chase`, `variable health`."""
    section, _, rest = place.field.partition(".")
    declared = ""
    if not place.element and section in DECLARED and rest:
        word = "fuzzy sheet" if section == "sheets" else DECLARED[section]
        declared = f"{word} {rest.partition('.')[0]}"
    graph = document.graphs.get(place.graph)
    if graph is None:
        return declared or place.graph or "document"
    names = declared or element_text(document, graph, place.element, registry)
    title = graph.title or place.graph
    return f"{title}{_SEPARATOR}{names}" if names else title


def element_text(document: Document, graph: Graph, element: str, registry: Registry) -> str:
    """Return a node or transition with what it is in: `Patrol › Move`, `Patrol → Chase`."""
    if element == TOP:
        return ""
    if isinstance(graph, StateMachineGraph) and element in graph.edges:
        return _edge_text(document, graph, element, registry)
    node = graph.nodes.get(element)
    if node is None:
        return (graph.notes[element].title or "Frame") if element in graph.notes else element
    above = ancestors(graph, element) if isinstance(graph, StateMachineGraph) else ()
    line = (*reversed(above), element)
    return _SEPARATOR.join(node_title(graph.nodes[each], graph.kind, registry, document) for each in line)


def json_path(place: Place, document: Document | None = None) -> str:
    """Return a place as a path into the file: `graphs.g1.edges.t1.guard`.

    With `document` an element is told to be a node or an edge; without it, a node is assumed.
    """
    parts = ["graphs", place.graph] if place.graph else []
    graph = document.graphs.get(place.graph) if document else None
    if place.element:
        is_edge = isinstance(graph, StateMachineGraph) and place.element in graph.edges
        parts += ["edges" if is_edge else "nodes", place.element]
    parts.append(place.field)
    if place.line is not None:
        parts.append(str(place.line))
    return ".".join(part for part in parts if part)


def _edge_text(document: Document, graph: StateMachineGraph, edge_id: str, registry: Registry) -> str:
    def name(node_id: str) -> str:
        node = graph.nodes.get(node_id)
        return node_id if node is None else node_title(node, graph.kind, registry, document)

    source = source_of(graph, edge_id)
    start = "any state" if source == TOP else edge_id if source is None else name(source)
    targets = ", ".join(map(name, graph.edges[edge_id].targets))
    return f"{start} → {targets}" if targets else f"{start} ↺"
