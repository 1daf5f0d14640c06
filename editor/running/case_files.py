"""Find and run the cases that `mindloom test` is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from editor.documents.open.open_project import OpenProject, Trusts, open_project
from editor.documents.open.trust import module_messages
from graphs.files.document_file import FileProblem
from graphs.files.plain_file import is_there
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary, nothing_opened
from graphs.projects.project_check import runnable_document
from graphs.projects.project_file import Project, find_project
from graphs.projects.relative_paths import PathRefused, path_inside
from runtime.trials.cases.case_file import CaseFile, load_case
from runtime.trials.cases.case_format import CASE_SUFFIX
from runtime.trials.cases.case_runner import CaseResult, run_case


@dataclass(frozen=True)
class CaseReport:
    """Hold what came of one case file: its title, its result or why it could not be run, the time it took.

    `notes` are messages about the project it belongs to; `seconds` is of the wall clock.
    """

    file: Path
    title: str = ""
    result: CaseResult | None = None
    unreadable: FileProblem | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Tell whether everything held."""
        return self.result is not None and self.result.passed


def find_cases(paths: Sequence[Path], text: str = "") -> list[Path]:
    """Return the case files among and below `paths`, in order, each once; hidden folders are left out.

    With `text`, only those whose path contains it, whatever the case of its letters. Raises `FileProblem`
    for a path that leads nowhere.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not is_there(path):
            raise FileProblem(path, "", "There is no such file or folder.", "Check the spelling.")
        for file in _below(path) if path.is_dir() else [path]:
            if text.lower() in file.as_posix().lower():
                found.setdefault(file)
    return list(found)


class CaseRunner:
    """Run case files; what is known of projects is kept from one to the next.

    `opened` tells what an editor has open at a path, saved or not; it is tested in place of the file.
    """

    def __init__(
        self, project: Path | None, trusts: Trusts, opened: Callable[[Path], Document | None] = nothing_opened
    ) -> None:
        self._asked = project
        self._trusts = trusts
        self._library = DocumentLibrary(opened)
        self._projects: dict[Path | None, OpenProject] = {}

    def document_path(self, file: Path) -> Path | None:
        """Return the real path of the document a case names; None for a mind of its own or a broken case."""
        try:
            return case_document(load_case(file), file)
        except FileProblem:
            return None

    def run(self, file: Path) -> CaseReport:
        """Run one case file and say what came of it; nothing is raised for what is in it."""
        started = perf_counter()
        try:
            case = load_case(file)
            opened = self._project_of(file)
            if opened.problem is not None:
                raise opened.problem
            document = mind_of(case, file, opened, self._library)
        except FileProblem as problem:
            return CaseReport(file, unreadable=problem, seconds=perf_counter() - started)
        result = run_case(case, document, opened.game)
        notes = tuple(message.line() for message in module_messages(opened))
        return CaseReport(file, case.title, result, notes=notes, seconds=perf_counter() - started)

    def _project_of(self, file: Path) -> OpenProject:
        key = self._asked if self._asked is not None else find_project(file)
        if key not in self._projects:
            self._projects[key] = open_project(file, builtin_registry(), self._asked, trusts=self._trusts)
        return self._projects[key]


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place) / name for name in sorted(files) if name.endswith(CASE_SUFFIX))


def case_document(case: CaseFile, file: Path, project: Project | None = None) -> Path | None:
    """Return the real path of the document that the case in `file` names, None for a mind of its own.

    It stays inside the folder of the project, by default the one found above the file. Raises `FileProblem`.
    """
    if case.document is None:
        return None
    found = project.path if project is not None else find_project(file)
    folder = found.parent if found is not None else Path(file.resolve().anchor)
    try:
        return path_inside(folder, file.parent, case.document)
    except PathRefused as refused:
        raise FileProblem(file, "document", refused.message, refused.remedy) from None


def mind_of(
    case: CaseFile, file: Path, opened: OpenProject, library: DocumentLibrary | None = None
) -> Document:
    """Return the mind of a case, joined with the graphs of other files that it calls.

    Raises `FileProblem` for a document that cannot be read.
    """
    if case.mind is not None:
        return runnable_document(case.mind, file, opened.project, library)
    path = case_document(case, file, opened.project)
    assert path is not None
    known = library or DocumentLibrary()
    return runnable_document(known.document(path), path, opened.project, known)
