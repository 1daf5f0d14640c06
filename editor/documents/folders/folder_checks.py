"""Check the files of a folder that are not open, beside the window, and remember what each came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.basics.slices import StepsInSlices, beside_window
from editor.documents.open.open_project import open_project
from editor.documents.open.worlds_around import DocumentSurroundings
from graphs.checks.checker import check_and_lint
from graphs.files.document_file import FileProblem, load_document
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.projects.document_library import FileStamp, file_stamp
from graphs.projects.project_check import check_in_project
from graphs.projects.project_file import Project
from graphs.worlds.checks.world_mind_check import check_minds
from graphs.worlds.minds.world_choice import WORLD_SUFFIX
from graphs.worlds.minds.world_minds import mind_files, mind_path
from graphs.worlds.model.world_file import load_world
from runtime.worlds.place_check import check_world

Game = tuple[Registry, Project | None]
"""What a game declares, and its project."""


class FolderChecks(QObject):
    """Hold the worst problem of each file: "error", "warning" or "". `changed` tells that one is known now.

    A file is checked again when its time or size changes. `game_of` gives what is declared near a file that
    is open already, None to find it beside the window.
    """

    changed = Signal()

    def __init__(
        self, base: Registry, game_of: Callable[[Path], Game | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._base, self._game_of = base, game_of
        self._known: dict[Path, tuple[FileStamp, str]] = {}
        self._steps = StepsInSlices(self)

    @property
    def is_under_way(self) -> bool:
        """Tell whether there are files to be checked still."""
        return self._steps.is_under_way

    def badge(self, path: Path) -> str:
        """Return the worst problem of a file, "" for none and for one that was not checked yet."""
        known = self._known.get(path)
        return known[1] if known is not None else ""

    def look_through(self, paths: Sequence[Path]) -> None:
        """Check the files that changed since they were checked, one after the other."""
        self._steps.begin(self._checks(tuple(paths)))

    def finish(self) -> None:
        """Check all that is left at once."""
        self._steps.finish()

    def stop(self) -> None:
        """Check no further."""
        self._steps.drop()

    def _checks(self, paths: tuple[Path, ...]) -> Iterator[None]:
        for path in paths:
            stamp = file_stamp(path)
            known = self._known.get(path)
            if stamp is None or (known is not None and known[0] == stamp):
                continue
            work = beside_window(partial(worst_problem, path, self._base, self._game_of(path)))
            while True:
                try:
                    next(work)
                except StopIteration as end:
                    self._known[path] = stamp, end.value
                    break
                yield
            self.changed.emit()
            yield


def worst_problem(path: Path, base: Registry, game: Game | None) -> str:
    """Return the severity of the worst problem of a mind or world, "" for none worth a badge.

    Without a `game` the project above the file is read; where it has Python modules, nothing is said, since
    they are not run for this.
    """
    if game is None:
        found = open_project(path, base)
        if found.waiting_modules:
            return ""
        game = found.registry, found.project
    registry, project = game
    try:
        if path.name.endswith(WORLD_SUFFIX):
            severities = _of_world(path, registry, project)
        else:
            severities = _of_document(path, registry, project)
    except FileProblem:
        return "error"
    return next((severity for severity in ("error", "warning") if severity in severities), "")


def _of_document(path: Path, registry: Registry, project: Project | None) -> set[str]:
    check = partial(check_and_lint, surroundings=DocumentSurroundings()(path, project))
    problems = check_in_project(load_document(path), path, registry, project, check=check)
    return {problem.severity for problem in problems}


def _of_world(path: Path, registry: Registry, project: Project | None) -> set[str]:
    world = load_world(path)
    minds: dict[str, Document] = {}
    severities: set[str] = set()
    for mind in mind_files(world):
        try:
            minds[mind] = load_document(mind_path(world, mind, path.parent, project))
        except FileProblem:
            severities.add("error")
    between = check_minds(world, minds, registry, tells_missing=False)
    problems = (*check_world(world, registry.entity_fields), *between)
    return severities | {problem.severity for problem in problems}
