"""Take states and transitions out of a machine, and every mention of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphs.basics.id_lists import without_members
from graphs.edits.attaching import initial_without
from graphs.edits.replacing import put, with_entries, without
from graphs.model.state_machine import Edge, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, edges_into, index_of, parents_of, source_of


def without_states(
    graph: StateMachineGraph, nodes: Collection[str], edges: Collection[str]
) -> StateMachineGraph:
    """Return the machine without some states and edges; all that is below the states must be among them.

    Edges that leave the states go too, and those into them that have no other target. Every part is replaced
    once, since a machine may be large.
    """
    gone = set(edges)
    gone.update(edge for one in nodes for edge in graph.nodes[one].transitions)
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
    for one in _marking(graph, nodes):
        node = states.get(one, graph.nodes[one])
        initial, default = initial_without(node.initial, nodes), initial_without(node.default, nodes)
        states[one] = put(node, initial=initial, default=default)
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
    for edge_id in dict.fromkeys(edge for one in sorted(nodes) for edge in edges_into(graph, one)):
        edge = graph.edges.get(edge_id)
        if edge is not None and edge_id not in gone:
            targets = tuple(target for target in edge.targets if target not in nodes)
            found[edge_id] = put(edge, targets=targets) if targets else None
    return found


def _owners(graph: StateMachineGraph, nodes: Collection[str], gone: Iterable[str]) -> list[str]:
    """Return who lists any of the states and edges, and stays."""
    owners = [parent for one in sorted(nodes) for parent in parents_of(graph, one)]
    owners += [source for one in sorted(gone) if (source := source_of(graph, one)) is not None]
    return [one for one in dict.fromkeys(owners) if one not in nodes]


def _marking(graph: StateMachineGraph, nodes: Collection[str]) -> list[str]:
    """Return the states that stay and name any of those that go as initial or default."""
    marked_by = index_of(graph).marked_by
    named = dict.fromkeys(one for gone in sorted(nodes) for one in marked_by.get(gone, ()))
    return [one for one in named if one not in nodes]
