"""Remove nodes and transitions, or take a node out of what it is between."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphs.basics.ids import without_members
from graphs.edits.attaching import (
    as_loose,
    detached,
    initial_without,
    placed,
    replaced_branch_child,
    replaced_child,
)
from graphs.edits.edit_calls import edit
from graphs.edits.mood_parts import without_moods_of, without_shares
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused, require
from graphs.edits.replacing import (
    TreeGraph,
    need_graph,
    need_node,
    put,
    with_edges,
    with_entries,
    with_graph,
    with_layouts,
    with_node,
    without,
    without_nodes,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph
from graphs.model.state_machine import Edge, StateMachineGraph, StateNode
from graphs.structure.queries import (
    TOP,
    child_ids,
    children_of,
    edges_into,
    index_of,
    initial_targets,
    parent_of,
    parents_of,
    source_of,
    walk,
)
from graphs.structure.rules import may_add_child


def without_states(
    graph: StateMachineGraph, nodes: Collection[str], edges: Collection[str]
) -> StateMachineGraph:
    """Return the machine without some states and edges; all that is below the states must be among them.

    Edges that leave the states go too, and those into them that have no other target. Every part is replaced
    once, since a machine may be large.
    """
    gone = set(edges)
    gone.update(edge for node_id in nodes for edge in graph.nodes[node_id].transitions)
    retargeted = _retargeted(graph, nodes, gone)
    gone.update(edge for edge, new in retargeted.items() if new is None)
    kept = {edge: new for edge, new in retargeted.items() if new is not None}
    states: dict[str, StateNode] = {}
    top = {"children": graph.children, "transitions": graph.transitions}
    for owner in _owners(graph, nodes, gone):
        own = graph if owner == TOP else graph.nodes[owner]
        lists = {
            "children": without_members(own.children, nodes),
            "transitions": without_members(own.transitions, gone),
        }
        if owner == TOP:
            top = lists
        else:
            states[owner] = put(graph.nodes[owner], **lists)
    for key in _marking(graph, nodes):
        node = states.get(key, graph.nodes[key])
        initial, default = initial_without(node.initial, nodes), initial_without(node.default, nodes)
        states[key] = put(node, initial=initial, default=default)
    return put(
        graph,
        **top,
        initial=initial_without(graph.initial, nodes),
        nodes=with_entries(graph.nodes, states, without=nodes),
        edges=with_entries(graph.edges, kept, without=gone),
        layout=without(graph.layout, {*nodes, *gone}),
    )


def _retargeted(
    graph: StateMachineGraph, nodes: Collection[str], gone: Collection[str]
) -> dict[str, Edge | None]:
    """Return the edges that lose targets, None for those that lose all."""
    found: dict[str, Edge | None] = {}
    for edge_id in dict.fromkeys(edge for node_id in sorted(nodes) for edge in edges_into(graph, node_id)):
        edge = graph.edges.get(edge_id)
        if edge is not None and edge_id not in gone:
            targets = tuple(target for target in edge.targets if target not in nodes)
            found[edge_id] = put(edge, targets=targets) if targets else None
    return found


def _owners(graph: StateMachineGraph, nodes: Collection[str], gone: Iterable[str]) -> list[str]:
    """Return who lists any of the states and edges, and stays."""
    owners = [parent for node_id in sorted(nodes) for parent in parents_of(graph, node_id)]
    owners += [source for key in sorted(gone) if (source := source_of(graph, key)) is not None]
    return [owner for owner in dict.fromkeys(owners) if owner not in nodes]


def _marking(graph: StateMachineGraph, nodes: Collection[str]) -> list[str]:
    """Return the states that stay and name any of those that go as initial or default."""
    marked_by = index_of(graph).marked_by
    named = dict.fromkeys(key for gone in sorted(nodes) for key in marked_by.get(gone, ()))
    return [key for key in named if key not in nodes]


@edit
def remove(document: Document, graph_id: str, ids: Collection[str]) -> Document:
    """Remove nodes, transitions and frames; ids that name nothing are passed over.

    With a node goes all below it (in a decision tree what no other branch reaches), and the transitions that
    leave or enter it. A transition with several targets loses those that go, and stays while one is left.
    With a mood goes its share, and the variable of that unless something else names it.
    """
    graph = need_graph(document, graph_id)
    changed = with_graph(document, graph_id, without_elements(graph, ids))
    if not isinstance(graph, StateMachineGraph) or graph.moods is None:
        return changed
    gone = (name for state, name in graph.moods.shares.items() if state not in changed.graphs[graph_id].nodes)
    return without_shares(changed, gone)


@edit
def remove_and_heal(document: Document, graph_id: str, ids: Collection[str], registry: Registry) -> Document:
    """Remove nodes and join what they were between; transitions among `ids` are removed plainly.

    In a behavior tree the children take the node's place, in a decision tree its first one. In a machine the
    states inside take their parent's place, and transitions into the state go on to where its first
    transition led. Raises `EditRefused` if the parent has no room for the children.
    """
    graph = need_graph(document, graph_id)
    edges = [key for key in ids if isinstance(graph, StateMachineGraph) and key in graph.edges]
    document = remove(document, graph_id, edges)
    for node_id in sorted(key for key in ids if key in graph.nodes):
        document = _heal_one(document, graph_id, node_id, registry)
    return document


def without_elements(graph: Graph, ids: Iterable[str]) -> Graph:
    """Return the graph without some nodes, edges and frames and all that goes with them."""
    wanted = {key for key in ids if key != TOP}
    graph = put(graph, notes=without(graph.notes, wanted))
    nodes = _with_all_below(graph, {key for key in wanted if key in graph.nodes})
    if isinstance(graph, StateMachineGraph):
        edges = {key for key in wanted if key in graph.edges}
        return without_moods_of(without_states(graph, nodes, edges), nodes)
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
        len(parents_of(graph, key)) > 1 for key in below - nodes
    ):
        return below
    outside = [child for child in children_of(graph, TOP) if child not in nodes]
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
        said = "The root has several children; no single one can take its place."
        raise EditRefused(said, "Remove the other children first, or remove the root with all below it.")
    if children and parent is not None:
        graph = lifted(graph, node_id, children)
    after = with_graph(document, graph_id, without_elements(graph, (node_id,)))
    return with_parts_in_place(document, after, graph_id, registry)


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
                key for target in edge.targets for key in (onward if target == node_id else (target,))
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


@edit
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
    led, and those that left it are removed; loops stay, and so does what is in the state. Raises
    `EditRefused` where the parent has no room for the children.
    """
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    if isinstance(graph, StateMachineGraph):
        return with_graph(document, graph_id, _without_neighbors(graph, node_id))
    after = with_graph(document, graph_id, _loosened(document, graph_id, graph, node_id, registry, at))
    return with_parts_in_place(document, after, graph_id, registry)


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
        said = "This node is at the top and has several children; no single one can take its place."
        raise EditRefused(said, "Pull the other children out first.")
    if parent == TOP and not children:
        raise EditRefused("This node is not connected.", "Drag it onto a node to connect it.")
    changed = lifted(graph, node_id, children) if children else detached(graph, node_id)
    assert not isinstance(changed, StateMachineGraph)
    return placed(as_loose(changed, node_id), node_id, at)


def _without_neighbors(graph: StateMachineGraph, node_id: str) -> StateMachineGraph:
    node = graph.nodes[node_id]
    loops = tuple(
        transition_id
        for transition_id in node.transitions
        if transition_id in graph.edges
        and all(target == node_id for target in graph.edges[transition_id].targets)
    )
    leaving = {key for key in node.transitions if key not in loops}
    entering = {edge_id for edge_id in edges_into(graph, node_id) if edge_id not in node.transitions}
    if not leaving and not entering:
        raise EditRefused("No transition joins this state to others.", "Drag it without Alt to move it.")
    # Only transitions decide where one goes on, not the state's own initial child, which stays inside.
    plain = with_node(graph, node_id, put(node, children=(), initial=None))
    past = retargeted_past(plain, node_id)
    restored = with_node(past, node_id, node)
    assert isinstance(restored, StateMachineGraph)
    still_entering = {edge_id for edge_id in edges_into(restored, node_id) if edge_id not in node.transitions}
    changed = without_elements(restored, leaving | still_entering)
    assert isinstance(changed, StateMachineGraph)
    return changed
