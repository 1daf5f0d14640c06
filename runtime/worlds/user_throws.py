"""Throw something as a user does: from a place to a place, as far as it goes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from runtime.basics.values import Vector
from runtime.formulas.falling import HAND_HEIGHT
from runtime.formulas.throwing import aim_throw, furthest_throw
from runtime.worlds.flight.flight_hits import support_under
from runtime.worlds.flight.projectiles import Projectile, ThrownObject, thrown

if TYPE_CHECKING:
    from runtime.worlds.world import World

_LARGEST = 1e6


def user_throw(
    world: World, start: Vector, target: Vector, thing: ThrownObject, thrower: str, speed: float
) -> Projectile:
    """Return `thing` on its way; see `World.throw_object`. Onto its own place it is dropped.

    Raises `EvaluationError` for an unknown thrower.
    """
    start, target = _on_map(world, start), _on_map(world, target)
    height = HAND_HEIGHT + support_under(world.solid, np.array(start), math.inf)
    rise = -height
    way = (target[0] - start[0], target[1] - start[1])
    distance = math.sqrt(way[0] * way[0] + way[1] * way[1])
    share = min(1.0, furthest_throw(speed, thing.gravity, rise) / distance) if distance > 0.0 else 0.0
    reached = (start[0] + way[0] * share, start[1] + way[1] * share)
    aim = aim_throw(start, reached, speed, thing.gravity, rise=rise) if distance > 0.0 else None
    velocity, climb = (aim.velocity, aim.climb) if aim is not None else ((0.0, 0.0), 0.0)
    team = world.entity_field(thrower, "team") if thrower else ""
    return thrown(
        thrower,
        world.tick,
        world.rate,
        start,
        height,
        velocity,
        climb,
        thing,
        team if isinstance(team, str) else "",
    )


def _on_map(world: World, place: Vector) -> Vector:
    width, height = world.solid.width, world.solid.height
    x, y = (0.0 if math.isnan(part) else max(-_LARGEST, min(part, _LARGEST)) for part in place)
    return min(max(x, 0.0), width), min(max(y, 0.0), height)
