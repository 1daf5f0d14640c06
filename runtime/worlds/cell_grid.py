"""Find near neighbors with a uniform grid of cells, for many points at once."""

from __future__ import annotations

import numpy as np

from runtime.vectors import FloatArray, IntArray

_BRUTE_FORCE_PAIRS = 4096
_MOST_CELLS_PER_SIDE = 1024


def pairs_within(queries: FloatArray, points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return all (query index, point index) whose distance is at most `radius`.

    `queries` is (n, 2), `points` (m, 2). The pairs are sorted by query, then by point: sums over them are in
    ascending index, whatever way they were found (SEMANTICS 1.6).
    """
    if not len(queries) or not len(points) or radius < 0.0:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    if len(queries) * len(points) <= _BRUTE_FORCE_PAIRS:
        first = np.repeat(np.arange(len(queries)), len(points))
        second = np.tile(np.arange(len(points)), len(queries))
        return _near(queries, points, first, second, radius)
    first, second = _near(queries, points, *_candidates(queries, points, radius), radius)
    order = np.argsort(first * len(points) + second, kind="stable")
    return first[order], second[order]


def neighbor_pairs(points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return all (i, j), i ≠ j, of `points` (n, 2) at most `radius` apart, sorted by i, then j."""
    first, second = pairs_within(points, points, radius)
    other = first != second
    return first[other], second[other]


def _near(
    queries: FloatArray, points: FloatArray, first: IntArray, second: IntArray, radius: float
) -> tuple[IntArray, IntArray]:
    x = queries[first, 0] - points[second, 0]
    y = queries[first, 1] - points[second, 1]
    near = x * x + y * y <= radius * radius
    return first[near], second[near]


def _candidates(queries: FloatArray, points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return pairs in neighboring cells: for each of three columns, one run of the points sorted by cell."""
    low = np.minimum(queries.min(axis=0), points.min(axis=0))
    high = np.maximum(queries.max(axis=0), points.max(axis=0))
    size = max(radius, float((high - low).max()) / _MOST_CELLS_PER_SIDE, 1e-9) * (1.0 + 1e-9)
    rows = int((high[1] - low[1]) / size) + 4
    point_cells = np.floor((points - low[None, :]) / size).astype(np.int64) + 1
    query_cells = np.floor((queries - low[None, :]) / size).astype(np.int64) + 1
    point_keys = point_cells[:, 0] * rows + point_cells[:, 1]
    query_keys = query_cells[:, 0] * rows + query_cells[:, 1]
    order = np.argsort(point_keys, kind="stable")
    sorted_keys = point_keys[order]
    firsts, seconds = [], []
    for column in (-1, 0, 1):
        middle = query_keys + column * rows
        begin = np.searchsorted(sorted_keys, middle - 1, side="left")
        counts = np.searchsorted(sorted_keys, middle + 1, side="right") - begin
        total = int(counts.sum())
        run_starts = np.cumsum(counts) - counts
        places = np.arange(total) - np.repeat(run_starts - begin, counts)
        firsts.append(np.repeat(np.arange(len(queries)), counts))
        seconds.append(order[places])
    return np.concatenate(firsts), np.concatenate(seconds)
