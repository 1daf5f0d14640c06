"""Find the documents that the programs of a running game were exported from."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from editor.documents.open.open_project import open_project
from editor.documents.open.workspace import Workspace
from graphs.files.document_file import FileProblem
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.project_check import runnable_document
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WorldChoice
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.export_problem import ExportProblem
from runtime.export.program_json import ProgramFiles
from runtime.link.game_programs import GameProgram
from runtime.link.linked_session import LinkedSession
from runtime.minds.program.problems import CompileError

MOST_LOOKED_AT = 20
"""So many files that are not open are looked at for the document of a program."""


class GameDocuments:
    """Look among documents at hand, open ones first; minds are named by their files, relative to a folder."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._library = DocumentLibrary(workspace.document_at)
        self._folder: Path | None = None
        self._made: dict[tuple[int, int], tuple[Document, GameProgram | None]] = {}

    def find(self, program: str, rate: int) -> GameProgram | None:
        """Return the program of a hash with its document, None where no document at hand gives it."""
        for path in self._files():
            try:
                found = self.program(path, self._library.document(path), rate)
            except (FileProblem, ExportProblem, ValueError):  # ValueError: it is on another drive
                continue
            if found is not None and found.hash == program:
                return found
        return None

    def _files(self) -> Iterable[Path]:
        """Return the open files, then some that were open lately or are beside these."""
        opened = [each.path for each in self._workspace.sessions if each.path is not None]
        recent = [path for path in self._workspace.state.recent if path.name.endswith(DOCUMENT_SUFFIX)]
        folders = dict.fromkeys(path.parent for path in (*opened, *recent))
        beside = [path for folder in folders for path in sorted(folder.glob(f"*{DOCUMENT_SUFFIX}"))]
        return [*dict.fromkeys((*opened, *recent, *beside))][: len(opened) + MOST_LOOKED_AT]

    def program(self, path: Path, document: Document, rate: int) -> GameProgram | None:
        """Return a document of a file as a game loads it; None where it has errors."""
        key = (id(document), rate)
        known = self._made.get(key)
        if known is None or known[0] is not document:
            known = self._made[key] = (document, self._export(path, document, rate))
        return known[1]

    def _export(self, path: Path, document: Document, rate: int) -> GameProgram | None:
        of = self._workspace
        found = open_project(path, of.registry, of.asked_project, trusts=of.trusts_folder)
        try:
            runnable = runnable_document(document, path, found.project)
            export = export_document(runnable, found.registry, ExportOptions(rate=rate))
        except CompileError:
            return None
        return GameProgram(self.name_of(path), ProgramFiles(export.data, export.names), runnable)

    def name_of(self, path: Path) -> str:
        """Return how a mind of a file is named."""
        if self._folder is None:
            self._folder = path.parent
        return Path(os.path.relpath(path, self._folder)).as_posix()

    def choice_of(self, session: LinkedSession) -> WorldChoice:
        """Return what is shown of a game: its agents with the documents of their minds that are known."""
        minds = dict(session.segments[-1].minds.documents)
        names = [entry.mind or "" for entry in session.document.agents.values()]
        drawn = session.known_programs.drawn
        shown = next(iter(sorted(names, key=drawn.__contains__)), "")
        return WorldChoice(session.document, minds, shown, None, (), self._folder, drawn)
