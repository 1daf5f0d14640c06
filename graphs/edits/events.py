"""Add, change, rename and remove the events a document declares."""

from __future__ import annotations

from graphs.edits.event_texts import rename_event_in_text
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, without
from graphs.expressions.names import is_name
from graphs.model.document import Document, Graph
from graphs.model.event_names import is_event_name
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.model.variables import Event, VariableType
from graphs.structure.expression_places import rewritten_document


def add_event(document: Document, name: str) -> tuple[Document, str]:
    """Add an event without payload and return the document and its name, numbered if it is taken."""
    free, number = _checked_name(name), 1
    while free in document.events:
        number += 1
        free = f"{name}_{number}"
    return put(document, events={**document.events, free: Event()}), free


def remove_event(document: Document, name: str) -> Document:
    """Remove an event; transitions that wait for it are kept and reported by the check."""
    _need(document, name)
    return put(document, events=without(document.events, {name}))


def set_event_field(document: Document, name: str, path: str, value: object) -> Document:
    """Set a field of an event: `note`, or `payload.at` to a type or None."""
    old = _need(document, name)
    new = with_field(old, path, value)
    return document if new is old else put(document, events={**document.events, name: new})


def set_payload_field(document: Document, name: str, field: str, type_name: VariableType | None) -> Document:
    """Declare what an event carries under a name, or drop it for None."""
    if not is_name(field) or field == "name":
        raise EditRefused(f"{field!r} cannot name what an event carries.", "Use letters and digits.")
    return set_event_field(document, name, f"payload.{field}", type_name)


def rename_event(document: Document, name: str, new_name: str) -> Document:
    """Rename an event in its declaration, in transitions that wait for it, and in every expression."""
    event = _need(document, name)
    if new_name == name:
        return document
    if _checked_name(new_name) in document.events:
        raise EditRefused(f"There is an event {new_name!r} already.", "Choose another name.")
    events = {(new_name if key == name else key): value for key, value in document.events.items()}
    events[new_name] = event
    graphs = {one: _with_event(graph, name, new_name) for one, graph in document.graphs.items()}
    same = all(graphs[one] is graph for one, graph in document.graphs.items())
    document = put(document, events=events, graphs=document.graphs if same else graphs)
    return rewritten_document(document, lambda text: rename_event_in_text(text, name, new_name))


def _with_event(graph: Graph, name: str, new_name: str) -> Graph:
    if not isinstance(graph, StateMachineGraph):
        return graph
    edges = {one: _edge_with_event(edge, name, new_name) for one, edge in graph.edges.items()}
    same = all(edges[one] is edge for one, edge in graph.edges.items())
    return graph if same else put(graph, edges=edges)


def _edge_with_event(edge: Edge, name: str, new_name: str) -> Edge:
    if name not in edge.events:
        return edge
    if isinstance(edge.event, str):
        return put(edge, event=new_name)
    return put(edge, event=tuple(new_name if one == name else one for one in edge.event))


def _need(document: Document, name: str) -> Event:
    event = document.events.get(name)
    if event is None:
        raise EditRefused("This event is no longer there.", "Choose another one.")
    return event


def _checked_name(name: str) -> str:
    if not is_event_name(name):
        raise EditRefused(
            f"{name!r} cannot be an event's name.",
            "Use letters, digits and underscores, parts set off by dots; not tick, always, done or error.",
        )
    return name
