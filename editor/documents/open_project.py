"""Open the project a file belongs to, without Qt: the command line asks too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.kinds.registry import Registry
from graphs.projects.project_file import Project
from graphs.projects.project_registry import project_of, project_registry


@dataclass(frozen=True)
class OpenProject:
    """Hold a project, None without one, and all there is in it.

    `problem` says why the project or one of its manifests could not be used; the registry is the one asked
    to be extended then.
    """

    project: Project | None
    registry: Registry
    problem: FileProblem | None = None


def open_project(path: Path | None, base: Registry, asked: Path | None = None) -> OpenProject:
    """Return the project of the file at `path`, or the one `asked` for; never raises.

    A project whose manifests do not fit keeps its preview worlds and severities.
    """
    project: Project | None = None
    try:
        project = project_of(path, asked)
        return OpenProject(project, project_registry(project, base))
    except FileProblem as problem:
        return OpenProject(project, base, problem)
