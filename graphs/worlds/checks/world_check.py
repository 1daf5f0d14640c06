"""Check what a world file means, but for what lies in walls: located problems, each with a remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from graphs.basics.frozen import Point
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from graphs.kinds.declarations.registry import EntityFieldDeclaration
from graphs.worlds.checks.entity_fields import check_entity_fields
from graphs.worlds.checks.ground_check import layer_problems
from graphs.worlds.checks.sense_check import sensor_problems, signal_problems
from graphs.worlds.checks.squad_check import squad_problems
from graphs.worlds.checks.way_checks import way_problems
from graphs.worlds.model.elements import ENTITY_GROUPS, entries_of
from graphs.worlds.model.world_file import AgentEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem, argument_problems, known_names

LARGEST_SIZE = 10_000
"""Largest width and height of a world, in units."""

FURTHEST = 100_000
"""Furthest coordinate, in units, of anything solid."""

LARGEST_LIMIT = 1_000_000
"""Largest limit of a body, in units or degrees per second (squared)."""

MOST_CORNERS = 500
"""Most corners of one polygon."""


def check_world_document(
    world: WorldDocument, declared: Mapping[str, EntityFieldDeclaration] | None = None
) -> tuple[WorldProblem, ...]:
    """Return all problems of `world` but where things lie, in the order of the file's canonical form.

    `declared` are the entity fields of the game's manifests. Whether minds exist and have the variables that
    sensors write is checked where minds are loaded.
    """
    size_problems = tuple(_size_problems(world))
    if size_problems:
        return size_problems
    problems = [
        *_number_problems(world),
        *_shape_problems(world),
        *height_problems(world),
        *projectile_problems(world),
        *signal_problems(world),
        *way_problems(world),
        *_id_problems(world),
        *_path_problems(world),
        *_player_problems(world),
        *squad_problems(world),
        *check_entity_fields(world, declared or {}),
        *layer_problems(world),
    ]
    for agent_id in sorted(world.agents):
        problems.extend(agent_problems(world, f"agents.{agent_id}", world.agents[agent_id]))
    return tuple(sorted(problems, key=lambda problem: problem.where))


def _size_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    for axis, extent in zip(("width", "height"), world.size, strict=True):
        if not 0 < extent <= LARGEST_SIZE:
            yield WorldProblem(
                "size",
                f"The {axis} is {extent}; expected more than 0 and at most {LARGEST_SIZE}.",
                "Write the size as [width, height] in units.",
            )


def _number_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    if not 1 <= world.rate <= 1000:
        yield WorldProblem(
            "rate", f"The rate is {world.rate}; expected 1 to 1000 steps per second.", "Write 60."
        )
    if not 0 <= world.seed < 2**32:
        yield WorldProblem("seed", f"The seed is {world.seed}; expected 0 to 4294967295.", "Write 0.")
    for obstacle_id, obstacle in world.obstacles.items():
        yield from _far_problems(f"obstacles.{obstacle_id}.center", obstacle.center)
        if not 0 < obstacle.radius <= FURTHEST:
            yield WorldProblem(
                f"obstacles.{obstacle_id}.radius",
                f"The radius is {obstacle.radius}; expected more than 0 and at most {FURTHEST}.",
                "Give it a radius, or remove the obstacle.",
            )


def _shape_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    for section in ("walls", "doors", "zones"):
        for key, entry in getattr(world, section).items():
            yield from _polygon_problems(f"{section}.{key}.polygon", entry.polygon)


def _polygon_problems(where: str, polygon: Sequence[Point]) -> Iterator[WorldProblem]:
    if len(polygon) < 3:
        yield WorldProblem(
            where, f"A polygon has at least 3 corners; this one has {len(polygon)}.", "Add corners."
        )
        return
    if len(polygon) > MOST_CORNERS:
        yield WorldProblem(
            where,
            f"This polygon has {len(polygon)} corners; expected at most {MOST_CORNERS}.",
            "Split it into several walls.",
        )
        return
    for index, corner in enumerate(polygon):
        yield from _far_problems(f"{where}.{index}", corner)
    crossing = first_crossing(polygon)
    if crossing is not None:
        first, second = crossing
        yield WorldProblem(
            where,
            f"The edge from corner {first} crosses the edge from corner {second}.",
            "Order the corners so that the outline does not cross itself.",
        )


def _far_problems(where: str, point: Point) -> Iterator[WorldProblem]:
    if max(abs(point[0]), abs(point[1])) > FURTHEST:
        yield WorldProblem(
            where,
            f"({point[0]}, {point[1]}) is too far away; expected at most {FURTHEST}.",
            "Move it onto the map.",
        )


def first_crossing(polygon: Sequence[Point]) -> tuple[int, int] | None:
    """Return two edges of an outline that cross, by the index of their first corner; None if none do."""
    count = len(polygon)
    for first in range(count):
        for second in range(first + 1, count):
            if second == first + 1 or (first == 0 and second == count - 1):
                continue
            a, b = polygon[first], polygon[(first + 1) % count]
            c, d = polygon[second], polygon[(second + 1) % count]
            if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
                return first, second
    return None


def _side(a: Point, b: Point, c: Point) -> float:
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


def _id_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    kinds: dict[str, str] = {}
    for group in ENTITY_GROUPS:
        entries = entries_of(world, group)
        for entity in entries:
            if entity in kinds:
                yield WorldProblem(
                    f"{group}.{entity}",
                    f"The id {entity!r} is taken in {kinds[entity]} already.",
                    "Give one of the two another id; whatever a mind can name needs its own.",
                )
            kinds.setdefault(entity, group)


def _path_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    for path_id, path in world.paths.items():
        if not path.waypoints:
            yield WorldProblem(
                f"paths.{path_id}.waypoints", "The path has no waypoints.", "Add one, or remove the path."
            )
        for index, waypoint in enumerate(path.waypoints):
            if waypoint not in world.waypoints:
                yield WorldProblem(
                    f"paths.{path_id}.waypoints.{index}",
                    f"There is no waypoint {waypoint!r}.",
                    known_names("waypoints", world.waypoints),
                )


def _player_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    if world.player is not None and world.player not in world.agents:
        yield WorldProblem(
            "player", f"There is no agent {world.player!r}.", known_names("agents", world.agents)
        )


def off_map(
    world: WorldDocument, where: str, at: Point, severity: Literal["error", "warning"] = "error"
) -> WorldProblem | None:
    """Return the problem of a thing that is off the map; None where it is on it, the edge included."""
    if 0 <= at[0] <= world.size[0] and 0 <= at[1] <= world.size[1]:
        return None
    return WorldProblem(where, f"({at[0]}, {at[1]}) is off the map.", "Move it onto the map.", severity)


def no_room(where: str, at: Point) -> WorldProblem:
    """Return the problem of a projectile that does not fit where it starts."""
    words = f"At ({at[0]}, {at[1]}) it reaches into a wall or over the edge of the map."
    return WorldProblem(where, words, "Move it away, or make it smaller.")


def map_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield waypoints and projectiles that are off the map or reach over its edge, whatever is on it."""
    for waypoint_id, waypoint in world.waypoints.items():
        off = off_map(world, f"waypoints.{waypoint_id}.at", waypoint.at, "warning")
        if off is not None:
            yield off
    for name, entry in world.projectiles.items():
        where, (x, y) = f"projectiles.{name}.at", entry.at
        off = off_map(world, where, entry.at)
        if off is not None:
            yield off
        elif min(x, y, world.size[0] - x, world.size[1] - y) < entry.radius:
            yield no_room(where, entry.at)


