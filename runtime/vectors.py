"""Arithmetic on arrays of 2D vectors with only the operations SEMANTICS 1.6 allows.

Every function takes and gives float64 arrays of shape (n, 2) or (n,). None of them divides by zero.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]

RADIANS_PER_DEGREE = 0.017453292519943295
DEGREES_PER_RADIAN = 57.29577951308232

_TINY, _HUGE = 1e-140, 1e140


def dot(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return the dot product of each pair."""
    result: FloatArray = first[:, 0] * second[:, 0] + first[:, 1] * second[:, 1]
    return result


def cross(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return the z part of the cross product of each pair."""
    result: FloatArray = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    return result


def length(vectors: FloatArray) -> FloatArray:
    """Return the length of each vector."""
    result: FloatArray = np.sqrt(vectors[:, 0] * vectors[:, 0] + vectors[:, 1] * vectors[:, 1])
    return result


def safe_divide(numerator: FloatArray, denominator: FloatArray, otherwise: float = 0.0) -> FloatArray:
    """Return `numerator / denominator`, and `otherwise` where the denominator is 0.

    A quotient beyond the range of floats is infinite.
    """
    none = denominator == 0.0
    with np.errstate(over="ignore"):
        if not none.any():
            whole: FloatArray = numerator / denominator
            return whole
        result = np.full(np.broadcast(numerator, denominator).shape, otherwise, dtype=np.float64)
        np.divide(numerator, denominator, out=result, where=~none)
    return result


def unit(vectors: FloatArray) -> FloatArray:
    """Return each vector with length 1, and (0, 0) for (0, 0)."""
    with np.errstate(over="ignore"):
        size = length(vectors)
    ordinary = (size > _TINY) & (size < _HUGE)
    if ordinary.all():
        result: FloatArray = vectors / size[:, None]
        return result
    result = np.zeros_like(vectors)
    result[ordinary] = vectors[ordinary] / size[ordinary][:, None]
    result[~ordinary] = _unit_of_any_size(vectors[~ordinary])
    return result


def _unit_of_any_size(vectors: FloatArray) -> FloatArray:
    """Return each vector with length 1, also where the square of its length is no float."""
    largest = np.maximum(np.abs(vectors[:, 0]), np.abs(vectors[:, 1]))
    scaled = safe_divide(vectors, largest[:, None])
    return safe_divide(scaled, length(scaled)[:, None])


def unit_or(vectors: FloatArray, otherwise: FloatArray) -> FloatArray:
    """Return each vector with length 1, and the row of `otherwise` for (0, 0)."""
    zero = (vectors[:, 0] == 0.0) & (vectors[:, 1] == 0.0)
    return np.where(zero[:, None], otherwise, unit(vectors))


def clamp_length(vectors: FloatArray, limit: FloatArray) -> FloatArray:
    """Return each vector, shortened to its `limit` where it is longer."""
    size = length(vectors)
    factor = np.where(size > limit, safe_divide(limit, size, 1.0), 1.0)
    result: FloatArray = vectors * factor[:, None]
    return result


def heading_vectors(orientation: FloatArray) -> FloatArray:
    """Return the unit vector of each orientation in degrees: 0 is +x, counterclockwise."""
    radians = orientation * RADIANS_PER_DEGREE
    return np.stack((np.cos(radians), np.sin(radians)), axis=1)


def orientation_of(vectors: FloatArray) -> FloatArray:
    """Return the orientation of each vector in degrees, (-180, 180]; 0 for (0, 0)."""
    result: FloatArray = np.arctan2(vectors[:, 1], vectors[:, 0]) * DEGREES_PER_RADIAN
    return result


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
    return np.stack((-vectors[:, 1], vectors[:, 0]), axis=1)
