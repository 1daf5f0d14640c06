"""Tell how much an explosion does at a distance."""

from __future__ import annotations

import math

from runtime.basics.angles import direction
from runtime.basics.values import Vector


def blast_damage(damage: float, distance: float, radius: float) -> float:
    """Return the damage at `distance` from an explosion: all of it in the middle, none at `radius`.

    Falls in a straight line, `damage · (1 - distance/radius)`; a radius of 0 does nothing.
    """
    if radius <= 0.0 or distance >= radius:
        return 0.0
    return damage * (1.0 - max(0.0, distance) / radius)


def reflect(velocity: Vector, normal: Vector, bounce: float = 1.0) -> Vector:
    """Return the velocity after a hit: `v - (1 + bounce)(v·n) n` (MISC-02 with a bounce of 1).

    `normal` has length 1 and points away from what was hit; `bounce` is the share of the speed across the
    surface that is left, 0 to 1. What moves away already is left as it is.
    """
    into = velocity[0] * normal[0] + velocity[1] * normal[1]
    if into >= 0.0:
        return velocity
    back = (1.0 + bounce) * into
    return velocity[0] - back * normal[0], velocity[1] - back * normal[1]


def bell(first: float, second: float, third: float) -> float:
    """Return a bell-shaped random number made of three even ones in [0, 1).

    2 (a + b + c) - 3: between -3 and 3, with a mean of 0 and a standard deviation of 1.
    """
    return 2.0 * (first + second + third) - 3.0


def turned(vector: Vector, degrees: float) -> Vector:
    """Return a vector turned counterclockwise, as long as it was."""
    along, beside = direction(degrees)
    return vector[0] * along - vector[1] * beside, vector[0] * beside + vector[1] * along


_AT_REST = 1e-200
"""Square of a relative speed below which two count as at rest: its digits are lost."""


def seconds_until_touch(offset: Vector, velocity: Vector, reach: float) -> float | None:
    """Return after how many seconds two circles touch, or None where they never do.

    `offset` is from one center to the other now, `velocity` that of the other relative to the one, `reach`
    the sum of the radii. 0 where they touch already. The smaller root of |offset + velocity·t| = reach.
    """
    outside = offset[0] * offset[0] + offset[1] * offset[1] - reach * reach
    if outside <= 0.0:
        return 0.0
    closing = -(offset[0] * velocity[0] + offset[1] * velocity[1])
    squared = velocity[0] * velocity[0] + velocity[1] * velocity[1]
    discriminant = closing * closing - squared * outside
    if closing <= 0.0 or squared < _AT_REST or not 0.0 <= discriminant < math.inf:
        return None
    seconds = outside / (closing + math.sqrt(discriminant))
    return seconds if seconds < math.inf else None
