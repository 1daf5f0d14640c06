"""Blend what several behaviors ask of one agent."""

from __future__ import annotations

import numpy as np

from runtime.steering.bodies import Steering
from runtime.vectors import FloatArray, IntArray, clamp_length


def blend_by_weight(
    agent: IntArray,
    weight: FloatArray,
    asked: Steering,
    max_acceleration: FloatArray,
    max_angular_acceleration: FloatArray,
) -> Steering:
    """Return one steering per agent: the sum of weight · steering over its rows (STEER-14).

    `agent` (r,) is the agent of each row, `weight` (r,) its weight; the rows of one agent are added in their
    order. The sum, not its parts, is shortened to `max_acceleration` (n,) and clamped to ±
    `max_angular_acceleration` (n,). Weights need not add up to 1. An agent without rows gets zero.
    """
    count = len(max_acceleration)

    def sums(values: FloatArray) -> FloatArray:
        return np.bincount(agent, weight * values, minlength=count).astype(np.float64, copy=False)

    linear = np.stack((sums(asked.linear[:, 0]), sums(asked.linear[:, 1])), axis=1)
    angular = sums(asked.angular)
    return Steering(
        clamp_length(linear, max_acceleration),
        np.clip(angular, -max_angular_acceleration, max_angular_acceleration),
    )
