"""Lint a graph once for as long as it, the declared names and the titles it shows stay the same."""

from __future__ import annotations

from graphs.graph_memory import GraphMemory, called_titles
from graphs.kinds.registry import Registry
from graphs.lints.lint_graph import lint_graph
from graphs.model.document import Document
from graphs.validation.problem import Problem

_kept: GraphMemory[tuple[Problem, ...]] = GraphMemory()


def remembered_lints(document: Document, graph_id: str, registry: Registry) -> tuple[Problem, ...]:
    """Return what the lints find in one graph, with their own severities and suppressed ones included."""
    return _kept.recall(
        document.graphs[graph_id],
        (document.variables, document.events, registry),
        (graph_id, called_titles(document, graph_id)),
        lambda: tuple(lint_graph(document, graph_id, registry)),
    )
