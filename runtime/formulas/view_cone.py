"""Tell what is inside view cones: the angle to a thing, and whether it is at most the half angle (SENSE-02).

Every function takes one row per pair of an eye and a thing: `heading` (n,) and `half_angle` (n,) in degrees,
`offset` (n, 2) from the eye to the thing in units. A thing at the place of the eye is inside every cone.
"""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import (
    RADIANS_PER_DEGREE,
    BoolArray,
    FloatArray,
    cross,
    direction_degrees,
    dot,
    heading_vectors,
    safe_divide,
)


def is_in_cone(heading: FloatArray, half_angle: FloatArray, offset: FloatArray) -> BoolArray:
    """Tell whether each thing is at most the half angle off the heading, by cosines: no division.

    A half angle of 180 or more takes in everything.
    """
    return is_inside(heading_vectors(heading), half_angle, offset, squared_length(offset))


def is_inside(
    ahead: FloatArray, half_angle: FloatArray, offset: FloatArray, squared: FloatArray
) -> BoolArray:
    """Tell the same of cones whose unit vectors `ahead` (n, 2) and squared distances (n,) are known."""
    edge = np.cos(half_angle * RADIANS_PER_DEGREE)
    result: BoolArray = (dot(ahead, offset) >= edge * np.sqrt(squared)) | (half_angle >= 180.0)
    return result


def is_in_volume(
    ahead: FloatArray, reach: FloatArray, near: FloatArray, far: FloatArray, offset: FloatArray
) -> BoolArray:
    """Tell whether each thing is inside a box that widens: from `near` to each side to `far` at `reach`.

    `ahead` (n, 2) are unit vectors, the rest (n,) in units. Its sides belong to it (SENSE-03).
    """
    forward = dot(ahead, offset)
    side = np.abs(cross(ahead, offset))
    width = near + (far - near) * safe_divide(forward, reach, 0.0)
    result: BoolArray = (forward >= 0.0) & (forward <= reach) & (side <= width)
    return result


def angles_off(heading: FloatArray, offset: FloatArray) -> FloatArray:
    """Return the angle between each heading and the way to the thing, in degrees, [0, 180]."""
    ahead = heading_vectors(heading)
    beside = np.abs(cross(ahead, offset))
    angle = direction_degrees(dot(ahead, offset), beside)
    return np.where((offset == 0.0).all(axis=1), 0.0, angle)


def squared_length(vectors: FloatArray) -> FloatArray:
    """Return the square of each length."""
    return dot(vectors, vectors)
