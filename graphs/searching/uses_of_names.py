"""Find who reads and writes a variable, and who raises and takes an event, in all of a document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from graphs.checks.lints.uses import Uses, edge_uses, initial_uses, node_uses
from graphs.checks.rules.problem import Place
from graphs.edits.name_uses import uses_in
from graphs.expressions.rename import variables_in
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.model.variables_and_events import matching_events
from graphs.structure.queries import document_order, edge_order


@dataclass(slots=True)
class NamePlaces:
    """Hold the places that use a name, in document order: what it goes into, and what it comes from."""

    readers: list[Place] = field(default_factory=list)
    writers: list[Place] = field(default_factory=list)


def uses_of_variable(document: Document, name: str, graph_id: str, registry: Registry) -> NamePlaces:
    """Return who reads and who writes a variable; `graph_id` "" means one of the document.

    A graph that declares a variable or parameter of the same name means its own.
    """
    places = NamePlaces()
    declared = document.variables.get(name)
    counts = not graph_id and declared is not None and declared.type == "int"
    for key, graph in document.graphs.items():
        means_own = name in graph.variables or name in graph.parameters
        if key == graph_id or (not graph_id and not means_own):
            _add_uses_in_graph(places, key, graph, name, registry, counts)
    if not graph_id:
        places.readers += sheets_reading(document, name)
    return places


def sheets_reading(document: Document, name: str) -> list[Place]:
    """Return the inputs and rules of fuzzy sheets that read a variable of the document."""
    found = []
    for sheet_name, sheet in document.sheets.items():
        texts = [(f"inputs.{key}.value", each.value or key) for key, each in sheet.inputs.items()]
        texts += [(f"rules.{number}.when", rule.when) for number, rule in enumerate(sheet.rules)]
        found += [
            Place("", "", f"sheets.{sheet_name}.{path}") for path, text in texts if name in variables_in(text)
        ]
    return found


def uses_of_event(document: Document, name: str) -> NamePlaces:
    """Return who takes or asks for an event (readers) and who raises or sends it (writers)."""
    places = NamePlaces()
    for graph_id, graph in document.graphs.items():
        for element, uses in _all_uses(graph):
            place = Place(graph_id, element)
            if name in uses.raises or name in uses.sends:
                places.writers.append(place)
            if matching_events(uses.awaits, (name,)):
                places.readers.append(place)
    return places


def _add_uses_in_graph(
    places: NamePlaces, graph_id: str, graph: Graph, name: str, registry: Registry, counts: bool
) -> None:
    """Add who uses a name; claims write a variable that `counts` places."""
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    for element, rough in _all_uses(graph):
        if name not in rough.reads and name not in rough.written:
            continue
        node, edge = graph.nodes.get(element), edges.get(element)
        place = Place(graph_id, element)
        if node is None and edge is None:
            reads, writes = name in rough.reads, name in rough.written
        else:
            # A word of a text may look like the name: what is declared tells.
            exact = uses_in(graph, [node] if node is not None else [], registry, [edge] if edge else [])
            reads, writes = name in exact.reads, name in exact.writes
            kind = registry.kind(graph.kind, node.kind) if node is not None else None
            writes = writes or (counts and reads and kind is not None and kind.takes_places)
        if reads:
            places.readers.append(place)
        if writes:
            places.writers.append(place)


def _all_uses(graph: Graph) -> Iterator[tuple[str, Uses]]:
    yield "", initial_uses(graph)
    for node_id in document_order(graph):
        yield node_id, node_uses(graph.nodes[node_id])
    if isinstance(graph, StateMachineGraph):
        for edge_id in edge_order(graph):
            if edge_id in graph.edges:
                yield edge_id, edge_uses(graph.edges[edge_id])
