"""Judge places: how high they are among others, where somebody looks, how well they score (11.22, 11.23)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, length, map_to_range, orientation_of


def height_quality(heights: FloatArray) -> FloatArray:
    """Return -1 for the lowest to 1 for the highest of `heights` (n,), 0 where all are alike (TAC-05)."""
    if not len(heights):
        return heights
    low, high = float(heights.min()), float(heights.max())
    if high <= low:
        return np.zeros_like(heights)
    return (heights - low) / (high - low) * 2.0 - 1.0


def cover_quality(valid: BoolArray, blocked: BoolArray) -> FloatArray:
    """Return for n places the share of their valid shots (n, s) that are blocked, 0 without any (TAC-06)."""
    shots = valid.sum(axis=1)
    hits = (valid & blocked).sum(axis=1)
    return np.where(shots > 0, hits / np.maximum(shots, 1), 0.0)


def angle_off(points: FloatArray, eye: Vector, heading: float) -> FloatArray:
    """Return the degrees, 0 to 180, between where an eye looks and each of n points; 0 at the eye."""
    off = points - np.array(eye)
    turned = np.abs(map_to_range(orientation_of(off) - heading))
    return np.where(length(off) > 0.0, turned, 0.0)


def line_score(measures: FloatArray, worst: float, best: float) -> FloatArray:
    """Return 0 at `worst` to 1 at `best` in a straight line; where they are one, 1 at and beyond it."""
    if worst == best:
        return np.where(measures >= best, 1.0, 0.0)
    return np.clip((measures - worst) / (best - worst), 0.0, 1.0)


def total_score(scores: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the weighted mean of the scores (k, n) of each of n places; 0 where nothing has a weight."""
    whole = float(weights.sum())
    if whole <= 0.0:
        return np.zeros(scores.shape[1])
    total: FloatArray = np.sum(scores * weights[:, None], axis=0) / whole
    return total


def curve_values(points: Sequence[tuple[float, float]], x: FloatArray) -> FloatArray:
    """Return the value of a table of points at each x (n,), as `graphs.curves.curve_tables.table_value`."""
    places, values = (np.array(part) for part in zip(*points, strict=True))
    right = np.searchsorted(places, x, side="right")
    left, next_one = np.maximum(right - 1, 0), np.minimum(right, len(places) - 1)
    gap = places[next_one] - places[left]
    share = np.where(gap > 0.0, (x - places[left]) / np.where(gap > 0.0, gap, 1.0), 0.0)
    between: FloatArray = values[left] + (values[next_one] - values[left]) * share
    return np.where(right == 0, values[0], np.where(right == len(places), values[-1], between))
