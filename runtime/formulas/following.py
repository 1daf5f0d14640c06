"""Follow an entity at a place of one's own beside it."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import (
    FloatArray,
    clamp_length,
    columns,
    heading_vectors,
    length,
    perpendicular,
    safe_divide,
    unwarned,
)
from runtime.formulas.steering_input import (
    Aimed,
    Bodies,
    linear_only,
    match_velocity,
    share_of_radius,
    wanted_velocity,
)

_RADIANS = 0.017453292519943295
_FURTHEST = 1e300


@unwarned
def offset_pursuit(
    bodies: Bodies,
    target: FloatArray,
    target_velocity: FloatArray,
    target_orientation: FloatArray,
    target_rotation: FloatArray,
    offset: FloatArray,
    speed: FloatArray,
    max_prediction: FloatArray,
    slow_radius: FloatArray,
    time_to_target: FloatArray,
) -> Aimed:
    """Get to a place that moves and turns with a target, and stay there (Buckland 2005, Offset Pursuit).

    The place lies at `offset` (n, 2) units in the frame of the target: x ahead of `target_orientation`
    (n, degrees), y to its left. Its velocity is that of the target and what `target_rotation` (n, degrees/s)
    adds. At distance d from it, where it will be is reckoned min(`max_prediction`, d / `speed`) seconds
    ahead. With k = d / `slow_radius`, at most 1, the wanted velocity is k times `speed` to there and 1 - k
    times the velocity of the place, at most `speed`: far away the body goes there, near it moves as the place
    does. Without a speed limit of its own the body's counts.
    """
    place_offset = turned_by(offset, target_orientation)
    place = target + place_offset
    velocity = target_velocity + perpendicular(place_offset) * (target_rotation * _RADIANS)[:, None]
    distance = length(place - bodies.position)
    ahead = np.minimum(max_prediction, safe_divide(distance, speed))
    met = np.clip(place + velocity * ahead[:, None], -_FURTHEST, _FURTHEST)
    share = share_of_radius(distance, slow_radius)
    there = wanted_velocity(met - bodies.position, speed * share)
    wanted = clamp_length(there + velocity * (1.0 - share)[:, None], speed)
    return Aimed(linear_only(match_velocity(bodies, wanted, time_to_target)), place)


def turned_by(offsets: FloatArray, orientation: FloatArray) -> FloatArray:
    """Return vectors (n, 2) of frames that look along `orientation` (n, degrees) as those of the world."""
    ahead = heading_vectors(orientation)
    along, beside = offsets[:, 0], offsets[:, 1]
    return columns(
        along * ahead[:, 0] - beside * ahead[:, 1],
        along * ahead[:, 1] + beside * ahead[:, 0],
    )
