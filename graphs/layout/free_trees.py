"""Place the nodes of a tree where the user put them, and those that were put nowhere by their parents.

A tree arranges itself. One that is placed freely says so by a stored place of the graph's own mark, under the
empty id; then a node with a stored place is there, and any other as far from its parent as in the tidy
arrangement. Order stays what the lists of children say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.document import Graph
from graphs.structure.graph_index import TOP
from graphs.structure.queries import children_of, descendants

Position = tuple[float, float]
TreeGraph = BehaviorTreeGraph | DecisionTreeGraph


def is_placed_freely(graph: Graph | None) -> bool:
    """Tell whether a graph is a tree whose nodes stand where the user put them."""
    if not isinstance(graph, BehaviorTreeGraph | DecisionTreeGraph):
        return False
    mark = graph.layout.get(TOP)
    return mark is not None and mark.at is not None


def runs_across(graph: Graph | None) -> bool:
    """Tell whether a graph is a behavior tree that grows from left to right."""
    mark = graph.layout.get(TOP) if isinstance(graph, BehaviorTreeGraph) else None
    return mark is not None and mark.across


def stored_place(graph: TreeGraph, node_id: str) -> Position | None:
    """Return where a node was put, None for nowhere."""
    entry = graph.layout.get(node_id)
    return (float(entry.at[0]), float(entry.at[1])) if entry is not None and entry.at is not None else None


def free_places(
    graph: TreeGraph,
    order: Iterable[str],
    children: Mapping[str, tuple[str, ...]],
    tidy: Mapping[str, Position],
) -> dict[str, Position]:
    """Return the upper left corner of each node; `order` has parents before their children, `tidy` all."""
    parents: dict[str, str] = {}
    places: dict[str, Position] = {}
    for node_id in order:
        for child in children[node_id]:
            parents.setdefault(child, node_id)
        at, parent = stored_place(graph, node_id), parents.get(node_id)
        if at is None:
            (x, y), (dx, dy) = tidy[node_id], (0.0, 0.0)
            if parent is not None and parent in places:
                dx, dy = places[parent][0] - tidy[parent][0], places[parent][1] - tidy[parent][1]
            at = x + dx, y + dy
        places[node_id] = at
    return places


def carried_places(
    graph: TreeGraph, tops: Iterable[str], shown: Mapping[str, Position], step: Position
) -> dict[str, Position]:
    """Return the places to store so that some nodes, with all below them, go a step further.

    `shown` are the corners of visible nodes. What below them has no stored place goes along by itself.
    """
    dx, dy = step
    places: dict[str, Position] = {}
    for top in tops:
        if top in shown:
            places[top] = shown[top][0] + dx, shown[top][1] + dy
        for node_id in descendants(graph, top):
            at = stored_place(graph, node_id)
            if at is not None and node_id not in places:
                places[node_id] = at[0] + dx, at[1] + dy
    return places


def tidied_places(
    graph: TreeGraph, tops: Iterable[str], shown: Mapping[str, Position], tidy: Mapping[str, Position]
) -> dict[str, Position]:
    """Return places that lay out what is below some nodes tidily, while those nodes stay where they are."""
    places: dict[str, Position] = {}
    for top in tops:
        if top not in shown:
            continue
        dx, dy = shown[top][0] - tidy[top][0], shown[top][1] - tidy[top][1]
        for node_id in descendants(graph, top):
            if node_id in tidy:
                places[node_id] = tidy[node_id][0] + dx, tidy[node_id][1] + dy
    return places


def tops_of(graph: TreeGraph, chosen: Iterable[str]) -> list[str]:
    """Return those of some nodes that stand below none of the others."""
    ids = list(chosen)
    below = {inner for key in ids for inner in descendants(graph, key)}
    return [key for key in ids if key not in below]


def all_tops(graph: TreeGraph) -> tuple[str, ...]:
    """Return the root and the tops of loose fragments."""
    return children_of(graph, TOP)
