"""Search the documents of a project or folder, saved or open, one element after the other; no Qt."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.kinds.registry import Registry
from graphs.model.document import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.searching.find_in_document import Found, find_in_document
from graphs.searching.text_query import TextQuery
from graphs.validation.places import place_text

DOCUMENT_SUFFIX = ".mind.json"
MOST_FILES = 2000
"""So many files of a folder are searched; a folder with more is not a project of minds."""

PASSED_OVER = frozenset({"node_modules", "build", "dist", "__pycache__"})
"""Folders that hold what tools made."""


@dataclass(frozen=True, slots=True)
class SearchedDocument:
    """Name a document to search: its file, or the words for one that has none yet, with its contents.

    `document` None is read from the file.
    """

    name: str
    path: Path | None
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class FileMatch:
    """Hold one match: where it was found and how a list shows it."""

    source: SearchedDocument
    graph_id: str
    graph_title: str
    place: str
    """The element in words, without its graph."""
    found: Found


@dataclass(frozen=True, slots=True)
class FileTrouble:
    """Say that a file could not be searched."""

    source: SearchedDocument
    message: str


Result = FileMatch | FileTrouble


def document_files(folder: Path) -> Iterator[Path]:
    """Yield the documents below a folder by name; hidden folders and what tools made are passed over."""
    count = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in PASSED_OVER)
        for name in sorted(names):
            if name.endswith(DOCUMENT_SUFFIX):
                yield Path(place) / name
                count += 1
                if count >= MOST_FILES:
                    return


def search_documents(
    sources: Iterable[SearchedDocument], query: TextQuery, registry: Registry, library: DocumentLibrary
) -> Iterator[Result | None]:
    """Yield what is found; None in between, so that a caller can pause after every element."""
    for source in sources:
        try:
            document = source.document or library.document(source.path or Path())
        except FileProblem as problem:
            yield FileTrouble(source, problem.message)
            continue
        yield None
        for matches in find_in_document(document, query, registry):
            yield None
            for found in matches:
                yield _match(source, document, found, registry)


def _match(source: SearchedDocument, document: Document, found: Found, registry: Registry) -> FileMatch:
    graph = document.graphs.get(found.place.graph)
    title = (graph.title or found.place.graph) if graph is not None else ""
    words = place_text(document, found.place, registry)
    return FileMatch(
        source,
        found.place.graph,
        title or "Document",
        words.removeprefix(title).removeprefix(" › ") if title else words,
        found,
    )
