"""Read one of the three versions of a graph that are merged, and what one side changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphs.basics.plain_json import JsonObject, same_json, texts_at
from graphs.difference.difference import field_changes
from graphs.difference.document_difference import matched_branches
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
"""The list that a tree's root is in, as if it were one."""


class MergeSide:
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
            "nodes": {node_id: self.nodes[node_id] for node_id in sorted(nodes) if node_id in self.nodes},
            "edges": {edge_id: self.edges[edge_id] for edge_id in sorted(edges) if edge_id in self.edges},
        }


def initial_ids(value: object) -> list[str]:
    """Return the ids that an `initial` or `default` names, as it is in a file."""
    if isinstance(value, str):
        return [value]
    return texts_at(value, "targets") if isinstance(value, dict) else []


class SideChanges:
    """Hold the nodes and transitions of the base that one side changed, moved, or newly refers to.

    What a side merely takes away, such as one child of several, is no touch: it goes together with the other
    side's taking away more.
    """

    def __init__(self, base: MergeSide, side: MergeSide) -> None:
        self.edges = {
            edge_id for edge_id in base.edges.keys() & side.edges.keys() if _edge_differs(base, side, edge_id)
        }
        known = base.nodes.keys() & side.nodes.keys()
        self.nodes = {key for key in known if _node_differs(base, side, key)}
        self.nodes |= _newly_named(base, side) & known
        for edge in self.edges | (side.edges.keys() - base.edges.keys()):
            self.nodes |= {each for each in (side.source(edge), *side.targets(edge)) if each in known}


def without_lists(side: MergeSide, one: str) -> JsonObject:
    """Return a node without the lists that make the tree."""
    lists = structure_fields(side.kind)
    return {name: value for name, value in side.nodes.get(one, {}).items() if name not in lists}


def reset_initials(base: MergeSide, side: MergeSide, names: tuple[str, ...] = ("initial",)) -> set[str]:
    """Return the states that an `initial` names which this side set again: they must stay where they are.

    `names` are the fields looked at, `initial` and `default`.
    """
    if side.kind != "state_machine":
        return set()
    return {
        state
        for holder in (TOP, *side.nodes)
        for name in names
        if not same_json(base.holder(holder).get(name), side.holder(holder).get(name))
        for state in initial_ids(side.holder(holder).get(name))
    }


def structure_fields(graph_kind: str) -> frozenset[str]:
    """Return the fields of a node that make the tree."""
    lists = frozenset(NODE_LISTS.get(graph_kind, ()))
    return lists | {"branches"} if graph_kind == "decision_tree" else lists


def _edge_differs(base: MergeSide, side: MergeSide, one: str) -> bool:
    return base.source(one) != side.source(one) or not same_json(base.edges[one], side.edges[one])


def _node_differs(base: MergeSide, side: MergeSide, one: str) -> bool:
    if not same_json(without_lists(base, one), without_lists(side, one)):
        return True
    if side.parents.get(one, set()) - base.parents.get(one, set()) or _is_relisted(base, side, one):
        return True
    lists = NODE_LISTS.get(side.kind, ())
    if any(not _is_part(side.ids(one, name), base.ids(one, name)) for name in lists):
        return True
    return _branches_differ(base.branches(one), side.branches(one))


def _is_relisted(base: MergeSide, side: MergeSide, one: str) -> bool:
    """Tell whether a node that hangs on one holder is in another list of it: the root became loose."""
    before, now = base.places.get(one), side.places.get(one)
    return before is not None and now is not None and before[0] == now[0] and before[1] != now[1]


def _is_part(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether a list is another one with some members taken away."""
    rest = iter(whole)
    return all(key in rest for key in part)


def _branches_differ(base: Sequence[JsonObject], side: Sequence[JsonObject]) -> bool:
    matches = matched_branches(base, side)
    if len(matches) < len(side):
        return True
    if [matches[place] for place in sorted(matches)] != sorted(matches.values()):
        return True
    changes = [
        change for place, branch in enumerate(side) for change in field_changes(base[matches[place]], branch)
    ]
    return any(change.path != "child" or isinstance(change.new, str) for change in changes)


def _newly_named(base: MergeSide, side: MergeSide) -> set[str]:
    """Return the ids that a root, an initial, a default or a transition names here and not in the base."""
    named = set(side.ids(TOP, ROOT_LIST)) - set(base.ids(TOP, ROOT_LIST))
    if side.kind == "state_machine":
        named |= reset_initials(base, side, ("initial", "default"))
        for edge in side.edges:
            named |= set(side.targets(edge)) - set(base.targets(edge))
    return named
