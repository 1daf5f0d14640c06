"""Change the order of children and transitions, and move nodes to another parent."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.basics.id_lists import have_same_members
from graphs.edits.attaching import attached, detached, is_state, placed
from graphs.edits.refusal import EditRefused, require
from graphs.edits.replacing import (
    need_graph,
    need_machine,
    need_node,
    put,
    with_children,
    with_graph,
    with_node,
    with_transitions,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph, StateNode
from graphs.structure.queries import TOP, ancestors, children_of, parent_of, source_of, transitions_of
from graphs.structure.rules import may_add_child, may_connect


def reorder_children(document: Document, graph_id: str, parent: str, order: Sequence[str]) -> Document:
    """Put the children of a node, or the top nodes for `TOP`, in another order.

    `order` must hold the same ids. Branches of a decision node move with what decides for them.
    """
    graph = need_graph(document, graph_id)
    node = None if parent == TOP else need_node(graph, parent)
    if isinstance(node, DecisionNode):
        places = {id(branch): order.index(branch.child) for branch in node.branches if branch.child in order}
        branches = sorted(node.branches, key=lambda branch: places.get(id(branch), len(order)))
        changed = put(node, branches=tuple(branches))
        return with_graph(document, graph_id, with_node(graph, parent, changed))
    if not isinstance(graph, StateMachineGraph) and parent == TOP:
        _same_members(graph.loose, order)
        return with_graph(document, graph_id, put(graph, loose=tuple(order)))
    ids = children_of(graph, parent)
    _same_members(ids, order)
    if tuple(order) == ids:
        return document
    return with_graph(document, graph_id, with_children(graph, parent, tuple(order)))


def move_child(document: Document, graph_id: str, node_id: str, index: int) -> Document:
    """Move a node to another place among its siblings; the index is clamped."""
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    parent = parent_of(graph, node_id)
    if parent is None:
        raise EditRefused("This node stands in no list.", "Connect it first.")
    siblings = [*children_of(graph, parent)]
    if parent == TOP and not isinstance(graph, StateMachineGraph):
        if node_id == graph.root:
            raise EditRefused("The root has no siblings.", "Choose one of its children.")
        siblings = [*graph.loose]
    siblings.remove(node_id)
    siblings.insert(max(0, index), node_id)
    return reorder_children(document, graph_id, parent, siblings)


def reorder_transitions(document: Document, graph_id: str, source: str, order: Sequence[str]) -> Document:
    """Put the transitions of a state, or of the graph for `TOP`, in another order."""
    graph = need_machine(document, graph_id)
    if source != TOP:
        need_node(graph, source)
    ids = transitions_of(graph, source)
    _same_members(ids, order)
    if tuple(order) == ids:
        return document
    return with_graph(document, graph_id, with_transitions(graph, source, tuple(order)))


def move_transition(document: Document, graph_id: str, edge_id: str, index: int) -> Document:
    """Move a transition to another place in the order of its source; the index is clamped."""
    graph = need_machine(document, graph_id)
    source = source_of(graph, edge_id)
    if source is None:
        raise EditRefused("This transition is no longer in the graph.", "Choose another one.")
    order = [one for one in transitions_of(graph, source) if one != edge_id]
    order.insert(max(0, index), edge_id)
    return reorder_transitions(document, graph_id, source, order)


def reparent(
    document: Document,
    graph_id: str,
    node_id: str,
    parent: str,
    registry: Registry,
    *,
    index: int | None = None,
    at: tuple[float, float] | None = None,
) -> Document:
    """Move a node, with all below it, under another parent, or to the top for `TOP`.

    In a tree the top means a loose fragment. In a machine `parent` is the compound or parallel state that
    takes the state in, and `at` its position there, relative to that box. Raises `EditRefused`.
    """
    graph = need_graph(document, graph_id)
    node = need_node(graph, node_id)
    if isinstance(graph, StateMachineGraph):
        assert isinstance(node, StateNode)
        return _moved_state(document, graph_id, graph, node_id, parent, registry, index, at)
    if parent == TOP:
        graph = detached(graph, node_id)
        assert not isinstance(graph, StateMachineGraph)
        graph = put(graph, loose=(*graph.loose, node_id))
        return with_graph(document, graph_id, placed(graph, node_id, at))
    if parent == parent_of(graph, node_id):
        return document if index is None else move_child(document, graph_id, node_id, index)
    if node_id == graph.root:
        raise EditRefused("The root cannot move below another node.", "Make another node the root first.")
    require(may_connect(document, graph_id, parent, node_id, registry))
    graph = attached(detached(graph, node_id), parent, node_id, index)
    return with_graph(document, graph_id, placed(graph, node_id, None))


def _moved_state(
    document: Document,
    graph_id: str,
    graph: StateMachineGraph,
    node_id: str,
    parent: str,
    registry: Registry,
    index: int | None,
    at: tuple[float, float] | None,
) -> Document:
    if parent == parent_of(graph, node_id):
        moved = document if index is None else move_child(document, graph_id, node_id, index)
        if at is None:
            return moved
        return with_graph(moved, graph_id, placed(moved.graphs[graph_id], node_id, at))
    if parent != TOP:
        need_node(graph, parent)
        if parent == node_id or node_id in ancestors(graph, parent):
            raise EditRefused("A state cannot move into itself.", "Drop on a state outside it.")
        require(may_add_child(document, graph_id, parent, registry))
    alone = _has_no_state(graph, parent)
    changed: Graph = attached(detached(graph, node_id), parent, node_id, index)
    assert isinstance(changed, StateMachineGraph)
    if alone and is_state(graph.nodes[node_id]):
        changed = _made_initial(changed, parent, node_id)
    return with_graph(document, graph_id, placed(changed, node_id, at))


def _has_no_state(graph: StateMachineGraph, parent: str) -> bool:
    if parent != TOP and graph.nodes[parent].kind != "state":
        return False
    initial = graph.initial if parent == TOP else graph.nodes[parent].initial
    return initial is None and not any(is_state(graph.nodes.get(one)) for one in children_of(graph, parent))


def _made_initial(graph: StateMachineGraph, parent: str, child: str) -> StateMachineGraph:
    if parent == TOP:
        return put(graph, initial=child)
    return with_node(graph, parent, put(graph.nodes[parent], initial=child))


def _same_members(old: Sequence[str], new: Sequence[str]) -> None:
    if not have_same_members(tuple(old), tuple(new)):
        raise EditRefused("The order names other elements than are there.", "Try again.")
