"""Read the worlds around a file: whose entities it knows, and what they do with its names; without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from graphs.checks.lints.outside_uses import Surroundings
from graphs.files.document_file import FileProblem
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary, FileStamp, file_stamp
from graphs.projects.project_file import Project
from graphs.worlds.checks.world_mind_check import surroundings_of
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX, worlds_beside
from graphs.worlds.minds.world_minds import mind_files, mind_path, name_in_world
from graphs.worlds.model.world_file import WorldDocument, load_world


def worlds_around(path: Path | None, project: Project | None) -> Iterator[WorldDocument]:
    """Yield the worlds that a file is about.

    A world is about itself, a document about those of its folder that name it and its project's preview
    world, any other file, such as a case, about all of its folder. Worlds that cannot be read are passed
    over: they are not this file's trouble.
    """
    if path is None:
        return
    preview = project.preview_world(path) if project is not None else None
    beside = worlds_beside(path)
    if path in beside:
        beside = (path,)
    for candidate in dict.fromkeys((*beside, *((preview,) if preview is not None else ()))):
        world = readable_world(candidate)
        if world is None:
            continue
        is_document = path.name.endswith(DOCUMENT_SUFFIX) and candidate != preview
        if not is_document or name_in_world(world, candidate, path) is not None:
            yield world


def readable_world(path: Path) -> WorldDocument | None:
    """Return the world in a file, read once until the file changes; None for one that cannot be read."""
    stamp = file_stamp(path)
    found = _world(path, stamp) if stamp is not None else None
    return found if isinstance(found, WorldDocument) else None


def world_in(path: Path) -> WorldDocument:
    """Return the world in a file, read once until the file changes; raise FileProblem."""
    stamp = file_stamp(path)
    found = _world(path, stamp) if stamp is not None else load_world(path)
    if isinstance(found, FileProblem):
        raise found
    return found


@lru_cache(maxsize=2048)
def _world(path: Path, stamp: FileStamp) -> WorldDocument | FileProblem:
    """Return a world as it was when its file had this stamp, or why it could not be read."""
    try:
        return load_world(path)
    except FileProblem as problem:
        return problem


def _nothing_opened(path: Path) -> WorldDocument | None:
    return None


@dataclass
class DocumentSurroundings:
    """Read the worlds a document runs in.

    These are the preview world its project names and all worlds of its folder that name it. `library` gives
    the other minds of those worlds, `opened` what an editor has open of a world, saved or not: it goes before
    what the disk holds.
    """

    library: DocumentLibrary = field(default_factory=DocumentLibrary)
    opened: Callable[[Path], WorldDocument | None] = _nothing_opened

    def __call__(self, path: Path | None, project: Project | None) -> Surroundings | None:
        """Return what all these worlds write, read, raise and take; None when no world names the document.

        Worlds and minds that cannot be read are passed over: they are not this document's trouble.
        """
        if path is None:
            return None
        found: Surroundings | None = None
        for world_path in self._candidates(path, project):
            world = self.opened(world_path) or readable_world(world_path)
            name = name_in_world(world, world_path, path, project) if world is not None else None
            if world is None or name is None:
                continue
            around = surroundings_of(world, name, self._other_minds(world, world_path, name, project))
            found = around if found is None else found | around
        return found

    def _candidates(self, path: Path, project: Project | None) -> list[Path]:
        preview = project.preview_world(path) if project is not None else None
        try:
            beside = sorted(path.parent.glob(f"*{WORLD_SUFFIX}"))
        except OSError:
            beside = []
        return list(dict.fromkeys([*([preview] if preview is not None else []), *beside]))

    def _other_minds(
        self, world: WorldDocument, world_path: Path, name: str, project: Project | None
    ) -> Iterator[Document]:
        for other in mind_files(world):
            if other != name:
                try:
                    yield self.library.document(mind_path(world, other, world_path.parent, project).resolve())
                except FileProblem:
                    continue
