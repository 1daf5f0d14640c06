"""Cut a map into cells and tell where a body of one size can stand, and which cells hang together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.vectors import BoolArray, FloatArray, IntArray
from runtime.worlds.geometry import Obstructions, clearance

_SMALLEST_CELL = 0.2
_MOST_CELLS = 250_000
_CHUNK = 50_000

Cell = tuple[int, int]
"""Column and row of a cell, from the lower left corner of the map."""


@dataclass(frozen=True, slots=True, eq=False)
class WalkableGrid:
    """Hold where the center of a body of `radius` can be (NAV-02).

    `free` (columns, rows) tells which cells have their middle at least `radius` from everything solid.
    `region` numbers the parts of the map that hang together, -1 for what is not free: there is a way between
    two cells exactly if they have the same number. `free_lists` are `free` as lists, which a search reads.
    """

    size: float
    radius: float
    free: BoolArray
    region: IntArray
    free_lists: list[list[bool]]

    def cell_of(self, x: float, y: float) -> Cell:
        """Return the cell a place is in, or the nearest cell of the map."""
        columns, rows = self.free.shape
        column, row = int(x / self.size), int(y / self.size)
        return min(max(column, 0), columns - 1), min(max(row, 0), rows - 1)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell."""
        return (cell[0] + 0.5) * self.size, (cell[1] + 0.5) * self.size

    def nearest_free(self, x: float, y: float, reach: float, region: int | None = None) -> Cell | None:
        """Return the free cell nearest to a place within `reach` units, or None (NAV-04).

        With `region`, only cells of that part of the map count. Of equal distances the lower column, then
        the lower row counts.
        """
        column, row = self.cell_of(x, y)
        wanted = self.free if region is None else self.region == region
        if wanted[column, row]:
            return column, row
        cells = int(reach / self.size) + 1
        left, low = max(column - cells, 0), max(row - cells, 0)
        window = wanted[left : column + cells + 1, low : row + cells + 1]
        found = np.argwhere(window)
        if not len(found):
            return None
        offset = (found + np.array((left + 0.5, low + 0.5))) * self.size - np.array((x, y))
        squared = offset[:, 0] * offset[:, 0] + offset[:, 1] * offset[:, 1]
        nearest = int(np.argmin(squared))
        if squared[nearest] > reach * reach:
            return None
        return int(found[nearest, 0]) + left, int(found[nearest, 1]) + low


def build_walkable_grid(solid: Obstructions, radius: float) -> WalkableGrid:
    """Return the grid for bodies of `radius` (units).

    Cells are as wide as the radius, at least 0.2 units, and wider on a map that would have too many.
    """
    widest = (solid.width * solid.height / _MOST_CELLS) ** 0.5
    size = max(_SMALLEST_CELL, radius, widest)
    columns, rows = max(1, int(solid.width / size)), max(1, int(solid.height / size))
    places = _middles(columns, rows, size)
    free = np.zeros(len(places), dtype=np.bool_)
    for first in range(0, len(places), _CHUNK):
        part = slice(first, first + _CHUNK)
        free[part] = clearance(solid, places[part]) >= radius
    shaped = free.reshape(columns, rows)
    return WalkableGrid(size, radius, shaped, label_regions(shaped), shaped.tolist())


def _middles(columns: int, rows: int, size: float) -> FloatArray:
    x, y = np.meshgrid(np.arange(columns), np.arange(rows), indexing="ij")
    return (np.stack((x.ravel(), y.ravel()), axis=1).astype(np.float64) + 0.5) * np.float64(size)


def label_regions(free: BoolArray) -> IntArray:
    """Return a number for each free cell (columns, rows), the same for cells that hang together; -1 else.

    Cells hang together over their sides; a diagonal step needs both sides free as well, so that it joins
    nothing else. Regions are numbered by their first cell.
    """
    columns = free.shape[0]
    parents: list[int] = []
    runs: list[list[tuple[int, int, int]]] = []
    for column in range(columns):
        here = []
        for low, high in _runs(free[column]):
            number = len(parents)
            parents.append(number)
            here.append((low, high, number))
        if runs:
            _join(runs[-1], here, parents)
        runs.append(here)
    region = np.full(free.shape, -1, dtype=np.int64)
    numbers: dict[int, int] = {}
    for column, here in enumerate(runs):
        for low, high, number in here:
            root = _root(parents, number)
            region[column, low:high] = numbers.setdefault(root, len(numbers))
    return region


def _runs(line: BoolArray) -> list[tuple[int, int]]:
    """Return the runs of true values, each from its first place to before its last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
    return [(int(low), int(high)) for low, high in zip(edges[::2], edges[1::2], strict=True)]


def _join(before: list[tuple[int, int, int]], here: list[tuple[int, int, int]], parents: list[int]) -> None:
    place = 0
    for low, high, number in here:
        while place < len(before) and before[place][1] <= low:
            place += 1
        following = place
        while following < len(before) and before[following][0] < high:
            first, second = _root(parents, before[following][2]), _root(parents, number)
            parents[max(first, second)] = min(first, second)
            following += 1


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number
