"""Find the documents that the programs of a running game were exported from."""

from __future__ import annotations

import os
from pathlib import Path

from editor.documents.open.workspace import Workspace
from graphs.model import Document
from graphs.projects.project_check import runnable_document
from graphs.worlds.minds.world_choice import WorldChoice
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.program_json import ProgramFiles
from runtime.link.game_programs import NO_DOCUMENT, GameProgram
from runtime.link.linked_session import LinkedSession
from runtime.minds.program.problems import CompileError


class GameDocuments:
    """Look among the open documents; minds are named by their files, relative to one folder."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._folder: Path | None = None
        self._made: dict[tuple[int, int], tuple[Document, GameProgram | None]] = {}

    def find(self, program: str, rate: int) -> GameProgram | None:
        """Return the program of a hash with its document, None where no open document gives it."""
        for session in self._workspace.sessions:
            if session.path is not None:
                found = self.program(session.path, session.document, rate)
                if found is not None and found.hash == program:
                    return found
        return None

    def program(self, path: Path, document: Document, rate: int) -> GameProgram | None:
        """Return a document of a file as a game loads it; None where it has errors."""
        key = (id(document), rate)
        known = self._made.get(key)
        if known is None or known[0] is not document:
            known = self._made[key] = (document, self._export(path, document, rate))
        return known[1]

    def _export(self, path: Path, document: Document, rate: int) -> GameProgram | None:
        found = self._workspace.project_for(path)
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
        known = [name for name in names if minds[name] is not NO_DOCUMENT]
        shown = next(iter((*known, *names)), "")
        return WorldChoice(session.document, minds, shown, None, (), self._folder)
