"""Draw what an agent can see: its view cone, cut where walls stop the sight. For display only."""

from __future__ import annotations

import numpy as np

from runtime.values import Vector
from runtime.vectors import DEGREES_PER_RADIAN, FloatArray, heading_vectors, length, map_to_range
from runtime.worlds.geometry import Obstructions, cast_rays

_STEP = 1.5
_BESIDE = 0.01


def view_cone(
    solid: Obstructions, eye: FloatArray, orientation: float, half_angle: float, reach: float
) -> tuple[Vector, ...]:
    """Return the outline of what is visible from `eye` (2,): a polygon, counterclockwise, from the eye.

    Rays fan out over the cone every 1.5 degrees, and just beside each corner and the rim of each round
    obstacle in range, so that the outline follows walls exactly. With a half angle of 180 or more the eye
    is not part of the outline.
    """
    half = min(half_angle, 180.0)
    steps = max(2, int(2.0 * half / _STEP) + 1)
    angles = np.concatenate(
        (np.linspace(-half, half, steps), _beside_corners(solid, eye, orientation, reach))
    )
    angles = np.unique(angles[(angles >= -half) & (angles <= half)])
    rays = heading_vectors(orientation + angles) * reach
    hits = cast_rays(solid, np.broadcast_to(eye, rays.shape), rays)
    outline = [(float(x), float(y)) for x, y in hits.point.tolist()]
    if half_angle >= 180.0:
        return tuple(outline)
    return ((float(eye[0]), float(eye[1])), *outline)


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
