"""Find the minds of a world as they are in the editor, saved or not; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from editor.documents.open.world_choice import DOCUMENT_SUFFIX, WorldChoice
from editor.documents.open.world_minds import mind_files, mind_path
from graphs.files.document_file import FileProblem
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.relative_paths import relative_to_folder
from graphs.worlds.model.world_file import WorldDocument

MOST_DOCUMENTS = 400
"""So many documents of a project are offered as minds."""


class OpenMinds:
    """Read minds from the open documents, else from the disk; `choice` gives those of the world that runs."""

    def __init__(
        self,
        opened: Callable[[Path], Document | None],
        choice: Callable[[], WorldChoice | None],
    ) -> None:
        self._library = DocumentLibrary(opened)
        self._choice = choice

    def of_world(self, world: WorldDocument, folder: Path | None) -> Mapping[str, Document]:
        """Return the minds of a world by file as it names them; those that cannot be read are left out."""
        found = {name: self.document(world, name, folder) for name in mind_files(world)}
        return {name: document for name, document in found.items() if document is not None}

    def document(self, world: WorldDocument, name: str, folder: Path | None) -> Document | None:
        """Return one mind by its file as a world in `folder` names it; None where it cannot be read."""
        if folder is None:
            choice = self._choice()
            return choice.minds.get(name) if choice is not None else None
        try:
            return self._library.document(mind_path(world, name, folder).resolve())
        except (FileProblem, OSError, ValueError):
            return None

    def offered(self, folder: Path | None, project_folder: Path | None) -> tuple[str, ...]:
        """Return the documents an agent can think with, as a world of `folder` names them: those beside it
        first, then those of the project.
        """
        if folder is None:
            choice = self._choice()
            return tuple(choice.minds) if choice is not None else ()
        found: dict[str, None] = {}
        try:
            for path in sorted(folder.glob(f"*{DOCUMENT_SUFFIX}")):
                found[path.name] = None
            if project_folder is not None:
                for path in sorted(project_folder.rglob(f"*{DOCUMENT_SUFFIX}"))[:MOST_DOCUMENTS]:
                    found[relative_to_folder(path, folder)] = None
        except OSError:
            pass
        return tuple(found)
