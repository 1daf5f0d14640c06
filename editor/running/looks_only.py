"""Tell whether an edit changed only how a document looks, so that a run need not take it up; no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from graphs.basics.frozen import Frozen
from graphs.model import Document, StateMachineGraph
from graphs.model.document import Graph
from graphs.structure.changes import GraphChange, compare_documents

Element = TypeVar("Element", bound=Frozen)

LOOKS = {"title": "", "note": "", "suppress": {}}
"""Fields of nodes and transitions that nobody runs, as they are by default."""


def changes_only_looks(before: Document, after: Document) -> bool:
    """Tell whether both documents run alike: only places, frames, titles and notes differ."""
    change = compare_documents(before, after)
    if change.added_graphs or change.removed_graphs or change.variables or change.events or change.root:
        return False
    return all(
        _only_looks(graph_change, before.graphs[one], after.graphs[one])
        for one, graph_change in change.graphs.items()
    )


def _only_looks(change: GraphChange, before: Graph, after: Graph) -> bool:
    if change.itself or change.variables:
        return False
    if change.nodes.added or change.nodes.removed or change.edges.added or change.edges.removed:
        return False
    if not _alike(before.nodes, after.nodes, change.nodes.changed):
        return False
    if not isinstance(before, StateMachineGraph) or not isinstance(after, StateMachineGraph):
        return True
    return _alike(before.edges, after.edges, change.edges.changed)


def _alike(before: Mapping[str, Element], after: Mapping[str, Element], keys: frozenset[str]) -> bool:
    return all(before[key].model_copy(update=LOOKS) == after[key].model_copy(update=LOOKS) for key in keys)
