"""Know where in the JSON of a graph its nodes and transitions are, and what moved there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from graphs.basics.plain_json import ABSENT, Entry, JsonObject, object_at, texts_at
from graphs.checks.rules.problem import Place
from graphs.difference.difference import Difference, Part, moved_members

Location = tuple[str, str, int]
"""A parent ("" is the graph itself), the name of its list, and the place in it."""

GRAPH_LISTS: Mapping[str, tuple[str, ...]] = {
    "state_machine": ("children", "transitions"),
    "behavior_tree": ("loose",),
    "decision_tree": ("loose",),
}
"""Which fields of a graph are ordered lists of ids, by the kind of graph."""

NODE_LISTS: Mapping[str, tuple[str, ...]] = {
    "state_machine": ("children", "transitions"),
    "behavior_tree": ("children",),
    "decision_tree": (),
}
"""Which fields of a node are ordered lists of ids, by the kind of graph."""


def kind_of(graph: JsonObject) -> str:
    """Return the kind of a graph."""
    return str(graph.get("kind"))


def nodes_of(graph: JsonObject) -> dict[str, JsonObject]:
    """Return the nodes of a graph by id."""
    return _objects(object_at(graph, "nodes"))


def edges_of(graph: JsonObject) -> dict[str, JsonObject]:
    """Return the transitions of a machine by id; a tree has none."""
    return _objects(object_at(graph, "edges")) if kind_of(graph) == "state_machine" else {}


def branches_of(graph_kind: str, node: JsonObject) -> list[JsonObject]:
    """Return the branches of a question."""
    entry = node.get("branches") if graph_kind == "decision_tree" else None
    return [branch for branch in entry if isinstance(branch, dict)] if isinstance(entry, list) else []


def node_locations(graph: JsonObject) -> dict[str, Location]:
    """Return where each node stands, the first place of several; the root is in a list `root`."""
    kind = kind_of(graph)
    found: dict[str, Location] = {}
    root = graph.get("root")
    if isinstance(root, str) and kind != "state_machine":
        found[root] = ("", "root", 0)
    for name in GRAPH_LISTS.get(kind, ()):
        if name != "transitions":
            _enter(found, "", name, texts_at(graph, name))
    for parent, node in nodes_of(graph).items():
        if "children" in NODE_LISTS.get(kind, ()):
            _enter(found, parent, "children", texts_at(node, "children"))
        for place, branch in enumerate(branches_of(kind, node)):
            child = branch.get("child")
            if isinstance(child, str):
                found.setdefault(child, (parent, "branches", place))
    return found


def edge_locations(graph: JsonObject) -> dict[str, Location]:
    """Return where each transition stands, the first place of several."""
    found: dict[str, Location] = {}
    if kind_of(graph) == "state_machine":
        for source, holder in (("", graph), *nodes_of(graph).items()):
            _enter(found, source, "transitions", texts_at(holder, "transitions"))
    return found


def _enter(found: dict[str, Location], parent: str, name: str, ids: list[str]) -> None:
    for place, key in enumerate(ids):
        found.setdefault(key, (parent, name, place))


def _objects(value: JsonObject) -> dict[str, JsonObject]:
    return {key: entry for key, entry in value.items() if isinstance(entry, dict)}


def moves(graph_id: str, old: JsonObject, new: JsonObject) -> list[Difference]:
    """Return the moves of nodes and transitions that are in both versions of a graph."""
    nodes = nodes_of(old).keys() & nodes_of(new).keys()
    edges = edges_of(old).keys() & edges_of(new).keys()
    return [
        *_moves_of("node", graph_id, nodes, node_locations(old), node_locations(new)),
        *_moves_of("edge", graph_id, edges, edge_locations(old), edge_locations(new)),
    ]


def unexplained_lists(
    graph_id: str, old: JsonObject, new: JsonObject, told: Collection[str]
) -> Iterator[Difference]:
    """Yield the lists that differ in more than the ids in `told`: ids that name nothing, or stand twice."""
    kind = kind_of(new)
    before, after = nodes_of(old), nodes_of(new)
    holders = [("", old, new, GRAPH_LISTS.get(kind, ()))]
    holders += [
        (key, before[key], after[key], NODE_LISTS.get(kind, ()))
        for key in sorted(before.keys() & after.keys())
    ]
    for holder, left, right, names in holders:
        for name in names:
            lists = [[text for text in texts_at(side, name) if text not in told] for side in (left, right)]
            if lists[0] != lists[1]:
                part: Part = "node" if holder else "graph"
                place = Place(graph_id, holder, name)
                yield Difference("changed", part, place, left.get(name, ABSENT), right.get(name, ABSENT))


def location_value(location: Location | None) -> Entry:
    """Return a location as a difference holds it."""
    if location is None:
        return ABSENT
    parent, name, place = location
    return {"parent": parent or None, "list": name, "index": place}


def _moves_of(
    part: Part,
    graph_id: str,
    known: Collection[str],
    before: Mapping[str, Location],
    after: Mapping[str, Location],
) -> Iterator[Difference]:
    moved = {each for each in known if _hangs_elsewhere(before.get(each), after.get(each))}
    lists: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for side, found in enumerate((before, after)):
        for key, (parent, name, _) in sorted(found.items(), key=lambda item: item[1]):
            if key in known and key not in moved and name != "branches":
                lists.setdefault((parent, name), ([], []))[side].append(key)
    for left, right in lists.values():
        moved |= moved_members(left, right)
    for key in sorted(moved):
        yield Difference(
            "moved",
            part,
            Place(graph_id, key),
            location_value(before.get(key)),
            location_value(after.get(key)),
        )


def _hangs_elsewhere(before: Location | None, after: Location | None) -> bool:
    """Tell whether a thing is in another list; between questions the branches tell it themselves."""
    if before is None or after is None:
        return before is not after
    return before[:2] != after[:2] and not before[1] == after[1] == "branches"
