"""Read one of the three versions of a graph that are merged."""

from __future__ import annotations

from collections.abc import Iterable

from graphs.basics.plain_json import JsonObject, texts_at
from graphs.difference.structure import (
    NODE_LISTS,
    Location,
    branches_of,
    edge_locations,
    edges_of,
    kind_of,
    node_locations,
    nodes_of,
)
from graphs.structure.queries import TOP

ROOT_LIST = "root"
"""The list that a tree's root stands in, as if it were one."""


class Side:
    """Hold the JSON of one version of a graph, and what is looked up in it again and again."""

    def __init__(self, value: JsonObject) -> None:
        self.value = value
        self.kind = kind_of(value)
        self.nodes = nodes_of(value)
        self.edges = edges_of(value)
        self.places: dict[str, Location] = node_locations(value)
        self.sources: dict[str, Location] = edge_locations(value)
        self.parents: dict[str, set[str]] = {}
        for parent in (TOP, *self.nodes):
            for child in self.children(parent):
                self.parents.setdefault(child, set()).add(parent)

    def holder(self, one: str) -> JsonObject:
        """Return a node, the graph itself for `TOP`, and an empty object for what is not here."""
        return self.value if one == TOP else self.nodes.get(one, {})

    def ids(self, holder: str, name: str) -> list[str]:
        """Return one of the ordered lists of a node, or of the graph for `TOP`."""
        if name == ROOT_LIST:
            root = self.value.get("root")
            return [root] if isinstance(root, str) else []
        return texts_at(self.holder(holder), name)

    def branches(self, one: str) -> list[JsonObject]:
        """Return the branches of a question."""
        return branches_of(self.kind, self.holder(one)) if one != TOP else []

    def children(self, one: str) -> list[str]:
        """Return what hangs on a node, or at the top."""
        if one == TOP:
            name = "children" if self.kind == "state_machine" else "loose"
            return [*(self.ids(TOP, ROOT_LIST) if name == "loose" else ()), *self.ids(TOP, name)]
        found = self.ids(one, "children") if "children" in NODE_LISTS.get(self.kind, ()) else []
        for branch in self.branches(one):
            child = branch.get("child")
            if isinstance(child, str):
                found.append(child)
        return found

    def targets(self, edge: str) -> list[str]:
        """Return the states that a transition leads to."""
        return texts_at(self.edges.get(edge, {}), "targets")

    def source(self, edge: str) -> str | None:
        """Return the state that a transition leaves, `TOP` for the graph's own, None for one in no list."""
        place = self.sources.get(edge)
        return None if place is None else place[0]

    def fragment(self, nodes: Iterable[str], edges: Iterable[str]) -> JsonObject:
        """Return some nodes and transitions as they stand here."""
        return {
            "nodes": {one: self.nodes[one] for one in sorted(nodes) if one in self.nodes},
            "edges": {one: self.edges[one] for one in sorted(edges) if one in self.edges},
        }


def initial_ids(value: object) -> list[str]:
    """Return the ids that an `initial` or `default` names, as it stands in a file."""
    if isinstance(value, str):
        return [value]
    return texts_at(value, "targets") if isinstance(value, dict) else []
