"""Pull a way over cells straight, like a string around corners."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.free_lines import free_lines

_FIRST_LOOK = 16


def pull_straight(shapes: SolidShapes, points: Sequence[Vector], radius: float) -> tuple[Vector, ...]:
    """Return the corners that are left of a way when a body of `radius` takes every shortcut (NAV-19).

    From each corner the way goes on with the furthest point that is reached in a straight line.
    """
    if len(points) < 3:
        return tuple(points)
    places = np.array(points, dtype=np.float64)
    corners, anchor, last = [0], 0, len(points) - 1
    while anchor < last:
        anchor = _furthest(shapes, places, anchor, radius)
        corners.append(anchor)
    return tuple(points[corner] for corner in corners)


def _furthest(shapes: SolidShapes, places: FloatArray, anchor: int, radius: float) -> int:
    """Return the last point that is seen from `anchor`, at least the next one, looking ever further."""
    reach, best = _FIRST_LOOK, anchor + 1
    while True:
        end = min(anchor + reach, len(places) - 1)
        ends = places[best : end + 1]
        starts = np.broadcast_to(places[anchor], ends.shape)
        seen = np.flatnonzero(free_lines(shapes, starts, ends, np.full(len(ends), radius)))
        if not len(seen):
            return best
        best = max(best, best + int(seen[-1]))
        if best < end or end == len(places) - 1:
            return best
        reach *= 2
