"""Rewrite references into other files after a file moved."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from graphs.model.document import Document, Graph, with_graphs
from graphs.model.state_machine import StateMachineGraph, StateNode
from graphs.projects.file_references import split_reference
from graphs.projects.relative_paths import relative_to_folder

Rewrite = Callable[[str], str]
"""Turn a reference, `other.mind.json#g3` or the id of a graph, into the one to write there."""


def references_after_move(document: Document, old: Path, new: Path) -> Document:
    """Return the document so that its references lead to the same files from `new` as they did from `old`.

    Both are paths of the document's own file.
    """

    def rewrite(target: str) -> str:
        file, graph = split_reference(target)
        if not file:
            return target
        return f"{relative_to_folder(Path(os.path.realpath(old.parent / file)), new.parent)}#{graph}"

    return with_references(document, rewrite)


def with_references(document: Document, rewrite: Rewrite) -> Document:
    """Return the document with `rewrite` made to every call of a graph; what stays equal stays shared."""
    graphs = {graph_id: graph_with_references(graph, rewrite) for graph_id, graph in document.graphs.items()}
    return with_graphs(document, graphs)


def graph_with_references(graph: Graph, rewrite: Rewrite) -> Graph:
    """Return the graph with `rewrite` made to every call its nodes make."""
    changed: dict[str, object] = {}
    if isinstance(graph, StateMachineGraph):
        for node_id, state in graph.nodes.items():
            new = _state(state, rewrite)
            if new is not state:
                changed[node_id] = new
    else:
        for node_id, node in graph.nodes.items():
            target = node.graph and rewrite(node.graph)
            if target != node.graph:
                changed[node_id] = node.model_copy(update={"graph": target})
    return graph.model_copy(update={"nodes": {**graph.nodes, **changed}}) if changed else graph


def _state(state: StateNode, rewrite: Rewrite) -> StateNode:
    update: dict[str, object] = {}
    activity, decision = state.activity, state.decision
    if activity is not None and activity.graph is not None:
        target = rewrite(activity.graph)
        if target != activity.graph:
            update["activity"] = activity.model_copy(update={"graph": target})
    if decision is not None:
        target = rewrite(decision.graph)
        if target != decision.graph:
            update["decision"] = decision.model_copy(update={"graph": target})
    return state.model_copy(update=update) if update else state