def agent_problems(world: WorldDocument, where: str, agent: AgentEntry) -> Iterator[WorldProblem]:
    """Yield what is wrong with one agent, but for where it is; `where` is its place in the file."""
    if agent.radius <= 0:
        yield WorldProblem(
            f"{where}.radius", f"The radius is {agent.radius}; expected more than 0.", "Write 0.5."
        )
    elif 2 * agent.radius > min(world.size):
        yield WorldProblem(
            f"{where}.radius",
            "The agent is larger than the map.",
            "Make the agent smaller or the map larger.",
        )
    for name in ("max_speed", "max_acceleration", "max_rotation", "max_angular_acceleration"):
        value = getattr(agent.limits, name)
        if not 0 <= value <= LARGEST_LIMIT:
            yield WorldProblem(
                f"{where}.limits.{name}",
                f"The limit is {value}; expected 0 to {LARGEST_LIMIT}.",
                "Write a number in this range.",
            )
    if agent.tick_every < 0:
        yield WorldProblem(
            f"{where}.tick_every", f"Found {agent.tick_every}; expected 0 or more steps.", "Write 1."
        )
    if agent.phase is not None and not 0 <= agent.phase < max(agent.tick_every, 1):
        yield WorldProblem(
            f"{where}.phase",
            f"Found {agent.phase}; expected 0 to {max(agent.tick_every, 1) - 1}, below tick_every.",
            "Leave the field out to spread agents evenly.",
        )
    for index, sensor in enumerate(agent.sensors):
        yield from sensor_problems(world, f"{where}.sensors.{index}", sensor)
    for index, modifier in enumerate(agent.modifiers):
        place = f"{where}.modifiers.{index}"
        behavior = BEHAVIORS.get(modifier.behavior)
        if behavior is None or not behavior.steering.modifier:
            known_modifiers = [name for name, each in BEHAVIORS.items() if each.steering.modifier]
            yield WorldProblem(
                f"{place}.behavior",
                f"{modifier.behavior!r} is no always-on steering behavior.",
                known_names("modifiers", known_modifiers),
            )
            continue
        yield from argument_problems(f"{place}.arguments", behavior.parameters, modifier.arguments)


HIGHEST = 10_000
"""Highest top of a wall and start of a projectile, in units."""

_RANGES = {"radius": 100.0, "bounce": 1.0, "gravity": 1000.0, "height": float(HIGHEST), "damage": 1e6}


def height_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield walls and obstacles without a height that makes sense."""
    for section in ("doors", "obstacles", "walls"):
        for name, entry in sorted(getattr(world, section).items()):
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
