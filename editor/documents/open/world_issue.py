"""Describe one problem of a world as the list of problems shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from graphs.worlds.model.world_file import WorldDocument


@dataclass(frozen=True, slots=True)
class WorldFix:
    """Hold an edit that mends a problem, and what it is called."""

    label: str
    edit: Callable[[WorldDocument], WorldDocument] = field(compare=False)


@dataclass(frozen=True, slots=True)
class WorldIssue:
    """Hold one problem; `where` is its place in the file, `place` that place in words."""

    severity: Literal["error", "warning"]
    where: str
    place: str
    message: str
    remedy: str = ""
    fix: WorldFix | None = None

    @property
    def code(self) -> str:
        """Return what is wrong of its kind: the part of the world file it stands in."""
        return "world"

    @property
    def why(self) -> str:
        """Return why it matters: nothing beyond the message."""
        return ""


CheckWorld: TypeAlias = Callable[[WorldDocument, Path | None], tuple[WorldIssue, ...]]
"""Check a world whose minds are named from a folder; None while they have no files."""
