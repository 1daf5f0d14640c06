"""Change the order of children and transitions, move nodes to another parent, exchange two nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphs.basics.ids import have_same_members
from graphs.edits.attaching import attached, detached, is_state, placed
from graphs.edits.edit_calls import edit
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused, require
from graphs.edits.replacing import (
    AnyGraph,
    TreeGraph,
    need_graph,
    need_machine,
    need_node,
    put,
    with_children,
    with_edges,
    with_graph,
    with_initial,
    with_layouts,
    with_node,
    with_transitions,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph, Node
from graphs.model.state_machine import InitialTransition, StateMachineGraph, StateNode
from graphs.structure.queries import (
    TOP,
    ancestors,
    children_of,
    descendants,
    edges_into,
    index_of,
    parent_of,
    parents_of,
    source_of,
    transitions_of,
)
from graphs.structure.rules import may_add_child, may_connect


@edit
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


@edit
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


@edit
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


@edit
def move_transition(document: Document, graph_id: str, edge_id: str, index: int) -> Document:
    """Move a transition to another place in the order of its source; the index is clamped."""
    graph = need_machine(document, graph_id)
    source = source_of(graph, edge_id)
    if source is None:
        raise EditRefused("This transition is no longer in the graph.", "Choose another one.")
    order = [transition_id for transition_id in transitions_of(graph, source) if transition_id != edge_id]
    order.insert(max(0, index), edge_id)
    return reorder_transitions(document, graph_id, source, order)


@edit
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
    after = with_graph(document, graph_id, placed(graph, node_id, None))
    return with_parts_in_place(document, after, graph_id, registry)


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
        changed = with_initial(changed, parent, node_id)
    return with_graph(document, graph_id, placed(changed, node_id, at))


def _has_no_state(graph: StateMachineGraph, parent: str) -> bool:
    if parent != TOP and graph.nodes[parent].kind != "state":
        return False
    initial = graph.initial if parent == TOP else graph.nodes[parent].initial
    return initial is None and not any(
        is_state(graph.nodes.get(child)) for child in children_of(graph, parent)
    )


def _same_members(old: Sequence[str], new: Sequence[str]) -> None:
    if not have_same_members(tuple(old), tuple(new)):
        raise EditRefused("The order names other elements than are there.", "Try again.")


@edit
def swap(document: Document, graph_id: str, one: str, other: str, registry: Registry) -> Document:
    """Exchange two nodes: what led to the one leads to the other.

    In a tree each goes, with all below it, to the place of the other. In a machine the transitions into the
    two, and marks that begin at them, are exchanged, and so are their places; their own transitions stay with
    them. Raises `EditRefused` for nodes one of which is inside the other, for states of different boxes and
    for parts that would leave what they are parts of.
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
    after = with_graph(document, graph_id, _swapped_nodes(graph, exchange))
    return with_parts_in_place(document, after, graph_id, registry)


def _swapped_nodes(graph: TreeGraph, exchange: Mapping[str, str]) -> TreeGraph:
    changed = graph
    for parent in dict.fromkeys(above for key in exchange for above in parents_of(graph, key)):
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
    into = dict.fromkeys(edge_id for entry in exchange for edge_id in edges_into(graph, entry))
    edges = {item: graph.edges[item] for item in into}
    changed = with_edges(
        changed,
        {value: put(edge, targets=_exchanged(edge.targets, exchange)) for value, edge in edges.items()},
    )
    key = next(iter(exchange))
    parent = parent_of(graph, key)
    once = all(len(parents_of(graph, each)) == 1 for each in exchange)
    if parent == TOP:
        changed = put(changed, children=_exchanged(graph.children, exchange, once=once))
    elif parent:
        node = changed.nodes[parent]
        children = _exchanged(node.children, exchange, once=once)
        changed = with_node(changed, parent, put(node, children=children))
    changed = put(changed, initial=_mark_exchanged(changed.initial, exchange))
    for above in (*ancestors(graph, key), *histories):
        node = changed.nodes[above]
        initial = _mark_exchanged(node.initial, exchange)
        default = _mark_exchanged(node.default, exchange)
        changed = with_node(changed, above, put(node, initial=initial, default=default))
    return _with_places_exchanged(changed, exchange)


def _histories(graph: StateMachineGraph, exchange: Mapping[str, str]) -> list[str]:
    marked_by = index_of(graph).marked_by
    naming = dict.fromkeys(node_id for key in exchange for node_id in marked_by.get(key, ()))
    nodes = graph.nodes
    return [key for key in naming if _mark_exchanged(nodes[key].default, exchange) != nodes[key].default]


def _mark_exchanged(
    mark: str | InitialTransition | None, exchange: Mapping[str, str]
) -> str | InitialTransition | None:
    if isinstance(mark, str):
        return exchange.get(mark, mark)
    if mark is None or not any(target in exchange for target in mark.targets):
        return mark
    return put(mark, targets=_exchanged(mark.targets, exchange))


def _exchanged(ids: tuple[str, ...], exchange: Mapping[str, str], *, once: bool = False) -> tuple[str, ...]:
    """Return a list with two ids exchanged; `once` says that it holds each of them, a single time."""
    if once:
        first, second = sorted(map(ids.index, exchange))
        return (*ids[:first], ids[second], *ids[first + 1 : second], ids[first], *ids[second + 1 :])
    return tuple(exchange.get(key, key) for key in ids)


def _with_places_exchanged(graph: AnyGraph, exchange: Mapping[str, str]) -> AnyGraph:
    """Exchange the stored positions; sizes and what is folded stay with their nodes."""
    layout = graph.layout
    return with_layouts(
        graph, {key: {"at": layout[other].at if other in layout else None} for key, other in exchange.items()}
    )
