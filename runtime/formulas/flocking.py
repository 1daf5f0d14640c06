"""Flock: keep apart, move alike, stay together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray, columns, length, safe_divide, unit, unwarned
from runtime.formulas.steering_input import (
    Bodies,
    SteeringInput,
    linear_only,
    match_velocity,
    wanted_velocity,
)

NEAREST = 1e-6
"""Distance in units below which bodies push no harder."""


@dataclass(frozen=True, slots=True, eq=False)
class FlockMates:
    """Hold pairs of an asking row and a body near it.

    `row` (p,) indexes the asking bodies and ascends, the pairs of one row are in ascending agent id.
    `offset` (p, 2) leads from the asking body to the other, `velocity` (p, 2) is the other's. `distance`
    (p,) is the length of the offset.
    """

    row: IntArray
    offset: FloatArray
    distance: FloatArray
    velocity: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class FlockWeights:
    """Hold the weights (n,) of what a flock blends."""

    separation: FloatArray
    alignment: FloatArray
    cohesion: FloatArray
    follow: FloatArray


@unwarned
def separation(bodies: Bodies, mates: FlockMates) -> SteeringInput:
    """Push away from near bodies, more from nearer ones (FLOCK-01).

    `linear = unit(Σ -unit(offset) / distance) · max_acceleration`. Of two coincident bodies the one that
    stands first goes to -x, the other to +x (`separation_offsets`).
    """
    return linear_only(unit(_pushes(mates, len(bodies))) * bodies.max_acceleration[:, None])


@unwarned
def alignment(bodies: Bodies, mates: FlockMates, time_to_target: FloatArray) -> SteeringInput:
    """Match the mean velocity of near bodies in `time_to_target` (n, seconds) (FLOCK-01).

    Without any it asks for nothing.
    """
    count = _counts(mates, len(bodies))
    mean = safe_divide(_sums(mates.row, mates.velocity, len(bodies)), count[:, None])
    linear = match_velocity(bodies, mean, time_to_target)
    return linear_only(np.where((count > 0.0)[:, None], linear, 0.0))


@unwarned
def cohesion(bodies: Bodies, mates: FlockMates) -> SteeringInput:
    """Accelerate towards the center of near bodies (FLOCK-01).

    `linear = unit(center - position) · max_acceleration`; without any, or in the center, nothing.
    """
    count = _counts(mates, len(bodies))
    to_center = safe_divide(_sums(mates.row, mates.offset, len(bodies)), count[:, None])
    return linear_only(unit(to_center) * bodies.max_acceleration[:, None])


@unwarned
def flock(
    bodies: Bodies,
    mates: FlockMates,
    target: FloatArray,
    weights: FlockWeights,
    speed: FloatArray,
    time_to_target: FloatArray,
) -> SteeringInput:
    """Move along the weighted sum of what the flock and the target ask (FLOCK-01).

    `direction = separation · unit(away) + alignment · unit(mean velocity) + cohesion · unit(center) +
    follow · (target - position)`; the last is *not* of length 1, so that one far away hurries to it. The
    velocity `unit(direction) · speed` (n, units/s) is matched in `time_to_target` (n, seconds). A direction
    of 0 keeps the velocity.
    """
    count = len(bodies)
    away = unit(_pushes(mates, count))
    together = unit(_sums(mates.row, mates.velocity, count))
    center = unit(_sums(mates.row, mates.offset, count))
    direction = (
        away * weights.separation[:, None]
        + together * weights.alignment[:, None]
        + center * weights.cohesion[:, None]
        + (target - bodies.position) * weights.follow[:, None]
    )
    idle = (direction[:, 0] == 0.0) & (direction[:, 1] == 0.0)
    wanted = np.where(idle[:, None], bodies.velocity, wanted_velocity(direction, speed))
    return linear_only(match_velocity(bodies, wanted, time_to_target))


def separation_offsets(offset: FloatArray, own: IntArray, other: IntArray) -> FloatArray:
    """Return `offset` (p, 2) with a small offset along x for coincident pairs: the first sees its mate at +x.

    `own` and `other` (p,) are the rows of the two bodies.
    """
    coincide = (offset[:, 0] == 0.0) & (offset[:, 1] == 0.0)
    if not coincide.any():
        return offset
    aside = columns(np.where(own < other, 1e-6, -1e-6), np.zeros(len(own)))
    return np.where(coincide[:, None], aside, offset)


@unwarned
def flock_mates(offset: FloatArray, row: IntArray, velocity: FloatArray) -> FlockMates:
    """Return the pairs with their distances."""
    return FlockMates(row, offset, length(offset), velocity)


def _counts(mates: FlockMates, count: int) -> FloatArray:
    """Return how many mates (count,) each row has."""
    return np.bincount(mates.row, minlength=count).astype(np.float64)


def _pushes(mates: FlockMates, count: int) -> FloatArray:
    """Return the sum (count, 2) of -unit(offset) / distance; nearer than `NEAREST` counts as that near."""
    distance = np.maximum(mates.distance, NEAREST)
    return _sums(mates.row, -mates.offset / (distance * distance)[:, None], count)


def _sums(row: IntArray, values: FloatArray, count: int) -> FloatArray:
    """Return the sum (count, 2) of the values of each row, added in their order."""
    x: FloatArray = np.bincount(row, values[:, 0], minlength=count).astype(np.float64, copy=False)
    y: FloatArray = np.bincount(row, values[:, 1], minlength=count).astype(np.float64, copy=False)
    return columns(x, y)
