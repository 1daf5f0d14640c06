"""Arithmetic on arrays of 2D vectors with only the operations rule 1.6 allows.

Every function takes and gives float64 arrays of shape (n, 2) or (n,). None of them divides by zero. What they
make lies in memory column by column, as `columns` makes it, which numpy works on three times faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from runtime.basics.angles import (
    ARC_OF_HALF,
    arc_part,
    cosine_part,
    direction,
    in_radians,
    sine_part,
)

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]

RADIANS_PER_DEGREE = 0.017453292519943295
DEGREES_PER_RADIAN = 57.29577951308232

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

_TINY, _HUGE = 1e-140, 1e140
_LARGEST = 1e308

_FEW = 40
"""So few angles are worked out one by one, which takes less time."""

_COSINES, _SINES = np.array([1.0, 0.0, -1.0, 0.0]), np.array([0.0, 1.0, 0.0, -1.0])
"""Those of no, one, two and three quarters of a turn."""


def unwarned(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Let a function meet numbers whose squares are no floats without a warning; its results are finite."""
    quiet = np.errstate(over="ignore", invalid="ignore")
    wrapped: Callable[_Parameters, _Result] = quiet(function)
    return wrapped


def columns(x: FloatArray, y: FloatArray) -> FloatArray:
    """Return the vectors (n, 2) of these parts (n,), column by column in memory."""
    result = np.empty((2, len(x)))
    result[0], result[1] = x, y
    return result.T


def taken(vectors: FloatArray, rows: IntArray) -> FloatArray:
    """Return the vectors of these rows."""
    return columns(vectors[:, 0].take(rows), vectors[:, 1].take(rows))


def dot(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return the dot product of each pair."""
    return first[:, 0] * second[:, 0] + first[:, 1] * second[:, 1]


def cross(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return the z part of the cross product of each pair."""
    return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]


def length(vectors: FloatArray) -> FloatArray:
    """Return the length of each vector."""
    return np.sqrt(vectors[:, 0] * vectors[:, 0] + vectors[:, 1] * vectors[:, 1])


def safe_divide(numerator: FloatArray, denominator: FloatArray, otherwise: float = 0.0) -> FloatArray:
    """Return `numerator / denominator`, and `otherwise` where the denominator is 0.

    A quotient beyond the range of floats is infinite.
    """
    with np.errstate(over="ignore"):
        if denominator.all():
            return numerator / denominator
        none = denominator == 0.0
        quotient = numerator / np.where(none, 1.0, denominator)
    return np.where(none, otherwise, quotient)


def unit(vectors: FloatArray) -> FloatArray:
    """Return each vector with length 1, and (0, 0) for (0, 0)."""
    if not len(vectors):
        return vectors
    with np.errstate(over="ignore"):
        size = length(vectors)
    if size.min() > _TINY and size.max() < _HUGE:
        return vectors / size[:, None]
    ordinary = (size > _TINY) & (size < _HUGE)
    result = vectors / np.where(ordinary, size, 1.0)[:, None]
    result[~ordinary] = _unit_of_any_size(vectors[~ordinary])
    return result


def _unit_of_any_size(vectors: FloatArray) -> FloatArray:
    """Return each vector with length 1, also where the square of its length is no float."""
    vectors = np.clip(vectors, -_LARGEST, _LARGEST)
    largest = np.maximum(np.abs(vectors[:, 0]), np.abs(vectors[:, 1]))
    scaled = safe_divide(vectors, largest[:, None])
    return safe_divide(scaled, length(scaled)[:, None])


def unit_or(vectors: FloatArray, otherwise: FloatArray) -> FloatArray:
    """Return each vector with length 1, and the row of `otherwise` for (0, 0)."""
    zero = (vectors[:, 0] == 0.0) & (vectors[:, 1] == 0.0)
    if not zero.any():
        return unit(vectors)
    return np.where(zero[:, None], otherwise, unit(vectors))


def clamp_length(vectors: FloatArray, limit: FloatArray) -> FloatArray:
    """Return each vector, shortened to its `limit` where it is longer."""
    with np.errstate(over="ignore"):
        size = length(vectors)
    longer = size > limit
    if not longer.any():
        return vectors
    factor = np.where(longer, safe_divide(limit, size, 1.0), 1.0)
    result: FloatArray = vectors * factor[:, None]
    if size.max() > _HUGE:
        beyond = longer & (size > _HUGE)
        result[beyond] = _unit_of_any_size(vectors[beyond]) * limit[beyond][:, None]
    return result


def heading_vectors(orientation: FloatArray) -> FloatArray:
    """Return the unit vector of each orientation in degrees: 0 is +x, counterclockwise.

    That of `runtime.basics.angles.direction` to the last bit.
    """
    if len(orientation) < _FEW:
        listed = [direction(angle) for angle in orientation.tolist()]
        return np.array(listed, order="F").reshape(-1, 2)
    turned = np.fmod(orientation, 360.0)
    nearest = np.rint(turned / 90.0)
    rest = turned - 90.0 * nearest
    x, tail = in_radians(rest)
    sines, cosines = sine_part(x, tail), cosine_part(x, tail)
    quarters = np.where(nearest == nearest, nearest, 0.0).astype(np.int64) & 3
    along, beside = _COSINES.take(quarters), _SINES.take(quarters)
    return columns(along * cosines - beside * sines, along * sines + beside * cosines)


def orientation_of(vectors: FloatArray) -> FloatArray:
    """Return the orientation of each vector in degrees, [-180, 180]; 0 for (0, 0)."""
    return direction_degrees(vectors[:, 0], vectors[:, 1])


def direction_degrees(x: FloatArray, y: FloatArray) -> FloatArray:
    """Return the angle of each (x, y) in degrees, [-180, 180], counterclockwise from +x; 0 for (0, 0).

    That of `runtime.basics.angles.arc_tangent` to the last bit, but that a zero has no sign.
    """
    wide, high = np.abs(x), np.abs(y)
    low, top = np.minimum(wide, high), np.maximum(wide, high)
    share = np.where(low == top, 1.0, low / np.where(low == top, 1.0, top))
    share = np.where(low == 0.0, 0.0, share)
    steep, middling = share >= 0.6875, share >= 0.4375
    half = np.where(steep, 1.0, 2.0)
    reduced = np.where(middling, (half * share - 1.0) / (half + share), share)
    angle = np.where(steep, 45.0, np.where(middling, ARC_OF_HALF, 0.0)) + arc_part(reduced)
    angle = np.where(high > wide, 90.0 - angle, angle)
    angle = np.where(x < 0.0, 180.0 - angle, angle)
    return np.where(y < 0.0, -angle, angle)


def map_to_range(degrees: FloatArray) -> FloatArray:
    """Return each angle as the same direction in [-180, 180], the sign of the remainder kept (STEER-08)."""
    turned = np.fmod(degrees, 360.0)
    turned = np.where(turned > 180.0, turned - 360.0, turned)
    return np.where(turned < -180.0, turned + 360.0, turned)


def wrap_orientation(degrees: FloatArray) -> FloatArray:
    """Return each orientation as the same direction in [0, 360)."""
    turned = np.fmod(degrees, 360.0)
    turned = np.where(turned < 0.0, turned + 360.0, turned)
    return np.where(turned >= 360.0, 0.0, turned)


def perpendicular(vectors: FloatArray) -> FloatArray:
    """Return each vector turned by 90 degrees counterclockwise."""
    return columns(-vectors[:, 1], vectors[:, 0])
