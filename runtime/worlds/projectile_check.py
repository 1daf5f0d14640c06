"""Check the heights of what is solid, and what lies or flies in a world from the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from runtime.worlds.geometry import build_obstructions, clearance, points_in_walls
from runtime.worlds.world_file import Obstacle, Wall, WorldDocument
from runtime.worlds.world_problem import WorldProblem

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
    """Yield numbers of projectiles that are out of range, and places where none has room."""
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


def projectile_place_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield projectiles that start off the map or inside something solid; walls are in order."""
    solid = build_obstructions(world)
    for name, entry in sorted(world.projectiles.items()):
        (x, y), where = entry.at, f"projectiles.{name}.at"
        point = np.array([entry.at], dtype=np.float64)
        if not (0 <= x <= world.size[0] and 0 <= y <= world.size[1]):
            yield WorldProblem(where, f"({x}, {y}) is off the map.", "Move it onto the map.")
        elif points_in_walls(solid, point)[0]:
            yield WorldProblem(where, f"({x}, {y}) is inside a wall.", "Move it out.")
        elif clearance(solid, point)[0] < entry.radius:
            yield WorldProblem(
                where,
                f"At ({x}, {y}) it reaches into a wall or over the edge of the map.",
                "Move it away, or make it smaller.",
            )
