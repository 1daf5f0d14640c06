"""Find near neighbors with a uniform grid of cells, for many points at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray, taken

_BRUTE_FORCE_PAIRS = 4096
_MOST_CELLS_PER_SIDE = 1024
_MOST_SHORT_ROWS = 1 << 16


def pairs_within(queries: FloatArray, points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return all (query index, point index) whose distance is at most `radius`.

    `queries` is (n, 2), `points` (m, 2). The pairs are sorted by query, then by point: sums over them are in
    ascending index, whatever way they were found (rule 1.6).
    """
    if not len(queries) or not len(points) or radius < 0.0:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    if len(queries) * len(points) <= _BRUTE_FORCE_PAIRS:
        return _all_pairs(queries, points, radius)
    return _sorted_pairs(*_pairs_between(queries, points, radius), len(points))


def neighbor_pairs(points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return all (i, j), i ≠ j, of `points` (n, 2) at most `radius` (≥ 0) apart, those of each i by j.

    So sums over the pairs of each i are in ascending index (rule 1.6); the i come in no order.
    """
    if len(points) * len(points) <= _BRUTE_FORCE_PAIRS:
        first, second = _all_pairs(points, points, radius)
        other = first != second
        return first[other], second[other]
    first, second = _pairs_among(points, radius)
    first, second = np.concatenate((first, second)), np.concatenate((second, first))
    order = _order_of(second, len(points))
    return first.take(order), second.take(order)


def close_pairs(points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return each pair (i, j) of `points` (n, 2) at most `radius` (≥ 0) apart once, in no order."""
    if len(points) * len(points) <= _BRUTE_FORCE_PAIRS:
        first, second = _all_pairs(points, points, radius)
        once = first < second
        return first[once], second[once]
    return _pairs_among(points, radius)


@dataclass(frozen=True, slots=True, eq=False)
class KnownPairs:
    """Hold which bodies were at most `reach` apart at `position` (n, 2), and their `distance` (p,) there.

    Each pair (`first`, `second`) is held both ways round.
    """

    position: FloatArray
    reach: float
    first: IntArray
    second: IntArray
    distance: FloatArray

    def close_pairs(self, points: FloatArray, radius: float) -> tuple[IntArray, IntArray] | None:
        """Return each pair (i, j) of bodies that are at `points` by now, and at most `radius` apart, once.

        Some are further apart. None is returned if the bodies moved so far that pairs may be missing.
        """
        ways = points - self.position
        moved = float(np.sqrt((ways * ways).sum(axis=1).max(initial=0.0)))
        reach = (radius + 2.0 * moved) * (1.0 + 1e-9)
        if not reach <= self.reach:
            return None
        near = np.flatnonzero((self.distance <= reach) & (self.first < self.second))
        return self.first.take(near), self.second.take(near)


def _all_pairs(queries: FloatArray, points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    x = queries[:, 0][:, None] - points[:, 0][None, :]
    y = queries[:, 1][:, None] - points[:, 1][None, :]
    first, second = np.nonzero(x * x + y * y <= radius * radius)
    return first, second


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Hold m points sorted by cell, the cells of one column one after the other.

    `order` (m,) are the points in that order, `keys` (m,) their cells, `begins` the place of the first point
    of each cell: the neighbors of a cell are three runs of points, one in each of three columns.
    """

    low: FloatArray
    size: float
    rows: int
    order: IntArray
    keys: IntArray
    begins: IntArray


def _cells(points: FloatArray, low: FloatArray, high: FloatArray, radius: float) -> _Cells:
    size = _cell_size(high - low, radius, len(points))
    rows = int((high[1] - low[1]) / size) + 3
    count = rows * (int((high[0] - low[0]) / size) + 3)
    keys = _cell_keys(points, low, size, rows)
    order = _order_of(keys, count)
    begins = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys, minlength=count), out=begins[1:])
    return _Cells(low, size, rows, order, keys.take(order), begins)


def _pairs_among(points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return the pairs of `points`, each once and unsorted.

    Each pair is looked at by the point that stands first among the cells.
    """
    cells = _cells(points, points.min(axis=0), points.max(axis=0), radius)
    places = np.arange(len(points))
    starts = np.concatenate((places + 1, cells.begins.take(cells.keys + (cells.rows - 1))))
    stops = np.concatenate(
        (cells.begins.take(cells.keys + 2), cells.begins.take(cells.keys + (cells.rows + 2)))
    )
    standing = taken(points, cells.order)
    first, second = _near_runs(standing, np.concatenate((places, places)), standing, starts, stops, radius)
    return cells.order.take(first), cells.order.take(second)


def _pairs_between(queries: FloatArray, points: FloatArray, radius: float) -> tuple[IntArray, IntArray]:
    """Return the pairs of queries and points, unsorted."""
    low = np.minimum(queries.min(axis=0), points.min(axis=0))
    cells = _cells(points, low, np.maximum(queries.max(axis=0), points.max(axis=0)), radius)
    keys = _cell_keys(queries, low, cells.size, cells.rows)
    columns = [keys + column * cells.rows for column in (-1, 0, 1)]
    starts = np.concatenate([cells.begins.take(column - 1) for column in columns])
    stops = np.concatenate([cells.begins.take(column + 2) for column in columns])
    asking = np.tile(np.arange(len(queries)), 3)
    standing = taken(points, cells.order)
    first, second = _near_runs(queries, asking, standing, starts, stops, radius)
    return first, cells.order.take(second)


def _near_runs(
    queries: FloatArray,
    asking: IntArray,
    points: FloatArray,
    starts: IntArray,
    stops: IntArray,
    radius: float,
) -> tuple[IntArray, IntArray]:
    """Return (query, point) of the points in each run, from `starts` to before `stops`, that are near."""
    counts = stops - starts
    run_starts = np.cumsum(counts) - counts
    places = np.arange(int(counts.sum())) - np.repeat(run_starts - starts, counts)
    x = np.repeat(queries[:, 0].take(asking), counts) - points[:, 0].take(places)
    y = np.repeat(queries[:, 1].take(asking), counts) - points[:, 1].take(places)
    near = np.flatnonzero(x * x + y * y <= radius * radius)
    return np.repeat(asking, counts).take(near), places.take(near)


def _cell_size(extent: FloatArray, radius: float, count: int) -> float:
    """Return the side of a cell: at least the radius, and so large that there are few more cells than points.

    Long maps are cut into at most `_MOST_CELLS_PER_SIDE` cells along their longer side.
    """
    width, height = float(extent[0]), float(extent[1])
    for_points = float(np.sqrt(width * height / (2.0 * count)))
    return max(radius, for_points, max(width, height) / _MOST_CELLS_PER_SIDE, 1e-9) * (1.0 + 1e-9)


def _cell_keys(points: FloatArray, low: FloatArray, size: float, rows: int) -> IntArray:
    column = ((points[:, 0] - low[0]) / size).astype(np.int64) + 1
    row = ((points[:, 1] - low[1]) / size).astype(np.int64) + 1
    keys: IntArray = column * rows + row
    return keys


def _sorted_pairs(first: IntArray, second: IntArray, count: int) -> tuple[IntArray, IntArray]:
    """Sort pairs by their first, then their second index, which is below `count`."""
    order = _order_of(second, count)
    order = order.take(_order_of(first.take(order), int(first.max(initial=0)) + 1))
    return first.take(order), second.take(order)


def _order_of(indices: IntArray, count: int) -> IntArray:
    """Return what sorts indices below `count`, equal ones as they are; short ones in linear time."""
    return np.argsort(indices.astype(np.uint16) if count <= _MOST_SHORT_ROWS else indices, kind="stable")
