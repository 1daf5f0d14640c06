"""Check whole documents."""

from __future__ import annotations

from graphs.kinds.registry import Registry
from graphs.model.document import Document
from graphs.validation.problem import Problem


def check_document(document: Document, registry: Registry) -> tuple[Problem, ...]:
    """Return all problems of a document, errors first, then in the order of the document."""
    return ()
