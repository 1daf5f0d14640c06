"""Add a node where it makes sense: under the selected node if that has room, else at a place."""

from __future__ import annotations

from collections.abc import Mapping

from editor.documents.document_session import DocumentSession
from graphs.edits.adding import add_node
from graphs.model import Document, StateMachineGraph
from graphs.queries import TOP, parent_of
from graphs.rules import may_add_child


def add_entry(
    session: DocumentSession,
    kind: str,
    fields: Mapping[str, str],
    at: tuple[float, float],
    *,
    under_selection: bool,
) -> bool:
    """Add a node of `kind` as one undo step and select it."""
    graph_id = session.graph_id
    parent = parent_for_new(session) if under_selection else TOP
    made: list[str] = []

    def edit(document: Document) -> Document:
        place = at if parent == TOP else None
        changed, node_id = add_node(
            document, graph_id, kind, session.registry, parent=parent, at=place, fields=dict(fields)
        )
        made.append(node_id)
        return changed

    if not session.apply("Add node", edit):
        return False
    session.select(made)
    return True


def parent_for_new(session: DocumentSession) -> str:
    """Return where a new node goes: the selected tree node, its parent if it is full, else the top."""
    graph = session.graph
    if graph is None or isinstance(graph, StateMachineGraph) or len(session.selection) != 1:
        return TOP
    chosen = next(iter(session.selection))
    if chosen not in graph.nodes:
        return TOP
    for candidate in (chosen, parent_of(graph, chosen)):
        if candidate and may_add_child(session.document, session.graph_id, candidate, session.registry).ok:
            return candidate
    return TOP
