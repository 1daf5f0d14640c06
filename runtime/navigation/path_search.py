"""Search a shortest way over a grid, a slice of work at a time."""

from __future__ import annotations

import heapq

from runtime.navigation.walkable_grid import Cell, WalkableGrid

STRAIGHT, DIAGONAL = 408, 577
"""Cost of a step to the side and across; 577 / 408 is the root of 2 to six digits, and sums stay exact."""

_STEPS = (
    (1, 0, STRAIGHT),
    (0, 1, STRAIGHT),
    (-1, 0, STRAIGHT),
    (0, -1, STRAIGHT),
    (1, 1, DIAGONAL),
    (-1, 1, DIAGONAL),
    (-1, -1, DIAGONAL),
    (1, -1, DIAGONAL),
)


class PathSearch:
    """Search from one cell to another (NAV-16, NAV-18).

    A* over the eight neighbors, without cutting corners, with the octile distance as estimate. Of ways of
    equal cost the one found is always the same. `expanded` counts the cells worked on, so that a search can
    be made again up to where it was; `path` is the cells from start to goal once it is `finished`, empty
    where there is no way.
    """

    def __init__(self, grid: WalkableGrid, start: Cell, goal: Cell) -> None:
        self.start = start
        self.goal = goal
        self.expanded = 0
        self.finished = False
        self.path: tuple[Cell, ...] = ()
        self._rows = grid.free.shape[1]
        self._columns = grid.free.shape[0]
        self._free = grid.free_lists
        self._costs: dict[Cell, int] = {start: 0}
        self._before: dict[Cell, Cell] = {}
        self._done: set[Cell] = set()
        self._open: list[tuple[int, int, Cell]] = [(self._estimate(start), 0, start)]
        if grid.region[start] != grid.region[goal] or grid.region[start] < 0:
            self._open = []

    def advance(self, most: int) -> int:
        """Work on at most `most` cells; return how many it were."""
        begun = self.expanded
        while not self.finished and self.expanded - begun < most:
            if not self._open:
                self.finished = True
                break
            _, cost, cell = heapq.heappop(self._open)
            if cell in self._done:
                continue
            self.expanded += 1
            if cell == self.goal:
                self.finished = True
                self.path = self._way_to(cell)
                break
            self._done.add(cell)
            self._expand(cell, -cost)
        return self.expanded - begun

    def _expand(self, cell: Cell, cost: int) -> None:
        column, row = cell
        for right, up, step in _STEPS:
            beside, above = column + right, row + up
            if not (0 <= beside < self._columns and 0 <= above < self._rows and self._free[beside][above]):
                continue
            if step == DIAGONAL and not (self._free[beside][row] and self._free[column][above]):
                continue
            neighbor = (beside, above)
            reached = cost + step
            if neighbor not in self._done and reached < self._costs.get(neighbor, reached + 1):
                self._costs[neighbor] = reached
                self._before[neighbor] = cell
                heapq.heappush(self._open, (reached + self._estimate(neighbor), -reached, neighbor))

    def _estimate(self, cell: Cell) -> int:
        across, along = abs(cell[0] - self.goal[0]), abs(cell[1] - self.goal[1])
        short = min(across, along)
        return DIAGONAL * short + STRAIGHT * (max(across, along) - short)

    def _way_to(self, cell: Cell) -> tuple[Cell, ...]:
        way = [cell]
        while cell in self._before:
            cell = self._before[cell]
            way.append(cell)
        return tuple(reversed(way))
