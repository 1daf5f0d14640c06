"""Open the project a file belongs to, without Qt: the command line asks too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from editor.documents.open.worlds_around import worlds_around
from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.registry import Registry
from graphs.projects.project_file import Project
from graphs.projects.project_registry import project_of, project_registry
from graphs.worlds.checks.entity_fields import with_world_fields
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors, with_modules
from runtime.minds.actions.project_modules import LoadedModules, load_project_modules
from runtime.minds.actions.steering_actions import builtin_library

Trusts = Callable[[Path], bool]
"""Tells whether the user trusts a project's folder."""


def trusts_no_folder(folder: Path) -> bool:
    """Return False: no Python of any project is run."""
    return False


def trusts_every_folder(folder: Path) -> bool:
    """Return True: the user has said so on the command line."""
    return True


@dataclass(frozen=True)
class OpenProject:
    """Hold a project, None without one, and all there is in it.

    `game` are all declarations and behaviors. `problem` says why the project or one of its manifests could
    not be used; only what is built in is there then. `waiting_modules` are Python modules that were not run,
    since the folder is not trusted.
    """

    project: Project | None
    game: GameBehaviors
    problem: FileProblem | None = None
    waiting_modules: tuple[str, ...] = ()

    @property
    def registry(self) -> Registry:
        """Return all declarations."""
        return self.game.registry

    @property
    def module_problems(self) -> tuple[FileProblem, ...]:
        """Return what is wrong with Python modules of the project; the rest of them is used."""
        return self.game.problems


def waiting_text(found: OpenProject) -> str:
    """Return the sentence that Python modules of a project were not run."""
    names = ", ".join(found.waiting_modules)
    some = "module" if len(found.waiting_modules) == 1 else "modules"
    folder = found.project.folder if found.project is not None else None
    name = folder.name or str(folder) if folder is not None else "its project"
    return f"The Python {some} {names} of {name} did not run: the folder is not trusted."


def open_project(
    path: Path | None,
    base: Registry,
    asked: Path | None = None,
    *,
    trusts: Trusts = trusts_no_folder,
    library: ActionLibrary | None = None,
) -> OpenProject:
    """Return the project of the file at `path`, or the one `asked` for; never raises.

    A project whose manifests do not fit keeps its preview worlds and severities. Its Python modules are run
    only when `trusts` says so of its folder. `library` is the behavior of what is declared in `base`.
    """
    actions = library if library is not None else builtin_library()
    conditions = builtin_conditions()
    project: Project | None = None
    try:
        project = project_of(path, asked)
        registry = with_world_fields(project_registry(project, base), worlds_around(path, project))
    except FileProblem as problem:
        return OpenProject(project, GameBehaviors(base, actions, conditions), problem)
    loaded = LoadedModules()
    if project is not None:
        loaded = load_project_modules(project, trusted=trusts(project.folder))
    game = with_modules(registry, actions, conditions, loaded)
    return OpenProject(project, game, waiting_modules=loaded.waiting)
