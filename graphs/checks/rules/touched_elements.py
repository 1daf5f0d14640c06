"""Find which parts of a graph's check an edit can have changed the outcome of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from graphs.basics.ids import keep_order, lost_and_gained, moved_member
from graphs.basics.mapping_differences import MappingDifference, difference
from graphs.model.document import Graph, Node
from graphs.model.state_machine import Edge, StateMachineGraph, StateNode
from graphs.structure.graph_index import child_ids
from graphs.structure.queries import TOP, descendants, index_of, top_ids, transitions_of

Names = dict[str, None]
"""A set of ids in the order they were added."""


MANY_LINKS = 256
MANY_ELSEWHERE = 1024


@dataclass(slots=True)
class Touched:
    """Hold what differs between two states of a graph, and what must be checked again for it.

    `nodes` and `edges` are to be checked again. `changed_nodes` and `changed_edges` came, went or are another
    value; `rehung` nodes have other parents, `reordered` ones another place under theirs, `resourced` edges
    another source. `rekinded` is set when a node came, went or became another kind, `moved` when places in
    document order may have changed, and `scattered` when it is not known whose; `top` is set when a field of
    the graph itself changed.
    """

    changed_nodes: MappingDifference
    changed_edges: MappingDifference
    nodes: Names = field(default_factory=dict)
    edges: Names = field(default_factory=dict)
    rehung: Names = field(default_factory=dict)
    new_links: list[tuple[str, str]] = field(default_factory=list)
    resourced: Names = field(default_factory=dict)
    reordered: Names = field(default_factory=dict)
    top: bool = False
    moved: bool = False
    scattered: bool = False
    rekinded: bool = False


def everything_in(graph: Graph) -> Touched:
    """Return what is touched when a graph is checked for the first time: all of it."""
    edges = _edges(graph)
    return Touched(
        MappingDifference(added=frozenset(graph.nodes)),
        MappingDifference(added=frozenset(edges)),
        nodes=dict.fromkeys(graph.nodes),
        edges=dict.fromkeys(edges),
        top=True,
        moved=True,
        scattered=True,
    )


def touched_by(old: Graph, new: Graph, retitled: Collection[str]) -> Touched:
    """Return what an edit touched; `retitled` nodes are the same and are called something else."""
    changed_edges = difference(_edges(old), _edges(new))
    touched = Touched(difference(old.nodes, new.nodes), changed_edges)
    _compare_top(old, new, touched)
    for node_id in touched.changed_nodes.touched:
        _compare_node(old.nodes.get(node_id), new.nodes.get(node_id), node_id, touched)
    for node_id in (*touched.changed_nodes.touched, *retitled):
        _add_neighbors_of_node(old, new, node_id, touched)
    for edge_id in changed_edges.touched:
        _add_neighbors_of_edge(old, new, edge_id, touched)
    touched.nodes.update(touched.rehung)
    touched.edges.update(touched.resourced)
    touched.nodes = {one: None for one in touched.nodes if one in new.nodes}
    edges = _edges(new)
    touched.edges = {one: None for one in touched.edges if one in edges}
    return touched


def _edges(graph: Graph) -> Mapping[str, Edge]:
    return graph.edges if isinstance(graph, StateMachineGraph) else {}


_MAPPINGS = frozenset({"nodes", "edges", "layout", "notes", "variables", "parameters"})


def _compare_top(old: Graph, new: Graph, touched: Touched) -> None:
    touched.top = old.model_extra != new.model_extra or any(
        getattr(old, name) is not getattr(new, name) and getattr(old, name) != getattr(new, name)
        for name in type(old).model_fields
        if name not in _MAPPINGS
    )
    if not touched.top:
        return
    _compare_children(TOP, top_ids(old), top_ids(new), touched)
    if isinstance(old, StateMachineGraph) and isinstance(new, StateMachineGraph):
        _compare_transitions(old.transitions, new.transitions, touched)
        if old.transitions != new.transitions:
            touched.edges.update(dict.fromkeys(new.transitions))
    roots = [getattr(graph, "root", None) for graph in (old, new)]
    if roots[0] != roots[1]:
        touched.rehung.update((one, None) for one in roots if one is not None)
        touched.moved = True


def elements_elsewhere(graph: Graph, touched: Touched) -> Names | None:
    """Return the nodes and transitions that may have another place among the rest; None for any of them."""
    if touched.scattered:
        return None
    found: Names = dict(touched.resourced)
    for one in (*touched.rehung, *touched.reordered):
        below = descendants(graph, one) if one in graph.nodes else ()
        if len(found) + len(below) > MANY_ELSEWHERE:
            return None
        found.update(dict.fromkeys((one, *below)))
    if isinstance(graph, StateMachineGraph):
        for one in tuple(found):
            found.update(dict.fromkeys(transitions_of(graph, one) if one else ()))
    return found


def _compare_node(before: Node | None, after: Node | None, node_id: str, touched: Touched) -> None:
    old_children, children = (() if one is None else child_ids(one) for one in (before, after))
    _compare_children(node_id, old_children, children, touched)
    old_edges, edges = (one.transitions if isinstance(one, StateNode) else () for one in (before, after))
    _compare_transitions(old_edges, edges, touched)
    if before is None or after is None or before.kind != after.kind:
        touched.rekinded = True
        touched.nodes.update(dict.fromkeys((*old_children, *children)))
    touched.moved = touched.moved or before is None or after is None


def _compare_children(owner: str, old: tuple[str, ...], new: tuple[str, ...], touched: Touched) -> None:
    if old is new or old == new:
        return
    lost, gained = lost_and_gained(old, new)
    touched.moved = True
    if not lost and not gained:
        member = moved_member(old, new)
        touched.scattered = touched.scattered or member is None
        touched.reordered.update({} if member is None else {member: None})
    elif not keep_order(old, new, {*lost, *gained}):
        touched.scattered = True
    touched.rehung.update(dict.fromkeys((*lost, *gained)))
    touched.new_links.extend((owner, one) for one in gained)


def _compare_transitions(old: tuple[str, ...], new: tuple[str, ...], touched: Touched) -> None:
    if old is not new and old != new:
        lost, gained = lost_and_gained(old, new)
        touched.resourced.update(dict.fromkeys((*lost, *gained)))


def _add_neighbors_of_node(old: Graph, new: Graph, node_id: str, touched: Touched) -> None:
    """Add what looks at a node: itself, its parents, who begins at it, transitions it owns, or into it."""
    index = index_of(new)
    touched.nodes[node_id] = None
    touched.nodes.update(dict.fromkeys(index.parents.get(node_id, ())))
    if not isinstance(new, StateMachineGraph):
        return
    touched.nodes.update(dict.fromkeys(index.marked_by.get(node_id, ())))
    for graph in (old, new):
        node = graph.nodes.get(node_id)
        if isinstance(node, StateNode):
            touched.edges.update(dict.fromkeys(node.transitions))
    before, after = old.nodes.get(node_id), new.nodes.get(node_id)
    if before is None or after is None or before.disabled != after.disabled:
        touched.edges.update(dict.fromkeys(index.incoming.get(node_id, ())))
        touched.edges[node_id] = None


def _add_neighbors_of_edge(old: Graph, new: Graph, edge_id: str, touched: Touched) -> None:
    """Add what looks at a transition: itself, and the states in whose lists it stands."""
    touched.edges[edge_id] = None
    touched.nodes[edge_id] = None
    for graph in (old, new):
        source = index_of(graph).sources.get(edge_id)
        if source:
            touched.nodes[source] = None


def closes_a_circle(graph: Graph, links: Collection[tuple[str, str]]) -> bool:
    """Tell whether any of some links from parent to child leads back to where it starts.

    Of very many links it is taken for granted, since to look for circles in all of the graph is quicker then.
    """
    if len(links) > MANY_LINKS:
        return True
    parents = index_of(graph).parents
    for parent, child in links:
        waiting, seen = [parent], {parent}
        while waiting:
            current = waiting.pop()
            if current == child:
                return True
            above = [one for one in parents.get(current, ()) if one and one not in seen]
            seen.update(above)
            waiting.extend(above)
    return False
