"""Search the minds and worlds of a project or folder, saved or open, one element after the other; no Qt."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from graphs.checks.rules.places import place_text
from graphs.checks.rules.problem import Place
from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.searching.find_in_document import Found, TextQuery, find_in_document
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX
from graphs.worlds.model.elements import WORDS, Element, title_of
from graphs.worlds.model.find_text import FoundInWorld, find_in_world
from graphs.worlds.model.world_file import WorldDocument

MOST_FILES = 2000
"""So many files of a folder are searched; a folder with more is not a project of minds."""

PASSED_OVER = frozenset({"node_modules", "build", "dist", "__pycache__"})
"""Folders that hold what tools made."""


@dataclass(frozen=True, slots=True)
class SearchedDocument:
    """Name a mind or a world to search: its file, or the words for one that has none yet, with its contents.

    `document` None is read from the file.
    """

    name: str
    path: Path | None
    document: Document | WorldDocument | None = None

    @property
    def is_world(self) -> bool:
        """Tell whether this is a world."""
        named = self.path is not None and self.path.name.endswith(WORLD_SUFFIX)
        return isinstance(self.document, WorldDocument) if self.document is not None else named


Load = Callable[[Path], Generator[object, None, Document | WorldDocument]]
"""Read the mind or world of a file in steps; raise FileProblem."""


@dataclass(frozen=True, slots=True)
class FileMatch:
    """Hold one match: where it was found and how a list shows it.

    In a world the place of what was found has no graph; its element is a key such as `agents.tank_1`.
    """

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
    """Yield the minds and worlds below a folder by name; hidden folders and what tools made are left out."""
    count = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in PASSED_OVER)
        for name in sorted(names):
            if name.endswith((DOCUMENT_SUFFIX, WORLD_SUFFIX)):
                yield Path(place) / name
                count += 1
                if count >= MOST_FILES:
                    return


def search_documents(
    sources: Iterable[SearchedDocument], query: TextQuery, registry: Registry, load: Load
) -> Iterator[Result | None]:
    """Yield what is found; None in between, so that a caller can pause after every element."""
    for source in sources:
        try:
            document = source.document or (yield from _waiting(load(source.path or Path())))
        except FileProblem as problem:
            yield FileTrouble(source, problem.message)
            continue
        yield None
        if isinstance(document, WorldDocument):
            for hits in find_in_world(document, query):
                yield None
                for hit in hits:
                    yield _match_in_world(source, document, hit)
            continue
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


def _match_in_world(source: SearchedDocument, world: WorldDocument, hit: FoundInWorld) -> FileMatch:
    element = Element(hit.group, hit.id) if hit.group is not None else None
    place = Place("", element.key if element is not None else "", hit.where)
    heading = f"{WORDS[element.group].capitalize()}s" if element is not None else "World"
    words = title_of(world, element) if element is not None else world.title
    return FileMatch(source, "", heading, words, Found(place, hit.what, hit.text, hit.spans))


def _waiting(
    steps: Generator[object, None, Document | WorldDocument],
) -> Generator[None, None, Document | WorldDocument]:
    """Take some steps, each as one without a result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            read: Document | WorldDocument = end.value
            return read
        yield None
