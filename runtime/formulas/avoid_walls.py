"""Avoid walls: feel ahead with rays and steer off what they hit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import RADIANS_PER_DEGREE, BoolArray, FloatArray, columns, length, unit, unwarned
from runtime.formulas.seek_flee import seek
from runtime.formulas.steering_input import Bodies, Steering

RAYS_PER_BODY = 3
"""One ray straight ahead and two whiskers, left and right."""


@dataclass(frozen=True, slots=True, eq=False)
class WallHits:
    """Hold what the rays of n bodies hit: all arrays begin with (n, `RAYS_PER_BODY`).

    `hit` tells whether; `distance` in units, `point` and `normal` (…, 2) say where and which way the wall
    faces.
    """

    hit: BoolArray
    distance: FloatArray
    point: FloatArray
    normal: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class WallAvoidance:
    """Hold the steering, whether each body steers at all, and the points (n, 2) they seek."""

    steering: Steering
    active: BoolArray
    target: FloatArray


@unwarned
def wall_rays(
    bodies: Bodies, look_ahead: FloatArray, whisker_angle: FloatArray, whisker_share: FloatArray
) -> FloatArray:
    """Return the rays to cast from each body's position, (n, `RAYS_PER_BODY`, 2), with their full length.

    Ahead: `unit(velocity) · look_ahead` (n, units). The whiskers stand off by ± `whisker_angle` (n,
    degrees) and are `whisker_share` (n,) as long. A body at rest has rays of length 0.
    """
    ahead = unit(bodies.velocity) * look_ahead[:, None]
    cosine = np.cos(whisker_angle * RADIANS_PER_DEGREE)
    sine = np.sin(whisker_angle * RADIANS_PER_DEGREE)
    x, y = ahead[:, 0], ahead[:, 1]
    left = columns(x * cosine - y * sine, x * sine + y * cosine) * whisker_share[:, None]
    right = columns(x * cosine + y * sine, y * cosine - x * sine) * whisker_share[:, None]
    return np.stack((ahead, left, right), axis=1)


@unwarned
def avoid_walls(bodies: Bodies, hits: WallHits, avoid_distance: FloatArray) -> WallAvoidance:
    """Seek a point off the wall that is hit first (STEER-13).

    `seek(point + normal · avoid_distance)` with `avoid_distance` (n,) in units; linear in units/s². Of equal
    distances ahead comes before left before right. No hit, or a body at rest: no acceleration.
    """
    rows = np.arange(len(bodies))
    nearest = np.argmin(np.where(hits.hit, hits.distance, np.inf), axis=1)
    moving = length(bodies.velocity) > 0.0
    active = hits.hit[rows, nearest] & moving
    target = hits.point[rows, nearest] + hits.normal[rows, nearest] * avoid_distance[:, None]
    target = np.where(active[:, None], target, bodies.position)
    return WallAvoidance(seek(bodies, target), active, target)
