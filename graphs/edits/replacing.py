"""Replace parts of a frozen document and share all the rest.

Every function returns the very object it was given when nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import TypeVar, cast, overload

from pydantic import BaseModel

from graphs.basics.ids import new_id
from graphs.basics.mapping_differences import derived
from graphs.edits.refusal import EditRefused
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionNode, DecisionTreeGraph
from graphs.model.document import Document, Graph, Node
from graphs.model.graph_parts import GraphBase, Layout
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, carry_index

Model = TypeVar("Model", bound=BaseModel)
Value = TypeVar("Value")
TreeGraph = BehaviorTreeGraph | DecisionTreeGraph
AnyGraph = TypeVar("AnyGraph", bound=Graph)


def put(model: Model, **values: object) -> Model:
    """Return `model` with fields replaced; values must be of the fields' types already."""
    if all(getattr(model, name) is value for name, value in values.items()):
        return model
    changed = model.model_copy(update=values)
    if isinstance(model, GraphBase):
        carry_index(cast(Graph, changed), cast(Graph, model))
    return changed


def with_entry(mapping: dict[str, Value], key: str, value: Value) -> dict[str, Value]:
    """Return a mapping with one entry set."""
    return with_entries(mapping, {key: value})


def with_entries(
    mapping: dict[str, Value], entries: Mapping[str, Value], without: Collection[str] = ()
) -> dict[str, Value]:
    """Return a mapping with some entries set and others taken out; the same one if nothing changes."""
    gone = [key for key in without if key in mapping]
    if not entries and not gone:
        return mapping
    # The copy of a dictionary is one move of memory; the same written {**mapping} often is not.
    changed = mapping.copy()
    changed.update(entries)
    for key in gone:
        del changed[key]
    return derived(changed, mapping, (*entries, *gone))


def without(mapping: dict[str, Value], keys: Collection[str]) -> dict[str, Value]:
    """Return a mapping without some keys; the same one if it has none of them."""
    return with_entries(mapping, {}, keys)


def renamed(mapping: dict[str, Value], old: str, new: str) -> dict[str, Value]:
    """Return a mapping with one entry under another key, in its place."""
    return {new if key == old else key: value for key, value in mapping.items()}


def without_nodes(graph: AnyGraph, ids: Collection[str]) -> AnyGraph:
    """Return the graph without some nodes; lists that name them are not looked at."""
    return put(graph, nodes=without(cast("dict[str, object]", graph.nodes), ids))


