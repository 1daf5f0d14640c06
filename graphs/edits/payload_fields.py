"""Rename what an event carries, wherever it is given or read."""

from __future__ import annotations

from graphs.edits.event_texts import rename_payload_field_in_text
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.expressions.names import is_name
from graphs.model.document import Document, Graph
from graphs.model.event_names import POLLED_OR_EVENTLESS, matching_events
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.structure.expression_places import Rewrite, rewritten_edge, rewritten_node


def rename_payload_field(document: Document, name: str, field: str, new_field: str) -> Document:
    """Rename a field of an event in its declaration, where it is raised or sent, and where it is read.

    Raises `EditRefused` for a name that is taken, and where a transition that takes several events reads a
    field they all carry under the old name.
    """
    event = document.events.get(name)
    if event is None or field not in event.payload:
        raise EditRefused("This field is no longer there.", "Choose another one.")
    if new_field == field:
        return document
    if not is_name(new_field) or new_field == "name":
        raise EditRefused(f"{new_field!r} cannot name what an event carries.", "Use letters and digits.")
    if new_field in event.payload:
        raise EditRefused(f"{name} carries {new_field!r} already.", "Choose another name.")
    payload = {(new_field if key == field else key): kind for key, kind in event.payload.items()}

    def rewrite(text: str) -> str:
        return rename_payload_field_in_text(text, name, field, new_field, taken=False)

    def rewrite_taken(text: str) -> str:
        return rename_payload_field_in_text(text, name, field, new_field, taken=True)

    graphs = {}
    for graph_id, graph in document.graphs.items():
        _require_alone(document, graph, name, field, rewrite, rewrite_taken)
        graphs[graph_id] = _renamed(document, graph, name, rewrite, rewrite_taken)
    same = all(graphs[one] is graph for one, graph in document.graphs.items())
    changed = put(event, payload=payload)
    document = put(document, events={**document.events, name: changed})
    return document if same else put(document, graphs=graphs)


def _renamed(document: Document, graph: Graph, event: str, rewrite: Rewrite, rewrite_taken: Rewrite) -> Graph:
    nodes = {one: rewritten_node(node, rewrite) for one, node in graph.nodes.items()}
    if any(nodes[one] is not node for one, node in graph.nodes.items()):
        graph = put(graph, nodes=nodes)
    if not isinstance(graph, StateMachineGraph):
        return graph
    edges = {
        one: rewritten_edge(edge, rewrite_taken if event in _taken(document, edge) else rewrite)
        for one, edge in graph.edges.items()
    }
    same = all(edges[one] is edge for one, edge in graph.edges.items())
    return graph if same else put(graph, edges=edges)


def _require_alone(
    document: Document, graph: Graph, event: str, field: str, rewrite: Rewrite, rewrite_taken: Rewrite
) -> None:
    """Refuse where `event.field` stands for the fields of several events."""
    for edge in graph.edges.values() if isinstance(graph, StateMachineGraph) else ():
        taken = _taken(document, edge)
        others = [one for one in taken if one != event and field in document.events[one].payload]
        if event not in taken or not others:
            continue
        if rewritten_edge(edge, rewrite_taken) != rewritten_edge(edge, rewrite):
            raise EditRefused(
                f"A transition reads {field!r} of {event} and of {others[0]} alike.",
                "Let it wait for one of them, or rename the field in both.",
            )


def _taken(document: Document, edge: Edge) -> list[str]:
    descriptors = [one for one in edge.events if one not in POLLED_OR_EVENTLESS]
    return matching_events(descriptors, document.events) if descriptors else []
