"""Know the structure of a graph: who is whose parent, in which order, where edges start and end.

Each part of an index is worked out when it is first asked for. The index of a graph that an edit made from
another starts from what is known of that one, and works out again only what the edit touched.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar, cast

from graphs.basics.ids import lost_and_gained
from graphs.basics.layered_mapping import LayeredMapping
from graphs.basics.mapping_differences import MappingDifference, difference
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Graph, Node
from graphs.model.graph_parts import Arguments
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode

TOP = ""
"""The graph itself as parent or source."""

Owners = LayeredMapping[tuple[str, ...]]
"""The owners of each member of lists, ordered by id."""

Call = tuple[str, str, Arguments]
"""The field of a node that names a graph, the graph, the arguments."""


class GraphParts(NamedTuple):
    """Hold those parts of a graph that its structure depends on."""

    tops: tuple[str, ...]
    transitions: tuple[str, ...]
    nodes: Mapping[str, Node]
    edges: Mapping[str, Edge]


class Sources(NamedTuple):
    """Hold the node each edge leaves, and the edges that are in several lists."""

    of: LayeredMapping[str]
    shared: frozenset[str]


Known = TypeVar("Known")


class GraphIndex:
    """Answer what is asked again and again about one graph; see each property.

    Holds for broken graphs too: an id that names nothing is passed over, a cycle is walked once.
    """

    __slots__ = ("_bases", "_known", "_parts")

    def __init__(self, parts: GraphParts, bases: dict[str, tuple[GraphParts, Any]] | None = None) -> None:
        self._parts = parts
        self._known: dict[str, Any] = {}
        self._bases = bases or {}

    def for_parts(self, parts: GraphParts) -> GraphIndex:
        """Return an index of other parts that carries over what is known of these."""
        bases = dict(self._bases)
        for name, value in self._known.items():
            bases[name] = (self._parts, value)
        return GraphIndex(parts, bases)

    @property
    def parents(self) -> Owners:
        """Return every parent of a node by its id, `TOP` for a top node, ordered by id.

        There are several where branches of a decision tree merge, or the graph is broken.
        """
        return self._get("parents", _build_parents, _carry_parents)

    @property
    def order(self) -> tuple[str, ...]:
        """Return all nodes in document order: pre-order; nodes in no list, and in circles, at the end."""
        return self._get("order", _build_order, _carry_order)

    @property
    def rank(self) -> Mapping[str, int]:
        """Return the place of each node in document order."""
        order = self.order
        found: tuple[tuple[str, ...], Mapping[str, int]] | None = self._known.get("rank")
        if found is None and "rank" in self._bases:
            found = self._bases.pop("rank")[1]
        if found is None or found[0] is not order:
            found = (order, dict(zip(order, range(len(order)), strict=True)))
        self._known["rank"] = found
        return found[1]

    @property
    def sources(self) -> Mapping[str, str]:
        """Return the node each edge leaves, `TOP` for the graph; the first in document order of several."""
        return self.owned_edges.of

    @property
    def owned_edges(self) -> Sources:
        """Return the sources of edges, and which edges are in several lists."""
        return self._get("sources", self._build_sources, self._carry_sources)

    @property
    def incoming(self) -> Mapping[str, tuple[str, ...]]:
        """Return the edges that have a node as a target, ordered by id."""
        return self._get("incoming", _build_incoming, _carry_incoming)

    @property
    def marked_by(self) -> Mapping[str, tuple[str, ...]]:
        """Return the states that begin at a node, or name it as default, ordered by id."""
        return self._get("marks", _build_marks, _carry_marks)

    @property
    def names(self) -> Mapping[str, int]:
        """Return how many nodes have each name."""
        return self._get("names", _build_names, _carry_names)

    @property
    def calls(self) -> Mapping[str, tuple[Call, ...]]:
        """Return the calls of graphs by the node that makes them, in no order."""
        return self._get("calls", _build_calls, _carry_calls)

    def _get(
        self,
        name: str,
        build: Callable[[GraphParts], Known],
        carry: Callable[[GraphParts, Known, GraphParts], Known | None],
    ) -> Known:
        known = self._known
        if name in known:
            return cast(Known, known[name])
        base = self._bases.pop(name, None)
        value = None if base is None else carry(base[0], base[1], self._parts)
        if value is None:
            value = build(self._parts)
        known[name] = value
        return value

    def _build_sources(self, parts: GraphParts) -> Sources:
        found: dict[str, str] = {}
        shared: set[str] = set()
        for source in (TOP, *self.order):
            for edge_id in _transitions(parts, source):
                if found.setdefault(edge_id, source) != source:
                    shared.add(edge_id)
        return Sources(LayeredMapping(found), frozenset(shared))

    def _carry_sources(self, old: GraphParts, value: Sources, new: GraphParts) -> Sources | None:
        links = _changed_links(old, new, _owned_edges, old.transitions, new.transitions)
        if not links:
            return value
        if value.shared:
            return None
        changes: dict[str, str | None] = {}
        for edge_id, source in links.lost:
            if value.of.get(edge_id) == source:
                changes[edge_id] = None
        for edge_id, source in links.gained:
            if changes.get(edge_id, value.of.get(edge_id)) not in (None, source):
                return None
            changes[edge_id] = source
        return Sources(value.of.changed(changes), value.shared)


def parts_of(graph: Graph) -> GraphParts:
    """Return the parts of a graph that its index depends on."""
    if isinstance(graph, StateMachineGraph):
        return GraphParts(graph.children, graph.transitions, graph.nodes, graph.edges)
    tops = graph.loose if graph.root is None else (graph.root, *graph.loose)
    return GraphParts(tops, (), graph.nodes, {})


def child_ids(node: Node) -> tuple[str, ...]:
    """Return the ids of a node's children in order; of a decision node each once."""
    if isinstance(node, DecisionNode):
        return tuple(dict.fromkeys(branch.child for branch in node.branches if branch.child is not None))
    return node.children


