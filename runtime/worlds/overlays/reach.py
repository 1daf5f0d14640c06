"""Draw how far an agent sees and how far a noise is heard. For display only; changes nothing."""

from __future__ import annotations

import math

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import (
    DEGREES_PER_RADIAN,
    FloatArray,
    IntArray,
    cross,
    heading_vectors,
    length,
    map_to_range,
    safe_divide,
)
from runtime.records.sense_records import SenseShape
from runtime.worlds.bodies.geometry import Obstructions, cast_rays, shares_to_circles

_STEP = 1.5
_BESIDE = 0.01

DIRECTIONS = 180
"""The outline is followed in so many directions."""


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


def noise_outline(
    solid: Obstructions,
    muffling: FloatArray,
    at: Vector,
    loudness: float,
    attenuation: float,
    furthest: float,
) -> FloatArray:
    """Return how far (`DIRECTIONS`,) a noise carries in each direction, in units, counterclockwise from +x.

    That is where loudness - attenuation · distance - muffling of the walls on the way comes to 0, at most
    `furthest`. `muffling` (k,) is what each of `solid.names` takes.
    """
    reach = min(loudness / attenuation, furthest) if attenuation > 0.0 else furthest
    result: FloatArray = np.full(DIRECTIONS, reach if loudness > 0.0 else 0.0)
    owners = np.flatnonzero(muffling)
    if reach <= 0.0 or not len(owners):
        return result
    ways = heading_vectors(_angles(DIRECTIONS)) * reach
    distances = _first_crossings(solid, np.array(at, dtype=np.float64), ways, owners) * reach
    order = np.argsort(distances, axis=1, kind="stable")
    left = np.full(DIRECTIONS, loudness)
    for rank in range(len(owners)):
        distance = np.take_along_axis(distances, order[:, rank : rank + 1], axis=1)[:, 0]
        carries = np.where(attenuation > 0.0, left / max(attenuation, 1e-12), furthest)
        met = distance < carries
        left = np.where(met, left - muffling[owners[order[:, rank]]], left)
        behind = np.where(attenuation > 0.0, left / max(attenuation, 1e-12), furthest)
        # What is left may not even carry to the wall: then the wall is the end.
        carried = np.where(left > 0.0, np.maximum(behind, distance), distance)
        result = np.where(met, np.minimum(result, carried), result)
    return result


def outline_points(at: Vector, distances: FloatArray) -> tuple[Vector, ...]:
    """Return the polygon of an outline around a place."""
    ways = heading_vectors(_angles(len(distances))) * distances[:, None]
    return tuple((at[0] + float(x), at[1] + float(y)) for x, y in ways.tolist())


def _angles(count: int) -> FloatArray:
    return np.linspace(0.0, 360.0, count, endpoint=False, dtype=np.float64)


def _first_crossings(solid: Obstructions, at: FloatArray, ways: FloatArray, owners: IntArray) -> FloatArray:
    """Return the share of each way (n, 2) at which it first meets each of `owners`, infinity for never."""
    shares = np.full((len(ways), len(solid.names)), np.inf)
    edge = solid.end - solid.start
    offset = solid.start - at[None, :]
    rays = np.repeat(ways, len(edge), axis=0)
    edges, offsets = np.tile(edge, (len(ways), 1)), np.tile(offset, (len(ways), 1))
    determinant = cross(rays, edges)
    along = safe_divide(cross(offsets, edges), determinant, np.inf)
    across = safe_divide(cross(offsets, rays), determinant, np.inf)
    hit = (along >= 0.0) & (along <= 1.0) & (across >= 0.0) & (across <= 1.0)
    row = np.repeat(np.arange(len(ways)), len(edge))
    owner = np.tile(solid.segment_owner, len(ways))
    np.minimum.at(shares, (row[hit], owner[hit]), along[hit])
    if len(solid.center):
        origins = np.broadcast_to(at, ways.shape)
        into = shares_to_circles(solid.center, solid.radius, origins, ways)
        for circle, whose in enumerate(solid.circle_owner.tolist()):
            shares[:, whose] = np.minimum(shares[:, whose], into[:, circle])
    return shares[:, owners]
