"""Keep bodies out of walls, on the map and out of each other.

A body is a circle. Its move is swept: it stops where the circle first touches something solid and slides
along it with what is left of the move, so that no speed carries it through a wall. A move is taken only if
its end is free, else the body stays where it was; a body that starts free is therefore free for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.vectors import BoolArray, FloatArray, IntArray, columns, dot, length, safe_divide, taken, unit_or
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.cell_grid import close_pairs, pairs_within
from runtime.worlds.geometry import Obstructions
from runtime.worlds.solid_shapes import SolidShapes, build_solid_shapes
from runtime.worlds.sweeping import CONTACT_GAP, Swept, Touching, pairs_on_the_way, sweep

_LEAST_REACH = 1.5
_LARGE = 2.0


def contact_shapes(solid: Obstructions, agents: AgentArrays, step_seconds: float) -> SolidShapes:
    """Return what is solid, ready for the contacts of `agents`: quick for as far as most of them get."""
    if not len(agents):
        return build_solid_shapes(solid, 1.0)
    usual = float(np.median(agents.max_speed)) * step_seconds
    usual += 2.0 * float(agents.radius.max()) + 2.0 * CONTACT_GAP
    return build_solid_shapes(solid, max(usual, _LEAST_REACH))


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """Hold where bodies got to: `position` (n, 2), their `velocity` (n, 2) without what pushes into walls."""

    position: FloatArray
    velocity: FloatArray


def move_bodies(
    shapes: SolidShapes, position: FloatArray, velocity: FloatArray, move: FloatArray, radius: FloatArray
) -> Moved:
    """Move each body from `position` by `move` (both (n, 2), units) as far as walls and the map allow.

    The part of `velocity` that points into what was touched is taken away. Bodies do not see each other
    here.
    """
    place = columns(position[:, 0] + move[:, 0], position[:, 1] + move[:, 1])
    speed = velocity.copy(order="K")
    near = pairs_on_the_way(shapes, position[:, 0], position[:, 1], length(move), radius)
    if len(near.body):
        rows, near = _only_these(near, len(position))
        slid = _slide(shapes, near, position[rows], velocity[rows], move[rows], radius.take(rows))
        place[rows], speed[rows] = slid.position, slid.velocity
    return Moved(place, speed)


def _only_these(near: Touching, count: int) -> tuple[IntArray, Touching]:
    """Return the bodies that have pairs, and the pairs with the bodies' places among these."""
    has = np.zeros(count, dtype=np.bool_)
    has[near.body] = True
    places = np.cumsum(has) - 1
    there = Touching(
        places.take(near.body),
        near.x,
        near.y,
        near.along_x,
        near.along_y,
        near.size,
        near.least,
        near.reach,
    )
    return np.flatnonzero(has), there


def _slide(
    shapes: SolidShapes,
    near: Touching,
    position: FloatArray,
    velocity: FloatArray,
    move: FloatArray,
    radius: FloatArray,
) -> Moved:
    """Move bodies that all have shapes near."""
    bodies = Swept(
        position[:, 0].copy(),
        position[:, 1].copy(),
        move[:, 0].copy(),
        move[:, 1].copy(),
        velocity[:, 0].copy(),
        velocity[:, 1].copy(),
        np.zeros(len(position), dtype=np.bool_),
    )
    sweep(near, bodies)
    place = columns(bodies.x, bodies.y)
    free = _ends_free(shapes, near, bodies, radius)
    place = np.where(free[:, None], place, position)
    return Moved(place, columns(bodies.speed_x, bodies.speed_y))


def _ends_free(shapes: SolidShapes, near: Touching, bodies: Swept, radius: FloatArray) -> BoolArray:
    """Tell for each body whether it is free where it got to.

    A body that touched nothing got across nothing, so it is not asked whether it is inside a wall.
    """
    width, height = shapes.solid.width, shapes.solid.height
    free = (bodies.x >= radius) & (bodies.y >= radius)
    free &= (bodies.x <= width - radius) & (bodies.y <= height - radius)
    free[near.body[near.distance(bodies.x, bodies.y) < near.least]] = False
    rows = np.flatnonzero(bodies.touched & free)
    if len(rows):
        free[rows[shapes.edges.around(bodies.x[rows], bodies.y[rows])]] = False
    return free


