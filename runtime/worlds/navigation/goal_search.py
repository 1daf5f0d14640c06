"""Search the shortest ways to one place from any number of others, a slice of work at a time."""

from __future__ import annotations

import heapq

from runtime.worlds.navigation.walkable_grid import DIAGONAL, STRAIGHT, Cell, WalkableGrid


class GoalSearch:
    """Search from a goal towards those who want to get there, one after the other (NAV-16, NAV-18).

    A* over the cells of a grid with the octile distance to the one searched for as estimate. What is known of
    the way from a cell to the goal stays known for the next who asks, so that a crowd with one goal costs
    little more than its furthest member. Of ways of equal cost the one found is always the same, whatever the
    slices. `history` are the cells searched for, with how many cells were worked on for each: a search made
    again by it is the same.
    """

    def __init__(self, grid: WalkableGrid, goal: Cell) -> None:
        self.grid = grid
        self.goal = goal
        self.history: list[tuple[Cell, int]] = []
        number = grid.number_of(goal)
        self._costs: dict[int, int] = {number: 0}
        self._ahead: dict[int, int] = {}
        self._done: set[int] = set()
        self._open: list[tuple[int, int, int]] = [(0, 0, number)]

    def has_reached(self, start: Cell) -> bool:
        """Tell whether the way from `start` is known."""
        return self.grid.number_of(start) in self._done

    def can_go_on(self) -> bool:
        """Tell whether there are cells left to work on; if not, there are no other ways."""
        return bool(self._open)

    def advance(self, start: Cell, most: int) -> int:
        """Work on at most `most` cells, until the way from `start` is known; return how many it were."""
        if self.has_reached(start):
            return 0
        if not self.history or self.history[-1][0] != start:
            self.history.append((start, 0))
            self._look_for(start)
        worked = self._expand(start, most)
        self.history[-1] = start, self.history[-1][1] + worked
        return worked

    def way_from(self, start: Cell) -> tuple[Cell, ...]:
        """Return the cells from `start` to the goal, both included; () if no way is known."""
        number = self.grid.number_of(start)
        if number not in self._done:
            return ()
        way = [number]
        while number in self._ahead:
            number = self._ahead[number]
            way.append(number)
        rows = self.grid.rows
        return tuple((number // rows, number % rows) for number in way)

    def _look_for(self, start: Cell) -> None:
        """Order what is open by the distance to another cell."""
        rows = self.grid.rows
        cells = {cell for _, _, cell in self._open if cell not in self._done}
        self._open = [
            (
                self._costs[cell] + octile(cell // rows - start[0], cell % rows - start[1]),
                -self._costs[cell],
                cell,
            )
            for cell in cells
        ]
        heapq.heapify(self._open)

    def _expand(self, start: Cell, most: int) -> int:
        rows, goal_number = self.grid.rows, self.grid.number_of(start)
        column, row = start
        costs, ahead, done, queue = self._costs, self._ahead, self._done, self._open
        steps_from = self.grid.steps_from
        worked = 0
        while queue and worked < most:
            _, negative, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            worked += 1
            for neighbor, step in steps_from(cell):
                cost = step - negative
                known = costs.get(neighbor)
                if known is not None and known <= cost:
                    continue
                costs[neighbor] = cost
                ahead[neighbor] = cell
                across, along = abs(neighbor // rows - column), abs(neighbor % rows - row)
                if across < along:
                    across, along = along, across
                left = STRAIGHT * across + (DIAGONAL - STRAIGHT) * along
                heapq.heappush(queue, (cost + left, -cost, neighbor))
            if cell == goal_number:
                break
        return worked


def octile(columns: int, rows: int) -> int:
    """Return the cost of the shortest way to a cell that many columns and rows away, if all were free."""
    across, along = abs(columns), abs(rows)
    return STRAIGHT * max(across, along) + (DIAGONAL - STRAIGHT) * min(across, along)


def search_again(grid: WalkableGrid, goal: Cell, history: tuple[tuple[Cell, int], ...]) -> GoalSearch:
    """Return a search in the state in which it had this history."""
    search = GoalSearch(grid, goal)
    for start, worked in history:
        search.advance(start, worked)
    return search
