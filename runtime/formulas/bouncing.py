"""Turn what flies back from what it hits."""

from __future__ import annotations

from runtime.basics.values import Vector


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
