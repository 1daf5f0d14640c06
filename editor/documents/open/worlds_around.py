"""Find the worlds whose entities have the fields that expressions of a file may read; without Qt."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from editor.documents.open.world_choice import DOCUMENT_SUFFIX, worlds_beside
from editor.documents.open.world_minds import name_in_world
from graphs.files.document_file import FileProblem
from graphs.projects.document_library import FileStamp, file_stamp
from graphs.projects.project_file import Project
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
    return _world(path, stamp) if stamp is not None else None


@lru_cache(maxsize=256)
def _world(path: Path, stamp: FileStamp) -> WorldDocument | None:
    """Return a world as it was when its file had this stamp, None for one that cannot be read."""
    del stamp
    try:
        return load_world(path)
    except FileProblem:
        return None
