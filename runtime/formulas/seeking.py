"""Seek, flee, arrive, leave, match a velocity, align and face."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from runtime.basics.vectors import (
    FloatArray,
    length,
    map_to_range,
    orientation_of,
    safe_divide,
    unit,
    unit_or,
    unwarned,
)
from runtime.formulas.steering_input import (
    Aimed,
    Bodies,
    SteeringInput,
    angular_only,
    linear_only,
    match_rotation,
    match_velocity,
    share_of_radius,
    wanted_velocity,
)

_TRAVEL_SPEED = 0.05

_LONGEST, _FURTHEST = 1e6, 1e300
"""Seconds and units that a look ahead stays within, so that all it gives are numbers."""


@unwarned
def arrive(
    bodies: Bodies,
    target: FloatArray,
    speed: FloatArray,
    target_radius: FloatArray,
    slow_radius: FloatArray,
    time_to_target: FloatArray,
) -> SteeringInput:
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
) -> SteeringInput:
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


@unwarned
def predict_position(
    bodies: Bodies, target: FloatArray, target_velocity: FloatArray, max_prediction: FloatArray
) -> FloatArray:
    """Return where each target will be when the body could have covered the distance to it.

    With distance d and own speed s the look-ahead is `max_prediction` seconds where
    s · max_prediction ≤ d (a body at rest included), else d / s. The place is
    `target + target_velocity · look-ahead`.
    """
    distance = length(target - bodies.position)
    speed = length(bodies.velocity)
    far = speed * max_prediction <= distance
    ahead = np.where(far, max_prediction, safe_divide(distance, speed))
    return target + target_velocity * ahead[:, None]


@unwarned
def pursue(
    bodies: Bodies, target: FloatArray, target_velocity: FloatArray, max_prediction: FloatArray
) -> SteeringInput:
    """Seek where the target will be (STEER-04).

    `target` and `target_velocity` are (n, 2), `max_prediction` (n,) in seconds; 0 looks not ahead. Linear in
    units/s², see `seek`.
    """
    return seek(bodies, predict_position(bodies, target, target_velocity, max_prediction))


@unwarned
def evade(
    bodies: Bodies, target: FloatArray, target_velocity: FloatArray, max_prediction: FloatArray
) -> SteeringInput:
    """Flee from where the target will be (STEER-05); arguments as for `pursue`."""
    return flee(bodies, predict_position(bodies, target, target_velocity, max_prediction))


@unwarned
def seek(bodies: Bodies, target: FloatArray) -> SteeringInput:
    """Accelerate towards `target` (n, 2) with all the body has (STEER-02).

    `linear = unit(target - position) · max_acceleration`, in units/s². There is no stopping rule: a seeking
    body shoots over its target and comes back; `arrive` stops. On the target itself: no acceleration.
    """
    return linear_only(unit(target - bodies.position) * bodies.max_acceleration[:, None])


@unwarned
def flee(bodies: Bodies, target: FloatArray) -> SteeringInput:
    """Accelerate away from `target` (n, 2) with all the body has (STEER-03).

    `linear = unit(position - target) · max_acceleration`, in units/s²; it never stops. On the target itself:
    along the own heading.
    """
    away = unit_or(bodies.position - target, bodies.heading)
    return linear_only(away * bodies.max_acceleration[:, None])


@unwarned
def stop(bodies: Bodies, time_to_target: FloatArray) -> SteeringInput:
    """Brake movement and rotation to 0 in `time_to_target` (n,) seconds (STEER-17 with a velocity of 0).

    `linear = -velocity / time_to_target` and `angular = -rotation / time_to_target`, both cut to the body's
    maximum.
    """
    count = len(bodies)
    return SteeringInput(
        match_velocity(bodies, np.zeros((count, 2)), time_to_target),
        match_rotation(bodies, np.zeros(count), time_to_target),
    )


@unwarned
def velocity_match(bodies: Bodies, velocity: FloatArray, time_to_target: FloatArray) -> SteeringInput:
    """Reach another's `velocity` (n, 2, units/s) in `time_to_target` (n, seconds) (STEER-17).

    `linear = (velocity - own) / time_to_target`, shortened to the maximum acceleration; it does not turn.
    """
    return linear_only(match_velocity(bodies, velocity, time_to_target))


@unwarned
def align(
    bodies: Bodies,
    orientation: FloatArray,
    target_radius: FloatArray,
    slow_radius: FloatArray,
    time_to_target: FloatArray,
) -> SteeringInput:
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
) -> SteeringInput:
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
) -> SteeringInput:
    """Turn to look along the own velocity; slower than 0.05 units/s the body stops turning."""
    slow = length(bodies.velocity) < _TRAVEL_SPEED
    wanted = np.where(slow, bodies.orientation, orientation_of(bodies.velocity))
    return align(bodies, wanted, target_radius, slow_radius, time_to_target)


@unwarned
def interpose(
    bodies: Bodies,
    target: FloatArray,
    target_velocity: FloatArray,
    other: FloatArray,
    other_velocity: FloatArray,
    share: FloatArray,
    speed: FloatArray,
    target_radius: FloatArray,
    slow_radius: FloatArray,
    time_to_target: FloatArray,
) -> Aimed:
    """Arrive between two that may move (Buckland 2005, Interpose).

    All places and velocities are (n, 2), in units and units/s. The point is `share` (n, 0 to 1) of the way
    from `target` to `other`. Where it will be is reckoned once: the body takes d / `speed` seconds to the
    point of now, at distance d, and both are taken to move on for so long as they do. The rest is `arrive`.
    A `speed` of 0 looks not ahead.
    """
    to_other = share[:, None]
    between = target * (1.0 - to_other) + other * to_other
    drift = target_velocity * (1.0 - to_other) + other_velocity * to_other
    seconds = np.minimum(safe_divide(length(between - bodies.position), speed), _LONGEST)
    met = np.clip(between + drift * seconds[:, None], -_FURTHEST, _FURTHEST)
    return Aimed(arrive(bodies, met, speed, target_radius, slow_radius, time_to_target), met)


PLAIN_BEHAVIORS: tuple[Callable[..., SteeringInput | Aimed], ...] = (
    seek,
    flee,
    arrive,
    leave,
    interpose,
    stop,
)
"""Formulas that are a steering behavior of their name: all they need are its arguments, found by name."""
