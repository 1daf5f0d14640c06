"""Keep bodies out of walls, on the map and out of each other.

A body is a circle. Its move is swept: it stops where the circle first touches something solid and slides
along it with what is left of the move, so that no speed carries it through a wall. A move is taken only if
its end is free, else the body stays where it was; a body that starts free is therefore free for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from runtime.vectors import (
    BoolArray,
    FloatArray,
    IntArray,
    dot,
    length,
    perpendicular,
    safe_divide,
    unit,
    unit_or,
)
from runtime.worlds.cell_grid import neighbor_pairs
from runtime.worlds.geometry import Obstructions, closest_on_segments, points_in_walls

CONTACT_GAP = 1e-6
"""Gap in units that a sweep keeps between a body and what it touches."""

_SLIDES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """Hold where bodies got to: `position` (n, 2), their `velocity` (n, 2) without what pushes into walls."""

    position: FloatArray
    velocity: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _Shapes:
    """Hold pairs of a body and a convex shape near its way: a segment or, with start = end, a circle.

    `body` (p,) ascends. `reach` (p,) is the distance the center keeps from the shape, `least` (p,) the
    distance it must not get below.
    """

    body: IntArray
    start: FloatArray
    end: FloatArray
    reach: FloatArray
    least: FloatArray


def move_bodies(
    solid: Obstructions, position: FloatArray, velocity: FloatArray, move: FloatArray, radius: FloatArray
) -> Moved:
    """Move each body from `position` by `move` (both (n, 2), units) as far as walls and the map allow.

    The part of `velocity` that points into what was touched is taken away. Bodies do not see each other
    here.
    """
    shapes = _near_shapes(solid, position, length(move), radius)
    place, speed = position + move, velocity.copy()
    if len(shapes.body):
        rows = np.unique(shapes.body)
        there = replace(shapes, body=np.searchsorted(rows, shapes.body))
        slid = _slide(solid, there, position[rows], velocity[rows], move[rows], radius[rows])
        place[rows], speed[rows] = slid.position, slid.velocity
    return Moved(place, speed)


def _slide(
    solid: Obstructions,
    shapes: _Shapes,
    position: FloatArray,
    velocity: FloatArray,
    move: FloatArray,
    radius: FloatArray,
) -> Moved:
    """Move bodies that all have shapes near."""
    place, speed, rest = position.copy(), velocity.copy(), move.copy()
    sliding = shapes
    for _ in range(_SLIDES):
        share, normal, touched = _first_touch(sliding, place, rest, len(position))
        place = place + rest * share[:, None]
        rest = np.where(touched[:, None], rest * (1.0 - share)[:, None], 0.0)
        rest = rest - normal * np.minimum(dot(rest, normal), 0.0)[:, None]
        speed = speed - normal * np.minimum(dot(speed, normal), 0.0)[:, None]
        if not touched.any():
            break
        sliding = _of_bodies(sliding, touched)
    free = _ends_free(solid, shapes, place, radius)
    return Moved(np.where(free[:, None], place, position), speed)


def push_apart(solid: Obstructions, position: FloatArray, velocity: FloatArray, radius: FloatArray) -> Moved:
    """Push bodies that overlap apart, each by half the overlap, and take away what drives them together.

    Two phases: all pushes are computed from the positions given, summed over neighbors in ascending row,
    then made as swept moves, so that nobody is pushed into a wall. The relative velocity along the line of
    centers is split evenly where two approach (a soft, momentum-keeping contact). Of two coincident bodies
    the first goes to -x, the second to +x.
    """
    if len(position) < 2:
        return Moved(position, velocity)
    first, second = neighbor_pairs(position, 2.0 * float(radius.max()))
    apart = position[first] - position[second]
    distance = length(apart)
    overlap = radius[first] + radius[second] - distance
    touching = overlap > 0.0
    if not touching.any():
        return Moved(position, velocity)
    first, second, overlap = first[touching], second[touching], overlap[touching]
    sideways = np.stack((np.where(first < second, -1.0, 1.0), np.zeros(len(first))), axis=1)
    normal = unit_or(apart[touching], sideways)
    closing = np.minimum(dot(velocity[first] - velocity[second], normal), 0.0)
    push = _sum_by_body(first, normal * (0.5 * overlap)[:, None], len(position))
    change = _sum_by_body(first, normal * (-0.5 * closing)[:, None], len(position))
    limit = np.minimum(1.0, safe_divide(radius, length(push), 1.0))
    push, speed, rows = push * limit[:, None], velocity + change, np.unique(first)
    pushed = move_bodies(solid, position[rows], speed[rows], push[rows], radius[rows])
    place = position.copy()
    place[rows], speed[rows] = pushed.position, pushed.velocity
    return Moved(place, speed)


def _sum_by_body(body: IntArray, vectors: FloatArray, count: int) -> FloatArray:
    columns = [np.bincount(body, vectors[:, axis], minlength=count) for axis in (0, 1)]
    return np.stack(columns, axis=1).astype(np.float64, copy=False)


def _near_shapes(
    solid: Obstructions, position: FloatArray, travel: FloatArray, radius: FloatArray
) -> _Shapes:
    """Return the pairs of bodies and shapes that a body could touch on a way of length `travel`."""
    start = np.concatenate((solid.start, solid.center))
    end = np.concatenate((solid.end, solid.center))
    inflate = np.concatenate((np.zeros(len(solid.start)), solid.radius))
    middle = (start + end) * 0.5
    half = np.abs(end - start) * 0.5 + inflate[:, None]
    around = travel + radius + 2.0 * CONTACT_GAP
    near = np.abs(position[:, None, 0] - middle[None, :, 0]) <= around[:, None] + half[None, :, 0]
    near &= np.abs(position[:, None, 1] - middle[None, :, 1]) <= around[:, None] + half[None, :, 1]
    body, shape = np.nonzero(near)
    least = radius[body] + inflate[shape]
    return _Shapes(body, start[shape], end[shape], least + CONTACT_GAP, least)


def _of_bodies(shapes: _Shapes, chosen: BoolArray) -> _Shapes:
    pairs = chosen[shapes.body]
    return _Shapes(
        shapes.body[pairs],
        shapes.start[pairs],
        shapes.end[pairs],
        shapes.reach[pairs],
        shapes.least[pairs],
    )


def _first_touch(
    shapes: _Shapes, place: FloatArray, move: FloatArray, count: int
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return for each body the share of its move before the first touch, the normal there, and whether."""
    center, way = place[shapes.body], move[shapes.body]
    share = _touch_shares(shapes, center, way)
    touch = center + way * np.minimum(share, 1.0)[:, None]
    closest = closest_on_segments(touch, shapes.start, shapes.end)
    side = perpendicular(unit(shapes.end - shapes.start))
    normal = unit_or(touch - closest, side)
    order = np.lexsort((share, shapes.body))
    bodies, begins = np.unique(shapes.body[order], return_index=True)
    pair = order[begins]
    result, normals = np.ones(count), np.zeros((count, 2))
    touched = np.zeros(count, dtype=np.bool_)
    hit = share[pair] <= 1.0
    result[bodies[hit]] = share[pair[hit]]
    normals[bodies[hit]] = normal[pair[hit]]
    touched[bodies[hit]] = True
    return result, normals, touched


