"""Put two sets of changes together by hand where they have nothing to do with each other."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Touch = tuple[str, ...]
"""A path of what a change writes or builds on; of two changes that meet, one path begins with the other."""

_MISSING = object()
_SECTIONS = ("nodes", "edges", "layout", "notes", "variables", "parameters")


def both_applied(base: Json, ours: Json, theirs: Json) -> Json | None:
    """Return the base with the changes of both sides, None if they have to do with each other."""
    base, ours, theirs = (_filled(each) for each in (base, ours, theirs))
    written = [dict(_writes(base, side)) for side in (ours, theirs)]
    touched = [{*writes, *_uses(base, side)} for writes, side in zip(written, (ours, theirs), strict=True)]
    if _meet(touched[0], touched[1]):
        return None
    result = copy.deepcopy(base)
    for writes in written:
        for path, value in writes.items():
            _set(result, _real_path(path), value)
    return result


def _filled(value: Json) -> Json:
    graphs = {key: {"nodes": {}, **graph} for key, graph in value.get("graphs", {}).items()}
    return {**value, "graphs": graphs}


def _writes(base: Json, side: Json) -> Iterator[tuple[Touch, Any]]:
    for name in base.keys() | side.keys():
        if name == "graphs":
            continue
        if name in ("variables", "events", "curves", "sheets"):
            yield from _entries((name,), base.get(name, {}), side.get(name, {}))
        else:
            yield from _entry((name,), base, side, name)
    graphs = (base["graphs"], side["graphs"])
    for each in graphs[0].keys() | graphs[1].keys():
        if each in graphs[0] and each in graphs[1]:
            yield from _graph_writes(("graphs", each), graphs[0][each], graphs[1][each])
        else:
            yield from _entry(("graphs", each), graphs[0], graphs[1], each)


def _graph_writes(path: Touch, base: Json, side: Json) -> Iterator[tuple[Touch, Any]]:
    for name in (base.keys() | side.keys()) - set(_SECTIONS):
        yield from _entry((*path, "", name), base, side, name)
    for section in _SECTIONS:
        old, new = base.get(section, {}), side.get(section, {})
        for each in old.keys() | new.keys():
            # Whatever is of one id has one path: a node, its fields, and its place on the canvas.
            where = (*path, each, "layout") if section == "layout" else (*path, each)
            where = where if section in ("nodes", "edges", "layout") else (*path, section, each)
            if section in ("nodes", "edges") and each in old and each in new:
                for name in old[each].keys() | new[each].keys():
                    yield from _entry((*where, name), old[each], new[each], name)
            else:
                yield from _entry(where, old, new, each)


def _entries(path: Touch, old: Json, new: Json) -> Iterator[tuple[Touch, Any]]:
    for each in old.keys() | new.keys():
        yield from _entry((*path, each), old, new, each)


def _entry(path: Touch, old: Json, new: Json, key: str) -> Iterator[tuple[Touch, Any]]:
    before, after = old.get(key, _MISSING), new.get(key, _MISSING)
    if repr(before) != repr(after):
        yield path, after


def _uses(base: Json, side: Json) -> Iterator[Touch]:
    """Yield what the changes of a side build on: what they name, and what they hang things on."""
    graphs = side["graphs"]
    for key, graph in graphs.items():
        before = base["graphs"].get(key, {"nodes": {}})
        for named in _names(graph) - _names(before):
            yield ("graphs", key, named[-1], "used")
        holds, old_holds = _holders(graph), _holders(before)
        for child, holder in holds.items():
            if old_holds.get(child) == holder:
                continue
            yield ("graphs", key, child, "held")
            for above in _above(holds, child):
                yield ("graphs", key, above, "held")
    for called in _calls(side) - _calls(base):
        yield ("graphs", called[-1], "called")
    if side.get("root") != base.get("root") and side.get("root") is not None:
        yield ("graphs", side["root"], "called")


def _names(graph: Json) -> set[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for holder, record in [("", graph), *graph.get("nodes", {}).items(), *graph.get("edges", {}).items()]:
        for name in ("targets", "children", "transitions", "loose"):
            found |= {(holder, name, each) for each in record.get(name, [])}
        for name in ("initial", "default", "root"):
            value = record.get(name)
            ids = [value] if isinstance(value, str) else (value or {}).get("targets", [])
            found |= {(holder, name, item) for item in ids}
        found |= {
            (holder, "branch", branch["child"]) for branch in record.get("branches", []) if "child" in branch
        }
    return found


def _holders(graph: Json) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for holder, record in [("", graph), *graph.get("nodes", {}).items()]:
        ids = [*record.get("children", []), *record.get("loose", []), *record.get("transitions", [])]
        ids += [branch["child"] for branch in record.get("branches", []) if "child" in branch]
        ids += [record["root"]] if isinstance(record.get("root"), str) else []
        for each in ids:
            found.setdefault(each, set()).add(holder)
    return {key: frozenset(holders) for key, holders in found.items()}


def _above(holds: dict[str, frozenset[str]], one: str) -> set[str]:
    found: set[str] = set()
    waiting = [one]
    while waiting:
        for holder in holds.get(waiting.pop(), ()):
            if holder and holder not in found:
                found.add(holder)
                waiting.append(holder)
    return found


def _calls(value: Json) -> set[tuple[str, str, str]]:
    found = set()
    for key, graph in value["graphs"].items():
        for node_id, node in graph["nodes"].items():
            for holder in (node, node.get("activity", {}), node.get("decision", {})):
                if isinstance(holder.get("graph"), str):
                    found.add((key, node_id, holder["graph"]))
    return found


def _meet(ours: set[Touch], theirs: set[Touch]) -> bool:
    return any(each[: len(other)] == other or other[: len(each)] == each for each in ours for other in theirs)


def _real_path(path: Touch) -> Touch:
    """Return the path in the file: what is under an id in a touch stands in a section there."""
    if path[0] != "graphs" or len(path) < 3:
        return path
    graph, one, rest = path[1], path[2], path[3:]
    if one == "" and rest != ("layout",):
        return ("graphs", graph, *rest)
    if rest == ("layout",):
        return ("graphs", graph, "layout", one)
    if one in _SECTIONS:
        return path
    return ("graphs", graph, "?", one, *rest)


def _set(result: Json, path: Touch, value: Any) -> None:
    target: Any = result
    if len(path) > 3 and path[2] == "?":
        graph = result["graphs"][path[1]]
        is_edge = path[3] in graph.get("edges", {}) or (len(path) == 4 and _is_edge(graph, value))
        path = ("graphs", path[1], "edges" if is_edge else "nodes", *path[3:])
    for step in path[:-1]:
        target = target.setdefault(step, {})
    if value is _MISSING:
        target.pop(path[-1], None)
    else:
        target[path[-1]] = copy.deepcopy(value)


def _is_edge(graph: Json, value: Any) -> bool:
    return graph["kind"] == "state_machine" and isinstance(value, dict) and "kind" not in value
