"""Align and face: turn to a direction, to a point, or along the way one travels."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, length, map_to_range, orientation_of, unwarned
from runtime.formulas.steering_input import Bodies, Steering, angular_only, match_rotation, share_of_radius

_TRAVEL_SPEED = 0.05


@unwarned
def align(
    bodies: Bodies,
    orientation: FloatArray,
    target_radius: FloatArray,
    slow_radius: FloatArray,
    time_to_target: FloatArray,
) -> Steering:
    """Turn to `orientation` (n,) in degrees, the short way round (STEER-08).

    With the difference r mapped to [-180, 180] the wanted rotation is `max_rotation` where |r| >
    slow_radius, `max_rotation · |r| / slow_radius` inside, both with the sign of r, and 0 where |r| ≤
    target_radius. The angular acceleration is `(wanted - rotation) / time_to_target`, clamped to the maximum
    on both sides. Radii in degrees; a slow_radius of 0 never slows.
    """
    difference = map_to_range(orientation - bodies.orientation)
    size = np.abs(difference)
    wanted = np.sign(difference) * bodies.max_rotation * share_of_radius(size, slow_radius)
    wanted = np.where(size <= target_radius, 0.0, wanted)
    return angular_only(match_rotation(bodies, wanted, time_to_target))


@unwarned
def face(
    bodies: Bodies,
    target: FloatArray,
    target_radius: FloatArray,
    slow_radius: FloatArray,
    time_to_target: FloatArray,
) -> Steering:
    """Turn to look at `target` (n, 2) (STEER-09).

    `align` to atan2 of the vector to the target. On the target itself there is no direction: the body stops
    turning.
    """
    to_target = target - bodies.position
    on_it = (to_target[:, 0] == 0.0) & (to_target[:, 1] == 0.0)
    wanted = np.where(on_it, bodies.orientation, orientation_of(to_target))
    return align(bodies, wanted, target_radius, slow_radius, time_to_target)


@unwarned
def face_travel(
    bodies: Bodies, target_radius: FloatArray, slow_radius: FloatArray, time_to_target: FloatArray
) -> Steering:
    """Turn to look along the own velocity; slower than 0.05 units/s the body stops turning."""
    slow = length(bodies.velocity) < _TRAVEL_SPEED
    wanted = np.where(slow, bodies.orientation, orientation_of(bodies.velocity))
    return align(bodies, wanted, target_radius, slow_radius, time_to_target)
