"""Add nodes to a graph, also in the middle of a connection."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from graphs.edits.attaching import attached, detached, is_state, placed, replaced_child
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.mood_parts import with_mood
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused, require
from graphs.edits.replacing import (
    TreeGraph,
    need_edge,
    need_graph,
    need_node,
    new_element_id,
    put,
    with_edges,
    with_graph,
    with_initial,
    with_node,
    with_transitions,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph, Node
from graphs.model.state_machine import Edge, StateMachineGraph, StateNode
from graphs.structure.queries import (
    TOP,
    ancestors,
    descendants,
    index_of,
    parent_of,
    parents_of,
    source_of,
    transitions_of,
)
from graphs.structure.rules import may_add_child, may_connect, may_hang_below


@edit
def add_node(
    document: Document,
    graph_id: str,
    kind: str,
    registry: Registry,
    *,
    parent: str = TOP,
    index: int | None = None,
    at: tuple[float, float] | None = None,
    fields: Mapping[str, object] | None = None,
) -> tuple[Document, str]:
    """Add a node of a registered kind and return the new document and the node's id.

    In a tree the node goes under `parent` before `index` (None: at the end). Under `TOP` it becomes the root
    of an empty tree, else a loose fragment at the position `at`. In a machine it goes into the compound
    `parent` or to the top; a state gets a name no other has, and the first one of its box becomes initial.
    At the top of a machine of moods it gets a share.
    `fields` sets more of the node, such as `{"action": "arrive"}`. Raises `EditRefused`.
    """
    graph = need_graph(document, graph_id)
    if registry.kind(graph.kind, kind) is None:
        raise EditRefused(f"There is no kind {kind!r} in this graph.", "Choose another one.")
    if parent != TOP:
        need_node(graph, parent)
    require(may_add_child(document, graph_id, parent, registry))
    require(may_hang_below(document, graph_id, parent, kind, registry))
    node = _new_node(graph, kind, registry)
    for name, value in (fields or {}).items():
        node = with_field(node, name, value)
    node_id = new_element_id(graph)
    first = isinstance(graph, StateMachineGraph) and _is_first(graph, parent)
    graph = attached(with_node(graph, node_id, node), parent, node_id, index)
    if first and is_state(node):
        graph = with_initial(graph, parent, node_id)
    keeps_place = isinstance(graph, StateMachineGraph) or node_id in graph.loose
    graph = placed(graph, node_id, at if keeps_place else None)
    if isinstance(graph, StateMachineGraph) and parent == TOP and is_state(node):
        return with_mood(document, graph_id, graph, node_id), node_id
    return with_parts_in_place(document, with_graph(document, graph_id, graph), graph_id, registry), node_id


def unique_name(graph: StateMachineGraph, wanted: str, but: str = "", also_taken: Container[str] = ()) -> str:
    """Return `wanted`, or `wanted 2`, `wanted 3` …, so that no state but `but` has the name."""
    counts = index_of(graph).names
    own = graph.nodes[but].name if but in graph.nodes else None

    def is_taken(name: str) -> bool:
        return counts.get(name, 0) > (name == own) or name in also_taken

    return wanted if not is_taken(wanted) else f"{wanted} {free_number(wanted, is_taken)}"


def free_number(wanted: str, is_taken: Callable[[str], bool]) -> int:
    """Return a number from 2 on that makes a free name of `wanted`.

    It is the least one where names count up without gaps. The search leaps ahead and comes back, since there
    may be ten thousand such names.
    """
    low, high = 1, 2
    while is_taken(f"{wanted} {high}"):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if is_taken(f"{wanted} {middle}"):
            low = middle
        else:
            high = middle
    return high


def _new_node(graph: Graph, kind: str, registry: Registry) -> Node:
    if isinstance(graph, StateMachineGraph):
        record = registry.kind(graph.kind, kind)
        named = record is not None and "name" in record.fields and kind != "final"
        wanted = "State" if kind == "state" else (record.title if record else kind)
        return StateNode(kind=kind, name=unique_name(graph, wanted) if named else "")
    return TreeNode(kind=kind) if isinstance(graph, BehaviorTreeGraph) else DecisionNode(kind=kind)


def _is_first(graph: StateMachineGraph, parent: str) -> bool:
    if parent == TOP:
        return graph.initial is None and not any(is_state(graph.nodes.get(child)) for child in graph.children)
    node = graph.nodes[parent]
    return (
        node.kind == "state"
        and node.initial is None
        and not any(is_state(graph.nodes.get(key)) for key in node.children)
    )


@edit
def insert_on_edge(
    document: Document,
    graph_id: str,
    edge: str,
    node_id: str,
    registry: Registry,
    *,
    parent: str | None = None,
) -> Document:
    """Put a node that is in the graph already into a connection.

    In a tree `edge` is the child: the node, with all below it, takes the child's place under `parent` (its
    first one by default; `TOP` above a root or a loose top) and has the child as its last one. In a machine
    `edge` is a transition: it now ends at the node and keeps its event, guard and actions; a new one goes on
    to the targets it had. Raises `EditRefused`.
    """
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    if isinstance(graph, StateMachineGraph):
        return with_graph(document, graph_id, _split(document, graph_id, graph, edge, node_id, registry))
    between = _put_between(document, graph_id, graph, edge, node_id, registry, parent)
    return with_parts_in_place(document, with_graph(document, graph_id, between), graph_id, registry)


@edit
def add_on_edge(
    document: Document,
    graph_id: str,
    edge: str,
    kind: str,
    registry: Registry,
    *,
    parent: str | None = None,
    at: tuple[float, float] | None = None,
    fields: Mapping[str, object] | None = None,
) -> tuple[Document, str]:
    """Add a node of a kind in the middle of a connection and return the new document and the node's id.

    See `insert_on_edge` for what `edge` and `parent` mean. A new state goes into the innermost box that holds
    both ends of the transition, to `at` or half way between them.
    """
    graph = need_graph(document, graph_id)
    if not isinstance(graph, StateMachineGraph):
        need_node(graph, edge)
        document, node_id = add_node(document, graph_id, kind, registry, fields=fields)
        return insert_on_edge(document, graph_id, edge, node_id, registry, parent=parent), node_id
    box = _shared_box(graph, edge)
    place = at if at is not None else _half_way(graph, edge, box)
    document, node_id = add_node(document, graph_id, kind, registry, parent=box, at=place, fields=fields)
    return insert_on_edge(document, graph_id, edge, node_id, registry), node_id


def _put_between(
    document: Document,
    graph_id: str,
    graph: TreeGraph,
    child: str,
    node_id: str,
    registry: Registry,
    parent: str | None,
) -> Graph:
    need_node(graph, child)
    parents = parents_of(graph, child)
    above = parent if parent is not None else (parents[0] if parents else TOP)
    if above not in parents:
        raise EditRefused("These two are no longer connected.", "Choose another connection.")
    if node_id in (child, above) or node_id in parents:
        raise EditRefused("The node is at this connection already.", "Choose another connection.")
    if above in descendants(graph, node_id) or node_id in descendants(graph, child):
        raise EditRefused("The tree would run in a circle.", "Choose a connection beside the node.")
    if node_id == graph.root:
        raise EditRefused("The root cannot move below another node.", "Make another node the root first.")
    require(may_add_child(document, graph_id, node_id, registry))
    changed = _moved_slot(detached(graph, node_id), child, node_id)
    at = graph.layout[child].at if child in graph.layout else None
    changed = replaced_child(changed, above, child, (node_id,))
    changed = placed(placed(changed, child, None), node_id, at if above == TOP else None)
    return attached(changed, node_id, child)


def _moved_slot(graph: Graph, child: str, node_id: str) -> Graph:
    """Return the graph in which the node in between has what the parent must know of its child."""
    node, below = graph.nodes[node_id], graph.nodes[child]
    if not isinstance(node, TreeNode) or not isinstance(below, TreeNode) or below.slot is None:
        return graph
    graph = with_node(graph, node_id, put(node, slot=below.slot))
    return with_node(graph, child, put(below, slot=None))


def _split(
    document: Document,
    graph_id: str,
    graph: StateMachineGraph,
    edge_id: str,
    node_id: str,
    registry: Registry,
) -> StateMachineGraph:
    edge = need_edge(graph, edge_id)
    source = source_of(graph, edge_id)
    if not edge.targets:
        raise EditRefused("This transition leads nowhere.", "Give it a target first.")
    if node_id in edge.targets or node_id == source:
        raise EditRefused("The state is at this transition already.", "Choose another transition.")
    if source is not None:
        require(may_connect(document, graph_id, source, node_id, registry))
    for target in edge.targets:
        require(may_connect(document, graph_id, node_id, target, registry))
    rest = Edge(targets=edge.targets, else_=graph.nodes[node_id].kind == "choice")
    rest_id = new_element_id(graph)
    graph = with_edges(graph, {edge_id: put(edge, targets=(node_id,)), rest_id: rest})
    return with_transitions(graph, node_id, (*transitions_of(graph, node_id), rest_id))


def _ends(graph: StateMachineGraph, edge_id: str) -> list[str]:
    source = source_of(graph, edge_id)
    targets = need_edge(graph, edge_id).targets
    return [each for each in (source, *targets) if each and each in graph.nodes]


def _shared_box(graph: StateMachineGraph, edge_id: str) -> str:
    """Return the innermost state around both ends of a transition, `TOP` for the machine itself."""
    ends = _ends(graph, edge_id)
    if not ends or source_of(graph, edge_id) == TOP:
        return TOP
    shared = [
        ancestor
        for ancestor in ancestors(graph, ends[0])
        if all(ancestor in ancestors(graph, end) for end in ends)
    ]
    return next((key for key in shared if graph.nodes[key].kind == "state"), TOP)


def _half_way(graph: StateMachineGraph, edge_id: str, box: str) -> tuple[float, float] | None:
    """Return the middle between the ends of a transition that are in one box with stored positions."""
    places = [
        graph.layout[end].at
        for end in _ends(graph, edge_id)
        if end in graph.layout and parent_of(graph, end) == box
    ]
    known = [place for place in places if place is not None]
    if len(known) < 2:
        return None
    return sum(x for x, _ in known) / len(known), sum(y for _, y in known) / len(known)
