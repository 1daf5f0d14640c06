"""Find what worlds do with the variables and events of a document, for its lints; without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from editor.documents.open.world_choice import WORLD_SUFFIX
from editor.documents.open.world_minds import mind_files, mind_path, name_in_world
from editor.documents.open.worlds_around import readable_world
from graphs.checks.lints.outside_uses import Surroundings
from graphs.files.document_file import FileProblem
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.project_file import Project
from graphs.worlds.checks.world_mind_check import surroundings_of
from graphs.worlds.model.world_file import WorldDocument


def _nothing_opened(path: Path) -> WorldDocument | None:
    del path
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
