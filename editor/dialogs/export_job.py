"""Compile and write an export beside the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QObject

from editor.basics.slices import StepsInSlices
from editor.documents.exports.exporting import PLAIN_TREE, ExportAttempt, LastExport, try_export
from editor.documents.folders.game_files import SAVES, GameFiles, game_files, tree_file, write_game_files
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.plain.tree_json import TreeRefused
from graphs.plain.write_tree import tree_text
from graphs.projects.project_file import Project
from runtime.export.export_problem import ExportProblem
from runtime.export.load_program import load_files
from runtime.export.program_json import ProgramFiles

_OLDER = "Choose an older X.runtime.json with its names beside it."


@dataclass(frozen=True)
class ExportSource:
    """Hold what is exported: a document as it is now, where it lies, and what its game declares.

    `own_folder` is a folder of the user's, for what a bundled sample gives.
    """

    document: Document
    path: Path | None
    registry: Registry
    project: Project | None
    own_folder: Path


@dataclass(frozen=True)
class ExportOutcome:
    """Say what came of an export: what was compiled, its files, and why they were not written, or "".

    `files` say what becomes of each, or would become before they are written; `saves` how saved games of the
    older export go on, "" where none was named.
    """

    attempt: ExportAttempt
    target: Path
    files: GameFiles = field(default_factory=GameFiles)
    trouble: str = ""
    saves: str = ""

    @property
    def advice(self) -> str:
        """Return what the user is to do about the game's own file and its saves, "" for nothing."""
        return f"{self.files.advice} {self.saves}".strip()


class ExportJob(QObject):
    """Do one thing at a time in a thread; the answer to a question before the last is never given."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task = StepsInSlices(self)

    @property
    def is_busy(self) -> bool:
        """Tell whether an answer is awaited."""
        return self._task.is_under_way

    def look(self, source: ExportSource, wish: LastExport, then: Callable[[ExportOutcome], None]) -> None:
        """Compile, and hand on what would be exported."""
        self._task.ask(lambda: _planned(source, wish), then)

    def write(
        self,
        source: ExportSource,
        wish: LastExport,
        then: Callable[[ExportOutcome], None],
        *,
        force: bool = False,
    ) -> None:
        """Compile, write the files unless there are problems, and hand on what came of it.

        A file in the program's place that is no export is replaced only with `force`.
        """
        self._task.ask(lambda: _write(source, wish, force=force), then)

    def stop(self) -> None:
        """Await no answer any more."""
        self._task.drop()


def _planned(source: ExportSource, wish: LastExport) -> ExportOutcome:
    attempt = try_export(
        source.document, source.path, source.registry, source.project, wish.options, wish.graph or None
    )
    if wish.target == Path():
        return ExportOutcome(attempt, wish.target)
    try:
        if wish.language == PLAIN_TREE:
            file = tree_file(tree_text(source.document, source.registry), wish.target)
            return ExportOutcome(attempt, file.path, GameFiles((file,)))
        former = _former(wish.former) if wish.former is not None else None
        files = game_files(attempt, wish.target, wish.options, wish.language, former=former, link=wish.link)
    except TreeRefused as refused:
        return ExportOutcome(attempt, wish.target, trouble=f"{refused.message} {refused.remedy}")
    except ExportProblem as problem:
        name = wish.former.name if wish.former is not None else ""
        return ExportOutcome(attempt, wish.target, trouble=f"{name}: {problem} {_OLDER}")
    except OSError as error:
        return ExportOutcome(attempt, wish.target, trouble=_said(wish, error))
    return ExportOutcome(attempt, wish.target, files, saves=_saves(wish.former, files))


def _saves(former: Path | None, files: GameFiles) -> str:
    if former is None or not files.files:
        return ""
    tables = [file.path.name for file in files.files if file.part == SAVES]
    if not tables:
        return f"{former.name} is the same program: its saves go on as they are."
    return f"Saves of {former.name} go on by {tables[0]}."


def _former(path: Path) -> ProgramFiles:
    """Return an older export. Raises `ExportProblem` where it cannot be read."""
    try:
        return load_files(path)
    except OSError as error:
        raise ExportProblem("", f"It cannot be read: {error.strerror or error}.") from error


def _write(source: ExportSource, wish: LastExport, *, force: bool) -> ExportOutcome:
    planned = _planned(source, wish)
    files = planned.files.files
    beside = tuple(file for file in files if file.path != wish.target)
    program = tuple(file for file in files if file.path == wish.target)
    try:
        # Who was asked about the program's file was not asked about any other.
        write_game_files(GameFiles(beside))
        write_game_files(GameFiles(program), force=force)
    except OSError as error:
        return replace(planned, trouble=_said(wish, error))
    return planned


def _said(wish: LastExport, error: OSError) -> str:
    name = Path(error.filename).name if error.filename else wish.target.name
    return f"{name} cannot be written: {error.strerror or error}. Choose another place."
