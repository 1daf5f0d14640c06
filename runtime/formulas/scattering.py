"""Scatter shots around their aim, most of them near it (MISC-01)."""

from __future__ import annotations

import math

from runtime.basics.values import Vector

_RADIANS_PER_DEGREE = 0.017453292519943295


def bell(first: float, second: float, third: float) -> float:
    """Return a bell-shaped random number made of three even ones in [0, 1).

    2 (a + b + c) - 3: between -3 and 3, with a mean of 0 and a standard deviation of 1.
    """
    return 2.0 * (first + second + third) - 3.0


def turned(vector: Vector, degrees: float) -> Vector:
    """Return a vector turned counterclockwise, as long as it was."""
    angle = degrees * _RADIANS_PER_DEGREE
    cosine, sine = math.cos(angle), math.sin(angle)
    return vector[0] * cosine - vector[1] * sine, vector[0] * sine + vector[1] * cosine
