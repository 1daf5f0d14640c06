"""Make the candidates that each part of a question asks for (rule 11.21)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import FloatArray
from runtime.worlds.parts.world_part import WorldView
from runtime.worlds.places.candidates import cover_points, grid_points, path_points, ring_points
from runtime.worlds.places.question import Part

Given = Mapping[str, Value]
"""What the expressions of a question are worth, by the names of the action's parameters."""

LEAST_SPACING = 0.1
"""Least distance in units between two candidates of one part."""


def place_of(world: WorldView, agent: str, point: Value) -> Vector:
    """Return the place that a point names, the agent's where it names none."""
    if isinstance(point, tuple):
        return point
    place = world.entity_field(point if isinstance(point, str) else agent, "position")
    assert isinstance(place, tuple)
    return place


def radius_of(world: WorldView, agent: str) -> float:
    """Return the radius of an agent's body."""
    radius = world.entity_field(agent, "radius")
    return float(radius) if isinstance(radius, (int, float)) else 0.0


def _ring(world: WorldView, agent: str, part: Part, given: Given) -> FloatArray:
    center = place_of(world, agent, part.point("around", given))
    least, most = part.needed("from", given), part.needed("to", given)
    rings, count = int(part.needed("rings", given)), int(part.needed("count", given))
    return ring_points(center, least, most, max(1, rings), max(1, count))


def _grid(world: WorldView, agent: str, part: Part, given: Given) -> FloatArray:
    center = place_of(world, agent, part.point("around", given))
    return grid_points(center, part.needed("half_size", given), _spacing(part, given))


def _path(world: WorldView, agent: str, part: Part, given: Given) -> FloatArray:
    name = str(part.value("path", given))
    path = world.document.paths.get(name)
    if path is None:
        known = ", ".join(sorted(world.document.paths)) or "none"
        raise EvaluationError(f"There is no path {name!r} in this world. Known paths: {known}.")
    stops = (*path.waypoints, *path.waypoints[:1]) if path.mode == "loop" else path.waypoints
    return path_points([place_of(world, agent, stop) for stop in stops], _spacing(part, given))


def _waypoints(world: WorldView, agent: str, part: Part, given: Given) -> FloatArray:
    center, reach = place_of(world, agent, part.point("around", given)), part.number("reach", given)
    found: list[Vector] = []
    for name, waypoint in sorted(world.document.waypoints.items()):
        x, y = (float(each) for each in waypoint.at)
        far = math.sqrt((x - center[0]) * (x - center[0]) + (y - center[1]) * (y - center[1]))
        if (reach is None or far <= reach) and world.counts_for(agent, name):
            found.append((x, y))
    return np.array(found, dtype=np.float64).reshape(-1, 2)


def _cover_spots(world: WorldView, agent: str, part: Part, given: Given) -> FloatArray:
    center = place_of(world, agent, part.point("around", given))
    away = radius_of(world, agent) + part.needed("gap", given)
    return cover_points(world.solid, center, part.needed("reach", given), away, _spacing(part, given))


def _spacing(part: Part, given: Given) -> float:
    return max(LEAST_SPACING, part.needed("spacing", given))


POINTS: Mapping[str, Callable[[WorldView, str, Part, Given], FloatArray]] = {
    "points_along_path": _path,
    "points_grid": _grid,
    "points_of_cover": _cover_spots,
    "points_of_waypoints": _waypoints,
    "points_ring": _ring,
}
"""What gives the candidates (n, 2) of each kind of part that does, for an agent."""
