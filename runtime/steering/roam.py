"""Roam: walk from one place drawn at random to the next."""

from __future__ import annotations

from runtime.steering.bodies import Bodies, Steering, linear_only, match_velocity, wanted_velocity
from runtime.vectors import BoolArray, FloatArray, columns, length, unwarned


@unwarned
def needs_goal(bodies: Bodies, goal: FloatArray, has_goal: BoolArray, radius: FloatArray) -> BoolArray:
    """Tell which bodies draw a new goal: those without one, and those within `radius` (n, units) of it."""
    return ~has_goal | (length(goal - bodies.position) <= radius)


def drawn_goal(
    center: FloatArray, half_size: FloatArray, first: FloatArray, second: FloatArray
) -> FloatArray:
    """Return the place (n, 2) that two draws (n,) in [0, 1) mean.

    It is uniform in the square of side 2 · `half_size` (n, units) around `center` (n, 2).
    """
    shares = columns(first, second)
    result: FloatArray = center + (2.0 * shares - 1.0) * half_size[:, None]
    return result


@unwarned
def roam(bodies: Bodies, goal: FloatArray, speed: FloatArray, time_to_target: FloatArray) -> Steering:
    """Walk to `goal` (n, 2) at `speed` (n, units/s), without braking (STEER-20).

    A body that is at its goal brakes.
    """
    return linear_only(match_velocity(bodies, wanted_velocity(goal - bodies.position, speed), time_to_target))
