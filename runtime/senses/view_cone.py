"""Tell what is inside view cones: the angle to a thing, and whether it is at most the half angle (SENSE-02).

Every function takes one row per pair of an eye and a thing: `heading` (n,) and `half_angle` (n,) in degrees,
`offset` (n, 2) from the eye to the thing in units. A thing at the place of the eye is inside every cone.
"""

from __future__ import annotations

import numpy as np

from runtime.vectors import (
    DEGREES_PER_RADIAN,
    RADIANS_PER_DEGREE,
    BoolArray,
    FloatArray,
    cross,
    dot,
    heading_vectors,
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


def angles_off(heading: FloatArray, offset: FloatArray) -> FloatArray:
    """Return the angle between each heading and the way to the thing, in degrees, [0, 180]."""
    ahead = heading_vectors(heading)
    beside = np.abs(cross(ahead, offset))
    angle: FloatArray = np.arctan2(beside, dot(ahead, offset)) * DEGREES_PER_RADIAN
    return np.where((offset == 0.0).all(axis=1), 0.0, angle)


def squared_length(vectors: FloatArray) -> FloatArray:
    """Return the square of each length."""
    return dot(vectors, vectors)
