"""Pull a way over cells straight, like a string around corners."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.values import Vector
from runtime.vectors import BoolArray, FloatArray, cross, dot, length
from runtime.worlds.geometry import Obstructions, closest_on_segments


def pull_straight(solid: Obstructions, points: Sequence[Vector], radius: float) -> tuple[Vector, ...]:
    """Return the corners that are left of a way when a body of `radius` takes every shortcut (NAV-19).

    From each corner the way goes on with the furthest point that is reached in a straight line.
    """
    if len(points) < 3:
        return tuple(points)
    places = np.array(points, dtype=np.float64)
    corners, anchor, last = [0], 0, len(points) - 1
    while anchor < last:
        anchor = _furthest(solid, places, anchor, radius)
        corners.append(anchor)
    return tuple(points[corner] for corner in corners)


def _furthest(solid: Obstructions, places: FloatArray, anchor: int, radius: float) -> int:
    """Return the last point that is seen from `anchor`, at least the next one, looking ever further."""
    reach, best = 8, anchor + 1
    while True:
        end = min(anchor + reach, len(places) - 1)
        ends = places[anchor + 1 : end + 1]
        starts = np.broadcast_to(places[anchor], ends.shape)
        seen = np.flatnonzero(free_lines(solid, starts, ends, radius))
        if not len(seen):
            return best
        best = max(best, anchor + 1 + int(seen[-1]))
        if best < end or end == len(places) - 1:
            return best
        reach *= 2


def free_lines(solid: Obstructions, start: FloatArray, end: FloatArray, radius: float) -> BoolArray:
    """Tell for each line, from `start` to `end` (n, 2), whether a body of `radius` can walk it.

    It can if the line keeps `radius` from every wall and obstacle, but for rounding.
    """
    least = radius * (1.0 - 1e-9)
    nearest = np.full(len(start), np.inf)
    for first, second in zip(solid.start, solid.end, strict=True):
        nearest = np.minimum(nearest, _distance_to_segment(start, end, first, second))
    for center, size in zip(solid.center, solid.radius, strict=True):
        points = np.broadcast_to(center, start.shape)
        away = length(points - closest_on_segments(points, start, end)) - size
        nearest = np.minimum(nearest, away)
    result: BoolArray = nearest >= least
    return result


def _distance_to_segment(
    start: FloatArray, end: FloatArray, first: FloatArray, second: FloatArray
) -> FloatArray:
    """Return the distance of each line to one segment; 0 where they cross."""
    a, b = np.broadcast_to(first, start.shape), np.broadcast_to(second, start.shape)
    way, edge = end - start, b - a
    crosses = (cross(way, a - start) * cross(way, b - start) < 0.0) & (
        cross(edge, start - a) * cross(edge, end - a) < 0.0
    )
    gaps = [
        _squared(start - closest_on_segments(start, a, b)),
        _squared(end - closest_on_segments(end, a, b)),
        _squared(a - closest_on_segments(a, start, end)),
        _squared(b - closest_on_segments(b, start, end)),
    ]
    distance = np.sqrt(np.minimum(np.minimum(gaps[0], gaps[1]), np.minimum(gaps[2], gaps[3])))
    return np.where(crosses, 0.0, distance)


def _squared(vectors: FloatArray) -> FloatArray:
    return dot(vectors, vectors)
