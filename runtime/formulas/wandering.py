"""Roam: walk from one place drawn at random to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import (
    BoolArray,
    FloatArray,
    IntArray,
    columns,
    heading_vectors,
    length,
    safe_divide,
    unit,
    unwarned,
)
from runtime.formulas.seeking import face
from runtime.formulas.steering_input import (
    Bodies,
    SteeringInput,
    linear_only,
    match_velocity,
    wanted_velocity,
)

LEAST_PATIENCE = 2.0
MOST_PATIENCE = 1e9
"""How long, in seconds, a roaming body tries to get to its place at least, and at most."""


@unwarned
def needs_goal(bodies: Bodies, goal: FloatArray, has_goal: BoolArray, radius: FloatArray) -> BoolArray:
    """Tell which bodies draw a new goal: those without one, and those within `radius` (n, units) of it."""
    return ~has_goal | (length(goal - bodies.position) <= radius)


def patience(bodies: Bodies, goal: FloatArray, speed: FloatArray) -> FloatArray:
    """Return the seconds (n,) after which a body gives up a `goal` (n, 2) that it has not come to.

    Twice the time of the straight way at `speed` (n, units/s) and `LEAST_PATIENCE`, so that no one walks
    against a wall for good; at most `MOST_PATIENCE`, which is what one has who cannot move.
    """
    straight = safe_divide(length(goal - bodies.position), speed, MOST_PATIENCE)
    return np.minimum(2.0 * straight + LEAST_PATIENCE, MOST_PATIENCE)


def drawn_goal(
    center: FloatArray, half_size: FloatArray, first: FloatArray, second: FloatArray
) -> FloatArray:
    """Return the place (n, 2) that two draws (n,) in [0, 1) mean.

    It is uniform in the square of side 2 · `half_size` (n, units) around `center` (n, 2).
    """
    shares = columns(first, second)
    return center + (2.0 * shares - 1.0) * half_size[:, None]


@unwarned
def roam(bodies: Bodies, goal: FloatArray, speed: FloatArray, time_to_target: FloatArray) -> SteeringInput:
    """Walk to `goal` (n, 2) at `speed` (n, units/s), without braking (STEER-20).

    A body that is at its goal brakes.
    """
    return linear_only(match_velocity(bodies, wanted_velocity(goal - bodies.position, speed), time_to_target))


DRAWS_PER_SECOND = 60
"""How many angles a wanderer draws in a second, whatever the length of a step."""


@dataclass(frozen=True, slots=True, eq=False)
class WanderResult:
    """Hold the steering and, for the overlay, the circle's `center` (n, 2) and the `goal` (n, 2) on it."""

    steering: SteeringInput
    center: FloatArray
    goal: FloatArray


@unwarned
def wander(bodies: Bodies, deviation: FloatArray, offset: FloatArray, radius: FloatArray) -> WanderResult:
    """Steer to a point on a circle ahead (STEER-10).

    `deviation` (n,) in degrees is the drawn angle, uniform in ±rate; `center = position + offset ·
    heading(orientation)`, `goal = center + radius · heading(orientation + deviation)`, offset and radius in
    units. Angular is `face(goal)`, linear `unit(goal - position) · max_acceleration`. Where the goal is the
    own position there is no acceleration. How often a new deviation is drawn is the caller's business.
    """
    center = bodies.position + heading_vectors(bodies.orientation) * offset[:, None]
    goal = center + heading_vectors(bodies.orientation + deviation) * radius[:, None]
    count = len(bodies)
    turning = face(bodies, goal, np.full(count, 1.0), np.full(count, 45.0), np.full(count, 0.1))
    linear = unit(goal - bodies.position) * bodies.max_acceleration[:, None]
    return WanderResult(SteeringInput(linear, turning.angular), center, goal)


def draws_due(step: IntArray, rate: int) -> IntArray:
    """Return how many angles (n,) are drawn in step number `step` (n,) of a second of `rate` steps.

    `DRAWS_PER_SECOND` in all, spread evenly, the first in step 0.
    """
    before: IntArray = -(-step * DRAWS_PER_SECOND // rate)
    return -(-(step + 1) * DRAWS_PER_SECOND // rate) - before


def draws_due_one(step: int, rate: int) -> int:
    """Return what `draws_due` does, of one."""
    return -(-(step + 1) * DRAWS_PER_SECOND // rate) + (-step * DRAWS_PER_SECOND // rate)
