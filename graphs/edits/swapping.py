"""Exchange the places of two nodes."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    AnyGraph,
    TreeGraph,
    need_graph,
    need_node,
    put,
    with_edges,
    with_graph,
    with_layouts,
    with_node,
)
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Node
from graphs.model.state_machine import InitialTransition, StateMachineGraph
from graphs.structure.queries import TOP, ancestors, descendants, edges_into, index_of, parent_of, parents_of


def swap(document: Document, graph_id: str, one: str, other: str) -> Document:
    """Exchange two nodes: what led to the one leads to the other.

    In a tree each goes, with all below it, to the place of the other. In a machine the transitions into the
    two, and marks that begin at them, are exchanged, and so are their places; their own transitions stay with
    them. Raises `EditRefused` for nodes one of which is inside the other, or states of different boxes.
    """
    graph = need_graph(document, graph_id)
    need_node(graph, one)
    need_node(graph, other)
    if one == other:
        return document
    if one in descendants(graph, other) or other in descendants(graph, one):
        raise EditRefused("One of the two is inside the other.", "Select two that are side by side.")
    exchange = {one: other, other: one}
    if isinstance(graph, StateMachineGraph):
        if parent_of(graph, one) != parent_of(graph, other):
            raise EditRefused("The states stand in different boxes.", "Select states of one box.")
        return with_graph(document, graph_id, _swapped_states(graph, exchange))
    return with_graph(document, graph_id, _swapped_nodes(graph, exchange))


def _swapped_nodes(graph: TreeGraph, exchange: Mapping[str, str]) -> TreeGraph:
    changed = graph
    for parent in dict.fromkeys(above for one in exchange for above in parents_of(graph, one)):
        if parent == TOP:
            root = exchange.get(graph.root, graph.root) if graph.root else graph.root
            changed = put(changed, root=root, loose=_exchanged(graph.loose, exchange))
        else:
            changed = with_node(changed, parent, _with_children_exchanged(graph.nodes[parent], exchange))
    return _with_places_exchanged(changed, exchange)


def _with_children_exchanged(node: Node, exchange: Mapping[str, str]) -> Node:
    if isinstance(node, DecisionNode):
        branches = tuple(
            put(branch, child=exchange.get(branch.child, branch.child)) if branch.child else branch
            for branch in node.branches
        )
        return put(node, branches=branches)
    return put(node, children=_exchanged(node.children, exchange))


def _swapped_states(graph: StateMachineGraph, exchange: Mapping[str, str]) -> StateMachineGraph:
    histories = _histories(graph, exchange)
    changed = graph
    into = dict.fromkeys(edge_id for one in exchange for edge_id in edges_into(graph, one))
    edges = {one: graph.edges[one] for one in into}
    changed = with_edges(
        changed,
        {one: put(edge, targets=_exchanged(edge.targets, exchange)) for one, edge in edges.items()},
    )
    one = next(iter(exchange))
    parent = parent_of(graph, one)
    once = all(len(parents_of(graph, each)) == 1 for each in exchange)
    if parent == TOP:
        changed = put(changed, children=_exchanged(graph.children, exchange, once=once))
    elif parent:
        node = changed.nodes[parent]
        children = _exchanged(node.children, exchange, once=once)
        changed = with_node(changed, parent, put(node, children=children))
    changed = put(changed, initial=_mark_exchanged(changed.initial, exchange))
    for above in (*ancestors(graph, one), *histories):
        node = changed.nodes[above]
        initial = _mark_exchanged(node.initial, exchange)
        default = _mark_exchanged(node.default, exchange)
        changed = with_node(changed, above, put(node, initial=initial, default=default))
    return _with_places_exchanged(changed, exchange)


def _histories(graph: StateMachineGraph, exchange: Mapping[str, str]) -> list[str]:
    marked_by = index_of(graph).marked_by
    naming = dict.fromkeys(node_id for one in exchange for node_id in marked_by.get(one, ()))
    nodes = graph.nodes
    return [one for one in naming if _mark_exchanged(nodes[one].default, exchange) != nodes[one].default]


def _mark_exchanged(
    mark: str | InitialTransition | None, exchange: Mapping[str, str]
) -> str | InitialTransition | None:
    if isinstance(mark, str):
        return exchange.get(mark, mark)
    if mark is None or not any(one in exchange for one in mark.targets):
        return mark
    return put(mark, targets=_exchanged(mark.targets, exchange))


def _exchanged(ids: tuple[str, ...], exchange: Mapping[str, str], *, once: bool = False) -> tuple[str, ...]:
    """Return a list with two ids exchanged; `once` says that it holds each of them, a single time."""
    if once:
        first, second = sorted(map(ids.index, exchange))
        return (*ids[:first], ids[second], *ids[first + 1 : second], ids[first], *ids[second + 1 :])
    return tuple(exchange.get(one, one) for one in ids)


def _with_places_exchanged(graph: AnyGraph, exchange: Mapping[str, str]) -> AnyGraph:
    """Exchange the stored positions; sizes and what is folded stay with their nodes."""
    layout = graph.layout
    return with_layouts(
        graph, {one: {"at": layout[other].at if other in layout else None} for one, other in exchange.items()}
    )
