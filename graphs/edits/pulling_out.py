"""Take a node out of what it stands between, and join its neighbors; the node itself stays in the graph."""

from __future__ import annotations

from graphs.edits.attaching import as_loose, detached, placed
from graphs.edits.refusal import EditRefused, require
from graphs.edits.removing import lifted, retargeted_past, without_elements
from graphs.edits.replacing import TreeGraph, need_graph, need_node, put, with_graph, with_node
from graphs.kinds.declarations.registry import Registry
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, child_ids, edges_into, parent_of
from graphs.structure.rules import may_add_child


def pull_out(
    document: Document,
    graph_id: str,
    node_id: str,
    registry: Registry,
    *,
    at: tuple[float, float] | None = None,
) -> Document:
    """Take a node out from between its neighbors and return the document in which these are joined.

    In a behavior tree the children take the node's place, in a decision tree its first one; the node becomes
    loose at the position `at`. In a machine transitions into the state go on to where its first transition
    led, and those that left it are removed; loops stay, and so does what stands in the state. Raises
    `EditRefused` where the parent has no room for the children.
    """
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    if isinstance(graph, StateMachineGraph):
        return with_graph(document, graph_id, _without_neighbors(graph, node_id))
    return with_graph(document, graph_id, _loosened(document, graph_id, graph, node_id, registry, at))


def _loosened(
    document: Document,
    graph_id: str,
    graph: TreeGraph,
    node_id: str,
    registry: Registry,
    at: tuple[float, float] | None,
) -> TreeGraph:
    node, parent = graph.nodes[node_id], parent_of(graph, node_id)
    children = child_ids(node)
    if isinstance(node, DecisionNode):
        children = children[:1]
    elif parent:
        require(may_add_child(document, graph_id, parent, registry, max(len(children) - 1, 0)))
    elif len(children) > 1:
        raise EditRefused(
            "This node is at the top and has several children; no single one can take its place.",
            "Pull the other children out first.",
        )
    if parent == TOP and not children:
        raise EditRefused("This node is not connected.", "Drag it onto a node to connect it.")
    changed = lifted(graph, node_id, children) if children else detached(graph, node_id)
    assert not isinstance(changed, StateMachineGraph)
    return placed(as_loose(changed, node_id), node_id, at)


def _without_neighbors(graph: StateMachineGraph, node_id: str) -> StateMachineGraph:
    node = graph.nodes[node_id]
    loops = tuple(
        one
        for one in node.transitions
        if one in graph.edges and all(target == node_id for target in graph.edges[one].targets)
    )
    leaving = {one for one in node.transitions if one not in loops}
    entering = {one for one in edges_into(graph, node_id) if one not in node.transitions}
    if not leaving and not entering:
        raise EditRefused("No transition joins this state to others.", "Drag it without Alt to move it.")
    # Only transitions decide where one goes on, not the state's own initial child, which stays inside.
    plain = with_node(graph, node_id, put(node, children=(), initial=None))
    past = retargeted_past(plain, node_id)
    restored = with_node(past, node_id, node)
    assert isinstance(restored, StateMachineGraph)
    still_entering = {one for one in edges_into(restored, node_id) if one not in node.transitions}
    changed = without_elements(restored, leaving | still_entering)
    assert isinstance(changed, StateMachineGraph)
    return changed
