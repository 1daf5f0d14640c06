"""Answer what conditions of fights ask a world, as fields of the agent that asks.

| field | value |
|---|---|
| `shot:ENTITY` | what ends a straight shot at that entity, "" when nothing does |
| `throw:X,Y,SPEED,GRAVITY,ARC` | whether a throw comes down at that place |
| `landing_gap` | distance to the nearest place where something thrown comes down; infinity for none |
| `blast_gap` | gap to the nearest blast to come, negative inside it; infinity for none |
| `shot_in` | seconds until something that flies would hit the agent; infinity for nothing |
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from runtime.basics.host import (
    BLAST_GAP_FIELD,
    LANDING_GAP_FIELD,
    SHOT_FIELD,
    SHOT_IN_FIELD,
    THROW_FIELD,
)
from runtime.basics.values import Value, Vector
from runtime.formulas.falling import HAND_HEIGHT
from runtime.formulas.impacts import seconds_until_touch
from runtime.formulas.throwing import Arc, aim_throw
from runtime.worlds.bodies.geometry import cast_rays, reaching_above
from runtime.worlds.flight.flight import fly
from runtime.worlds.flight.flight_hits import Targets
from runtime.worlds.flight.projectiles import Projectile, ThrownObject, thrown

if TYPE_CHECKING:
    from runtime.worlds.world_facts import WorldFacts

_LANDED_NEAR = 0.5
"""How near to its target in units a throw has to come down."""


def is_combat_field(field: str) -> bool:
    """Tell whether a field is answered here."""
    return field in (LANDING_GAP_FIELD, BLAST_GAP_FIELD, SHOT_IN_FIELD) or field.startswith(
        (SHOT_FIELD, THROW_FIELD)
    )


def combat_field(world: WorldFacts, agent: str, field: str) -> Value:
    """Return a field of which `is_combat_field` is true.

    Raises `EvaluationError` for an agent or a target that is not there.
    """
    pose = world.pose(agent)
    if field.startswith(SHOT_FIELD):
        return _end_of_shot(world, pose.position, field.removeprefix(SHOT_FIELD))
    if field.startswith(THROW_FIELD):
        return _comes_down(world, pose.position, field.removeprefix(THROW_FIELD))
    if field == LANDING_GAP_FIELD:
        return min(_landing_gaps(world, pose.position), default=math.inf)
    if field == BLAST_GAP_FIELD:
        return min(_blast_gaps(world, pose.position, pose.radius), default=math.inf)
    return min(_hits(world, agent, pose.position, pose.velocity, pose.radius), default=math.inf)


def _end_of_shot(world: WorldFacts, start: Vector, entity: str) -> str:
    place = world.entity_field(entity, "position")
    assert isinstance(place, tuple)
    solid = reaching_above(world.solid, HAND_HEIGHT)
    way = np.array([[place[0] - start[0], place[1] - start[1]]], dtype=np.float64)
    hits = cast_rays(solid, np.array([start], dtype=np.float64), way)
    return solid.names[int(hits.owner[0])] if hits.hit[0] else ""


def _comes_down(world: WorldFacts, start: Vector, question: str) -> bool:
    x, y, speed, gravity, named = question.split(",")
    arc: Arc = "lob" if named == "lob" else "flat"
    target = (float(x), float(y))
    aim = aim_throw(start, target, float(speed), float(gravity), rise=-HAND_HEIGHT, arc=arc)
    if aim is None:
        return False
    stone = thrown(
        "", 0, world.rate, start, HAND_HEIGHT, aim.velocity, aim.climb, ThrownObject(gravity=float(gravity))
    )
    nobody = Targets(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), np.zeros(0, dtype=np.bool_))
    flown = fly((stone,), nobody, (), world.solid, aim.seconds * 1.001 + 1e-6, 0)
    ends = [impact.at for impact in flown.impacts] or [each.position for each in flown.alive]
    return _distance(ends[0], target) <= _LANDED_NEAR


def _landing_gaps(world: WorldFacts, place: Vector) -> Iterator[float]:
    """Yield the distances to where everything thrown comes down; what lies is not on its way any more."""
    for each in world.projectiles:
        if each.gravity > 0.0 and each.velocity != (0.0, 0.0):
            yield _distance(each.landing, place)


def _blast_gaps(world: WorldFacts, place: Vector, radius: float) -> Iterator[float]:
    for each in world.projectiles:
        if each.blast_radius > 0.0:
            yield _distance(each.landing, place) - radius - each.blast_radius


def _hits(world: WorldFacts, agent: str, place: Vector, velocity: Vector, radius: float) -> Iterator[float]:
    for each in world.projectiles:
        if each.shooter != agent and _can_hit(each):
            offset = (each.position[0] - place[0], each.position[1] - place[1])
            relative = (each.velocity[0] - velocity[0], each.velocity[1] - velocity[1])
            seconds = seconds_until_touch(offset, relative, radius + each.radius)
            if seconds is not None and seconds <= _time_left(each):
                yield seconds


def _can_hit(projectile: Projectile) -> bool:
    return not projectile.lasting and projectile.velocity != (0.0, 0.0)


def _time_left(projectile: Projectile) -> float:
    """Return how long something flies on at most: to the end of its range, or to the ground."""
    if projectile.gravity > 0.0:
        return projectile.landing_in
    speed = _distance((0.0, 0.0), projectile.velocity)
    return projectile.range_left / speed if speed > 0.0 else 0.0


def _distance(first: Vector, second: Vector) -> float:
    x, y = second[0] - first[0], second[1] - first[1]
    return math.sqrt(x * x + y * y)
