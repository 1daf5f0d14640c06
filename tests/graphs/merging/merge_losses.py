"""Find what of one side's changes is not in a merged document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from graphs.basics.plain_json import ABSENT, plain, same_json
from graphs.merging import Conflict
from graphs.model import Document

Json = dict[str, Any]

_LISTS = {"children", "transitions", "loose", "branches", "nodes", "edges", "layout", "notes", "variables",
          "parameters", "events", "curves", "sheets", "graphs"}  # fmt: skip


class Loss(NamedTuple):
    """Name one change that is not in the result: the graph, the node or transition, and the field."""

    graph: str
    element: str
    field: str


def losses(base: Document, side: Document, result: Document) -> list[Loss]:
    """Return the changes from `base` to `side` that are not in `result`, orders of lists apart."""
    before, there, now = plain(base), plain(side), plain(result)
    found = [Loss("", "", path) for path in _lost_fields(before, there, now)]
    found += _lost_declarations("", before, there, now, ("variables", "events", "curves", "sheets"))
    graphs = [_part(value, "graphs") for value in (before, there, now)]
    for each in sorted(graphs[0].keys() | graphs[1].keys()):
        if each not in graphs[1]:
            found += [Loss(each, "", "")] if each in graphs[2] else []
        elif each not in graphs[2]:
            found += [] if same_json(graphs[0].get(each, ABSENT), graphs[1][each]) else [Loss(each, "", "")]
        else:
            found += _lost_in_graph(each, graphs[0].get(each, {}), graphs[1][each], graphs[2][each])
    return found


def uncovered(lost: Sequence[Loss], conflicts: Sequence[Conflict]) -> list[Loss]:
    """Return the losses that no conflict tells of."""
    return [each for each in lost if not any(_covers(conflict, each) for conflict in conflicts)]


def _covers(conflict: Conflict, loss: Loss) -> bool:
    place = conflict.place
    if place.graph != loss.graph:
        return False
    if loss.element and loss.element in conflict.covers:
        return True
    if place.graph and not place.element and not place.field:
        return True
    fields = (place.field, loss.field)
    return place.element == loss.element and (
        fields[0].startswith(fields[1]) or fields[1].startswith(fields[0])
    )


def _lost_in_graph(graph_id: str, before: Json, there: Json, now: Json) -> Iterator[Loss]:
    for path in _lost_fields(before, there, now):
        # A root is a place like others, except in a decision tree; to remove it is not to want none.
        if path != "root" or (there["kind"] == "decision_tree" and "root" in there):
            yield Loss(graph_id, "", path)
    yield from _lost_declarations(graph_id, before, there, now, ("variables", "parameters", "notes"))
    for section in ("nodes", "edges"):
        old, side, result = (_part(value, section) for value in (before, there, now))
        for key in sorted(old.keys() | side.keys()):
            if key not in side:
                if key in result:
                    yield Loss(graph_id, key, "")
            elif key not in result:
                if key not in old or _changed(old[key], side[key]):
                    yield Loss(graph_id, key, "")
            else:
                for path in _lost_fields(old.get(key, {}), side[key], result[key]):
                    yield Loss(graph_id, key, path)
    holds = [_holds(value) for value in (before, there, now)]
    for key, place in holds[1].items():
        if place != holds[0].get(key) and place != holds[2].get(key):
            yield Loss(graph_id, key, "")
    links = [_links(value) for value in (before, there, now)]
    for parent, _child in sorted(links[1] - links[0] - links[2]):
        yield Loss(graph_id, parent, "branches")
    layouts = [_part(value, "layout") for value in (before, there, now)]
    alive = {"", *_part(now, "nodes"), *_part(now, "edges")}
    for key in sorted((layouts[0].keys() | layouts[1].keys()) & alive):
        old_place, place, new = (layout.get(key, {}) for layout in layouts)
        for path in _lost_fields(old_place, place, new):
            yield Loss(graph_id, key, f"layout.{path}")


def _lost_declarations(
    graph_id: str, before: Json, there: Json, now: Json, sections: tuple[str, ...]
) -> Iterator[Loss]:
    for section in sections:
        old, side, result = (_part(value, section) for value in (before, there, now))
        for each in sorted(old.keys() | side.keys()):
            if each not in side and each in result:
                yield Loss(graph_id, "", f"{section}.{each}")
            if each in side:
                for path in _lost_fields(old.get(each, {}), side[each], result.get(each, {})):
                    yield Loss(graph_id, "", f"{section}.{each}.{path}")


def _lost_fields(before: Json, there: Json, now: Json) -> list[str]:
    old, side, result = (_leaves(value) for value in (before, there, now))
    changed = [
        path
        for path in sorted(old.keys() | side.keys())
        if not same_json(old.get(path, ABSENT), side.get(path, ABSENT))
    ]
    return [path for path in changed if not _is_there(path, old, side, result)]


def _is_there(path: str, old: Json, side: Json, result: Json) -> bool:
    """Tell whether a change is in the result; of rows without ids, whether all that is new in them is."""
    if path.rpartition(".")[2] not in ("rules", "considerations", "needs"):
        return same_json(side.get(path, ABSENT), result.get(path, ABSENT))
    before, there, now = ({*_said(value.get(path, ()))} for value in (old, side, result))
    return there - before <= now


def _said(rows: Any) -> Iterator[str]:
    for row in rows:
        yield from (repr(each) for each in (row.items() if isinstance(row, dict) else (row,)))


def _leaves(value: Json, path: str = "") -> Json:
    found: Json = {}
    for key, entry in value.items():
        if not path and key in _LISTS:
            continue
        where = f"{path}.{key}" if path else key
        if isinstance(entry, dict) and entry:
            found.update(_leaves(entry, where))
        else:
            found[where] = entry
    return found


def _changed(old: Json, new: Json) -> bool:
    lists = {"children", "transitions", "branches"}
    return not same_json(
        {key: value for key, value in old.items() if key not in lists},
        {key: value for key, value in new.items() if key not in lists},
    )


def _holds(graph: Json) -> dict[str, Any]:
    """Return where nodes and transitions hang; in a decision tree only what is loose, and the root."""
    holds: dict[str, Any] = {}
    decision = graph.get("kind") == "decision_tree"
    for holder, record in [("", graph), *_part(graph, "nodes").items()]:
        for name in ("children", "transitions", "loose"):
            for each in record.get(name, []) if not (decision and name == "loose") else []:
                holds[each] = (holder, name)
    if not decision and graph.get("root") is not None:
        holds[graph["root"]] = ("", "root")
    return holds


def _links(graph: Json) -> set[tuple[str, str]]:
    """Return which question has a branch to which node."""
    return {
        (key, branch["child"])
        for key, node in _part(graph, "nodes").items()
        if graph["kind"] == "decision_tree"
        for branch in node.get("branches", [])
        if "child" in branch
    }


def _part(value: Json, name: str) -> Json:
    entry: Json = value.get(name, {})
    return entry
