"""Tell how well a place is lit, and what that means for being seen (SENSE-04)."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length, safe_divide, unit


def light_at(distance: FloatArray, radius: FloatArray, brightness: FloatArray) -> FloatArray:
    """Return how much light each lamp gives: its brightness beside it, in a straight line to 0 at `radius`.

    Arrays of any one shape; distances and radii in units, brightness and light from 0 to 1.
    """
    share = np.where(radius > 0.0, safe_divide(distance, radius, 1.0), 1.0)
    return np.clip(brightness * (1.0 - np.clip(share, 0.0, 1.0)), 0.0, 1.0)


def share_seen(light: FloatArray, dark_share: FloatArray) -> FloatArray:
    """Return which share of the fill rate is left: `dark_share` in the dark, all of it in full light."""
    return dark_share + (1.0 - dark_share) * light


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


def loudness_at(
    loudness: FloatArray, attenuation: FloatArray, distance: FloatArray, muffling: FloatArray
) -> FloatArray:
    """Return how loud each noise still is; at most 0 where nothing of it is left."""
    return loudness - attenuation * distance - muffling


def is_heard(heard: FloatArray, threshold: FloatArray) -> BoolArray:
    """Tell whether a noise is loud enough: at least the threshold, and more than nothing."""
    result: BoolArray = (heard >= threshold) & (heard > 0.0)
    return result
