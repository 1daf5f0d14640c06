"""Read `mindloom.project.json`: which manifests, lint severities and preview worlds a folder of minds has."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from graphs.checks.rules.problem import LintLevel
from graphs.files.document_file import FileProblem, read_file
from graphs.files.model_file import HandWritten, HandWrittenFormat, model_from_bytes
from graphs.files.plain_file import is_file
from graphs.projects.relative_paths import PathRefused, path_inside

PROJECT_FILE_NAME = "mindloom.project.json"

_LINT_CODE = re.compile(r"[A-Z]\d{3}\Z")


class ProjectFile(HandWritten):
    """Hold what a project file says. Paths are relative to its folder and stay inside it.

    `manifests` are `*.kinds.json` files. `python_modules` are Python files with actions; naming them loads
    nothing. `severities` maps codes of warnings and notes to a level. `preview_worlds` maps documents to the
    worlds they are tried out in.
    """

    schema_: str = Field(default="", alias="$schema")
    format: Literal["mindloom-project"]
    version: int
    title: str = ""
    manifests: tuple[str, ...] = ()
    python_modules: tuple[str, ...] = ()
    severities: dict[str, LintLevel] = {}
    preview_worlds: dict[str, str] = {}


PROJECT_FORMAT = HandWrittenFormat(ProjectFile, "mindloom-project", 1, "project", PROJECT_FILE_NAME)


@dataclass(frozen=True, slots=True)
class Project:
    """Hold a project: the path of its file, what the file says, and the paths it names, resolved."""

    path: Path
    file: ProjectFile
    manifest_paths: tuple[Path, ...] = ()
    worlds: Mapping[Path, Path] | None = None

    @property
    def folder(self) -> Path:
        """Return the folder that everything of the project lies in."""
        return self.path.parent

    @property
    def severities(self) -> Mapping[str, LintLevel]:
        """Return what this project makes of lints, by code."""
        return self.file.severities

    def preview_world(self, document: Path) -> Path | None:
        """Return the world that a document is tried out in, None when the project names none."""
        return (self.worlds or {}).get(Path(os.path.realpath(document)))


def find_project(path: Path) -> Path | None:
    """Return the project file of a document or folder: the first found on the way up, None without one."""
    real = Path(os.path.realpath(path))
    for folder in (real, *real.parents):
        candidate = folder / PROJECT_FILE_NAME
        if is_file(candidate):
            return candidate
    return None


def load_project(path: Path) -> Project:
    """Load the project file at `path`, a `*.json`, or in the folder `path`; its manifests are not read yet.

    Raises `FileProblem` for a file that cannot be read or is no project file, with the place in it.
    """
    file = path if path.name.endswith(".json") else path / PROJECT_FILE_NAME
    return project_from_bytes(read_file(file), file)


def project_from_bytes(data: bytes, path: Path) -> Project:
    """Read a project from the bytes of the file at `path`; raise `FileProblem` for anything else."""
    path = Path(os.path.realpath(path.parent)) / path.name
    file = model_from_bytes(data, path, PROJECT_FORMAT)
    manifests = [_named(path, f"manifests.{place}", item) for place, item in enumerate(file.manifests)]
    for place, each in enumerate(manifests):
        if each in manifests[:place]:
            said = f"{file.manifests[place]!r} is named twice."
            raise FileProblem(path, f"manifests.{place}", said, "Remove one of the two.")
    for place, module in enumerate(file.python_modules):
        _named(path, f"python_modules.{place}", module, ".py")
    _check_severities(path, file)
    worlds: dict[Path, Path] = {}
    for document, world in file.preview_worlds.items():
        where = f"preview_worlds.{document}"
        worlds[_named(path, where, document, ".mind.json")] = _named(path, where, world, ".world.json")
    return Project(path, file, tuple(manifests), worlds)


def _named(path: Path, where: str, relative: str, suffix: str = ".kinds.json") -> Path:
    try:
        named = path_inside(path.parent, path.parent, relative)
    except PathRefused as refused:
        raise FileProblem(path, where, refused.message, refused.remedy) from None
    if not relative.endswith(suffix):
        raise FileProblem(
            path, where, f"{relative!r} does not end in {suffix}.", f"Name a *{suffix} file here."
        )
    return named


def _check_severities(path: Path, file: ProjectFile) -> None:
    for code in file.severities:
        if not _LINT_CODE.match(code):
            remedy = "Write a code as the Problems panel shows it, such as W301."
            raise FileProblem(path, f"severities.{code}", f"{code!r} is not the code of a lint.", remedy)
        if code.startswith("E"):
            said = f"{code} is an error and stays one: a document that has it cannot run."
            remedy = "Remove it; a project sets the weight of warnings and notes."
            raise FileProblem(path, f"severities.{code}", said, remedy)
