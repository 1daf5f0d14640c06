"""Find what differs between two versions of one graph, apart from what it declares."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.basics.plain_json import ABSENT, Entry, JsonObject, object_at, same_json
from graphs.checks.rules.problem import Place
from graphs.difference.branch_matching import matched_branches
from graphs.difference.difference import Difference, Part, What
from graphs.difference.field_changes import field_changes
from graphs.difference.sequences import moved_members
from graphs.difference.structure import (
    GRAPH_LISTS,
    NODE_LISTS,
    branches_of,
    edges_of,
    kind_of,
    nodes_of,
)
from graphs.difference.structure_difference import location_value, moves, unexplained_lists

_ELSEWHERE = frozenset({"nodes", "edges", "layout", "notes", "variables", "parameters"})
_CANVAS = frozenset({"at", "size"})


def graph_difference(graph_id: str, old: JsonObject, new: JsonObject) -> list[Difference]:
    """Return the differences inside a graph, both versions given as they stand in a file.

    What is declared in it, its variables and parameters, is left to the caller, who knows of renames.
    """
    kind = kind_of(new)
    found = [*_own_fields(graph_id, old, new)]
    moved = moves(graph_id, old, new)
    sides: tuple[tuple[Part, dict[str, JsonObject], dict[str, JsonObject]], ...] = (
        ("node", nodes_of(old), nodes_of(new)),
        ("edge", edges_of(old), edges_of(new)),
    )
    for part, before, after in sides:
        for one in sorted(before.keys() | after.keys()):
            found += _element(graph_id, one, part, kind, before.get(one, ABSENT), after.get(one, ABSENT))
            found += [move for move in moved if move.part == part and move.place.element == one]
    told = {one.place.element for one in found if one.what in ("added", "removed", "moved")}
    found += unexplained_lists(graph_id, old, new, told)
    found += _frames(graph_id, object_at(old, "notes"), object_at(new, "notes"))
    found += _places(graph_id, old, new)
    return found


def _own_fields(graph_id: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    apart = _ELSEWHERE | set(GRAPH_LISTS.get(kind_of(new), ()))
    for path, before, after in field_changes(old, new, apart):
        if path == "title":
            yield Difference("renamed", "graph", Place(graph_id), before, after)
        else:
            yield Difference("changed", "graph", Place(graph_id, "", path), before, after)


def _element(graph_id: str, one: str, part: Part, kind: str, old: Entry, new: Entry) -> Iterator[Difference]:
    if not isinstance(old, dict) or not isinstance(new, dict):
        yield Difference("added" if old is ABSENT else "removed", part, Place(graph_id, one), old, new)
        return
    lists = frozenset(NODE_LISTS.get(kind, ())) if part == "node" else frozenset[str]()
    if part == "node" and kind == "decision_tree":
        lists |= {"branches"}
    for path, before, after in field_changes(old, new, lists):
        what: What = "renamed" if path in ("name", "title") else "changed"
        yield Difference(what, part, Place(graph_id, one, path), before, after)
    yield from _branches(graph_id, one, branches_of(kind, old), branches_of(kind, new))


def _branches(graph_id: str, one: str, old: list[JsonObject], new: list[JsonObject]) -> Iterator[Difference]:
    matches = matched_branches(old, new)
    kept = set(matches.values())
    for place, branch in enumerate(old):
        if place not in kept:
            yield Difference("removed", "branch", Place(graph_id, one, f"branches.{place}"), branch)
    order = [matches[place] for place in sorted(matches)]
    moved = moved_members(sorted(order), order)
    for place, branch in enumerate(new):
        where = f"branches.{place}"
        if place not in matches:
            yield Difference("added", "branch", Place(graph_id, one, where), ABSENT, branch)
            continue
        for path, before, after in field_changes(old[matches[place]], branch):
            yield Difference("changed", "branch", Place(graph_id, one, f"{where}.{path}"), before, after)
        if matches[place] in moved:
            yield Difference(
                "moved",
                "branch",
                Place(graph_id, one, where),
                location_value((one, "branches", matches[place])),
                location_value((one, "branches", place)),
            )


def _frames(graph_id: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for one in sorted(old.keys() | new.keys()):
        before, after = old.get(one, ABSENT), new.get(one, ABSENT)
        place = Place(graph_id, "", f"notes.{one}")
        if not isinstance(before, dict) or not isinstance(after, dict):
            yield Difference("added" if before is ABSENT else "removed", "frame", place, before, after)
            continue
        for path, left, right in field_changes(before, after):
            where = Place(graph_id, "", f"notes.{one}.{path}")
            yield Difference("placed" if path in _CANVAS else "changed", "frame", where, left, right)


def _places(graph_id: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    """Yield what moved on the canvas; the place of a thing that came or went goes with it."""
    left, right = object_at(old, "layout"), object_at(new, "layout")
    before = nodes_of(old).keys() | edges_of(old).keys()
    after = nodes_of(new).keys() | edges_of(new).keys()
    edges = edges_of(new)
    for one in sorted(left.keys() | right.keys()):
        at, now_at = left.get(one, ABSENT), right.get(one, ABSENT)
        if (one in before) == (one in after) and not same_json(at, now_at):
            part: Part = "edge" if one in edges else "node" if one in after else "graph"
            yield Difference("placed", part, Place(graph_id, one, "layout"), at, now_at)
