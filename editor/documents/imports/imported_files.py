"""Write what an import made: the document, the manifest of what its game must bring, a project for both."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graphs.basics.json_text import parse_json, to_canonical_json
from graphs.files.document_file import document_to_bytes, read_file
from graphs.files.whole_file import ABSENT, base_unasked, content_hash, write_whole
from graphs.formats.basics.format_record import Imported
from graphs.projects.project_file import PROJECT_FILE_NAME, find_project, load_project
from graphs.projects.relative_paths import relative_to_folder
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX

MANIFEST_SUFFIX = ".kinds.json"


@dataclass(frozen=True)
class ImportedFile:
    """Hold a file to write, and the hash of what it may replace; None writes over anything."""

    path: Path
    data: bytes
    based_on: str | None


@dataclass(frozen=True)
class ImportedFiles:
    """Hold the files of an import, in the order in which they are written.

    `advice` is a sentence about what is left to do by hand, "" for nothing.
    """

    files: tuple[ImportedFile, ...]
    advice: str = ""


def imported_files(
    imported: Imported, out: Path, *, force: bool = False, joins: bool = False
) -> ImportedFiles:
    """Return what to write for an import whose document goes to `out`.

    Where no project is above `out`, one is made beside it that names the manifest. The project that is there
    is changed only with `joins`. Raises `FileProblem` for a project that cannot be read.
    """
    document = new_file(out, document_to_bytes(imported.document), force=force)
    if imported.manifest is None:
        return ImportedFiles((document,))
    target = manifest_path(out)
    manifest = new_file(target, to_canonical_json(imported.manifest).encode(), force=force)
    project = find_project(out.parent)
    if project is None:
        value = {"format": "mindloom-project", "version": 1, "manifests": [target.name]}
        made = new_file(out.with_name(PROJECT_FILE_NAME), to_canonical_json(value).encode(), force=False)
        return ImportedFiles((manifest, made, document))
    if target.resolve() in load_project(project).manifest_paths:
        return ImportedFiles((manifest, document))
    name = relative_to_folder(target.resolve(), project.parent)
    if not joins:
        said = f"Add {name!r} to the manifests of {project}, so that its actions are known."
        return ImportedFiles((manifest, document), said)
    data = read_file(project)
    changed = parse_json(data)
    assert isinstance(changed, dict)
    listed = changed.get("manifests", [])
    assert isinstance(listed, list)
    text = to_canonical_json({**changed, "manifests": [*listed, name]})
    joined = ImportedFile(project, text.encode(), content_hash(data))
    return ImportedFiles((manifest, joined, document))


def manifest_path(out: Path) -> Path:
    """Return where the manifest of an import goes whose document goes to `out`."""
    return out.with_name(out.name.removesuffix(DOCUMENT_SUFFIX).removesuffix(".json") + MANIFEST_SUFFIX)


def write_files(files: Sequence[ImportedFile]) -> None:
    """Write files, none of them where one would replace something unasked; raises OSError."""
    for each in files:
        if each.based_on == ABSENT and each.path.exists():
            raise FileExistsError(errno.EEXIST, "a file of this name is there", str(each.path))
    for each in files:
        write_whole(each.path, each.data, based_on=each.based_on)


def new_file(path: Path, data: bytes, *, force: bool) -> ImportedFile:
    """Return a file that replaces nothing unasked, unless it has the same bytes."""
    return ImportedFile(path, data, None if force else base_unasked(path, data))