def push_apart(shapes: SolidShapes, position: FloatArray, velocity: FloatArray, radius: FloatArray) -> Moved:
    """Push bodies that overlap apart, each by half the overlap, and take away what drives them together.

    Two phases: all pushes are computed from the positions given, summed over neighbors in ascending row,
    then made as swept moves, so that nobody is pushed into a wall. The relative velocity along the line of
    centers is split evenly where two approach (a soft, momentum-keeping contact). Of two coincident bodies
    the first goes to -x, the second to +x.
    """
    if len(position) < 2:
        return Moved(position, velocity)
    first, second = _maybe_touching(position, radius)
    apart = taken(position, first) - taken(position, second)
    overlap = radius.take(first) + radius.take(second) - length(apart)
    touching = np.flatnonzero(overlap > 0.0)
    if not len(touching):
        return Moved(position, velocity)
    first, second, overlap, apart = _both_ways(
        first[touching], second[touching], overlap[touching], apart[touching], len(position)
    )
    sideways = columns(np.where(first < second, -1.0, 1.0), np.zeros(len(first)))
    normal = unit_or(apart, sideways)
    closing = np.minimum(dot(velocity[first] - velocity[second], normal), 0.0)
    push = _sum_by_body(first, normal * (0.5 * overlap)[:, None], len(position))
    change = _sum_by_body(first, normal * (-0.5 * closing)[:, None], len(position))
    limit = np.minimum(1.0, safe_divide(radius, length(push), 1.0))
    push, speed = push * limit[:, None], velocity + change
    rows = np.flatnonzero(np.bincount(first, minlength=len(position)))
    pushed = move_bodies(shapes, position[rows], speed[rows], push[rows], radius[rows])
    place = position.copy(order="K")
    place[rows], speed[rows] = pushed.position, pushed.velocity
    return Moved(place, speed)


def _maybe_touching(position: FloatArray, radius: FloatArray) -> tuple[IntArray, IntArray]:
    """Return each pair of bodies that may overlap once, in no order.

    Bodies more than twice as large as most are looked at by themselves, so that one giant in a crowd does
    not make everybody look as far as it reaches.
    """
    largest = float(radius.max())
    is_large = radius > _LARGE * float(radius.mean())
    if not is_large.any():
        return close_pairs(position, 2.0 * largest)
    small, large = np.flatnonzero(~is_large), np.flatnonzero(is_large)
    one, other = close_pairs(taken(position, small), 2.0 * float(radius.take(small).max(initial=0.0)))
    giant, met = pairs_within(taken(position, large), position, 2.0 * largest)
    giant = large.take(giant)
    once = np.flatnonzero(~is_large.take(met) | (giant < met))
    return (
        np.concatenate((small.take(one), giant.take(once))),
        np.concatenate((small.take(other), met.take(once))),
    )


def _both_ways(
    first: IntArray, second: IntArray, overlap: FloatArray, apart: FloatArray, count: int
) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """Return pairs that stand once in both directions, sorted by their first, then their second body."""
    one, other = np.concatenate((first, second)), np.concatenate((second, first))
    order = np.argsort(one * count + other, kind="stable")
    return (
        one[order],
        other[order],
        np.concatenate((overlap, overlap))[order],
        np.concatenate((apart, -apart))[order],
    )


def _sum_by_body(body: IntArray, vectors: FloatArray, count: int) -> FloatArray:
    x: FloatArray = np.bincount(body, vectors[:, 0], minlength=count).astype(np.float64, copy=False)
    y: FloatArray = np.bincount(body, vectors[:, 1], minlength=count).astype(np.float64, copy=False)
    return columns(x, y)
