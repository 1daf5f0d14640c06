"""Fly projectiles: straight, until they hit an agent, something solid, or their range ends (PROJ-06)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from runtime.values import Value, Vector
from runtime.vectors import FloatArray, IntArray, heading_vectors, unit_or
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.geometry import Obstructions, cast_rays, shares_to_circles

_LARGEST = 1e9


@dataclass(frozen=True, slots=True)
class Projectile:
    """Hold one projectile: who fired it and when, where it started, is, and flies to.

    `velocity` in units/s, `range_left` in units.
    """

    shooter: str
    tick: int
    start: Vector
    position: Vector
    velocity: Vector
    range_left: float
    damage: float


@dataclass(frozen=True, slots=True)
class Impact:
    """Tell where a projectile ended and at what: an agent, something solid, or nothing (out of range)."""

    tick: int
    projectile: Projectile
    at: Vector
    hit_agent: str | None
    hit_obstruction: str | None


def launch(
    shooter: str,
    tick: int,
    position: Vector,
    heading: float,
    target: Value,
    arguments: Mapping[str, Value],
) -> Projectile:
    """Return a projectile that starts at `position` and flies at `target`.

    A target that is no vector, or is the own position, means straight ahead, along `heading` in degrees.
    `arguments` may give `speed` (12 units/s), `range` (20 units) and `damage` (10).
    """
    ahead = heading_vectors(np.array([heading]))
    if isinstance(target, tuple):
        aim = np.array([[target[0] - position[0], target[1] - position[1]]], dtype=np.float64)
        ahead = unit_or(aim, ahead)
    speed = _number(arguments, "speed", 12.0)
    return Projectile(
        shooter=shooter,
        tick=tick,
        start=position,
        position=position,
        velocity=(float(ahead[0, 0]) * speed, float(ahead[0, 1]) * speed),
        range_left=_number(arguments, "range", 20.0),
        damage=_number(arguments, "damage", 10.0),
    )


def fly(
    projectiles: Sequence[Projectile],
    agents: AgentArrays,
    solid: Obstructions,
    step_seconds: float,
    tick: int,
) -> tuple[tuple[Projectile, ...], tuple[Impact, ...]]:
    """Move all projectiles by one step and return those that fly on and the impacts, in firing order.

    A projectile is a point. Its way of this step is a ray against everything solid and against every agent
    but its shooter, where the agents are now; what is nearest is hit, an agent before a wall at the same
    distance, of agents the lower id.
    """
    if not projectiles:
        return (), ()
    position = np.array([each.position for each in projectiles], dtype=np.float64)
    velocity = np.array([each.velocity for each in projectiles], dtype=np.float64)
    speed = np.sqrt(velocity[:, 0] * velocity[:, 0] + velocity[:, 1] * velocity[:, 1])
    left = np.array([each.range_left for each in projectiles], dtype=np.float64)
    seconds = np.minimum(step_seconds, np.divide(left, speed, out=np.zeros_like(left), where=speed > 0.0))
    way = velocity * seconds[:, None]
    walls = cast_rays(solid, position, way)
    victim, share = _first_agents(projectiles, agents, position, way)
    alive: list[Projectile] = []
    impacts: list[Impact] = []
    for row, projectile in enumerate(projectiles):
        agent_first = victim[row] >= 0 and share[row] <= walls.share[row]
        end = position[row] + way[row] * (share[row] if agent_first else walls.share[row])
        at = (float(end[0]), float(end[1]))
        rest = float(left[row] - speed[row] * seconds[row])
        if agent_first:
            impacts.append(Impact(tick, projectile, at, agents.ids[int(victim[row])], None))
        elif walls.owner[row] >= 0:
            impacts.append(Impact(tick, projectile, at, None, solid.names[int(walls.owner[row])]))
        elif rest <= 1e-9:
            impacts.append(Impact(tick, projectile, at, None, None))
        else:
            alive.append(replace(projectile, position=at, range_left=rest))
    return tuple(alive), tuple(impacts)


def _first_agents(
    projectiles: Sequence[Projectile], agents: AgentArrays, position: FloatArray, way: FloatArray
) -> tuple[IntArray, FloatArray]:
    if not len(agents):
        return np.full(len(projectiles), -1, dtype=np.int64), np.full(len(projectiles), np.inf)
    shares = shares_to_circles(agents.position, agents.radius, position, way)
    ids = np.array(agents.ids, dtype=object)
    shooters = np.array([each.shooter for each in projectiles], dtype=object)
    shares = np.where(shooters[:, None] == ids[None, :], np.inf, shares)
    victim = np.argmin(shares, axis=1)
    share = shares[np.arange(len(projectiles)), victim]
    return np.where(share <= 1.0, victim, -1), share


def _number(arguments: Mapping[str, Value], name: str, default: float) -> float:
    value = arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return default
    return max(0.0, min(float(value), _LARGEST))