class _Links:
    """Hold what was taken out of lists and put into them: pairs of the member and the list's owner."""

    __slots__ = ("gained", "lost")

    def __init__(self) -> None:
        self.lost: list[tuple[str, str]] = []
        self.gained: list[tuple[str, str]] = []

    def __bool__(self) -> bool:
        return bool(self.lost or self.gained)

    def compare(self, owner: str, old: tuple[str, ...], new: tuple[str, ...]) -> None:
        """Add what differs between two states of one list; its order does not count."""
        lost, gained = lost_and_gained(old, new)
        self.lost.extend((key, owner) for key in lost)
        self.gained.extend((key, owner) for key in gained)


def _changed_links(
    old: GraphParts,
    new: GraphParts,
    members: Callable[[Node], tuple[str, ...]],
    old_top: tuple[str, ...],
    new_top: tuple[str, ...],
) -> _Links:
    links = _Links()
    links.compare(TOP, old_top, new_top)
    for node_id in difference(old.nodes, new.nodes).touched:
        before, after = old.nodes.get(node_id), new.nodes.get(node_id)
        links.compare(
            node_id, () if before is None else members(before), () if after is None else members(after)
        )
    return links


def _owned_edges(node: Node) -> tuple[str, ...]:
    return node.transitions if isinstance(node, StateNode) else ()


def _transitions(parts: GraphParts, source: str) -> tuple[str, ...]:
    if source == TOP:
        return parts.transitions
    node = parts.nodes.get(source)
    return node.transitions if isinstance(node, StateNode) else ()


def _build_parents(parts: GraphParts) -> Owners:
    found: dict[str, tuple[str, ...]] = {}
    several: dict[str, list[str]] = {}
    lists = [(TOP, parts.tops), *((node_id, child_ids(node)) for node_id, node in parts.nodes.items())]
    for parent, children in lists:
        own = (parent,)
        for child in children:
            if child not in found:
                found[child] = own
            elif child in several:
                several[child].append(parent)
            else:
                several[child] = [*found[child], parent]
    for child, owners in several.items():
        found[child] = tuple(sorted(owners))
    return LayeredMapping(found)


def _carry_parents(old: GraphParts, value: Owners, new: GraphParts) -> Owners:
    links = _changed_links(old, new, child_ids, old.tops, new.tops)
    if not links:
        return value
    return _with_links(value, links.lost, links.gained)


def _with_links(value: Owners, lost: Iterable[tuple[str, str]], gained: Iterable[tuple[str, str]]) -> Owners:
    """Return a mapping of members to their sorted owners with some pairs taken out and others put in."""
    owners: dict[str, list[str]] = {}
    for member, owner in lost:
        known = owners.setdefault(member, list(value.get(member, ())))
        if owner in known:
            known.remove(owner)
    for member, owner in gained:
        insort(owners.setdefault(member, list(value.get(member, ()))), owner)
    return value.changed({member: tuple(known) or None for member, known in owners.items()})


def _build_order(parts: GraphParts) -> tuple[str, ...]:
    order: list[str] = []
    seen: set[str] = set()
    _walk(parts.nodes, parts.tops, seen, order)
    if len(order) < len(parts.nodes):
        parents = _build_parents(parts)
        _walk(parts.nodes, sorted(node_id for node_id in parts.nodes if node_id not in parents), seen, order)
        _walk(parts.nodes, sorted(key for key in parts.nodes if key not in seen), seen, order)
    return tuple(order)


