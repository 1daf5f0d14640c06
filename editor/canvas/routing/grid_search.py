"""Search a way around obstacles on the few grid lines that matter, for lines no simple shape fits."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from editor.canvas.routing.candidates import STUB, Side, port_range
from editor.canvas.routing.shapes import Point, Rect, Segment

_BEND = 40.0
_CROSSING = 60.0
_ON_LINE = 300.0
_MOST_VISITS = 6000


class _Door(NamedTuple):
    """Where a line leaves a box: at the wall, and `STUB` px before it."""

    wall: Point
    outside: Point
    horizontal: bool


def search_line(
    source: Rect, target: Rect, obstacles: Sequence[Rect], lines: Sequence[Segment], distance: float
) -> tuple[Point, ...] | None:
    """Return an orthogonal line that keeps `distance` px from the obstacles, or None when there is none.

    The cost is the length and 40 px for each corner; lines that are crossed or covered cost extra.
    """
    starts, goals = _doors(source), _doors(target)
    blocks = [rect.grown(distance - 0.5) for rect in (*obstacles, source, target)]
    xs, ys = _grid_lines(blocks, starts + goals)
    return _search(starts, goals, blocks, lines, xs, ys)


def _doors(rect: Rect) -> list[_Door]:
    found = []
    for side in Side:
        low, high = port_range(rect, side)
        at = (low + high) / 2
        sign = 1.0 if side in (Side.RIGHT, Side.BOTTOM) else -1.0
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


def _search(
    starts: Sequence[_Door],
    goals: Sequence[_Door],
    blocks: Sequence[Rect],
    lines: Sequence[Segment],
    xs: Sequence[float],
    ys: Sequence[float],
) -> tuple[Point, ...] | None:
    goal_at = {(_index(xs, d.outside[0]), _index(ys, d.outside[1])): d for d in goals}
    queue: list[tuple[float, int, tuple[int, int, bool]]] = []
    came: dict[tuple[int, int, bool], tuple[int, int, bool] | None] = {}
    cost: dict[tuple[int, int, bool], float] = {}
    door_of = {}
    for door in starts:
        state = (_index(xs, door.outside[0]), _index(ys, door.outside[1]), door.horizontal)
        if _blocked(door.outside, door.outside, blocks):
            continue
        cost[state], came[state], door_of[state] = 0.0, None, door
        heapq.heappush(queue, (0.0, len(came), state))
    visits = 0
    while queue and visits < _MOST_VISITS:
        spent, _, state = heapq.heappop(queue)
        if spent > cost[state]:
            continue
        visits += 1
        ix, iy, horizontal = state
        goal = goal_at.get((ix, iy))
        if goal is not None and goal.horizontal == horizontal:
            return _path(state, came, door_of, goal, xs, ys)
        for nx, ny, across in _neighbors(ix, iy, len(xs), len(ys)):
            a, b = (xs[ix], ys[iy]), (xs[nx], ys[ny])
            if _blocked(a, b, blocks):
                continue
            step = spent + abs(a[0] - b[0]) + abs(a[1] - b[1])
            step += (_BEND if across != horizontal else 0.0) + _line_cost(a, b, across, lines)
            following = (nx, ny, across)
            if step < cost.get(following, float("inf")):
                cost[following], came[following] = step, state
                heapq.heappush(queue, (step, len(came), following))
    return None


def _index(values: Sequence[float], value: float) -> int:
    return bisect_left(values, value)


def _neighbors(ix: int, iy: int, columns: int, rows: int) -> list[tuple[int, int, bool]]:
    found = []
    if ix > 0:
        found.append((ix - 1, iy, True))
    if ix + 1 < columns:
        found.append((ix + 1, iy, True))
    if iy > 0:
        found.append((ix, iy - 1, False))
    if iy + 1 < rows:
        found.append((ix, iy + 1, False))
    return found


def _blocked(a: Point, b: Point, blocks: Sequence[Rect]) -> bool:
    left, right = min(a[0], b[0]), max(a[0], b[0])
    top, bottom = min(a[1], b[1]), max(a[1], b[1])
    return any(
        left < block.right and block.left < right + 0.01 and top < block.bottom and block.top < bottom + 0.01
        for block in blocks
    )


def _line_cost(a: Point, b: Point, horizontal: bool, lines: Sequence[Segment]) -> float:
    at = a[1] if horizontal else a[0]
    low, high = (min(a[0], b[0]), max(a[0], b[0])) if horizontal else (min(a[1], b[1]), max(a[1], b[1]))
    piece = Segment(horizontal, at, low, high)
    total = 0.0
    for line in lines:
        if piece.crosses(line):
            total += _CROSSING
        elif (
            line.horizontal == horizontal
            and abs(line.at - at) < 12
            and min(high, line.end) > max(low, line.start)
        ):
            total += _ON_LINE
    return total


def _path(
    state: tuple[int, int, bool],
    came: dict[tuple[int, int, bool], tuple[int, int, bool] | None],
    door_of: dict[tuple[int, int, bool], _Door],
    goal: _Door,
    xs: Sequence[float],
    ys: Sequence[float],
) -> tuple[Point, ...]:
    points = [goal.wall]
    at: tuple[int, int, bool] | None = state
    first = state
    while at is not None:
        points.append((xs[at[0]], ys[at[1]]))
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
