"""Check a document as a part of its project: with the game's names, other files and lint severities."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from graphs.checking import check_and_lint
from graphs.kinds.registry import Registry
from graphs.model.document import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.file_references import load_referenced_files
from graphs.projects.linking import check_reach, link_document
from graphs.projects.project_file import Project
from graphs.projects.severities import with_severities
from graphs.referenced_graphs import NOTHING_REFERENCED, ReferencedGraphs
from graphs.references import references_in
from graphs.validation.problem import Problem

Check = Callable[[Document, Registry, ReferencedGraphs], tuple[Problem, ...]]
"""Check a document, given what its references into other files lead to."""


def check_in_project(
    document: Document,
    path: Path | None,
    registry: Registry,
    project: Project | None = None,
    library: DocumentLibrary | None = None,
    check: Check = check_and_lint,
) -> tuple[Problem, ...]:
    """Return the problems of the document at `path`, its references into other files followed.

    `registry` is the project's (`graphs.projects.project_registry`); `library` remembers other files from
    one check to the next; `check` is the check itself, lints included. A document without a file (`path`
    None) has its references checked for form only. Never raises.
    """
    referenced = _referenced(document, path, registry, project, library)
    problems = check(document, registry, referenced)
    return with_severities(problems, project.severities) if project is not None else problems


def runnable_document(
    document: Document,
    path: Path | None,
    project: Project | None = None,
    library: DocumentLibrary | None = None,
) -> Document:
    """Return the document joined with the graphs of other files it calls, for a compiler. Never raises.

    A reference that leads nowhere stays as it is and is refused by the compiler.
    """
    if path is None or not uses_other_files(document):
        return document
    folder = project.folder if project is not None else None
    return link_document(load_referenced_files(document, path, folder, library)).document


def uses_other_files(document: Document) -> bool:
    """Tell whether any graph of the document calls a graph of another file."""
    return any(call.external for graph in document.graphs.values() for call in references_in(graph))


def _referenced(
    document: Document,
    path: Path | None,
    registry: Registry,
    project: Project | None,
    library: DocumentLibrary | None,
) -> ReferencedGraphs:
    if path is None or not uses_other_files(document):
        return NOTHING_REFERENCED
    folder = project.folder if project is not None else None
    files = load_referenced_files(document, path, folder, library)
    linked = link_document(files)
    refusals = {**linked.refusals, **check_reach(linked, files, registry)}
    return ReferencedGraphs(files.of_document.graphs, refusals)
