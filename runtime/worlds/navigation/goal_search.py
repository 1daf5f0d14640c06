"""Search the shortest ways to one place from any number of others, a slice of work at a time."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Literal

from runtime.worlds.navigation.walkable_grid import DIAGONAL, STRAIGHT, Cell, SearchGround

Guess = Literal["straight", "manhattan", "none"]
"""How what is left of a way is estimated: the octile distance, columns and rows added up, or nothing."""

_GUESSES: Mapping[Guess, tuple[int, int]] = {
    "straight": (STRAIGHT, DIAGONAL - STRAIGHT),
    "manhattan": (STRAIGHT, STRAIGHT),
    "none": (0, 0),
}


class GoalSearch:
    """Search from a goal towards those who want to get there, one after the other (NAV-16, NAV-18).

    A* over the cells of a grid with the octile distance to the one searched for as estimate, or another
    guess. What is known of the way from a cell to the goal stays known for the next who asks, so that a crowd
    with one goal costs little more than its furthest member. Of ways of equal cost the one found is always
    the same, whatever the slices. `history` are the cells searched for, with how many cells were worked on
    for each: a search made again by it is the same.
    """

    def __init__(self, grid: SearchGround, goal: Cell, guess: Guess = "straight") -> None:
        self.grid = grid
        self._guess = _GUESSES[guess]
        self.goal = goal
        self.history: list[tuple[Cell, int]] = []
        number = grid.number_of(goal)
        self._costs: dict[int, int] = {number: 0}
        self._ahead: dict[int, int] = {}
        self._done: set[int] = set()
        self._open: list[tuple[float, int, int]] = [(0, 0, number)]

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
        rows, (for_far, for_near) = self.grid.rows, self._weights()
        cells = {cell for _, _, cell in self._open if cell not in self._done}
        self._open = []
        for cell in cells:
            across, along = abs(cell // rows - start[0]), abs(cell % rows - start[1])
            left = for_far * max(across, along) + for_near * min(across, along)
            self._open.append((self._costs[cell] + left, -self._costs[cell], cell))
        heapq.heapify(self._open)

    def _expand(self, start: Cell, most: int) -> int:
        rows, goal_number = self.grid.rows, self.grid.number_of(start)
        column, row = start
        costs, ahead, done, queue = self._costs, self._ahead, self._done, self._open
        steps_into = self.grid.steps_into
        for_far, for_near = self._weights()
        worked = 0
        while queue and worked < most:
            _, negative, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            worked += 1
            for neighbor, step in steps_into(cell):
                cost = step - negative
                known = costs.get(neighbor)
                if known is not None and known <= cost:
                    continue
                costs[neighbor] = cost
                ahead[neighbor] = cell
                across, along = abs(neighbor // rows - column), abs(neighbor % rows - row)
                if across < along:
                    across, along = along, across
                left = for_far * across + for_near * along
                heapq.heappush(queue, (cost + left, -cost, neighbor))
            if cell == goal_number:
                break
        return worked

    def _weights(self) -> tuple[float, float]:
        """Return what the longer and the shorter of columns and rows left add to the estimate."""
        least, (far, near) = self.grid.least, self._guess
        return (far, near) if least == 1.0 else (far * least, near * least)


def search_again(
    grid: SearchGround, goal: Cell, history: tuple[tuple[Cell, int], ...], guess: Guess = "straight"
) -> GoalSearch:
    """Return a search in the state in which it had this history."""
    search = GoalSearch(grid, goal, guess)
    for start, worked in history:
        search.advance(start, worked)
    return search
