"""Remove nodes and transitions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphs.edits.attaching import detached, replaced_child
from graphs.edits.branches import replaced_branch_child
from graphs.edits.refusal import EditRefused, require
from graphs.edits.removing_states import without_states
from graphs.edits.replacing import (
    change_graph,
    need_graph,
    put,
    with_edges,
    with_graph,
    with_layouts,
    with_node,
    without,
    without_nodes,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.structure.queries import (
    TOP,
    child_ids,
    children_of,
    edges_into,
    initial_targets,
    parent_of,
    parents_of,
    walk,
)
from graphs.structure.rules import may_add_child


def remove(document: Document, graph_id: str, ids: Collection[str]) -> Document:
    """Remove nodes, transitions and frames; ids that name nothing are passed over.

    With a node goes all below it (in a decision tree what no other branch reaches), and the transitions that
    leave or enter it. A transition with several targets loses those that go, and stays while one is left.
    """
    return change_graph(document, graph_id, lambda graph: without_elements(graph, ids))


def remove_and_heal(document: Document, graph_id: str, ids: Collection[str], registry: Registry) -> Document:
    """Remove nodes and join what they were between; transitions among `ids` are removed plainly.

    In a behavior tree the children take the node's place, in a decision tree its first one. In a machine the
    states inside take their parent's place, and transitions into the state go on to where its first
    transition led. Raises `EditRefused` if the parent has no room for the children.
    """
    graph = need_graph(document, graph_id)
    edges = [one for one in ids if isinstance(graph, StateMachineGraph) and one in graph.edges]
    document = remove(document, graph_id, edges)
    for node_id in sorted(one for one in ids if one in graph.nodes):
        document = _heal_one(document, graph_id, node_id, registry)
    return document


def without_elements(graph: Graph, ids: Iterable[str]) -> Graph:
    """Return the graph without some nodes, edges and frames and all that goes with them."""
    wanted = {one for one in ids if one != TOP}
    graph = put(graph, notes=without(graph.notes, wanted))
    nodes = _with_all_below(graph, {one for one in wanted if one in graph.nodes})
    if isinstance(graph, StateMachineGraph):
        return without_states(graph, nodes, {one for one in wanted if one in graph.edges})
    for node_id in nodes:
        for parent in parents_of(graph, node_id):
            if parent not in nodes:
                graph = detached(graph, node_id, parent)
    if not nodes:
        return graph
    return put(without_nodes(graph, nodes), layout=without(graph.layout, nodes))


def _with_all_below(graph: Graph, nodes: set[str]) -> set[str]:
    """Return the nodes and what only hangs on them."""
    below = set(walk(graph, sorted(nodes)))
    if isinstance(graph, StateMachineGraph) or not any(
        len(parents_of(graph, one)) > 1 for one in below - nodes
    ):
        return below
    outside = [one for one in children_of(graph, TOP) if one not in nodes]
    kept = set(walk(graph, outside, set(nodes)))
    return below - kept


def _heal_one(document: Document, graph_id: str, node_id: str, registry: Registry) -> Document:
    graph = need_graph(document, graph_id)
    if node_id not in graph.nodes:
        return document
    children = child_ids(graph.nodes[node_id])
    parent = parent_of(graph, node_id)
    if isinstance(graph, StateMachineGraph):
        graph = retargeted_past(graph, node_id)
    elif isinstance(graph.nodes[node_id], DecisionNode):
        children = children[:1]
    elif parent:
        require(may_add_child(document, graph_id, parent, registry, max(len(children) - 1, 0)))
    elif len(children) > 1 and parent == TOP:
        raise EditRefused(
            "The root has several children; no single one can take its place.",
            "Remove the other children first, or remove the root with all below it.",
        )
    if children and parent is not None:
        graph = lifted(graph, node_id, children)
    return with_graph(document, graph_id, without_elements(graph, (node_id,)))


def lifted(graph: Graph, node_id: str, children: tuple[str, ...]) -> Graph:
    """Return the graph with the children of a node in its place and the node in no list.

    A child that branches of another question lead to as well stays with that one and is no top.
    """
    for parent in dict.fromkeys(parents_of(graph, node_id)):
        above = graph.nodes.get(parent)
        if isinstance(above, DecisionNode):
            graph = with_node(graph, parent, replaced_branch_child(above, node_id, children[0]))
        else:
            shared = parent == TOP and any(len(parents_of(graph, child)) > 1 for child in children)
            graph = replaced_child(graph, parent, node_id, () if shared else children)
    node = graph.nodes[node_id]
    if isinstance(node, DecisionNode):
        return with_node(graph, node_id, replaced_branch_child(node, children[0], None))
    if isinstance(graph, StateMachineGraph):
        graph = _with_moved_layout(graph, node_id, children)
        node = graph.nodes[node_id]
        return with_node(graph, node_id, put(node, children=(), initial=None))
    return with_node(graph, node_id, put(node, children=()))


def _with_moved_layout(
    graph: StateMachineGraph, node_id: str, children: tuple[str, ...]
) -> StateMachineGraph:
    """Keep the lifted states where they are on the canvas: their positions were relative to the box."""
    box = graph.layout.get(node_id)
    if box is None or box.at is None:
        return graph
    moved: dict[str, dict[str, object]] = {}
    for child in children:
        entry = graph.layout.get(child)
        if entry is not None and entry.at is not None:
            moved[child] = {"at": (entry.at[0] + box.at[0], entry.at[1] + box.at[1])}
    return with_layouts(graph, moved)


def retargeted_past(graph: StateMachineGraph, node_id: str) -> StateMachineGraph:
    """Return the machine in which edges into a state go where it led: its initial child or first target."""
    node = graph.nodes[node_id]
    onward = initial_targets(node.initial) if node.children else ()
    if not onward:
        leading = (graph.edges[edge].targets for edge in node.transitions if edge in graph.edges)
        onward = next((targets for targets in leading if targets and node_id not in targets), ())
    if not onward:
        return graph
    led: dict[str, Edge] = {}
    for edge_id in edges_into(graph, node_id):
        edge = graph.edges[edge_id]
        if edge_id not in node.transitions:
            targets = dict.fromkeys(
                one for target in edge.targets for one in (onward if target == node_id else (target,))
            )
            led[edge_id] = put(edge, targets=tuple(targets))
    graph = with_edges(graph, led)
    parent = parent_of(graph, node_id)
    if parent_of(graph, onward[0]) not in (parent, node_id):
        return graph
    if parent == TOP and graph.initial == node_id:
        graph = put(graph, initial=onward[0])
    elif parent and graph.nodes[parent].initial == node_id:
        graph = with_node(graph, parent, put(graph.nodes[parent], initial=onward[0]))
    return graph