def _touch_shares(shapes: _Shapes, center: FloatArray, way: FloatArray) -> FloatArray:
    """Return the share of each way at which the center comes within `reach` of its shape; inf if never.

    0 where it is that near already and the way leads nearer still. Shapes are convex, so a way that leads
    off one it is near to never comes back to it.
    """
    closest = closest_on_segments(center, shapes.start, shapes.end)
    away = center - closest
    within = length(away) <= shapes.reach
    edge = shapes.end - shapes.start
    share = np.minimum(
        _share_to_side(center, way, shapes.start, edge, shapes.reach),
        np.minimum(
            _share_to_disc(center, way, shapes.start, shapes.reach),
            _share_to_disc(center, way, shapes.end, shapes.reach),
        ),
    )
    nearer = dot(away, way) < 0.0
    return np.where(within, np.where(nearer, 0.0, np.inf), share)


def _share_to_side(
    center: FloatArray, way: FloatArray, start: FloatArray, edge: FloatArray, reach: FloatArray
) -> FloatArray:
    along = unit(edge)
    normal = perpendicular(along)
    height = dot(center - start, normal)
    normal = np.where((height < 0.0)[:, None], -normal, normal)
    height = np.abs(height)
    sinking = -dot(way, normal)
    share = safe_divide(height - reach, np.maximum(sinking, 0.0), np.inf)
    reached = center + way * np.clip(share, 0.0, 1.0)[:, None]
    place = dot(reached - start, along)
    size = length(edge)
    valid = (share >= 0.0) & (share <= 1.0) & (place >= 0.0) & (place <= size) & (size > 0.0)
    return np.where(valid, share, np.inf)


def _share_to_disc(center: FloatArray, way: FloatArray, middle: FloatArray, reach: FloatArray) -> FloatArray:
    offset = center - middle
    squared = dot(way, way)
    half_b = dot(offset, way)
    discriminant = half_b * half_b - squared * (dot(offset, offset) - reach * reach)
    root = np.sqrt(np.maximum(discriminant, 0.0))
    share = safe_divide(-half_b - root, squared, np.inf)
    valid = (discriminant > 0.0) & (share >= 0.0) & (share <= 1.0)
    return np.where(valid, share, np.inf)


def _ends_free(solid: Obstructions, shapes: _Shapes, place: FloatArray, radius: FloatArray) -> BoolArray:
    free = np.ones(len(place), dtype=np.bool_)
    closest = closest_on_segments(place[shapes.body], shapes.start, shapes.end)
    tight = length(place[shapes.body] - closest) < shapes.least
    free[shapes.body[tight]] = False
    bodies = np.unique(shapes.body)
    free[bodies[points_in_walls(solid, place[bodies])]] = False
    inside = (place >= radius[:, None]).all(axis=1)
    inside &= (place[:, 0] <= solid.width - radius) & (place[:, 1] <= solid.height - radius)
    return free & inside
