"""Know where in the JSON of a graph its nodes and transitions stand: the lists that make the tree."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.plain_json import JsonObject, object_at, texts_at

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
    """Return where each node stands, the first place of several; the root stands in a list `root`."""
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
    for place, one in enumerate(ids):
        found.setdefault(one, (parent, name, place))


def _objects(value: JsonObject) -> dict[str, JsonObject]:
    return {key: entry for key, entry in value.items() if isinstance(entry, dict)}