def need_graph(document: Document, graph_id: str) -> Graph:
    """Return a graph, or refuse."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        raise EditRefused("This graph is no longer in the document.", "Open another one.")
    return graph


def need_machine(document: Document, graph_id: str) -> StateMachineGraph:
    """Return a state machine, or refuse."""
    graph = need_graph(document, graph_id)
    if not isinstance(graph, StateMachineGraph):
        raise EditRefused("Only state machines have states and transitions.", "Open a state machine.")
    return graph


def need_tree(document: Document, graph_id: str) -> TreeGraph:
    """Return a behavior tree or decision tree, or refuse."""
    graph = need_graph(document, graph_id)
    if isinstance(graph, StateMachineGraph):
        raise EditRefused("A state machine has no root node.", "Set its initial state instead.")
    return graph


def need_node(graph: Graph, node_id: str) -> Node:
    """Return a node, or refuse."""
    node = graph.nodes.get(node_id)
    if node is None:
        raise EditRefused("This node is no longer in the graph.", "Choose another one.")
    return node


def need_edge(graph: StateMachineGraph, edge_id: str) -> Edge:
    """Return a transition, or refuse."""
    edge = graph.edges.get(edge_id)
    if edge is None:
        raise EditRefused("This transition is no longer in the graph.", "Choose another one.")
    return edge


def with_graph(document: Document, graph_id: str, graph: Graph) -> Document:
    """Return the document with one graph replaced."""
    if document.graphs.get(graph_id) is graph:
        return document
    return put(document, graphs=with_entry(document.graphs, graph_id, graph))


@overload
def with_node(graph: StateMachineGraph, node_id: str, node: Node) -> StateMachineGraph: ...
@overload
def with_node(graph: TreeGraph, node_id: str, node: Node) -> TreeGraph: ...
@overload
def with_node(graph: Graph, node_id: str, node: Node) -> Graph: ...
def with_node(graph: Graph, node_id: str, node: Node) -> Graph:
    """Return the graph with one node replaced or added."""
    if graph.nodes.get(node_id) is node:
        return graph
    return put(graph, nodes=with_entry(cast("dict[str, Node]", graph.nodes), node_id, node))


def with_edge(graph: StateMachineGraph, edge_id: str, edge: Edge) -> StateMachineGraph:
    """Return the machine with one transition replaced or added."""
    return with_edges(graph, {edge_id: edge})


def with_edges(graph: StateMachineGraph, edges: Mapping[str, Edge]) -> StateMachineGraph:
    """Return the machine with some transitions replaced or added."""
    others = {edge_id: edge for edge_id, edge in edges.items() if graph.edges.get(edge_id) is not edge}
    return put(graph, edges=with_entries(graph.edges, others))


def with_layout(graph: AnyGraph, key: str, **values: object) -> AnyGraph:
    """Return the graph with parts of one layout entry replaced; an entry with nothing in it goes."""
    return with_layouts(graph, {key: values})


def with_layouts(graph: AnyGraph, changes: Mapping[str, Mapping[str, object]]) -> AnyGraph:
    """Return the graph with parts of some layout entries replaced; those with nothing in them go."""
    entries: dict[str, Layout] = {}
    gone: list[str] = []
    for key, values in changes.items():
        old = graph.layout.get(key)
        entry = put(old if old is not None else Layout(), **values)
        if entry == Layout():
            gone.append(key)
        elif entry != old:
            entries[key] = entry
    return put(graph, layout=with_entries(graph.layout, entries, gone))


def new_element_id(graph: Graph, also_taken: Container[str] = ()) -> str:
    """Return a new id that no node, edge or frame of the graph has, and that is not in `also_taken`."""
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    return new_id(graph.nodes, edges, graph.notes, also_taken)


def inserted(ids: tuple[str, ...], new: tuple[str, ...], index: int | None) -> tuple[str, ...]:
    """Return a list with ids put in before `index`, at the end for None; the index is clamped."""
    place = len(ids) if index is None else max(0, min(index, len(ids)))
    return (*ids[:place], *new, *ids[place:])


def with_transitions(graph: StateMachineGraph, source: str, ids: tuple[str, ...]) -> StateMachineGraph:
    """Return the machine with the ordered transitions of a state, or of `TOP`, replaced."""
    if source == TOP:
        return put(graph, transitions=ids)
    node = need_node(graph, source)
    assert isinstance(node, StateNode)
    return with_node(graph, source, put(node, transitions=ids))


@overload
def with_initial(
    graph: StateMachineGraph, parent: str, initial: str | InitialTransition | None
) -> StateMachineGraph: ...
@overload
def with_initial(graph: Graph, parent: str, initial: str | InitialTransition | None) -> Graph: ...
def with_initial(graph: Graph, parent: str, initial: str | InitialTransition | None) -> Graph:
    """Return the machine with where it, or a state of it, begins replaced."""
    if parent == TOP:
        return put(graph, initial=initial)
    return with_node(graph, parent, put(graph.nodes[parent], initial=initial))


def with_children(graph: Graph, parent: str, ids: tuple[str, ...]) -> Graph:
    """Return the graph with the children of a node, or the top states of a machine, replaced.

    Nodes of a decision tree hold branches instead; use `graphs.edits.attaching`.
    """
    if parent == TOP:
        assert isinstance(graph, StateMachineGraph)
        return put(graph, children=ids)
    node = need_node(graph, parent)
    assert not isinstance(node, DecisionNode)
    return with_node(graph, parent, put(node, children=ids))
