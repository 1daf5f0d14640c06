"""Check where the things of a world lie, what is solid around them included, and move them out of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Literal

import numpy as np

from graphs.basics.frozen import Point
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put
from graphs.kinds.declarations.registry import EntityFieldDeclaration
from graphs.worlds.checks.world_check import check_world_document, no_room, off_map
from graphs.worlds.edits.fixes import ProposedFix
from graphs.worlds.edits.setting import element_at
from graphs.worlds.edits.shapes import tidy_point
from graphs.worlds.model.elements import Element, need_entry, with_element
from graphs.worlds.model.world_file import (
    AgentEntry,
    Door,
    Link,
    Obstacle,
    ProjectileEntry,
    Wall,
    WorldDocument,
    WorldPath,
    Zone,
)
from graphs.worlds.model.world_problem import WorldProblem
from runtime.worlds.bodies.geometry import (
    Obstructions,
    build_obstructions,
    clearance,
    nearest_free_place,
    points_in_walls,
)

_SLACK = 1e-3
"""Room beyond the radius, so that a rounded place is still free."""


def check_world(
    world: WorldDocument, declared: Mapping[str, EntityFieldDeclaration] | None = None
) -> tuple[WorldProblem, ...]:
    """Return all problems of `world`, in the order of the file's canonical form; mends nothing.

    `declared` are the entity fields of the game's manifests. Whether minds exist and have the variables that
    sensors write is checked where minds are loaded.
    """
    problems = check_world_document(world, declared)
    if any(problem.where.startswith(("size", "walls", "obstacles", "doors")) for problem in problems):
        return problems
    return tuple(sorted((*problems, *place_problems(world)), key=lambda problem: problem.where))


def place_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield what is off the map or in something solid; size, walls and obstacles are in order."""
    solid = build_obstructions(world)
    yield from _standing_problems(world, solid)
    for name, entry in sorted(world.projectiles.items()):
        where, point = f"projectiles.{name}.at", np.array([entry.at], dtype=np.float64)
        off = off_map(world, where, entry.at)
        if off is not None:
            yield off
        elif points_in_walls(solid, point)[0]:
            yield _in_wall(where, entry.at, "error")
        elif clearance(solid, point)[0] < entry.radius:
            yield no_room(where, entry.at)


def _standing_problems(world: WorldDocument, solid: Obstructions) -> Iterator[WorldProblem]:
    ends = [(f"links.{name}", link) for name, link in world.links.items()]
    places = [
        (f"agents.{agent_id}.at", agent.at, float(agent.radius)) for agent_id, agent in world.agents.items()
    ] + [
        (f"waypoints.{waypoint_id}.at", waypoint.at, 0.0) for waypoint_id, waypoint in world.waypoints.items()
    ]
    places += [(f"{where}.start", link.start, 0.0) for where, link in ends]
    places += [(f"{where}.end", link.end, 0.0) for where, link in ends]
    points = np.clip(np.array([at for _, at, _ in places], dtype=np.float64).reshape(-1, 2), -1e6, 1e6)
    hidden, room = points_in_walls(solid, points), clearance(solid, points)
    for row, (where, at, radius) in enumerate(places):
        severity: Literal["error", "warning"] = "error" if where.startswith("agents") else "warning"
        off = off_map(world, where, at, severity)
        if off is not None:
            yield off
        elif hidden[row]:
            yield _in_wall(where, at, severity)
        elif room[row] < radius:
            yield WorldProblem(
                where,
                f"At ({at[0]}, {at[1]}) the agent's circle reaches into a wall or over the edge of the map.",
                "Move it; the run starts it at the nearest free place.",
                "warning",
            )


def _in_wall(where: str, at: Point, severity: Literal["error", "warning"]) -> WorldProblem:
    return WorldProblem(where, f"({at[0]}, {at[1]}) is inside a wall.", "Move it out.", severity)


def place_fix_of(world: WorldDocument, problem: WorldProblem) -> ProposedFix | None:
    """Return the edit that moves a thing to where it has room, None for a problem of another sort."""
    element = element_at(problem.where, world)
    if element is None or problem.where != f"{element.key}.at":
        return None
    return ProposedFix("Move to a free place", partial(to_free_place, element=element))


def to_free_place(world: WorldDocument, element: Element) -> WorldDocument:
    """Move what is at a place to the nearest one where it fits; refuse where the map has none."""
    entry = need_entry(world, element)
    if isinstance(entry, (Wall, Obstacle, Door, Zone, Link, WorldPath)):
        raise EditRefused("It is more than a place.", "Move it by hand.")
    radius = float(entry.radius) if isinstance(entry, (AgentEntry, ProjectileEntry)) else 0.0
    point = np.clip(np.array(entry.at, dtype=np.float64), -1e6, 1e6)
    place = nearest_free_place(build_obstructions(world), point, radius + _SLACK)
    if place is None:
        raise EditRefused("The map has no room for it.", "Make it smaller or the map larger.")
    return with_element(world, element, put(entry, at=tidy_point(float(place[0]), float(place[1]))))
