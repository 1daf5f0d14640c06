"""Values that variables, arguments and events carry at run time."""

from __future__ import annotations

import math

from graphs.expressions.types import Value as Value

Vector = tuple[float, float]
"""A position or direction in world units, x to the right, y up."""


def distance_between(first: Vector, second: Vector) -> float:
    """Return the distance of two places."""
    x, y = second[0] - first[0], second[1] - first[1]
    return math.sqrt(x * x + y * y)
