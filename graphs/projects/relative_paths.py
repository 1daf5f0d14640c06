"""Follow relative paths written in files, and keep them inside the project's folder."""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path, PurePosixPath


class PathRefused(Exception):
    """Say why a path written in a file cannot be followed, and what to write instead."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


def path_inside(folder: Path, base: Path, relative: str) -> Path:
    """Return the real path of `relative`, written in a file of the folder `base`.

    Whether anything is there is not asked. Links are followed, so that none leads out of `folder`.

    Raises `PathRefused` for one that is absolute, has other than plain slashes, or leads out of `folder`.
    """
    shown = repr(relative if len(relative) <= 80 else relative[:77] + "…")
    if not relative or relative != relative.strip() or any(ord(sign) < 32 for sign in relative):
        raise PathRefused(
            f"{shown} cannot be the path of a file.", "Write a relative path, as in minds/guard.mind.json."
        )
    if "\\" in relative:
        raise PathRefused(
            f"{shown} is written with a backslash.", "Write it with '/', which works everywhere."
        )
    if relative.startswith(("/", "~")) or ":" in relative:
        said = f"{shown} is not a relative path."
        raise PathRefused(said, "Write the path from the folder of this file, without a drive.")
    try:
        real = Path(os.path.realpath(base / relative))
        inside = real.is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):
        raise PathRefused(f"{shown} cannot be the path of a file.", "Check it.") from None
    if not inside:
        remedy = "Keep the files of a project in its folder, or put mindloom.project.json further up."
        raise PathRefused(f"{shown} leads out of the folder {folder.name or str(folder)}.", remedy)
    return real


def relative_to_folder(target: Path, base: Path) -> str:
    """Return how a file in the folder `base` writes the path of `target`: relative, with plain slashes."""
    return Path(os.path.relpath(os.path.realpath(target), os.path.realpath(base))).as_posix()


DOCUMENT_SUFFIX = ".mind.json"

MOST_ENTRIES = 5_000
"""Files and folders that are looked at: a search that takes longer helps no one."""


def nearest_file(folder: Path, document: Path, relative: str) -> str | None:
    """Return the document in `folder` that `relative`, written in `document`, most likely means.

    A file of the same name in another folder goes first: the file was moved. The path is returned as
    `document` has to write it, None where nothing is alike. Hidden folders are not searched.
    """
    others = [
        relative_to_folder(path, document.parent)
        for path in _documents_in(folder)
        if os.path.realpath(path) != os.path.realpath(document)
    ]
    wanted = PurePosixPath(relative).name
    moved = sorted(
        (each for each in others if PurePosixPath(each).name == wanted), key=lambda item: (len(item), item)
    )
    if moved:
        return moved[0]
    by_stem = {_stem(other): other for other in sorted(others, reverse=True)}
    alike = get_close_matches(_stem(relative)[:80], sorted(by_stem), n=1, cutoff=0.6)
    return by_stem[alike[0]] if alike else None


def _stem(relative: str) -> str:
    return PurePosixPath(relative).name.lower().removesuffix(DOCUMENT_SUFFIX)


def _documents_in(folder: Path) -> list[Path]:
    found: list[Path] = []
    seen = 0
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        found += [Path(base, file) for file in sorted(files) if file.endswith(DOCUMENT_SUFFIX)]
        seen += len(folders) + len(files)
        if seen > MOST_ENTRIES:
            break
    return found
