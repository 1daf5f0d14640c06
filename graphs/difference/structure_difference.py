"""Find what moved from one list of a graph to another, or within one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from graphs.basics.plain_json import ABSENT, Entry, JsonObject, texts_at
from graphs.checks.rules.problem import Place
from graphs.difference.difference import Difference, Part
from graphs.difference.sequences import moved_members
from graphs.difference.structure import (
    GRAPH_LISTS,
    NODE_LISTS,
    Location,
    edge_locations,
    edges_of,
    kind_of,
    node_locations,
    nodes_of,
)


def moves(graph_id: str, old: JsonObject, new: JsonObject) -> list[Difference]:
    """Return the moves of nodes and transitions that stand in both versions of a graph."""
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
        (one, before[one], after[one], NODE_LISTS.get(kind, ()))
        for one in sorted(before.keys() & after.keys())
    ]
    for holder, left, right, names in holders:
        for name in names:
            lists = [[one for one in texts_at(side, name) if one not in told] for side in (left, right)]
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
    moved = {one for one in known if _hangs_elsewhere(before.get(one), after.get(one))}
    lists: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for side, found in enumerate((before, after)):
        for one, (parent, name, _) in sorted(found.items(), key=lambda item: item[1]):
            if one in known and one not in moved and name != "branches":
                lists.setdefault((parent, name), ([], []))[side].append(one)
    for left, right in lists.values():
        moved |= moved_members(left, right)
    for one in sorted(moved):
        yield Difference(
            "moved",
            part,
            Place(graph_id, one),
            location_value(before.get(one)),
            location_value(after.get(one)),
        )


def _hangs_elsewhere(before: Location | None, after: Location | None) -> bool:
    """Tell whether a thing stands in another list; between questions the branches tell it themselves."""
    if before is None or after is None:
        return before is not after
    return before[:2] != after[:2] and not before[1] == after[1] == "branches"
