"""Do for one vector what `vectors` does for arrays, to the same bits.

A call of numpy takes as long for one number as for a hundred, so a few bodies are faster done one by one.
Numbers must be finite; where a result is not what the arrays would give, `vectors` itself is asked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from runtime.basics import vectors
from runtime.basics.angles import arc_tangent
from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray

FEW = 10
"""So few bodies are done one by one."""

_TINY, _HUGE = 1e-140, 1e140
_SQRT = math.sqrt


def as_array(pairs: Sequence[tuple[float, float]]) -> FloatArray:
    """Return vectors as an array (n, 2), column by column in memory."""
    return np.array(pairs, dtype=np.float64, order="F").reshape(-1, 2)


def squared_between(first: Vector, second: Vector) -> float:
    """Return the square of the distance of two places."""
    x, y = second[0] - first[0], second[1] - first[1]
    return x * x + y * y


def unit_of(x: float, y: float) -> tuple[float, float]:
    """Return the vector with length 1, and (0, 0) for (0, 0); see `vectors.unit`."""
    size = _SQRT(x * x + y * y)
    if _TINY < size < _HUGE:
        return x / size, y / size
    if x == 0.0 and y == 0.0:
        return 0.0, 0.0
    found = vectors.unit(np.array([[x, y]])).tolist()[0]
    return found[0], found[1]


def shortened(x: float, y: float, limit: float) -> tuple[float, float]:
    """Return the vector, shortened to `limit` where it is longer; see `vectors.clamp_length`."""
    size = _SQRT(x * x + y * y)
    if not size > limit:
        return x, y
    if size > _HUGE:
        found = vectors.clamp_length(np.array([[x, y]]), np.array([limit])).tolist()[0]
        return found[0], found[1]
    factor = limit / size
    return x * factor, y * factor


def within(value: float, limit: float) -> float:
    """Return a number, cut to ± `limit`, as `np.clip` does."""
    if value > limit:
        return limit
    if value < -limit:
        return -limit
    return value if limit else float(np.clip(np.array([value]), -limit, limit)[0])


def direction_of(x: float, y: float) -> float:
    """Return the angle of (x, y) in degrees, [-180, 180]; see `vectors.direction_degrees`."""
    return arc_tangent(y + 0.0, x + 0.0)


def in_range(degrees: float) -> float:
    """Return an angle as the same direction in [-180, 180]; see `vectors.map_to_range`."""
    turned = math.fmod(degrees, 360.0)
    if turned > 180.0:
        return turned - 360.0
    return turned + 360.0 if turned < -180.0 else turned


def wrapped(degrees: float) -> float:
    """Return an orientation as the same direction in [0, 360); see `vectors.wrap_orientation`."""
    turned = math.fmod(degrees, 360.0)
    if turned < 0.0:
        turned += 360.0
    return 0.0 if turned >= 360.0 else turned
