"""Let everything that flies fly for one step: fall, hit, bounce, roll, come to rest, explode.

| it meets | a bullet or a thrown thing | what is lasting |
|---|---|---|
| an agent | ends there, with its damage | bounces off |
| a wall, lower than its top | bounces if it can, else ends there | bounces, or drops down beside it |
| the ground, the top of a wall | ends there | bounces, rolls, comes to rest |
| the end of its range | ends there | – |
| the end of its fuse | explodes | explodes |

What has a blast radius explodes where it ends. Between two hits the flight is exact, whatever the length of
a step: a straight way along the map and a parabola in height.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, IntArray, length
from runtime.formulas.impacts import reflect
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.flight.flight_hits import (
    Sweep,
    Targets,
    Touches,
    support_under,
    touched_agents,
    touched_tops,
    touched_walls,
)
from runtime.worlds.flight.projectiles import ROLLING, Impact, Projectile

_BOUNCES = 8
"""Most hits of one thing in one step; what is left of the step after them is lost."""

_RESTING_CLIMB = 0.5
"""Upward speed in units/s below which a bounce is the last one."""

_AGENT, _WALL, _TOP, _GROUND, _RANGE = range(5)


@dataclass(frozen=True, slots=True)
class Touch:
    """Tell that something lasting bounced off an agent, and where."""

    projectile: Projectile
    agent: int
    at: Vector


@dataclass(frozen=True, slots=True)
class Flown:
    """Hold what is still there after a step, what ended, and what bounced off agents, in launching order."""

    alive: tuple[Projectile, ...]
    impacts: tuple[Impact, ...]
    touches: tuple[Touch, ...]


@dataclass(slots=True, eq=False)
class _Air:
    """Hold n things on their way through one step; `left` (n,) is the part of the step to come."""

    things: list[Projectile]
    position: FloatArray
    velocity: FloatArray
    height: FloatArray
    climb: FloatArray
    gravity: FloatArray
    radius: FloatArray
    range_left: FloatArray
    left: FloatArray
    spared: IntArray
    ended: list[Impact | None]


def fly(
    projectiles: Sequence[Projectile],
    targets: Targets,
    ids: Sequence[str],
    solid: Obstructions,
    step_seconds: float,
    tick: int,
) -> Flown:
    """Move all things by one step, which is that of `tick`; `ids` (k,) are the agents of `targets`.

    Of what is met at the same moment an agent counts before a wall, of two agents the lower id. Nobody is
    hit by what they launched themselves.
    """
    if not projectiles:
        return Flown((), (), ())
    air = _take_off(projectiles, {agent: row for row, agent in enumerate(ids)}, solid, step_seconds)
    touches: list[Touch] = []
    for _ in range(_BOUNCES):
        rows = np.flatnonzero(air.left > 0.0)
        if not len(rows):
            break
        _fly_to_next_hit(air, rows, targets, ids, solid, step_seconds, tick, touches)
    alive: list[Projectile] = []
    impacts: list[Impact] = []
    for row, before in enumerate(projectiles):
        impact = air.ended[row]
        thing = _landed_state(air, row, before, step_seconds)
        if impact is None and thing.due >= 0 and tick + 1 >= thing.due:
            impact = _end(air, row, tick, None, None)
        if impact is not None:
            impacts.append(impact)
        else:
            alive.append(thing)
    return Flown(tuple(alive), tuple(impacts), tuple(touches))


def _take_off(
    projectiles: Sequence[Projectile], rows: dict[str, int], solid: Obstructions, step_seconds: float
) -> _Air:
    things = [_falling_again(each, solid) for each in projectiles]
    resting = np.array([each.resting for each in things], dtype=np.bool_)
    gravity = np.array([each.gravity for each in things], dtype=np.float64)
    return _Air(
        things=things,
        position=np.array([each.position for each in things], dtype=np.float64),
        velocity=np.array([each.velocity for each in things], dtype=np.float64),
        height=np.array([each.height for each in things], dtype=np.float64),
        climb=np.array([each.climb for each in things], dtype=np.float64),
        gravity=np.where(resting, 0.0, gravity),
        radius=np.array([each.radius for each in things], dtype=np.float64),
        range_left=np.array([each.range_left for each in things], dtype=np.float64),
        left=np.full(len(things), 1.0),
        spared=np.array([rows.get(each.shooter, -1) for each in things], dtype=np.int64),
        ended=[None] * len(things),
    )


def _falling_again(thing: Projectile, solid: Obstructions) -> Projectile:
    """Return what rested on a wall and rolled off it as falling."""
    if not thing.resting or thing.height <= 0.0:
        return thing
    under = support_under(solid, np.array(thing.position), thing.height + 1e-9)
    return thing if under >= thing.height - 1e-9 else replace(thing, resting=False)


def _fly_to_next_hit(
    air: _Air,
    rows: IntArray,
    targets: Targets,
    ids: Sequence[str],
    solid: Obstructions,
    step_seconds: float,
    tick: int,
    touches: list[Touch],
) -> None:
    """Move the things `rows` to the first thing they meet, or to the end of the step."""
    seconds = air.left[rows] * step_seconds
    way = air.velocity[rows] * seconds[:, None]
    sweep = Sweep(
        air.position[rows],
        way,
        seconds,
        air.height[rows],
        air.climb[rows],
        air.gravity[rows],
        air.radius[rows],
    )
    met = (
        touched_agents(targets, sweep, 1.0 - air.left[rows], air.spared[rows]),
        touched_walls(solid, sweep),
        touched_tops(solid, sweep),
    )
    size = length(way)
    ranges = np.divide(air.range_left[rows], size, out=np.full(len(rows), np.inf), where=size > 0.0)
    shares = np.stack((*(touched.share for touched in met), _ground_shares(sweep), ranges))
    event = np.argmin(shares, axis=0)
    share = np.minimum(shares[event, np.arange(len(rows))], 1.0)
    happens = shares[event, np.arange(len(rows))] <= 1.0
    flown = seconds * share
    air.position[rows] += way * share[:, None]
    air.height[rows] += (air.climb[rows] - 0.5 * air.gravity[rows] * flown) * flown
    air.climb[rows] -= air.gravity[rows] * flown
    air.range_left[rows] -= size * share
    air.left[rows] = np.where(happens, air.left[rows] * (1.0 - share), 0.0)
    for place in np.flatnonzero(happens).tolist():
        row, kind = int(rows[place]), int(event[place])
        if kind == _AGENT:
            _meet_agent(air, row, met[_AGENT], place, targets, ids, step_seconds, tick, touches)
        elif kind == _WALL:
            _meet_wall(air, row, met[_WALL], place, solid, tick)
        elif kind == _RANGE:
            air.ended[row] = _end(air, row, tick, None, None)
        else:
            name = solid.names[int(met[_TOP].what[place])] if kind == _TOP else None
            air.height[row] = solid.top[int(met[_TOP].what[place])] if kind == _TOP else 0.0
            _come_down(air, row, tick, name)
        if air.ended[row] is not None:
            air.left[row] = 0.0


def _ground_shares(sweep: Sweep) -> FloatArray:
    """Return the share of each way before the ground is reached, infinity for what is not falling to it."""
    gravity, climb = sweep.gravity, sweep.climb
    root = np.sqrt(np.maximum(climb * climb + 2.0 * gravity * sweep.height, 0.0))
    seconds = np.divide(climb + root, gravity, out=np.full(len(gravity), np.inf), where=gravity > 0.0)
    return np.where(seconds <= sweep.seconds, seconds / sweep.seconds, np.inf)


def _meet_agent(
    air: _Air,
    row: int,
    met: Touches,
    place: int,
    targets: Targets,
    ids: Sequence[str],
    step_seconds: float,
    tick: int,
    touches: list[Touch],
) -> None:
    thing, body = air.things[row], int(met.what[place])
    if not thing.lasting:
        air.ended[row] = _end(air, row, tick, ids[body], None)
        return
    x, y = float(air.velocity[row, 0]), float(air.velocity[row, 1])
    normal = (float(met.normal[place, 0]), float(met.normal[place, 1]))
    own = targets.move[body] / step_seconds
    back = reflect((x - float(own[0]), y - float(own[1])), normal, thing.bounce)
    turned = (back[0] + float(own[0]), back[1] + float(own[1]))
    air.velocity[row] = _with_length(turned, thing.bounce * _size((x, y)))
    touches.append(Touch(thing, body, _point(air.position[row])))


def _meet_wall(air: _Air, row: int, met: Touches, place: int, solid: Obstructions, tick: int) -> None:
    thing = air.things[row]
    if thing.bounce <= 0.0 and not thing.lasting:
        air.ended[row] = _end(air, row, tick, None, solid.names[int(met.what[place])])
        return
    velocity = (float(air.velocity[row, 0]), float(air.velocity[row, 1]))
    normal = (float(met.normal[place, 0]), float(met.normal[place, 1]))
    air.velocity[row] = reflect(velocity, normal, thing.bounce)


def _come_down(air: _Air, row: int, tick: int, name: str | None) -> None:
    """Let a thing come to the ground, or to the top of the wall `name`: end, bounce or begin to roll."""
    thing = air.things[row]
    if not thing.lasting:
        air.ended[row] = _end(air, row, tick, None, name)
        return
    climb = -float(air.climb[row]) * thing.bounce
    air.velocity[row] *= 0.5 + 0.5 * thing.bounce
    if climb < _RESTING_CLIMB:
        climb = 0.0
        air.gravity[row] = 0.0
        air.things[row] = replace(thing, resting=True)
    air.climb[row] = climb


def _landed_state(air: _Air, row: int, before: Projectile, step_seconds: float) -> Projectile:
    """Return the thing as it is after the step; what rolls has lost some speed."""
    thing, velocity = air.things[row], _point(air.velocity[row])
    if thing.resting:
        speed = _size(velocity)
        velocity = _with_length(velocity, max(0.0, speed - ROLLING * before.gravity * step_seconds))
    return thing.moved(
        _point(air.position[row]),
        velocity,
        float(air.height[row]),
        float(air.climb[row]),
        float(air.range_left[row]),
    )


def _end(air: _Air, row: int, tick: int, agent: str | None, obstruction: str | None) -> Impact:
    thing, height = air.things[row], max(0.0, float(air.height[row]))
    return Impact(
        tick, thing, _point(air.position[row]), agent, obstruction, height, exploded=thing.blast_radius > 0.0
    )


def _point(row: FloatArray) -> Vector:
    return float(row[0]), float(row[1])


def _size(vector: Vector) -> float:
    return float(np.sqrt(vector[0] * vector[0] + vector[1] * vector[1]))


def _with_length(vector: Vector, wanted: float) -> Vector:
    size = _size(vector)
    return (vector[0] / size * wanted, vector[1] / size * wanted) if size > 0.0 else (0.0, 0.0)
