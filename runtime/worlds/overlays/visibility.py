"""Draw what an agent can see: its view cone, cut where walls stop the sight. For display only."""

from __future__ import annotations

import math

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import (
    DEGREES_PER_RADIAN,
    FloatArray,
    heading_vectors,
    length,
    map_to_range,
    safe_divide,
)
from runtime.records.sense_records import SenseShape
from runtime.worlds.bodies.geometry import Obstructions, cast_rays

_STEP = 1.5
_BESIDE = 0.01


def view_outline(
    opaque: Obstructions, eye: FloatArray, orientation: float, shape: SenseShape
) -> tuple[Vector, ...]:
    """Return the outline of what is visible inside a shape: that of a cone, or of a box that widens."""
    if shape.far_width <= 0.0:
        return view_cone(opaque, eye, orientation, shape.half_angle, shape.range)
    near, far = shape.near_width / 2.0, shape.far_width / 2.0
    reach = math.hypot(shape.range, max(near, far))
    corners = np.array([math.atan2(far, shape.range), math.atan2(-far, shape.range)]) * DEGREES_PER_RADIAN
    angles = _fan(opaque, eye, orientation, 90.0, reach, corners)
    ahead = heading_vectors(angles)
    limits = _box_reach(ahead, shape.range, near, far)
    return ((float(eye[0]), float(eye[1])), *_hit_points(opaque, eye, orientation + angles, limits))


def view_cone(
    solid: Obstructions, eye: FloatArray, orientation: float, half_angle: float, reach: float
) -> tuple[Vector, ...]:
    """Return the outline of what is visible from `eye` (2,): a polygon, counterclockwise, from the eye.

    Rays fan out over the cone every 1.5 degrees, and just beside each corner and the rim of each round
    obstacle in range, so that the outline follows walls exactly. With a half angle of 180 or more the eye
    is not part of the outline.
    """
    angles = _fan(solid, eye, orientation, min(half_angle, 180.0), reach, np.zeros(0))
    outline = _hit_points(solid, eye, orientation + angles, np.full(len(angles), reach))
    if half_angle >= 180.0:
        return outline
    return ((float(eye[0]), float(eye[1])), *outline)


def _fan(
    solid: Obstructions, eye: FloatArray, orientation: float, half: float, reach: float, more: FloatArray
) -> FloatArray:
    """Return the angles of rays off the orientation, ascending: even ones, beside corners, and `more`."""
    steps = max(2, int(2.0 * half / _STEP) + 1)
    beside = _beside_corners(solid, eye, orientation, reach)
    angles = np.concatenate((np.linspace(-half, half, steps), beside, more))
    return np.unique(angles[(angles >= -half) & (angles <= half)])


def _hit_points(
    solid: Obstructions, eye: FloatArray, directions: FloatArray, reach: FloatArray
) -> tuple[Vector, ...]:
    rays = heading_vectors(directions) * reach[:, None]
    hits = cast_rays(solid, np.broadcast_to(eye, rays.shape), rays)
    return tuple((float(x), float(y)) for x, y in hits.point.tolist())


def _box_reach(ahead: FloatArray, reach: float, near: float, far: float) -> FloatArray:
    """Return how far each unit vector (n, 2), +x being ahead, goes inside a box that widens."""
    forward, side = ahead[:, 0], np.abs(ahead[:, 1])
    to_end = safe_divide(np.full(len(ahead), reach), forward, np.inf)
    slope = (far - near) / reach if reach > 0.0 else 0.0
    closing = side - slope * forward
    to_side = np.where(closing > 0.0, safe_divide(np.full(len(ahead), near), closing, np.inf), np.inf)
    return np.clip(np.minimum(to_end, to_side), 0.0, 1e6)


def _beside_corners(solid: Obstructions, eye: FloatArray, orientation: float, reach: float) -> FloatArray:
    offset = solid.start - eye[None, :]
    offset = offset[length(offset) <= reach]
    corners = np.arctan2(offset[:, 1], offset[:, 0]) * DEGREES_PER_RADIAN
    to_center = solid.center - eye[None, :]
    distance = length(to_center)
    near = (distance - solid.radius <= reach) & (distance > solid.radius)
    middle = np.arctan2(to_center[near, 1], to_center[near, 0]) * DEGREES_PER_RADIAN
    half_width = np.arcsin(solid.radius[near] / distance[near]) * DEGREES_PER_RADIAN
    edges = np.concatenate((corners, middle - half_width, middle + half_width))
    beside = np.concatenate((edges - _BESIDE, edges, edges + _BESIDE))
    return map_to_range(beside - orientation)
