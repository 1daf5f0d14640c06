"""Plain rectangles, points and segments for routing, and grids that find near ones; y grows down, in px."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle by its four sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Return the width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Return the height."""
        return self.bottom - self.top

    @property
    def center(self) -> Point:
        """Return the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, distance: float) -> Rect:
        """Return the rectangle with every side moved outwards."""
        return Rect(self.left - distance, self.top - distance, self.right + distance, self.bottom + distance)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle at another place."""
        return Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def overlaps(self, other: Rect) -> bool:
        """Tell whether the two share more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def contains_rect(self, other: Rect) -> bool:
        """Tell whether the other lies within this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def contains(self, point: Point) -> bool:
        """Tell whether a point lies within."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def turned(point: Point) -> Point:
    """Return a point with both axes exchanged: a tree that grows across is one that grows down, turned."""
    return point[1], point[0]


def turned_rect(rect: Rect) -> Rect:
    """Return a rectangle with both axes exchanged."""
    return Rect(rect.top, rect.left, rect.bottom, rect.right)


def rect_at(position: Point, size: tuple[float, float]) -> Rect:
    """Return the rectangle with this upper left corner and size."""
    return Rect(position[0], position[1], position[0] + size[0], position[1] + size[1])


def rect_around(center: Point, size: tuple[float, float]) -> Rect:
    """Return the rectangle with this middle and size."""
    return Rect(
        center[0] - size[0] / 2, center[1] - size[1] / 2, center[0] + size[0] / 2, center[1] + size[1] / 2
    )


def united(rects: Iterable[Rect]) -> Rect | None:
    """Return the smallest rectangle around all, or None when there are none."""
    found = list(rects)
    if not found:
        return None
    return Rect(
        min(rect.left for rect in found),
        min(rect.top for rect in found),
        max(rect.right for rect in found),
        max(rect.bottom for rect in found),
    )


class LineSegment(NamedTuple):
    """A piece of an orthogonal line: along x at height `at` when horizontal, else along y at `at`."""

    horizontal: bool
    at: float
    start: float
    end: float
    """`start` is never beyond `end`; the direction is not kept."""

    @property
    def length(self) -> float:
        """Return the length."""
        return self.end - self.start

    def rect(self, reach: float = 0.0) -> Rect:
        """Return the segment as a rectangle, `reach` thick to both sides."""
        if self.horizontal:
            return Rect(self.start - reach, self.at - reach, self.end + reach, self.at + reach)
        return Rect(self.at - reach, self.start - reach, self.at + reach, self.end + reach)


def segments_of(points: Sequence[Point]) -> tuple[LineSegment, ...]:
    """Return the pieces of an orthogonal line; pieces without length are left out."""
    found = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        if ay == by and ax != bx:
            found.append(LineSegment(True, ay, min(ax, bx), max(ax, bx)))
        elif ax == bx and ay != by:
            found.append(LineSegment(False, ax, min(ay, by), max(ay, by)))
    return tuple(found)


APART = 7.0
"""Lines that would run on one another are moved so far aside, px."""


def runs_on(one: LineSegment, other: LineSegment) -> bool:
    """Tell whether two pieces run on one another, so that one of them cannot be followed by eye."""
    if one.horizontal != other.horizontal or abs(one.at - other.at) > APART / 2:
        return False
    return min(one.end, other.end) - max(one.start, other.start) > APART / 2


def with_piece_aside(points: Sequence[Point], place: int, step: float) -> tuple[Point, ...]:
    """Return an orthogonal line with one of its pieces moved aside; its neighbors follow."""
    (ax, ay), (bx, by) = points[place], points[place + 1]
    moved = ((ax, ay + step), (bx, by + step)) if ay == by else ((ax + step, ay), (bx + step, by))
    return (*points[:place], *moved, *points[place + 2 :])


def stays_on_side(rect: Rect, point: Point) -> bool:
    """Tell whether a point is on the rim of a box and not near one of its corners."""
    across = point[0] in (rect.left, rect.right) and rect.top + APART <= point[1] <= rect.bottom - APART
    return across or (
        point[1] in (rect.top, rect.bottom) and rect.left + APART <= point[0] <= rect.right - APART
    )


def bounds_of(points: Sequence[Point]) -> Rect:
    """Return the smallest rectangle around a line."""
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs), max(ys))


def length_of(points: Sequence[Point]) -> float:
    """Return the length of an orthogonal line."""
    return sum(abs(ax - bx) + abs(ay - by) for (ax, ay), (bx, by) in itertools.pairwise(points))


def point_along(points: Sequence[Point], share: float) -> tuple[Point, bool]:
    """Return the point after `share` (0..1) of an orthogonal line, and whether it is horizontal there."""
    left = length_of(points) * min(1.0, max(0.0, share))
    horizontal = True
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        step = abs(ax - bx) + abs(ay - by)
        horizontal = ay == by
        if left <= step and step > 0:
            part = left / step
            return (ax + (bx - ax) * part, ay + (by - ay) * part), horizontal
        left -= step
    return points[-1], horizontal


def share_of_point(points: Sequence[Point], point: Point) -> tuple[float, float]:
    """Return where along a line (0..1) the nearest point to `point` lies, and the distance to it."""
    total = length_of(points) or 1.0
    best, best_share, done = float("inf"), 0.0, 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        step = abs(ax - bx) + abs(ay - by)
        if step == 0:
            continue
        part = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / (step * step)
        part = min(1.0, max(0.0, part))
        near = (ax + (bx - ax) * part, ay + (by - ay) * part)
        distance = ((point[0] - near[0]) ** 2 + (point[1] - near[1]) ** 2) ** 0.5
        if distance < best:
            best, best_share = distance, (done + part * step) / total
        done += step
    return best_share, best


_CELL = 256.0
"""Side of a cell, px: about the size of a state with the room around it."""
_MOST_CELLS = 4096
"""What covers more cells, as in a file that places a state a million px away, is looked at every time."""


class NearbyRects:
    """Hold rectangles in the order they were added and find those that overlap a room."""

    def __init__(self, rects: Sequence[Rect] = ()) -> None:
        self._rects: list[Rect] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._wide: list[int] = []
        for rect in rects:
            self.add(rect)

    def __getitem__(self, index: int) -> Rect:
        return self._rects[index]

    def add(self, rect: Rect) -> None:
        """Add a rectangle; its index is how many were added before."""
        index = len(self._rects)
        self._rects.append(rect)
        if _covers_many(rect):
            self._wide.append(index)
            return
        left, top, right, bottom = rect
        rows = range(int(top // _CELL), int(bottom // _CELL) + 1)
        for column in range(int(left // _CELL), int(right // _CELL) + 1):
            for row in rows:
                self._cells.setdefault((column, row), []).append(index)

    def indexes(self, room: Rect) -> list[int]:
        """Return the indexes of the rectangles that share more than an edge with a room, in order."""
        left, top, right, bottom = room
        rects = self._rects
        kept = []
        for index in range(len(rects)) if _covers_many(room) else sorted(self._in_cells(room)):
            a, b, c, d = rects[index]
            if a < right and left < c and b < bottom and top < d:
                kept.append(index)
        return kept

    def _in_cells(self, room: Rect) -> set[int]:
        left, top, right, bottom = room
        found = set(self._wide)
        first_row, last_row = int(top // _CELL), int(bottom // _CELL)
        cells = self._cells
        for column in range(int(left // _CELL), int(right // _CELL) + 1):
            for row in range(first_row, last_row + 1):
                found.update(cells.get((column, row), ()))
        return found

    def touching(self, room: Rect) -> list[Rect]:
        """Return the rectangles that share more than an edge with a room, in order."""
        return [self._rects[index] for index in self.indexes(room)]


def _covers_many(rect: Rect) -> bool:
    left, top, right, bottom = rect
    return (right - left + _CELL) * (bottom - top + _CELL) > _MOST_CELLS * _CELL * _CELL


class NearbyLines:
    """Hold segments in the order they were added and find those that pass through a room."""

    def __init__(self) -> None:
        self._segments: list[LineSegment] = []
        self._rects = NearbyRects()

    def add(self, segments: Sequence[LineSegment]) -> None:
        """Add the pieces of a line."""
        for segment in segments:
            self._segments.append(segment)
            self._rects.add(segment.rect())

    def touching(self, room: Rect) -> list[LineSegment]:
        """Return the segments that pass through a room, in order."""
        return [self._segments[index] for index in self._rects.indexes(room)]
