"""Guess which file was meant by a path that leads to none."""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from graphs.projects.relative_paths import relative_to_folder

DOCUMENT_SUFFIX = ".mind.json"

MOST_ENTRIES = 5_000
"""Files and folders that are looked at: a search that takes longer helps nobody."""


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
        (one for one in others if PurePosixPath(one).name == wanted), key=lambda one: (len(one), one)
    )
    if moved:
        return moved[0]
    by_stem = {_stem(one): one for one in sorted(others, reverse=True)}
    alike = get_close_matches(_stem(relative)[:80], sorted(by_stem), n=1, cutoff=0.6)
    return by_stem[alike[0]] if alike else None


def _stem(relative: str) -> str:
    return PurePosixPath(relative).name.lower().removesuffix(DOCUMENT_SUFFIX)


def _documents_in(folder: Path) -> list[Path]:
    found: list[Path] = []
    seen = 0
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        found += [Path(base, one) for one in sorted(files) if one.endswith(DOCUMENT_SUFFIX)]
        seen += len(folders) + len(files)
        if seen > MOST_ENTRIES:
            break
    return found
