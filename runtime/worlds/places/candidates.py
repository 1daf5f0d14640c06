"""Give candidates: points on rings, on grids, along ways and beside what is solid (rule 11.21).

Each returns points (n, 2) in units, in the order that the rule says, on the map or not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from runtime.basics.angles import direction
from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.geometry import Obstructions

MOST_CANDIDATES = 20_000
"""Most candidates of one question; those behind them are left out."""


def ring_points(center: Vector, least: float, most: float, rings: int, count: int) -> FloatArray:
    """Return `count` points on each of `rings` circles with radii from `least` to `most`."""
    radii = np.linspace(least, most, rings)
    ways = np.array([direction(360.0 * number / count) for number in range(count)])
    points: FloatArray = (radii[:, None, None] * ways[None, :, :] + np.array(center)).reshape(-1, 2)
    return points[:MOST_CANDIDATES]


def grid_points(center: Vector, half_size: float, spacing: float) -> FloatArray:
    """Return points `spacing` apart in a square, row by row from below, one of them at its center."""
    side = min(int(half_size / spacing + 1e-9), math.isqrt(MOST_CANDIDATES) // 2)
    steps = np.arange(-side, side + 1, dtype=np.float64) * spacing
    up, right = np.meshgrid(steps, steps, indexing="ij")
    points: FloatArray = np.column_stack((right.ravel(), up.ravel())) + np.array(center)
    return points


def path_points(corners: Sequence[Vector], spacing: float) -> FloatArray:
    """Return each corner of a way, and points `spacing` apart behind it up to the next."""
    found: list[Vector] = []
    for (x, y), (to_x, to_y) in pairwise(corners):
        far = math.sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))
        for number in range(max(1, math.ceil(far / spacing - 1e-9))):
            share = number * spacing / far if far > 0.0 else 0.0
            found.append((x + (to_x - x) * share, y + (to_y - y) * share))
        if len(found) > MOST_CANDIDATES:
            break
    return np.array([*found, *corners[-1:]][:MOST_CANDIDATES], dtype=np.float64).reshape(-1, 2)


def cover_points(
    solid: Obstructions, center: Vector, reach: float, away: float, spacing: float
) -> FloatArray:
    """Return points `away` from the faces of what is solid, at most `reach` from a center.

    Along each edge of a wall, in the order of the file, from its middle to both ends, on its outer side and
    its inner one; around each obstacle from +x on. Those with no room are left to whoever asks.
    """
    found: list[FloatArray] = []
    edges = len(solid.start) - 4  # the last four are the border of the map
    for start, end in zip(solid.start[:edges], solid.end[:edges], strict=True):
        along = end - start
        far = math.sqrt(float(along @ along))
        if far <= 0.0:
            continue
        unit = along / far
        side = int(far * 0.5 / spacing + 1e-9)
        middles = (start + end) * 0.5 + unit * (np.arange(-side, side + 1)[:, None] * spacing)
        normal = np.array((unit[1], -unit[0]))
        found += [middles + normal * away, middles - normal * away]
    for middle, radius in zip(solid.center, solid.radius, strict=True):
        far = float(radius) + away
        count = max(4, int(2.0 * math.pi * far / spacing))
        found.append(ring_points((float(middle[0]), float(middle[1])), far, far, 1, count))
    points = np.concatenate(found) if found else np.zeros((0, 2))
    off = points - np.array(center)
    near: FloatArray = points[np.square(off).sum(axis=1) <= reach * reach]
    return near[:MOST_CANDIDATES]
