"""Arrive and leave: slow down near a point, or keep away from it."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, length, safe_divide, unit_or, unwarned
from runtime.formulas.steering_input import (
    Bodies,
    Steering,
    linear_only,
    match_velocity,
    share_of_radius,
    wanted_velocity,
)


@unwarned
def arrive(
    bodies: Bodies,
    target: FloatArray,
    speed: FloatArray,
    target_radius: FloatArray,
    slow_radius: FloatArray,
    time_to_target: FloatArray,
) -> Steering:
    """Go to `target` (n, 2) and stop there (STEER-06).

    With distance d the wanted speed is `speed` (n, units/s) where d > slow_radius, `speed · d / slow_radius`
    inside, and 0 where d ≤ target_radius, so that the body brakes instead of drifting through. The
    acceleration is `(unit(to target) · wanted - velocity) / time_to_target`, shortened to the maximum. A
    slow_radius of 0 never slows.
    """
    to_target = target - bodies.position
    distance = length(to_target)
    wanted = np.where(distance <= target_radius, 0.0, speed * share_of_radius(distance, slow_radius))
    return linear_only(match_velocity(bodies, wanted_velocity(to_target, wanted), time_to_target))


@unwarned
def leave(
    bodies: Bodies,
    target: FloatArray,
    speed: FloatArray,
    escape_radius: FloatArray,
    danger_radius: FloatArray,
    time_to_target: FloatArray,
) -> Steering:
    """Get away from `target` (n, 2), the faster the nearer it is (STEER-07).

    With distance d nothing is asked where d > danger_radius; the wanted speed is `speed` (n, units/s) where
    d < escape_radius, and `speed - speed · d / danger_radius` between. The rest is as in `arrive`, in the
    direction away. On the target itself: along the own heading. A danger_radius of 0 asks for nothing,
    except on the target itself.
    """
    away = bodies.position - target
    distance = length(away)
    share = np.where(distance > danger_radius, 1.0, safe_divide(distance, danger_radius))
    fading = speed - speed * share
    wanted = np.where(distance < escape_radius, speed, fading)
    direction = unit_or(away, bodies.heading)
    linear = match_velocity(bodies, wanted_velocity(direction, wanted), time_to_target)
    return linear_only(np.where((distance > danger_radius)[:, None], 0.0, linear))
