"""Avoid agents: dodge the neighbor one would meet first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import (
    BoolArray,
    FloatArray,
    IntArray,
    columns,
    dot,
    heading_vectors,
    length,
    perpendicular,
    safe_divide,
    unit,
    unit_or,
    unwarned,
)
from runtime.formulas.seeking import seek
from runtime.formulas.steering_input import Bodies, SteeringInput, linear_only

_LONGEST = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class Neighbors:
    """Hold pairs of asking rows and other bodies.

    `row` (p,) indexes the asking bodies and ascends; `position`, `velocity` (p, 2) and `radius` (p,) are the
    other body's. Within a row the pairs are in ascending agent id.
    """

    row: IntArray
    position: FloatArray
    velocity: FloatArray
    radius: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Avoidance:
    """Hold the steering and, for the overlay, where each body's meeting is expected (own place if none)."""

    steering: SteeringInput
    meeting: FloatArray


@unwarned
def avoid_agents(bodies: Bodies, neighbors: Neighbors, margin: FloatArray, horizon: FloatArray) -> Avoidance:
    """Accelerate away from the neighbor with the earliest closest approach (STEER-12).

    With Δp = other - own position and Δv = other - own velocity the closest approach is at
    t = -(Δp · Δv) / |Δv|², the distance then |Δp + Δv·t|. A neighbor counts if 0 < t ≤ `horizon` (n,
    seconds) and that distance is below both radii plus `margin` (n, units), or if it is that near already;
    these come first, the nearest first. Neighbors that keep their distance (Δv = 0) count only then.
    `linear = -unit(Δp + Δv·t) · max_acceleration` (t = 0 if near already), in units/s². Exactly head-on
    there is no such direction: each gives way to its right, or, standing, to the right of the one that
    comes. Coincident bodies both take their right. Of equal times the lower agent id counts.
    """
    row = neighbors.row
    offset = neighbors.position - bodies.position[row]
    drift = neighbors.velocity - bodies.velocity[row]
    wanted = bodies.radius[row] + neighbors.radius + margin[row]
    time = np.clip(safe_divide(-dot(offset, drift), dot(drift, drift)), -_LONGEST, _LONGEST)
    approach = offset + drift * time[:, None]
    distance = length(offset)
    near = distance < wanted
    meets = (time > 0.0) & (time <= horizon[row]) & (length(approach) < wanted)
    threat = near | meets
    urgency = np.where(near, distance - wanted, time)
    picked_rows, picked = _most_urgent(row[threat], urgency[threat])
    pair = np.flatnonzero(threat)[picked]

    linear = np.zeros((len(bodies), 2))
    meeting = bodies.position.copy()
    from_other = -np.where(near[pair][:, None], offset[pair], approach[pair])
    own_velocity, own_heading = bodies.velocity[picked_rows], bodies.heading[picked_rows]
    away = _away(from_other, own_velocity, neighbors.velocity[pair], own_heading)
    linear[picked_rows] = away * bodies.max_acceleration[picked_rows][:, None]
    ahead = np.where(near[pair], 0.0, time[pair])
    meeting[picked_rows] = neighbors.position[pair] + neighbors.velocity[pair] * ahead[:, None]
    return Avoidance(linear_only(linear), meeting)


def _most_urgent(row: IntArray, urgency: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the rows that have a pair, and the index of each one's most urgent pair, the first of equals."""
    order = np.lexsort((urgency, row))
    rows, first = np.unique(row[order], return_index=True)
    return rows, order[first]


def _away(from_other: FloatArray, own: FloatArray, other: FloatArray, heading: FloatArray) -> FloatArray:
    result = unit(from_other)
    for fallback in (-perpendicular(own), -perpendicular(other), -perpendicular(heading)):
        none = (np.abs(result[:, 0]) + np.abs(result[:, 1])) == 0.0
        result = np.where(none[:, None], unit(fallback), result)
    return result


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

    steering: SteeringInput
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
    cosine, sine = heading_vectors(whisker_angle).T
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


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceAvoidance:
    """Hold the steering, and the direction (n, 2) each body is turned to, (0, 0) where nothing is ahead."""

    steering: SteeringInput
    direction: FloatArray


@unwarned
def forward_rays(bodies: Bodies, distance: FloatArray) -> FloatArray:
    """Return the ray (n, 2) straight ahead of each body, `distance` (n, units) long.

    Ahead is where it moves to; for a body at rest, where it looks.
    """
    return unit_or(bodies.velocity, bodies.heading) * distance[:, None]


@unwarned
def avoid_by_normal(
    bodies: Bodies, ray: FloatArray, hit: BoolArray, share: FloatArray, normal: FloatArray, force: FloatArray
) -> SurfaceAvoidance:
    """Turn away along the normal of what a ray straight ahead hits (STEER-19).

    `direction = unit(forward + normal · force · (1 - share))`, with `share` (n,) the part of the ray in front
    of the hit: what is near turns more. `linear = direction · max_acceleration` where something was hit, in
    units/s². Square on an obstacle the normal points straight back: the body gives way to its left.
    """
    forward = unit(ray)
    straight = length(forward + normal) < 1e-9
    aside = np.where(straight[:, None], normal + perpendicular(forward), normal)
    turned = unit(forward + aside * (force * (1.0 - share))[:, None])
    direction = np.where(hit[:, None], turned, 0.0)
    return SurfaceAvoidance(linear_only(direction * bodies.max_acceleration[:, None]), direction)
