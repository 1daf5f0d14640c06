"""Find the memory of verdicts that belongs to each place of a document."""

from __future__ import annotations

from graphs.checks.rules.expression_memory import ExpressionMemory, ScopeMemories
from graphs.checks.rules.scopes import document_scope, graph_scope, transition_scope
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document, Graph
from graphs.model.state_machine import Edge

_documents = ScopeMemories()
_graphs = ScopeMemories()


def graph_memory(document: Document, graph_id: str, registry: Registry) -> ExpressionMemory:
    """Return the verdicts on texts in a graph's scope; the same ones while all it is made of stays."""
    graph: Graph = document.graphs[graph_id]
    shared = (document.variables, document.events, registry)
    base = _documents.find(shared) or _documents.keep(shared, document_scope(document, registry))
    parts = (*shared, graph.variables, graph.parameters, graph.kind, "#" in graph_id)
    found = _graphs.find(parts)
    return found or _graphs.keep(parts, graph_scope(document, graph_id, registry, base.scope))


def transition_memory(memory: ExpressionMemory, edge: Edge) -> ExpressionMemory:
    """Return the verdicts on texts of a transition: beside the graph's names it sees its event."""
    scope = transition_scope(memory.scope, edge)
    if scope is memory.scope:
        return memory
    events = scope.current_event
    key = (events,) if isinstance(events, str) else tuple(events or ())
    return memory.inner.setdefault(key, ExpressionMemory(scope))
