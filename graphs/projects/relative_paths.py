"""Follow relative paths written in files, and keep them inside the project's folder."""

from __future__ import annotations

import os
from pathlib import Path


class PathRefused(Exception):
    """Say why a path written in a file cannot be followed, and what to write instead."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


def path_inside(folder: Path, base: Path, relative: str) -> Path:
    """Return the real path of `relative`, written in a file of the folder `base`.

    Whether anything is there is not asked. Links are followed, so that none leads out of `folder`.

    Raises
    ------
    PathRefused
        For a path that is absolute, is not written with plain slashes, or leads out of `folder`.
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
        raise PathRefused(
            f"{shown} is not a relative path.",
            "Write the path from the folder of this file, without a drive.",
        )
    try:
        real = Path(os.path.realpath(base / relative))
        inside = real.is_relative_to(os.path.realpath(folder))
    except (OSError, ValueError):
        raise PathRefused(f"{shown} cannot be the path of a file.", "Check it.") from None
    if not inside:
        raise PathRefused(
            f"{shown} leads out of the folder {folder.name or str(folder)}.",
            "Keep the files of a project in its folder, or put mindloom.project.json further up.",
        )
    return real


def relative_to_folder(target: Path, base: Path) -> str:
    """Return how a file in the folder `base` writes the path of `target`: relative, with plain slashes."""
    return Path(os.path.relpath(os.path.realpath(target), os.path.realpath(base))).as_posix()
