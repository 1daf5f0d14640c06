"""Search a way around obstacles on the few grid lines that matter, for lines no simple shape fits."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from editor.canvas.routing.candidates import STUB, BoxSide, port_range
from editor.canvas.routing.shapes import LineSegment, Point, Rect
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch

_BEND = 40.0
_CROSSING = 60.0
_ON_LINE = 300.0
_NEAR = 12.0
_MOST_VISITS = 5000
_WATCHED_EVERY = 256

_State = tuple[int, int, bool]
_Span = tuple[float, float]


@dataclass(slots=True)
class SearchBudget:
    """Bound the work of all searches for one picture, so that the most tangled one is drawn in time too.

    `watch` is asked now and then within a search.
    """

    visits: int = 100_000
    watch: LayoutWatch = UNWATCHED


class _Door(NamedTuple):
    """Where a line leaves a box: at the wall, and `STUB` px before it."""

    wall: Point
    outside: Point
    horizontal: bool


def search_line(
    source: Rect,
    target: Rect,
    obstacles: Sequence[Rect],
    lines: Sequence[LineSegment],
    distance: float,
    budget: SearchBudget | None = None,
) -> tuple[Point, ...] | None:
    """Return an orthogonal line that keeps `distance` px from the obstacles, or None when there is none.

    The cost is the length and 40 px for each corner; lines that are crossed or covered cost extra. No line is
    found when the budget is spent.
    """
    starts, goals = _doors(source), _doors(target)
    blocks = [rect.grown(distance - 0.5) for rect in (*obstacles, source, target)]
    xs, ys = _grid_lines(blocks, starts + goals)
    return _search(starts, goals, _Grid(xs, ys, blocks, lines), budget or SearchBudget())


def _doors(rect: Rect) -> list[_Door]:
    found = []
    for side in BoxSide:
        low, high = port_range(rect, side)
        at = (low + high) / 2
        sign = 1.0 if side in (BoxSide.RIGHT, BoxSide.BOTTOM) else -1.0
        wall, out = rect[side], rect[side] + sign * STUB
        if side.is_vertical_wall:
            found.append(_Door((wall, at), (out, at), True))
        else:
            found.append(_Door((at, wall), (at, out), False))
    return found


def _grid_lines(blocks: Sequence[Rect], doors: Sequence[_Door]) -> tuple[list[float], list[float]]:
    xs = {door.outside[0] for door in doors}
    ys = {door.outside[1] for door in doors}
    for block in blocks:
        xs.update((block.left - 8, block.right + 8))
        ys.update((block.top - 8, block.bottom + 8))
    return sorted(xs), sorted(ys)


class _Grid:
    """The crossings of the grid lines, and what each step between two of them costs."""

    def __init__(
        self, xs: Sequence[float], ys: Sequence[float], blocks: Sequence[Rect], lines: Sequence[LineSegment]
    ) -> None:
        self.xs = xs
        self.ys = ys
        self._blocks = blocks
        across = sorted((line.at, line.start, line.end) for line in lines if line.horizontal)
        down = sorted((line.at, line.start, line.end) for line in lines if not line.horizontal)
        self._lines = (across, down)
        self._at = ([line[0] for line in across], [line[0] for line in down])
        self._tracks: dict[tuple[bool, int], tuple[list[_Span], list[_Span]]] = {}
        self._costs: dict[tuple[int, int, bool], float] = {}

    def step(self, ix: int, iy: int, horizontal: bool) -> float:
        """Return the cost of the step right (or down) from a crossing; infinite where a box is in the way."""
        key = (ix, iy, horizontal)
        cost = self._costs.get(key)
        if cost is None:
            cost = self._costs[key] = self._cost(ix, iy, horizontal)
        return cost

    def _cost(self, ix: int, iy: int, horizontal: bool) -> float:
        if horizontal:
            low, high, at, number = self.xs[ix], self.xs[ix + 1], self.ys[iy], iy
        else:
            low, high, at, number = self.ys[iy], self.ys[iy + 1], self.xs[ix], ix
        blocked, beside = self._track(horizontal, number)
        for start, end in blocked:
            if low < end and start < high + 0.01:
                return inf
        cost = high - low
        # Lines at right angles are those of the other direction that run between the two crossings.
        places, spans = self._at[horizontal], self._lines[horizontal]
        for _, start, end in spans[bisect_right(places, low) : bisect_left(places, high)]:
            if start < at < end:
                cost += _CROSSING
        for start, end in beside:
            if start < high and low < end:
                cost += _ON_LINE
        return cost

    def _track(self, horizontal: bool, number: int) -> tuple[list[_Span], list[_Span]]:
        """Return the blocks on one grid line, and the lines that run along it, from where to where."""
        found = self._tracks.get((horizontal, number))
        if found is None:
            at = self.ys[number] if horizontal else self.xs[number]
            if horizontal:
                blocked = [(r.left, r.right) for r in self._blocks if r.top < at + 0.01 and at < r.bottom]
            else:
                blocked = [(r.top, r.bottom) for r in self._blocks if r.left < at + 0.01 and at < r.right]
            places, spans = self._at[not horizontal], self._lines[not horizontal]
            near = spans[bisect_right(places, at - _NEAR) : bisect_left(places, at + _NEAR)]
            found = self._tracks[horizontal, number] = blocked, [(start, end) for _, start, end in near]
        return found

    def is_free(self, point: Point) -> bool:
        """Tell whether a point lies in no box."""
        return not any(block.contains(point) for block in self._blocks)

    def neighbors(self, ix: int, iy: int) -> Iterator[tuple[int, int, bool, float]]:
        """Yield the crossings next to one, whether the step is horizontal, and its cost."""
        if ix > 0:
            yield ix - 1, iy, True, self.step(ix - 1, iy, True)
        if ix + 1 < len(self.xs):
            yield ix + 1, iy, True, self.step(ix, iy, True)
        if iy > 0:
            yield ix, iy - 1, False, self.step(ix, iy - 1, False)
        if iy + 1 < len(self.ys):
            yield ix, iy + 1, False, self.step(ix, iy, False)


def _search(
    starts: Sequence[_Door], goals: Sequence[_Door], grid: _Grid, budget: SearchBudget
) -> tuple[Point, ...] | None:
    goal_at = {(*_place(grid, door), door.horizontal): door for door in goals}
    targets = [door.outside for door in goals]
    queue: list[tuple[float, int, _State]] = []
    came: dict[_State, _State | None] = {}
    cost: dict[_State, float] = {}
    door_of: dict[_State, _Door] = {}

    def rest(ix: int, iy: int) -> float:
        x, y = grid.xs[ix], grid.ys[iy]
        return min(abs(x - a) + abs(y - b) for a, b in targets)

    for door in starts:
        state = (*_place(grid, door), door.horizontal)
        if grid.is_free(door.outside):
            cost[state], came[state], door_of[state] = 0.0, None, door
            heapq.heappush(queue, (rest(state[0], state[1]), len(came), state))
    done: set[_State] = set()
    most = min(_MOST_VISITS, budget.visits)
    while queue and len(done) < most:
        _, _, state = heapq.heappop(queue)
        if state in done:
            continue
        done.add(state)
        budget.visits -= 1
        if budget.visits % _WATCHED_EVERY == 0:
            budget.watch.pause()
        goal = goal_at.get(state)
        if goal is not None:
            return _path(state, came, door_of, goal, grid)
        ix, iy, horizontal = state
        for nx, ny, across, price in grid.neighbors(ix, iy):
            if price == inf:
                continue
            spent = cost[state] + price + (_BEND if across != horizontal else 0.0)
            following = (nx, ny, across)
            if spent < cost.get(following, inf):
                cost[following], came[following] = spent, state
                heapq.heappush(queue, (spent + rest(nx, ny), len(came), following))
    return None


def _place(grid: _Grid, door: _Door) -> tuple[int, int]:
    return bisect_left(grid.xs, door.outside[0]), bisect_left(grid.ys, door.outside[1])


def _path(
    state: _State, came: dict[_State, _State | None], door_of: dict[_State, _Door], goal: _Door, grid: _Grid
) -> tuple[Point, ...]:
    points = [goal.wall]
    at: _State | None = state
    first = state
    while at is not None:
        points.append((grid.xs[at[0]], grid.ys[at[1]]))
        first, at = at, came[at]
    points.append(door_of[first].wall)
    points.reverse()
    return _without_middle_points(points)


def _without_middle_points(points: Sequence[Point]) -> tuple[Point, ...]:
    kept = [points[0]]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        straight = (before[0] == point[0] == after[0]) or (before[1] == point[1] == after[1])
        if not straight and point != kept[-1]:
            kept.append(point)
    kept.append(points[-1])
    return tuple(kept)
