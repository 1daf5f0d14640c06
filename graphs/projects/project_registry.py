"""Find the project of a file and gather what there is in it: built-in kinds and the game's own."""

from __future__ import annotations

from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.files.plain_file import is_there
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.projects.manifest_file import ManifestFile, load_manifest
from graphs.projects.manifest_registry import registry_with
from graphs.projects.project_file import Project, find_project, load_project


def project_of(path: Path | None, asked: Path | None = None) -> Project | None:
    """Return the project of the file at `path`, None when no folder above it has one.

    `asked` names another project file, or its folder, in place of the search (`--project`). Raises
    `FileProblem` when the project that was named or found cannot be read.
    """
    found = asked if asked is not None else find_project(path) if path is not None else None
    return load_project(found) if found is not None else None


def project_registry(project: Project | None, base: Registry | None = None) -> Registry:
    """Return all kinds, actions, conditions and shared names there are in a project.

    Without a project these are the built-in ones, or `base` where given. Raises `FileProblem` for a manifest
    that cannot be read or does not fit.
    """
    base = base if base is not None else builtin_registry()
    if project is None or not project.manifest_paths:
        return base
    return registry_with(
        tuple(_manifest(project, place, path) for place, path in enumerate(project.manifest_paths)), base
    )


def _manifest(project: Project, place: int, path: Path) -> ManifestFile:
    if not is_there(path):
        raise FileProblem(
            project.path,
            f"manifests.{place}",
            f"There is no file {project.file.manifests[place]!r} in {project.folder.name or 'this folder'}.",
            "Correct the path, or remove it from the list.",
        )
    return load_manifest(path)
