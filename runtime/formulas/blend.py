"""Blend what several behaviors ask of one agent: by weight, by priority, or as a running sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.single_vectors import FEW, as_array, shortened, within
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, clamp_length, columns, length, unwarned
from runtime.formulas.steering_input import SteeringInput

PRIORITY_THRESHOLD = 0.2
"""Acceleration below which a group of one priority counts as asking for nothing, units/s² and degrees/s²."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """Hold r requests: whose each is (ascending), its weight and priority, and what it asks for.

    Smaller priorities come first. The rows of one agent are in the order in which they are added.
    """

    agent: IntArray
    weight: FloatArray
    priority: IntArray
    steering: SteeringInput


@unwarned
def blend_by_weight(
    asked: Asked, max_acceleration: FloatArray, max_angular_acceleration: FloatArray
) -> SteeringInput:
    """Return one steering per agent: the sum of weight · steering over its rows (STEER-14).

    The rows of one agent are added in their order. The sum, not its parts, is shortened to
    `max_acceleration` (n,) and clamped to ± `max_angular_acceleration` (n,). Weights need not add up to 1.
    An agent without rows gets zero.
    """
    if len(max_acceleration) <= FEW:
        return _blend_few(asked, max_acceleration.tolist(), max_angular_acceleration.tolist())
    linear, angular = _weighted_sums(asked.agent, asked, len(max_acceleration))
    return _limited(linear, angular, max_acceleration, max_angular_acceleration)


def _blend_few(asked: Asked, max_acceleration: list[float], max_angular: list[float]) -> SteeringInput:
    """Blend by weight one by one, to the same bits."""
    sums = [[0.0, 0.0, 0.0] for _ in max_acceleration]
    for agent, weight, (x, y), angular in zip(
        asked.agent.tolist(),
        asked.weight.tolist(),
        asked.steering.linear.tolist(),
        asked.steering.angular.tolist(),
        strict=True,
    ):
        own = sums[agent]
        own[0] += weight * x
        own[1] += weight * y
        own[2] += weight * angular
    linear = [shortened(x, y, limit) for (x, y, _), limit in zip(sums, max_acceleration, strict=True)]
    turning = [within(turn, limit) for (_, _, turn), limit in zip(sums, max_angular, strict=True)]
    return SteeringInput(as_array(linear), np.array(turning))


@unwarned
def blend_by_priority(
    asked: Asked, max_acceleration: FloatArray, max_angular_acceleration: FloatArray
) -> SteeringInput:
    """Return one steering per agent: that of the first group of equal priority that asks for something.

    Within a group the rows are blended by weight. On each channel by itself (rule 9.2) the first group
    counts whose sum is longer than `PRIORITY_THRESHOLD`; if none is, the last group (STEER-15).
    """
    count = len(max_acceleration)
    order = np.lexsort((asked.priority, asked.agent))
    agent, priority = asked.agent[order], asked.priority[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (agent[1:] != agent[:-1]) | (priority[1:] != priority[:-1])
    group_of_sorted = np.cumsum(new) - 1
    group = np.empty(len(order), dtype=np.int64)
    group[order] = group_of_sorted
    linear, angular = _weighted_sums(group, asked, int(new.sum()))
    owner = agent[new]
    moving = _first_that_asks(owner, length(linear) > PRIORITY_THRESHOLD, count)
    turning = _first_that_asks(owner, np.abs(angular) > PRIORITY_THRESHOLD, count)
    has = moving >= 0
    return _limited(
        np.where(has[:, None], linear[moving], 0.0) if len(owner) else np.zeros((count, 2)),
        np.where(has, angular[turning], 0.0) if len(owner) else np.zeros(count),
        max_acceleration,
        max_angular_acceleration,
    )


@unwarned
def blend_as_running_sum(
    asked: Asked, max_acceleration: FloatArray, max_angular_acceleration: FloatArray
) -> SteeringInput:
    """Return one steering per agent, its rows added by priority until the agent's limit is used up.

    What is left of `max_acceleration` after the sum so far is the most that the next row can add; a row that
    asks for more is shortened to it. Turning likewise (the prioritized running sum of Buckland 2005).
    """
    count = len(max_acceleration)
    linear, angular = np.zeros((count, 2)), np.zeros(count)
    order = np.lexsort((asked.priority, asked.agent))
    agent = asked.agent[order]
    rank = np.arange(len(order)) - np.searchsorted(agent, agent, side="left")
    for turn in range(int(rank.max()) + 1 if len(rank) else 0):
        rows, who = order[rank == turn], agent[rank == turn]
        part = asked.steering.linear[rows] * asked.weight[rows][:, None]
        left = np.maximum(max_acceleration[who] - length(linear[who]), 0.0)
        linear[who] += clamp_length(part, left)
        turned = asked.steering.angular[rows] * asked.weight[rows]
        room = np.maximum(max_angular_acceleration[who] - np.abs(angular[who]), 0.0)
        angular[who] += np.clip(turned, -room, room)
    return _limited(linear, angular, max_acceleration, max_angular_acceleration)


def _first_that_asks(owner: IntArray, asks: BoolArray, count: int) -> IntArray:
    """Return for each agent the first of its groups that asks, else its last; -1 without groups."""
    result = np.full(count, -1, dtype=np.int64)
    groups = np.arange(len(owner))
    result[owner] = groups
    rising = groups[asks][::-1]
    result[owner[rising]] = rising
    return result


def _weighted_sums(key: IntArray, asked: Asked, count: int) -> tuple[FloatArray, FloatArray]:
    def sums(values: FloatArray) -> FloatArray:
        return np.bincount(key, asked.weight * values, minlength=count).astype(np.float64, copy=False)

    steering = asked.steering
    linear = columns(sums(steering.linear[:, 0]), sums(steering.linear[:, 1]))
    return linear, sums(steering.angular)


def _limited(
    linear: FloatArray, angular: FloatArray, max_acceleration: FloatArray, max_angular: FloatArray
) -> SteeringInput:
    return SteeringInput(clamp_length(linear, max_acceleration), np.clip(angular, -max_angular, max_angular))
