"""Build small documents for tests in one line each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.document import FORMAT, VERSION

REGISTRY = builtin_registry()


def document_of(graph: Mapping[str, Any], **fields: Any) -> Document:
    """Return a document with one graph `g`, given as it stands in a file."""
    return documents_of({"g": graph}, **fields)


def documents_of(graphs: Mapping[str, Any], **fields: Any) -> Document:
    """Return a document with these graphs; the first one is the root."""
    value = {"format": FORMAT, "version": VERSION, "graphs": graphs, "root": next(iter(graphs)), **fields}
    return Document.model_validate_json(json.dumps(value))


def tree(nodes: Mapping[str, Any], root: str | None = "r", **fields: Any) -> dict[str, Any]:
    """Return a behavior tree; a node given as a text is a leaf of that kind."""
    return {"kind": "behavior_tree", "title": "Tree", "nodes": _nodes(nodes), "root": root, **fields}


def decision(nodes: Mapping[str, Any], root: str | None = "r", **fields: Any) -> dict[str, Any]:
    """Return a decision tree."""
    return {"kind": "decision_tree", "title": "Choice", "nodes": _nodes(nodes), "root": root, **fields}


def machine(
    nodes: Mapping[str, Any], edges: Mapping[str, Any] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return a machine; states are named by their ids, top states are those no other lists.

    The first top state is initial unless `initial` is given.
    """
    built = {key: {"name": key, **node} for key, node in _nodes(nodes).items()}
    inside = {child for node in built.values() for child in node.get("children", ())}
    children = [each for each in built if each not in inside]
    result = {
        "kind": "state_machine",
        "title": "Machine",
        "nodes": built,
        "edges": edges or {},
        "children": children,
        "initial": children[0] if children else None,
    }
    return {**result, **fields}


def _nodes(nodes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: {"kind": node} if isinstance(node, str) else node for key, node in nodes.items()}
