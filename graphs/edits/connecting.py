"""Connect nodes: parent and child in a tree, transitions in a machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphs.edits.attaching import as_loose, attached, detached, placed, top_of
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused, require
from graphs.edits.removing import without_elements
from graphs.edits.replacing import (
    inserted,
    need_edge,
    need_graph,
    need_machine,
    need_node,
    new_element_id,
    put,
    with_edge,
    with_graph,
    with_transitions,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.structure.queries import TOP, merges_branches, parents_of, source_of, transitions_of
from graphs.structure.rules import may_connect, may_leave


@edit
def connect(
    document: Document,
    graph_id: str,
    source: str,
    target: str,
    registry: Registry,
    *,
    index: int | None = None,
    fields: Mapping[str, object] | None = None,
) -> tuple[Document, str]:
    """Connect two nodes; return the new document and the id of the new transition, "" in a tree.

    In a tree `target`, with all below it, becomes a child of `source` before `index` and leaves the place it
    had; branches of a decision tree may share it instead. If `target` was the root, the top of `source`'s
    fragment becomes the root. In a machine a transition is added after the others of `source` (`TOP`: the
    graph's own, an interrupt), with `fields` of it set. Raises `EditRefused` where `may_connect` says no.
    """
    graph = need_graph(document, graph_id)
    require(may_connect(document, graph_id, source, target, registry))
    if isinstance(graph, StateMachineGraph):
        edge = Edge(targets=(target,), interrupt=source == TOP)
        for name, value in (fields or {}).items():
            edge = with_field(edge, name, value)
        edge_id = new_element_id(graph)
        graph = with_edge(graph, edge_id, edge)
        graph = with_transitions(graph, source, inserted(transitions_of(graph, source), (edge_id,), index))
        return with_graph(document, graph_id, graph), edge_id
    was_root = graph.root == target
    new_root = top_of(graph, source) if was_root else ""
    if merges_branches(graph):
        if TOP in parents_of(graph, target):
            graph = detached(graph, target, TOP)
    else:
        graph = detached(graph, target)
    graph = attached(graph, source, target, index)
    if was_root:
        graph = put(detached(graph, new_root, TOP), root=new_root)
        graph = placed(graph, new_root, None)
    return with_graph(document, graph_id, placed(graph, target, None)), ""


@edit
def add_reaction(
    document: Document,
    graph_id: str,
    source: str,
    registry: Registry,
    *,
    fields: Mapping[str, object] | None = None,
) -> tuple[Document, str]:
    """Add a transition without target, which only acts; return the new document and its id.

    It stands after the others of `source` (`TOP`: the graph's own). Raises `EditRefused` where no transition
    may start, and for a choice, whose branches must lead somewhere.
    """
    graph = need_machine(document, graph_id)
    if source != TOP:
        need_node(graph, source)
        if graph.nodes[source].kind == "choice":
            raise EditRefused("A branch of a choice must lead to a state.", "Draw it to that state.")
    require(may_leave(document, graph, source, registry))
    edge = Edge()
    for name, value in (fields or {}).items():
        edge = with_field(edge, name, value)
    edge_id = new_element_id(graph)
    graph = with_edge(graph, edge_id, edge)
    graph = with_transitions(graph, source, (*transitions_of(graph, source), edge_id))
    return with_graph(document, graph_id, graph), edge_id


@edit
def disconnect(
    document: Document,
    graph_id: str,
    element_id: str,
    *,
    parent: str | None = None,
    at: tuple[float, float] | None = None,
) -> Document:
    """Take a node of a tree off its parent, or remove a transition of a machine.

    The node, with all below it, becomes a loose fragment at the position `at`; in a decision tree only the
    branches of `parent` let go of it, and it becomes loose when no branch is left.
    """
    graph = need_graph(document, graph_id)
    if isinstance(graph, StateMachineGraph):
        need_edge(graph, element_id)
        return with_graph(document, graph_id, without_elements(graph, (element_id,)))
    need_node(graph, element_id)
    if element_id in graph.loose:
        raise EditRefused("This node is not connected.", "Drag it onto a node to connect it.")
    graph = detached(graph, element_id, parent)
    if not parents_of(graph, element_id):
        assert not isinstance(graph, StateMachineGraph)
        graph = placed(as_loose(graph, element_id), element_id, at)
    return with_graph(document, graph_id, graph)


@edit
def retarget(
    document: Document, graph_id: str, edge_id: str, targets: Sequence[str], registry: Registry
) -> Document:
    """Let a transition lead elsewhere and keep all it says; no target makes it one that only acts."""
    graph = need_machine(document, graph_id)
    edge = need_edge(graph, edge_id)
    source = source_of(graph, edge_id)
    for target in targets:
        if source is None:
            need_node(graph, target)
        else:
            require(may_connect(document, graph_id, source, target, registry))
    wanted = tuple(dict.fromkeys(targets))
    if wanted == edge.targets:
        return document
    return with_graph(document, graph_id, with_edge(graph, edge_id, put(edge, targets=wanted)))


@edit
def change_source(
    document: Document, graph_id: str, edge_id: str, source: str, registry: Registry, index: int | None = None
) -> Document:
    """Let a transition start at another state, or at the graph's own any state for `TOP`."""
    graph = need_machine(document, graph_id)
    edge = need_edge(graph, edge_id)
    for target in edge.targets:
        require(may_connect(document, graph_id, source, target, registry))
    old = source_of(graph, edge_id)
    if old == source:
        return document
    if old is not None:
        kept = tuple(
            transition_id for transition_id in transitions_of(graph, old) if transition_id != edge_id
        )
        graph = with_transitions(graph, old, kept)
    graph = with_transitions(graph, source, inserted(transitions_of(graph, source), (edge_id,), index))
    return with_graph(document, graph_id, graph)
