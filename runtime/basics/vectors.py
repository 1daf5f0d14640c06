"""Arithmetic on arrays of 2D vectors with only the operations rule 1.6 allows.

Every function takes and gives float64 arrays of shape (n, 2) or (n,). None of them divides by zero. What they
make lies in memory column by column, as `columns` makes it, which numpy works on three times faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]

RADIANS_PER_DEGREE = 0.017453292519943295
DEGREES_PER_RADIAN = 57.29577951308232

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

_TINY, _HUGE = 1e-140, 1e140
_LARGEST = 1e308

_QUARTER_TURN, _ARC_TANGENT_OF_HALF = 0.7853981633974483, 0.4636476090008061
_ARC_TANGENT = (
    3.33333333333329318027e-01,
    -1.99999999998764832476e-01,
    1.42857142725034663711e-01,
    -1.11111104054623557880e-01,
    9.09088713343650656196e-02,
    -7.69187620504482999495e-02,
    6.66107313738753120669e-02,
    -5.83357013379057348645e-02,
    4.97687799461593236017e-02,
    -3.65315727442169155270e-02,
    1.62858201153657823623e-02,
)
"""The factors of x³, x⁵, … that make the arc tangent of an x below 7/16."""


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
    with np.errstate(over="ignore"):
        if denominator.all():
            whole: FloatArray = numerator / denominator
            return whole
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
        result: FloatArray = vectors / size[:, None]
        return result
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
    """Return the unit vector of each orientation in degrees: 0 is +x, counterclockwise."""
    radians = orientation * RADIANS_PER_DEGREE
    return columns(np.cos(radians), np.sin(radians))


def orientation_of(vectors: FloatArray) -> FloatArray:
    """Return the orientation of each vector in degrees, [-180, 180]; 0 for (0, 0)."""
    return direction_degrees(vectors[:, 0], vectors[:, 1])


def direction_degrees(x: FloatArray, y: FloatArray) -> FloatArray:
    """Return the angle of each (x, y) in degrees, [-180, 180], counterclockwise from +x; 0 for (0, 0).

    Worked out with + - * / alone, as that of numpy has other last bits on other processors (rule 1.6);
    correct to the last bit or the last but one. The way is that of fdlibm's `atan`.
    """
    wide, high = np.abs(x), np.abs(y)
    longer = np.maximum(wide, high)
    share = np.minimum(wide, high) / np.where(longer > 0.0, longer, 1.0)
    steep, middling = share >= 0.6875, share >= 0.4375
    half = np.where(steep, 1.0, 2.0)
    reduced = np.where(middling, (half * share - 1.0) / (half + share), share)
    square = reduced * reduced
    fourth = square * square
    even = _ARC_TANGENT[8] + fourth * _ARC_TANGENT[10]
    odd = _ARC_TANGENT[7] + fourth * _ARC_TANGENT[9]
    for place in (6, 4, 2):
        even = _ARC_TANGENT[place] + fourth * even
        odd = _ARC_TANGENT[place - 1] + fourth * odd
    even = _ARC_TANGENT[0] + fourth * even
    curve = reduced * (square * even + fourth * odd)
    base = np.where(steep, _QUARTER_TURN, np.where(middling, _ARC_TANGENT_OF_HALF, 0.0))
    angle = base - (curve - reduced)
    angle = np.where(high > wide, 2.0 * _QUARTER_TURN - angle, angle)
    angle = np.where(x < 0.0, 4.0 * _QUARTER_TURN - angle, angle)
    result: FloatArray = np.where(y < 0.0, -angle, angle) * DEGREES_PER_RADIAN
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
    return columns(-vectors[:, 1], vectors[:, 0])
