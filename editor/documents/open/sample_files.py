"""Find the bundled samples, and take one along when the user saves it elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from editor.basics.resource_files import resource_path
from graphs.files.document_file import FileProblem, read_file, write_whole
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX, ReadWorld, world_of_document
from graphs.worlds.minds.world_minds import mind_files, mind_path, name_in_world, with_minds
from graphs.worlds.model.world_file import load_world, save_world

FIRST_SAMPLE = "first_tank.mind.json"
"""The sample that opens and plays when no file is named."""

_NAMES = {"gauntlet": "tower gauntlet", "tank": "tank with dead zones"}
"""Samples whose names say more than those of their files."""


def samples_folder() -> Path:
    """Return the folder of the bundled samples."""
    return resource_path("samples")


def sample_paths() -> tuple[Path, ...]:
    """Return the bundled documents, the first sample first, then by name."""
    found = sorted(samples_folder().glob(f"*{DOCUMENT_SUFFIX}"))
    return tuple(sorted(found, key=lambda path: (path.name != FIRST_SAMPLE, path.name)))


def sample_name(path: Path) -> str:
    """Return the name of a sample in words, such as "light bulb"."""
    stem = path.name.removesuffix(DOCUMENT_SUFFIX)
    return _NAMES.get(stem, stem.replace("_", " "))


def is_sample(path: Path | None) -> bool:
    """Tell whether `path` is one of the bundled files, which are never written to."""
    return path is not None and path.resolve().parent == _real_folder(samples_folder())


@cache
def _real_folder(folder: Path) -> Path:
    return folder.resolve()


def copy_world_along(source: Path, target: Path, read: ReadWorld = load_world) -> Path | None:
    """Copy the world of the document at `source` beside `target`, so that the copy still plays.

    `read` gives the world as it is open for editing, if it is.

    Agents that think with the document think with the copy then; other minds come along. What exists
    already in the folder is left alone. Returns the world's path, or None when nothing was written. Raises
    OSError when the disk refuses.
    """
    world_path = world_of_document(source, read)
    copied = target.with_name(target.name.removesuffix(DOCUMENT_SUFFIX) + WORLD_SUFFIX)
    if world_path is None or copied.exists():
        return None
    try:
        world = read(world_path)
    except FileProblem:
        return None
    own = name_in_world(world, world_path, source)
    save_world(copied, with_minds(world, lambda file: target.name if file == own else file))
    for name in mind_files(world):
        try:
            source, beside = (mind_path(world, name, place.parent) for place in (world_path, target))
            if name != own and not beside.exists():
                write_whole(beside, read_file(source))
        except FileProblem:
            continue
    return copied
