"""Find the kinds that a command knows: the built-in ones, and the game's own where there is a project."""

from __future__ import annotations

from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.projects.project_registry import project_of, project_registry


def known_registry(file: Path | None, project: Path | None) -> Registry:
    """Return the registry for showing a file by name.

    `project` is the project asked for; one that cannot be read raises FileProblem. A project that merely is
    above the file only lends its names, so one that cannot be read is passed over.
    """
    try:
        return project_registry(project_of(file, project), builtin_registry())
    except FileProblem:
        if project is not None:
            raise
        return builtin_registry()
