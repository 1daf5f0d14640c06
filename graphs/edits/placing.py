"""Place nodes on the canvas. Positions are logical pixels, relative to the enclosing box."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.edits.attaching import all_placed, rounded
from graphs.edits.replacing import need_graph, need_node, put, with_graph, with_layout
from graphs.model.document import Document
from graphs.structure.queries import TOP


def move(document: Document, graph_id: str, positions: Mapping[str, tuple[float, float] | None]) -> Document:
    """Store positions of nodes, or of the graph's own marks for `TOP`; None leaves it to the layout."""
    graph = need_graph(document, graph_id)
    for node_id in positions:
        if node_id != TOP:
            need_node(graph, node_id)
    return with_graph(document, graph_id, all_placed(graph, positions))


def resize(document: Document, graph_id: str, node_id: str, size: tuple[float, float] | None) -> Document:
    """Store the size of a compound state's box; None lets it fit what is inside."""
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    value = None if size is None else rounded((max(size[0], 1), max(size[1], 1)))
    return with_graph(document, graph_id, with_layout(graph, node_id, size=value))


def set_collapsed(document: Document, graph_id: str, node_id: str, collapsed: bool) -> Document:
    """Fold what is inside or below a node away, or show it."""
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    return with_graph(document, graph_id, with_layout(graph, node_id, collapsed=collapsed))


def clear_layout(document: Document, graph_id: str) -> Document:
    """Drop all stored positions of a graph and leave them to the layout."""
    graph = need_graph(document, graph_id)
    return with_graph(document, graph_id, put(graph, layout={}) if graph.layout else graph)