def _walk(nodes: Mapping[str, Node], tops: Iterable[str], seen: set[str], order: list[str]) -> None:
    stack = [*tops][::-1]
    while stack:
        current = stack.pop()
        node = nodes.get(current)
        if node is None or current in seen:
            continue
        seen.add(current)
        order.append(current)
        children = child_ids(node)
        if children:
            stack.extend(children[::-1])


def _carry_order(old: GraphParts, value: tuple[str, ...], new: GraphParts) -> tuple[str, ...] | None:
    if old.tops is not new.tops and old.tops != new.tops:
        return None
    change: MappingDifference = difference(old.nodes, new.nodes)
    if change.added or change.removed:
        return None
    same = all(child_ids(old.nodes[key]) == child_ids(new.nodes[key]) for key in change.changed)
    return value if same else None


def _build_incoming(parts: GraphParts) -> Owners:
    found: dict[str, list[str]] = {}
    for edge_id, edge in parts.edges.items():
        for target in dict.fromkeys(edge.targets):
            found.setdefault(target, []).append(edge_id)
    return LayeredMapping({target: tuple(sorted(edges)) for target, edges in found.items()})


def _carry_incoming(old: GraphParts, value: Owners, new: GraphParts) -> Owners:
    lost: list[tuple[str, str]] = []
    gained: list[tuple[str, str]] = []
    for edge_id in difference(old.edges, new.edges).touched:
        before = set(old.edges[edge_id].targets) if edge_id in old.edges else set()
        after = set(new.edges[edge_id].targets) if edge_id in new.edges else set()
        lost.extend((target, edge_id) for target in before - after)
        gained.extend((target, edge_id) for target in after - before)
    return _with_links(value, lost, gained) if lost or gained else value


def marks_of(node: Node) -> tuple[str, ...]:
    """Return the nodes that a state names as initial or default, each once."""
    if not isinstance(node, StateNode) or (node.initial is None and node.default is None):
        return ()
    return tuple(dict.fromkeys((*initial_targets(node.initial), *initial_targets(node.default))))


def initial_targets(initial: str | InitialTransition | None) -> tuple[str, ...]:
    """Return the states that an `initial` or `default` enters."""
    if initial is None:
        return ()
    return (initial,) if isinstance(initial, str) else initial.targets


def _build_marks(parts: GraphParts) -> Owners:
    found: dict[str, list[str]] = {}
    for node_id, node in parts.nodes.items():
        for target in marks_of(node):
            found.setdefault(target, []).append(node_id)
    return LayeredMapping({target: tuple(sorted(nodes)) for target, nodes in found.items()})


def _carry_marks(old: GraphParts, value: Owners, new: GraphParts) -> Owners:
    links = _changed_links(old, new, marks_of, (), ())
    return _with_links(value, links.lost, links.gained) if links else value


def _build_names(parts: GraphParts) -> LayeredMapping[int]:
    return LayeredMapping(
        dict(Counter(node.name for node in parts.nodes.values() if isinstance(node, StateNode)))
    )


def _carry_names(old: GraphParts, value: LayeredMapping[int], new: GraphParts) -> LayeredMapping[int]:
    change: Counter[str] = Counter()
    for node_id in difference(old.nodes, new.nodes).touched:
        before, after = old.nodes.get(node_id), new.nodes.get(node_id)
        if isinstance(before, StateNode):
            change[before.name] -= 1
        if isinstance(after, StateNode):
            change[after.name] += 1
    counts = {name: value.get(name, 0) + count or None for name, count in change.items() if count}
    return value.changed(counts) if counts else value


def _build_calls(parts: GraphParts) -> LayeredMapping[tuple[Call, ...]]:
    found = ((node_id, calls_of(node)) for node_id, node in parts.nodes.items())
    return LayeredMapping({node_id: calls for node_id, calls in found if calls})


def _carry_calls(
    old: GraphParts, value: LayeredMapping[tuple[Call, ...]], new: GraphParts
) -> LayeredMapping[tuple[Call, ...]]:
    changes: dict[str, tuple[Call, ...] | None] = {}
    for node_id in difference(old.nodes, new.nodes).touched:
        node = new.nodes.get(node_id)
        calls = () if node is None else calls_of(node)
        if calls != value.get(node_id, ()):
            changes[node_id] = calls or None
    return value.changed(changes) if changes else value


def calls_of(node: Node) -> tuple[Call, ...]:
    """Return the graphs that a node calls: the field that names each, its id, the arguments."""
    if not isinstance(node, StateNode):
        return () if node.graph is None else (("graph", node.graph, node.arguments),)
    if node.activity is None and node.decision is None:
        return ()
    found: list[Call] = []
    if node.activity is not None and node.activity.graph is not None:
        found.append(("activity.graph", node.activity.graph, node.activity.arguments))
    if node.decision is not None:
        found.append(("decision.graph", node.decision.graph, node.decision.arguments))
    return tuple(found)
