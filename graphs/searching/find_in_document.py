"""Find text in a graph or in all of a document, element by element, so that a caller can pause between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graphs.checks.rules.problem import Place
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.searching.findable_text import (
    FindableText,
    Span,
    TextQuery,
    texts_of_declaration,
    texts_of_edge,
    texts_of_frame,
    texts_of_graph,
    texts_of_node,
)
from graphs.structure.queries import TOP, document_order, source_of, transitions_of


@dataclass(frozen=True, slots=True)
class Found:
    """Hold one text that matches: its place, what it is in a word, the text, where the matches stand."""

    place: Place
    what: str
    text: str
    spans: tuple[Span, ...]


def find_in_graph(
    document: Document, graph_id: str, query: TextQuery, registry: Registry
) -> Iterator[tuple[Found, ...]]:
    """Yield what matches in each element of a graph, element by element, also where that is nothing.

    Nodes come in document order, each before the transitions that leave it, then those from any state, then
    frames. What the graph says of itself comes first.
    """
    graph = document.graphs[graph_id]
    yield _matches(graph_id, "", texts_of_graph(graph, graph_id), query)
    for section, declared in (("parameters", graph.parameters), ("variables", graph.variables)):
        for name, one in declared.items():
            yield _matches(graph_id, "", texts_of_declaration(section, name, one), query)
    for node_id in document_order(graph):
        yield _matches(graph_id, node_id, texts_of_node(document, graph, node_id, registry), query)
        yield from _in_edges(document, graph, graph_id, node_id, query)
    yield from _in_edges(document, graph, graph_id, TOP, query)
    for frame_id, frame in graph.notes.items():
        yield _matches(graph_id, frame_id, texts_of_frame(frame), query)


def find_in_document(document: Document, query: TextQuery, registry: Registry) -> Iterator[tuple[Found, ...]]:
    """Yield what matches in each element of a document: its variables and events, then graph by graph."""
    for section, declared in (("variables", document.variables), ("events", document.events)):
        for name, one in declared.items():
            yield _matches("", "", texts_of_declaration(section, name, one), query)
    for graph_id in document.graphs:
        yield from find_in_graph(document, graph_id, query, registry)


def elements_found(matches: Iterable[tuple[Found, ...]]) -> dict[str, Found]:
    """Return the elements of a graph that match, each with its first match, in the order found."""
    first: dict[str, Found] = {}
    for found in matches:
        for one in found:
            if one.place.element:
                first.setdefault(one.place.element, one)
    return first


def _in_edges(
    document: Document, graph: Graph, graph_id: str, node_id: str, query: TextQuery
) -> Iterator[tuple[Found, ...]]:
    if not isinstance(graph, StateMachineGraph):
        return
    for edge_id in transitions_of(graph, node_id):
        edge = graph.edges.get(edge_id)
        if edge is not None and source_of(graph, edge_id) == node_id:
            yield _matches(graph_id, edge_id, texts_of_edge(document, edge), query)


def _matches(
    graph_id: str, element: str, texts: Iterable[FindableText], query: TextQuery
) -> tuple[Found, ...]:
    found = []
    for one in texts:
        spans = query.spans(one.text)
        if spans:
            place = Place(graph_id, element, one.field, start=spans[0][0], end=spans[0][1])
            found.append(Found(place, one.what, one.text, spans))
    return tuple(found)
