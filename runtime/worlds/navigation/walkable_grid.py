"""Cut a map into cells and tell where a body of one size can stand, and which cells hang together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.free_lines import free_lines

STRAIGHT, DIAGONAL = 408, 577
"""Cost of a step to the side and across; 577 / 408 is the root of 2 to six digits, and sums stay exact."""

STEPS = (
    (1, 0, STRAIGHT),
    (0, 1, STRAIGHT),
    (-1, 0, STRAIGHT),
    (0, -1, STRAIGHT),
    (1, 1, DIAGONAL),
    (-1, 1, DIAGONAL),
    (-1, -1, DIAGONAL),
    (1, -1, DIAGONAL),
)
"""The steps (columns, rows, cost) from a cell to those around it."""

_CLOSEST_CELLS = 12

Cell = tuple[int, int]
"""Column and row of a cell, from the lower left corner of the map."""

Steps = tuple[tuple[int, int], ...]
"""The cells one can step to, by number, with what each step costs."""


class SearchGround(Protocol):
    """Say what a search asks of the cells it searches; `least` is the least factor of a cost."""

    @property
    def rows(self) -> int:
        """Return the number of rows."""

    @property
    def least(self) -> float:
        """Return the least factor by which a way here is dearer than its length."""

    def number_of(self, cell: Cell) -> int:
        """Return the number of a cell."""

    def steps_from(self, number: int) -> Steps:
        """Return the steps from a cell, by number."""

    def steps_into(self, number: int) -> Steps:
        """Return the cells from which one can step into a cell, with what it costs."""


@dataclass(frozen=True, slots=True, eq=False)
class Asides:
    """Hold the a cells in which a body does not fit in the middle but beside it, as narrow ways need it.

    `place_of` (columns · rows,) leads from a cell's number to its place here, -1 for all others; `x` and `y`
    (a,) are where a body fits. `first`, `second` and `cost` (e,) are the steps from and to them, both ways,
    sorted by the cell they begin at.
    """

    place_of: IntArray
    x: FloatArray
    y: FloatArray
    first: IntArray
    second: IntArray
    cost: IntArray

    def steps_from(self, number: int) -> Steps:
        """Return the steps from a cell, by number."""
        low, high = np.searchsorted(self.first, (number, number + 1)).tolist()
        return tuple(zip(self.second[low:high].tolist(), self.cost[low:high].tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class WalkableGrid:
    """Hold where the center of a body of `radius` can be (NAV-02).

    A cell is `free` (columns, rows) if a body fits in its middle, or beside it, as `asides` say. `region`
    numbers the parts of the map that hang together, -1 for what is not free: there is a way between two cells
    exactly if they have the same number. One steps between middles to the sides, and across where both sides
    are free too; from and to an aside as far as the straight line is free. A cell's number is its column
    times the rows plus its row. From anywhere in a cell that is `roomy` a straight line leads to its middle.
    """

    size: float
    radius: float
    free: BoolArray
    region: IntArray
    asides: Asides | None = None
    roomy: BoolArray | None = None
    _middles: list[list[bool]] = field(init=False)
    _steps: dict[int, Steps] = field(default_factory=dict)

    def __post_init__(self) -> None:
        middles = self.free
        if self.asides is not None:
            middles = middles & (self.asides.place_of < 0).reshape(middles.shape)
        object.__setattr__(self, "_middles", middles.tolist())

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return int(self.free.shape[1])

    def number_of(self, cell: Cell) -> int:
        """Return the number of a cell."""
        return cell[0] * self.rows + cell[1]

    def cell_of(self, x: float, y: float) -> Cell:
        """Return the cell a place is in, or the nearest cell of the map."""
        columns, rows = self.free.shape
        column, row = int(x / self.size), int(y / self.size)
        return min(max(column, 0), columns - 1), min(max(row, 0), rows - 1)

    def place(self, cell: Cell) -> Vector:
        """Return where in a cell a body stands: its middle, or beside it."""
        if self.asides is not None:
            aside = int(self.asides.place_of[self.number_of(cell)])
            if aside >= 0:
                return float(self.asides.x[aside]), float(self.asides.y[aside])
        return (cell[0] + 0.5) * self.size, (cell[1] + 0.5) * self.size

    @property
    def least(self) -> float:
        """Return the least factor by which a way here is dearer than its length."""
        return 1.0

    def steps_into(self, number: int) -> Steps:
        """Return the steps that lead into a cell: as they are both ways, those from it."""
        return self.steps_from(number)

    def steps_from(self, number: int) -> Steps:
        """Return the steps from a cell, by number."""
        steps = self._steps.get(number)
        if steps is None:
            steps = self._plain_steps(*divmod(number, self.rows))
            if self.asides is not None:
                steps += self.asides.steps_from(number)
            self._steps[number] = steps
        return steps

    def _plain_steps(self, column: int, row: int) -> Steps:
        if not self._middles[column][row]:
            return ()
        return tuple(
            ((column + right) * self.rows + row + up, cost)
            for right, up, cost in STEPS
            if self._has_middle(column + right, row + up)
            and (
                cost == STRAIGHT
                or (self._has_middle(column + right, row) and self._has_middle(column, row + up))
            )
        )

    def _has_middle(self, column: int, row: int) -> bool:
        return 0 <= column < len(self._middles) and 0 <= row < self.rows and self._middles[column][row]

    def free_cells_near(self, x: float, y: float, reach: float, region: int | None = None) -> list[Cell]:
        """Return the free cells within `reach` units of a place, the nearest first (NAV-04).

        With `region`, only cells of that part of the map count. Of equal distances the lower column, then
        the lower row counts. A place in a cell that counts has only that one.
        """
        column, row = self.cell_of(x, y)
        wanted = self.free if region is None else self.region == region
        if wanted[column, row]:
            return [(column, row)]
        return self._cells_around(x, y, reach, wanted)

    def _cells_around(self, x: float, y: float, reach: float, wanted: BoolArray) -> list[Cell]:
        column, row = self.cell_of(x, y)
        cells = int(min(reach / self.size, max(self.free.shape) + max(column, row))) + 1
        left, low = max(column - cells, 0), max(row - cells, 0)
        found = np.argwhere(wanted[left : column + cells + 1, low : row + cells + 1])
        offset = (found + np.array((left + 0.5, low + 0.5))) * self.size - np.array((x, y))
        squared = offset[:, 0] * offset[:, 0] + offset[:, 1] * offset[:, 1]
        order = np.argsort(squared, kind="stable")
        near = found[order[squared[order] <= reach * reach]]
        return [(column + left, row + low) for column, row in near.tolist()]

    def cell_in_sight(self, shapes: SolidShapes, place: Vector, reach: float) -> Cell | None:
        """Return the nearest free cell that a body at `place` gets to in a straight line, or None.

        Its own comes first, wherever in it a body stands.
        So a body that stands close to a thin wall never takes a cell behind it for its own.
        """
        own = self.cell_of(place[0], place[1])
        if self.roomy is not None and self.roomy[own] and self._is_inside(place, own):
            return own
        if self.free[own] and self._seen(shapes, place, [own]):
            return own
        around = self._cells_around(place[0], place[1], reach, self.free)
        seen = self._seen(shapes, place, around[:_CLOSEST_CELLS])
        return seen[0] if seen else None

    def _seen(self, shapes: SolidShapes, place: Vector, cells: list[Cell]) -> list[Cell]:
        """Return those of the cells that a body at `place` gets to in a straight line."""
        if not cells:
            return []
        ends = np.array([self.place(cell) for cell in cells])
        starts = np.broadcast_to(np.array(place), ends.shape)
        free = free_lines(shapes, starts, ends, np.full(len(ends), 0.999 * self.radius))
        return [cell for cell, sees in zip(cells, free.tolist(), strict=True) if sees]

    def _is_inside(self, place: Vector, cell: Cell) -> bool:
        """Tell whether a place is in a cell, and not off the map beside it."""
        x, y = place[0] / self.size - cell[0], place[1] / self.size - cell[1]
        return 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0
