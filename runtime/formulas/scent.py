"""Tell how strong scent is at a place and where it comes from (SENSE-11).

A trace of strength s that lies at p smells like s · (1 - |p - place| / range) at a place within `range`, and
like nothing beyond. The strength of scent is the sum over all traces, and its way up the sum of
s · unit(p - place): the gradient of that strength, times the range.

Arrays have one row per pair of a place and a trace within range; `row` (m,) names the place, of `count`.
"""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray, length, safe_divide, unit


def faded(strength: FloatArray, age: FloatArray, lifetime: FloatArray) -> FloatArray:
    """Return how strong traces still are: in a straight line from fresh to nothing over their lifetime."""
    return strength * np.clip(1.0 - safe_divide(age, lifetime, 1.0), 0.0, 1.0)


def smell(
    row: IntArray, offset: FloatArray, strength: FloatArray, reach: FloatArray, count: int
) -> tuple[FloatArray, FloatArray]:
    """Return how strong the scent is at each place (count,) and the unit vector up its gradient (count, 2).

    `offset` (m, 2) is from the place to the trace, `strength` (m,) that of the trace now, `reach` (m,) the
    range. The way is (0, 0) where there is no scent, or none to any side.
    """
    near = strength * np.clip(1.0 - safe_divide(length(offset), reach, 0.0), 0.0, 1.0)
    pull = unit(offset) * strength[:, None]
    total = sums(row, near, count)
    way = np.stack((sums(row, pull[:, 0], count), sums(row, pull[:, 1], count)), axis=1)
    return total, unit(way)


def centroid(row: IntArray, positions: FloatArray, strength: FloatArray, count: int) -> FloatArray:
    """Return the middle of the traces around each place (count, 2), each counted by its strength.

    (0, 0) where there is none.
    """
    total = sums(row, strength, count)
    x = safe_divide(sums(row, positions[:, 0] * strength, count), total)
    y = safe_divide(sums(row, positions[:, 1] * strength, count), total)
    return np.stack((x, y), axis=1)


def sums(row: IntArray, values: FloatArray, count: int) -> FloatArray:
    """Return the sum of the values of each place (count,), added in the order they stand."""
    total: FloatArray = np.bincount(row, values, minlength=count).astype(np.float64)
    return total
