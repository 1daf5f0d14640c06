"""Answer questions about the structure of one graph.

All answers hold for broken graphs too: an id that names nothing is passed over, a cycle is walked once. The
empty id `TOP` stands for the graph itself, where it is a parent or the source of an edge.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from graphs.basics.identity_cache import IdentityCache
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.graph_index import TOP as TOP
from graphs.structure.graph_index import GraphIndex as GraphIndex
from graphs.structure.graph_index import child_ids as child_ids
from graphs.structure.graph_index import initial_targets as initial_targets
from graphs.structure.graph_index import parts_of

Node = TypeVar("Node", bound=Hashable)

FEW = 64
"""Up to so many nodes are put in order by their own ways from the top."""
ROWS_KEPT = 8
_LAST = 1 << 60
Step = tuple[int, str]
"""A place among siblings; a node in no list is told apart by its id."""
Path = tuple[Step, ...]
ASKED_FIRST = 4
"""After so many questions about a long row the places of all its members are worked out."""


def strong_components(following: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """Return the groups of nodes that reach one another; a node that is in no cycle is a group alone.

    `following` are the nodes that each node leads to; one that leads nowhere may be left out.
    """
    found: list[list[Node]] = []
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    waiting: list[Node] = []
    closed: set[Node] = set()
    path: list[tuple[Node, Iterator[Node]]] = []

    def enter(node: Node) -> None:
        number[node] = lowest[node] = len(number)
        waiting.append(node)
        path.append((node, iter(following.get(node, ()))))

    for start in following:
        if start not in number:
            enter(start)
        while path:
            node, rest = path[-1]
            after = next((each for each in rest if each not in closed), None)
            if after is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    found.append([waiting.pop()])
                    while found[-1][-1] != node:
                        found[-1].append(waiting.pop())
                    closed.update(found[-1])
            elif after in number:
                lowest[node] = min(lowest[node], number[after])
            else:
                enter(after)
    return found


def top_ids(graph: Graph) -> tuple[str, ...]:
    """Return the top nodes in order: a machine's top states; a tree's root, then its loose tops."""
    if isinstance(graph, StateMachineGraph):
        return graph.children
    return graph.loose if graph.root is None else (graph.root, *graph.loose)


def beginnings(graph: StateMachineGraph) -> tuple[str, ...]:
    """Return the states that a machine can begin in: its initial ones, with moods any of its top states."""
    return graph.children if graph.moods is not None else tuple(initial_targets(graph.initial))


def children_of(graph: Graph, node_id: str) -> tuple[str, ...]:
    """Return the ids of the children of a node, or of the graph for `TOP`, in order."""
    if node_id == TOP:
        return top_ids(graph)
    node = graph.nodes.get(node_id)
    return () if node is None else child_ids(node)


def parents_of(graph: Graph, node_id: str) -> tuple[str, ...]:
    """Return every parent of a node; `TOP` for a top node, nothing for a node in no list."""
    return index_of(graph).parents.get(node_id, ())


def parent_of(graph: Graph, node_id: str) -> str | None:
    """Return the first parent of a node, `TOP` for a top node, None for a node in no list."""
    parents = parents_of(graph, node_id)
    return parents[0] if parents else None


def ancestors(graph: Graph, node_id: str) -> tuple[str, ...]:
    """Return the nodes above a node, nearest first, `TOP` left out; of several parents the first."""
    parents = index_of(graph).parents
    found: dict[str, None] = {}
    above = parents.get(node_id)
    while above and above[0] and above[0] not in found:
        found[above[0]] = None
        above = parents.get(above[0])
    return tuple(found)


def descendants(graph: Graph, node_id: str) -> tuple[str, ...]:
    """Return all nodes below a node in document order, without itself."""
    return tuple(walk(graph, children_of(graph, node_id), {node_id}))


def document_order(graph: Graph) -> tuple[str, ...]:
    """Return all node ids in document order: the stored order, parents first."""
    return index_of(graph).order


def transitions_of(graph: Graph, node_id: str) -> tuple[str, ...]:
    """Return the ids of the edges that leave a state, or the graph for `TOP`, in order."""
    if not isinstance(graph, StateMachineGraph):
        return ()
    if node_id == TOP:
        return graph.transitions
    node = graph.nodes.get(node_id)
    return () if node is None else node.transitions


def edge_order(graph: Graph) -> tuple[str, ...]:
    """Return all edges that are in a list, in document order: the graph's own, then by their sources."""
    sources = (TOP, *document_order(graph))
    return tuple(dict.fromkeys(edge for source in sources for edge in transitions_of(graph, source)))


def source_of(graph: Graph, edge_id: str) -> str | None:
    """Return the state an edge leaves, `TOP` for the graph's own, None if it is in no list."""
    return index_of(graph).sources.get(edge_id)


