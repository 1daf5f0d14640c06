"""Check a world with the minds of its agents, as the list of problems shows it; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.worlds.checks.world_mind_check import check_minds
from graphs.worlds.edits.fixes import fix_of
from graphs.worlds.edits.setting import element_at
from graphs.worlds.model.elements import WORDS, title_of
from graphs.worlds.model.world_file import WorldDocument
from graphs.worlds.model.world_problem import WorldProblem
from runtime.worlds.place_check import check_world, place_fix_of

Minds = Callable[[WorldDocument, Path | None], Mapping[str, Document]]
"""Return the minds of a world, named from a folder, as they are in the editor; without unreadable ones."""


def world_checker(registry: Callable[[], Registry], minds: Minds) -> CheckWorld:
    """Return a check of worlds against what a project declares and against the minds as they are now."""

    def check(world: WorldDocument, folder: Path | None) -> tuple[WorldIssue, ...]:
        known = registry()
        found = check_world(world, known.entity_fields)
        between = check_minds(world, minds(world, folder), known)
        problems = [*found, *between]
        problems.sort(key=lambda problem: (problem.severity != "error", problem.where))
        return tuple(_issue(world, problem) for problem in problems)

    return check


def place_words(world: WorldDocument, where: str) -> str:
    """Return a place of the file as people call it: "Tank 1 › sensor 2", "map"."""
    element = element_at(where, world)
    if element is None:
        return "world"
    title = title_of(world, element)
    if not title.startswith(WORDS[element.group]) and element.group != "agents":
        title = f"{WORDS[element.group]} {title}"
    rest = where.removeprefix(element.key).lstrip(".").split(".")
    if rest[0] == "sensors" and len(rest) > 1:
        return f"{title} › sensor {int(rest[1]) + 1}"
    return title


def _issue(world: WorldDocument, problem: WorldProblem) -> WorldIssue:
    fix = place_fix_of(world, problem) or fix_of(world, problem)
    return WorldIssue(
        problem.severity,
        problem.where,
        place_words(world, problem.where),
        problem.message,
        problem.remedy,
        WorldFix(fix.label, fix.edit) if fix is not None else None,
    )


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
        """Return what is wrong of its kind: the part of the world file it is in."""
        return "world"

    @property
    def why(self) -> str:
        """Return why it matters: nothing beyond the message."""
        return ""


CheckWorld: TypeAlias = Callable[[WorldDocument, Path | None], tuple[WorldIssue, ...]]
"""Check a world whose minds are named from a folder; None while they have no files."""
