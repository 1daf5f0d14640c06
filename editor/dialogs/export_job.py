"""Compile and write an export beside the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from editor.basics.slices import StepsInSlices
from editor.documents.exports.exporting import ExportAttempt, LastExport, texts_of, try_export
from editor.documents.folders.output_files import Output, write_output
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.projects.project_file import Project


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
    """Say what came of an export: what was compiled, and why the file could not be written, "" if it was."""

    attempt: ExportAttempt
    target: Path
    trouble: str = ""


class ExportJob(QObject):
    """Do one thing at a time in a thread; the answer to a question before the last is never given."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task = StepsInSlices(self)

    @property
    def is_busy(self) -> bool:
        """Tell whether an answer is awaited."""
        return self._task.is_under_way

    def look(self, source: ExportSource, wish: LastExport, then: Callable[[ExportAttempt], None]) -> None:
        """Compile, and hand on what would be exported."""
        self._task.ask(lambda: _attempt(source, wish), then)

    def write(
        self,
        source: ExportSource,
        wish: LastExport,
        then: Callable[[ExportOutcome], None],
        *,
        force: bool = False,
    ) -> None:
        """Compile, write the file unless there are problems, and hand on what came of it.

        A file that is no export is replaced only with `force`.
        """
        self._task.ask(lambda: _write(source, wish, force=force), then)

    def stop(self) -> None:
        """Await no answer any more."""
        self._task.drop()


def _attempt(source: ExportSource, wish: LastExport) -> ExportAttempt:
    return try_export(
        source.document, source.path, source.registry, source.project, wish.options, wish.graph or None
    )


def _write(source: ExportSource, wish: LastExport, *, force: bool) -> ExportOutcome:
    attempt = _attempt(source, wish)
    if attempt.export is None:
        return ExportOutcome(attempt, wish.target)
    try:
        names, compact = wish.options.names, wish.options.compact
        for path, text in texts_of(attempt.export, wish.target, names=names, compact=compact):
            write_output(path, text.encode("utf-8"), Output.EXPORT, force=force)
    except OSError as error:
        said = f"{wish.target.name} cannot be written: {error.strerror or error}."
        return ExportOutcome(attempt, wish.target, said)
    return ExportOutcome(attempt, wish.target)