def edges_into(graph: Graph, node_id: str) -> tuple[str, ...]:
    """Return the ids of the edges that have a state as a target."""
    return index_of(graph).incoming.get(node_id, ())


def walk(graph: Graph, tops: Iterable[str], seen: set[str] | None = None) -> Iterator[str]:
    """Yield nodes from `tops` down in pre-order, each once; `seen` are left out and grow."""
    seen = set() if seen is None else seen
    stack = [*tops][::-1]
    while stack:
        current = stack.pop()
        if current in seen or current not in graph.nodes:
            continue
        seen.add(current)
        yield current
        stack.extend(reversed(children_of(graph, current)))


def cycles(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """Return the knots in the parent lists: each a group of nodes that are below one another."""
    parents = index_of(graph).parents
    top = sum(1 for _ in walk(graph, top_ids(graph)))
    if top == len(graph.nodes) and all(len(owners) == 1 for owners in parents.values()):
        return ()
    below = {
        node_id: [child for child in child_ids(node) if child in graph.nodes]
        for node_id, node in graph.nodes.items()
    }
    rank = index_of(graph).rank
    knots = [
        tuple(sorted(knot, key=rank.__getitem__))
        for knot in strong_components(below)
        if len(knot) > 1 or knot[0] in below[knot[0]]
    ]
    return tuple(sorted(knots, key=lambda knot: rank[knot[0]]))


index_of: IdentityCache[Graph, GraphIndex] = IdentityCache(lambda graph: GraphIndex(parts_of(graph)))
"""Return the index of a graph, one per graph object."""


def carry_index(new: Graph, old: Graph) -> None:
    """Let the index of a graph start from what is known of the one it was made from."""
    known = index_of.known(old)
    if known is not None and new is not old:
        index_of.keep(new, known.for_parts(parts_of(new)))


def merges_branches(graph: Graph) -> bool:
    """Tell whether nodes of this graph may have several parents (rule 5.3)."""
    return isinstance(graph, DecisionTreeGraph)


@dataclass(slots=True)
class _Row:
    """Hold a long row of ids, how often it was asked for a place, and the places once they are known."""

    ids: tuple[str, ...]
    asked: int = 0
    places: Mapping[str, int] | None = None


_rows: OrderedDict[int, _Row] = OrderedDict()


def in_document_order(graph: Graph, ids: Collection[str]) -> list[str]:
    """Return some nodes of a graph in document order; ids that name nothing are left out."""
    known = [key for key in ids if key in graph.nodes]
    if len(known) < 2:
        return known
    paths: dict[str, Path] = {}
    if len(known) > FEW or any(path_to(graph, key, paths) is None for key in known):
        return sorted(known, key=index_of(graph).rank.__getitem__)
    return sorted(known, key=lambda each: (paths[each], each))


def path_to(graph: Graph, node_id: str, paths: dict[str, Path]) -> Path | None:
    """Return the places among siblings from the top down to a node, by the first of several ways.

    Paths sort as nodes in document order do. None stands for a node in, or below, a circle of nodes that are
    below one another. `paths` keeps those found on the way; it is of one graph.
    """
    paths.setdefault(TOP, ())
    parents = index_of(graph).parents
    waiting, above = [node_id], {node_id}
    while waiting:
        current = waiting[-1]
        if current in paths:
            waiting.pop()
            continue
        owners = parents.get(current, ())
        missing = next((owner for owner in owners if owner not in paths), None)
        if missing is not None:
            if missing in above:
                return None
            above.add(missing)
            waiting.append(missing)
            continue
        ways = [(*paths[key], (_place(graph, key, current), "")) for key in owners]
        paths[current] = min(ways, default=((_LAST, current),))
        above.discard(current)
        waiting.pop()
    return paths[node_id]


def _place(graph: Graph, parent: str, child: str) -> int:
    if parent == TOP and not isinstance(graph, StateMachineGraph):
        return -1 if child == graph.root else _index_in(graph.loose, child)
    return _index_in(children_of(graph, parent), child)


def _index_in(row: tuple[str, ...], one: str) -> int:
    """Return the place of a member; for a long row from a mapping that is kept for a while."""
    if len(row) <= FEW:
        return row.index(one)
    kept = _rows.get(id(row))
    if kept is None or kept.ids is not row:
        kept = _rows[id(row)] = _Row(row)
        while len(_rows) > ROWS_KEPT:
            _rows.popitem(last=False)
    kept.asked += 1
    if kept.places is None and kept.asked > ASKED_FIRST:
        kept.places = dict(zip(reversed(row), range(len(row) - 1, -1, -1), strict=True))
    return row.index(one) if kept.places is None else kept.places[one]
