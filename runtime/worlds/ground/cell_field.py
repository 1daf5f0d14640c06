"""Divide the ground into square cells, and find how far cells are from one of them."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

import numpy as np

from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.geometry import Obstructions, clearance

Cell = tuple[int, int]

_DIAGONAL = math.sqrt(2.0)
_MOST_KNOWN = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """Hold the cells near a cell that are on the map, (columns, rows) of them from `left` and `low` on.

    `of_kernel` is where they are in an array of all cells within reach, off the map or not.
    """

    left: int
    low: int
    columns: int
    rows: int
    of_kernel: tuple[slice, slice]

    @property
    def of_field(self) -> tuple[slice, slice]:
        """Return where they are in an array of all cells of the field."""
        return slice(self.left, self.left + self.columns), slice(self.low, self.low + self.rows)


@dataclass(slots=True, eq=False)
class CellField:
    """Divide a ground of `width` by `height` units into cells of side `size`; a cell is (column, row)."""

    width: float
    height: float
    size: float
    _around: dict[tuple[Cell, float], FloatArray] = field(default_factory=dict)
    _blocked_by: Obstructions | None = None
    _blocked: list[list[bool]] = field(default_factory=list)

    @property
    def shape(self) -> tuple[int, int]:
        """Return how many columns and rows there are."""
        return max(1, math.ceil(self.width / self.size)), max(1, math.ceil(self.height / self.size))

    def cell_of(self, x: float, y: float) -> Cell:
        """Return the cell of a place, the nearest one of a place off the map."""
        columns, rows = self.shape
        column, row = int(x // self.size), int(y // self.size)
        return min(max(column, 0), columns - 1), min(max(row, 0), rows - 1)

    def middles(self) -> FloatArray:
        """Return the middles of all cells (columns · rows, 2), by column and then by row."""
        columns, rows = self.shape
        across, along = np.meshgrid(np.arange(columns), np.arange(rows), indexing="ij")
        cells = np.column_stack((across.ravel(), along.ravel())).astype(np.float64)
        middles: FloatArray = (cells + 0.5) * self.size
        return middles

    def reach(self, radius: float) -> int:
        """Return how many cells a radius in units reaches."""
        return int(min(radius / self.size, max(self.shape)))

    def window(self, cell: Cell, reach: int) -> Window:
        """Return the cells within `reach` cells of a cell, in columns and in rows."""
        columns, rows = self.shape
        left, low = max(cell[0] - reach, 0), max(cell[1] - reach, 0)
        right, top = min(cell[0] + reach + 1, columns), min(cell[1] + reach + 1, rows)
        first, second = left - cell[0] + reach, low - cell[1] + reach
        of_kernel = slice(first, first + right - left), slice(second, second + top - low)
        return Window(left, low, right - left, top - low, of_kernel)

    def straight(self, reach: int) -> FloatArray:
        """Return the distances from a cell to all within reach, (2 · reach + 1) squared; its own is 0."""
        away = np.square(np.arange(-reach, reach + 1, dtype=np.float64) * self.size)
        distances: FloatArray = np.sqrt(away[:, None] + away[None, :])
        return distances

    def walked(self, cell: Cell, radius: float, solid: Obstructions) -> FloatArray:
        """Return the distances on the ground around what is `solid`, of the window of a cell and a radius.

        From middle to middle, straight and diagonal, not past the corner of a cell whose middle is solid;
        infinity for cells not reached within `radius` units.
        """
        if solid is not self._blocked_by:
            self._blocked_by = solid
            self._blocked = (clearance(solid, self.middles()) < 0.0).reshape(self.shape).tolist()
            self._around.clear()
        known = self._around.get((cell, radius))
        if known is None:
            if len(self._around) >= _MOST_KNOWN:
                self._around.clear()
            known = self._around[cell, radius] = self._search(cell, radius)
        return known

    def _search(self, cell: Cell, radius: float) -> FloatArray:
        window = self.window(cell, self.reach(radius))
        distance = np.full((window.columns, window.rows), np.inf)
        free = [
            [not solid for solid in column[window.of_field[1]]]
            for column in self._blocked[window.of_field[0]]
        ]
        start = cell[0] - window.left, cell[1] - window.low
        queue: list[tuple[float, int, int]] = [(0.0, *start)]
        distance[start] = 0.0
        while queue:
            walked, column, row = heapq.heappop(queue)
            if walked > distance[column, row]:
                continue
            for right, up in _STEPS:
                across, along = column + right, row + up
                if not (0 <= across < window.columns and 0 <= along < window.rows):
                    continue
                if not (free[across][along] and free[column][along] and free[across][row]):
                    continue
                far = walked + self.size * (_DIAGONAL if right and up else 1.0)
                if far <= radius and far < distance[across, along]:
                    distance[across, along] = far
                    heapq.heappush(queue, (far, across, along))
        return distance


_STEPS = tuple((right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up)
