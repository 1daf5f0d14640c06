"""Put into words what a window shows of its document: what is selected, whether its file is up to date."""

from __future__ import annotations

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import is_sample
from graphs.checks.rules.places import element_text


def selection_words(session: DocumentSession | None) -> str:
    """Return what is selected in the graph, "" for nothing."""
    graph = session.graph if session is not None else None
    if session is None or graph is None or not session.selection:
        return ""
    if len(session.selection) > 1:
        return f"{len(session.selection)} selected"
    title = element_text(session.document, graph, next(iter(session.selection)), session.registry)
    return f"{title} selected"


def file_words(session: DocumentSession) -> str:
    """Return how the document stands to its file, in a word or two."""
    if session.read_only_reason:
        return "Read-only"
    if not session.is_saved:
        return "Changed"
    return "Sample" if is_sample(session.path) else "Not saved yet" if session.path is None else "Saved"
