"""Give a document other ids: what stands at the same place in two documents gets the same id in both."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphs.files.document_file import document_to_bytes
from graphs.model import Document

Json = dict[str, Any]


def canonical_document(document: Document) -> Json:
    """Return the document as JSON without layout; graphs go by title, nodes and transitions by place.

    Two documents that differ only in ids and in where things stand on the canvas become equal. Raises
    ValueError where two graphs share a title.
    """
    whole: Json = json.loads(document_to_bytes(document))
    graphs: Json = whole["graphs"]
    titles = {graph_id: graph.get("title") or graph_id for graph_id, graph in graphs.items()}
    if len(set(titles.values())) < len(titles):
        raise ValueError(f"Graphs of the same title cannot be told apart: {sorted(titles.values())}")
    whole["graphs"] = {titles[graph_id]: _graph(graph, titles) for graph_id, graph in graphs.items()}
    whole["root"] = titles.get(whole["root"])
    return whole


def _graph(graph: Json, titles: Mapping[str, str]) -> Json:
    names = dict(_places(graph))
    result = {key: value for key, value in graph.items() if key not in ("layout", "nodes", "edges")}
    for key in ("children", "initial", "loose", "root", "transitions"):
        if key in result:
            result[key] = _renamed(result[key], names)
    for part in ("nodes", "edges"):
        if part in graph:
            result[part] = {names[each]: _element(graph[part][each], names, titles) for each in graph[part]}
    return result


def _element(element: Json, names: Mapping[str, str], titles: Mapping[str, str]) -> Json:
    result = dict(element)
    for key in ("children", "default", "initial", "targets", "transitions"):
        if key in result:
            result[key] = _renamed(result[key], names)
    if "branches" in result:
        result["branches"] = [_renamed(branch, names) for branch in result["branches"]]
    if "graph" in result:
        result["graph"] = titles.get(result["graph"], result["graph"])
    if "activity" in result:
        result["activity"] = _element(result["activity"], names, titles)
    return result


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return ids, lists of them, and records of `targets` or `child`, with the ids replaced."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    if isinstance(value, dict):
        return {
            key: _renamed(item, names) if key in ("child", "targets") else item for key, item in value.items()
        }
    return value


def _places(graph: Json) -> Iterator[tuple[str, str]]:
    """Yield every id with the place it stands at, such as 1.0 for the first child of the second state."""
    seen: set[str] = set()
    waiting = [(each, str(place)) for place, each in enumerate(graph.get("children", ()))]
    waiting += [(graph["root"], "root")] if graph.get("root") else []
    waiting += [(item, f"loose {place}") for place, item in enumerate(graph.get("loose", ()))]
    yield from _edges(graph, "any")
    while waiting:
        node_id, place = waiting.pop(0)
        if node_id in seen:
            continue
        seen.add(node_id)
        yield node_id, place
        node = graph["nodes"][node_id]
        yield from _edges(node, place)
        below = [*node.get("children", ()), *(entry.get("child") for entry in node.get("branches", ()))]
        waiting += [(child, f"{place}.{index}") for index, child in enumerate(below) if child]


def _edges(owner: Json, place: str) -> Iterator[tuple[str, str]]:
    for index, edge in enumerate(owner.get("transitions", ())):
        yield edge, f"{place} → {index}"
