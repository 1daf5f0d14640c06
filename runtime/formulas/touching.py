"""Tell when two moving circles touch."""

from __future__ import annotations

import math

from runtime.basics.values import Vector

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
