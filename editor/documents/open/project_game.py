"""Open the game of a project wherever its runs are played: the folder's path travels, not its code."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from editor.documents.open.open_project import open_project, trusts_every_folder, trusts_no_folder
from graphs.files.document_file import read_file
from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.project_file import Project
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.trials.batches.batch_call import BuiltinGame, GameSource
from runtime.trials.batches.refusal import BatchRefused


@dataclass(frozen=True)
class ProjectGame:
    """Open the project of a file; `trusted` says whether its Python modules run.

    Workers on other machines need the same folder under the same path.
    """

    project_file: Path
    trusted: bool
    seen: str

    def open(self) -> GameBehaviors:
        """Return what the project declares; raise `BatchRefused` where it cannot be read here."""
        trusts = trusts_every_folder if self.trusted else trusts_no_folder
        found = open_project(None, builtin_registry(), self.project_file, trusts=trusts)
        if found.problem is not None or found.project is None:
            said = str(found.problem or "It is not there.")
            raise BatchRefused(str(self.project_file), said, "Workers need the project's folder too.")
        return found.game

    def fingerprint(self) -> str:
        """Return a text that is another one when a manifest or a module has changed."""
        return self.seen


def game_of(project: Project | None, *, trusted: bool) -> GameSource:
    """Return what opens the game of a project again; without one, what is built in."""
    if project is None:
        return BuiltinGame()
    modules = [project.folder / name for name in project.file.python_modules]
    digest = hashlib.blake2b(str(trusted).encode(), digest_size=16)
    for path in (project.path, *project.manifest_paths, *modules):
        digest.update(read_file(path))
    return ProjectGame(project.path, trusted, digest.hexdigest())
