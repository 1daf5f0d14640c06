"""Check the heights of what is solid, and the numbers of what lies or flies from the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.worlds.model.world_file import Obstacle, Wall, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem

HIGHEST = 10_000
"""Highest top of a wall and start of a projectile, in units."""

_RANGES = {"radius": 100.0, "bounce": 1.0, "gravity": 1000.0, "height": float(HIGHEST), "damage": 1e6}


def height_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield walls and obstacles without a height that makes sense."""
    sections: tuple[tuple[str, Mapping[str, Wall | Obstacle]], ...] = (
        ("obstacles", world.obstacles),
        ("walls", world.walls),
    )
    for section, entries in sections:
        for name, entry in sorted(entries.items()):
            if not 0 < entry.height <= HIGHEST:
                yield WorldProblem(
                    f"{section}.{name}.height",
                    f"The height is {entry.height}; expected more than 0 and at most {HIGHEST}.",
                    "Leave the field out for 2.5 units.",
                )


def projectile_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield numbers of projectiles that are out of range."""
    for name, entry in sorted(world.projectiles.items()):
        where = f"projectiles.{name}"
        numbers = (entry.radius, entry.bounce, entry.gravity, entry.height, entry.damage)
        for (field, most), value in zip(_RANGES.items(), numbers, strict=True):
            if not (0 < value <= most if field == "radius" else 0 <= value <= most):
                least = "more than 0 and at most" if field == "radius" else "0 to"
                yield WorldProblem(
                    f"{where}.{field}",
                    f"The {field} is {value}; expected {least} {most:g}.",
                    "Leave the field out for the usual value.",
                )
