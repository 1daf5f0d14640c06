"""Wander: stroll without a goal, seeded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray, heading_vectors, unit, unwarned
from runtime.formulas.align_face import face
from runtime.formulas.steering_input import Bodies, Steering

DRAWS_PER_SECOND = 60
"""How many angles a wanderer draws in a second, whatever the length of a step."""


@dataclass(frozen=True, slots=True, eq=False)
class WanderResult:
    """Hold the steering and, for the overlay, the circle's `center` (n, 2) and the `goal` (n, 2) on it."""

    steering: Steering
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
    return WanderResult(Steering(linear, turning.angular), center, goal)


def draws_due(step: IntArray, rate: int) -> IntArray:
    """Return how many angles (n,) are drawn in step number `step` (n,) of a second of `rate` steps.

    `DRAWS_PER_SECOND` in all, spread evenly, the first in step 0.
    """
    before: IntArray = -(-step * DRAWS_PER_SECOND // rate)
    return -(-(step + 1) * DRAWS_PER_SECOND // rate) - before
