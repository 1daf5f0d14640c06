"""Rename nodes, transitions and graphs."""

from __future__ import annotations

from graphs.edits.adding import unique_name
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_edge, need_graph, need_node, put, with_edge, with_graph, with_node
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph, StateNode


def rename(document: Document, graph_id: str, element_id: str, name: str) -> Document:
    """Rename a state, a node or a transition.

    States have names, which no two of a machine share; other nodes and transitions get a title in place of
    their template, and an empty one takes the template back. Raises `EditRefused` for a name that is taken.
    """
    graph = need_graph(document, graph_id)
    name = " ".join(name.split())
    if isinstance(graph, StateMachineGraph) and element_id in graph.edges:
        edge = need_edge(graph, element_id)
        return with_graph(document, graph_id, with_edge(graph, element_id, put(edge, title=name)))
    node = need_node(graph, element_id)
    if not isinstance(node, StateNode) or node.kind in ("history", "choice"):
        changed = node if node.title == name else put(node, title=name)
        return with_graph(document, graph_id, with_node(graph, element_id, changed))
    assert isinstance(graph, StateMachineGraph)
    if not name and node.kind != "final":
        raise EditRefused("A state needs a name.", "Write one, or press Esc to keep the old name.")
    if name and unique_name(graph, name, element_id) != name:
        raise EditRefused(f"Another state is called {name!r}.", "Choose a name that is not taken.")
    changed = node if node.name == name else put(node, name=name)
    return with_graph(document, graph_id, with_node(graph, element_id, changed))


def rename_graph(document: Document, graph_id: str, title: str) -> Document:
    """Give a graph another title."""
    graph = need_graph(document, graph_id)
    title = " ".join(title.split())
    if not title:
        raise EditRefused("A graph needs a title.", "Write one, or press Esc to keep the old title.")
    return with_graph(document, graph_id, graph if graph.title == title else put(graph, title=title))
