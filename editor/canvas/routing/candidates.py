"""Offer orthogonal lines between two boxes: straight, with one corner, with two corners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from editor.canvas.routing.shapes import Point, Rect

CORNER_DISTANCE = 16.0
"""Lines leave and enter a box at least this far from its corners."""

LINE_DISTANCE = 26.0
"""Lines side by side are at least this far apart."""

STUB = 18.0
"""Lines go at least this far straight out of a box before they turn."""


class Side(IntEnum):
    """A side of a box."""

    LEFT = 0
    TOP = 1
    RIGHT = 2
    BOTTOM = 3

    @property
    def is_vertical_wall(self) -> bool:
        """Tell whether lines leave this side horizontally."""
        return self in (Side.LEFT, Side.RIGHT)


class Candidate(NamedTuple):
    """A line on offer; `detour` is how far its ends are from where they would best be, in px."""

    points: tuple[Point, ...]
    detour: float


@dataclass(frozen=True, slots=True)
class Lane:
    """Where among the lines between the same two boxes a line runs: `index` of `count`, `spread` px wide."""

    index: int
    count: int
    spread: float


def port_range(rect: Rect, side: Side) -> tuple[float, float]:
    """Return between which coordinates lines may leave a side; small boxes have only their middle."""
    low, high = (rect.top, rect.bottom) if side.is_vertical_wall else (rect.left, rect.right)
    if high - low < 2 * CORNER_DISTANCE + 4:
        middle = (low + high) / 2
        return middle, middle
    return low + CORNER_DISTANCE, high - CORNER_DISTANCE


def candidate_lines(
    source: Rect, target: Rect, lane: Lane, label: tuple[float, float]
) -> Iterator[Candidate]:
    """Offer lines from `source` to `target`, neither of which holds the other."""
    yield from straight_lines(source, target, lane)
    for side in Side:
        for other in Side:
            if side == other:
                yield from _around(source, target, side, label)
            elif side.is_vertical_wall == other.is_vertical_wall:
                yield from _stepped(source, target, side)
            else:
                yield from _cornered(source, target, side, other)


def straight_lines(source: Rect, target: Rect, lane: Lane) -> Iterator[Candidate]:
    """Offer straight lines where the two boxes face each other."""
    for horizontal in (True, False):
        side = _facing_side(source, target, horizontal)
        if side is None:
            continue
        low_a, high_a = port_range(source, side)
        low_b, high_b = port_range(target, side)
        low, high = max(low_a, low_b), min(high_a, high_b)
        if low > high:
            continue
        best = _lane_position(low, high, lane)
        for at in _spread_positions(low, high, best):
            start = (_wall(source, side), at) if horizontal else (at, _wall(source, side))
            far = _wall(target, _opposite(side))
            end = (far, at) if horizontal else (at, far)
            yield Candidate((start, end), abs(at - best))


def _facing_side(source: Rect, target: Rect, horizontal: bool) -> Side | None:
    if horizontal:
        if source.right < target.left:
            return Side.RIGHT
        return Side.LEFT if target.right < source.left else None
    if source.bottom < target.top:
        return Side.BOTTOM
    return Side.TOP if target.bottom < source.top else None


def _opposite(side: Side) -> Side:
    return Side((side + 2) % 4)


def _wall(rect: Rect, side: Side) -> float:
    return rect[side]


def _outward(side: Side) -> float:
    return 1.0 if side in (Side.RIGHT, Side.BOTTOM) else -1.0


def _lane_position(low: float, high: float, lane: Lane) -> float:
    middle = (low + high) / 2
    if lane.count < 2:
        return middle
    spread = min(high - low, lane.spread)
    return middle - spread / 2 + spread * lane.index / (lane.count - 1)


def _spread_positions(low: float, high: float, best: float) -> list[float]:
    found = [best]
    step = LINE_DISTANCE / 2
    for number in range(1, 9):
        found.extend(at for at in (best - number * step, best + number * step) if low <= at <= high)
    found.extend(at for at in (low, high) if at not in found)
    return found


def _ports(rect: Rect, side: Side) -> list[tuple[float, float]]:
    """Return ports of a side, each with its distance from the middle."""
    low, high = port_range(rect, side)
    middle = (low + high) / 2
    found = [(middle, 0.0)]
    for distance in (LINE_DISTANCE, 2 * LINE_DISTANCE):
        if middle - distance >= low:
            found.append((middle - distance, distance))
            found.append((middle + distance, distance))
    if high - middle > 1 and all(abs(at - low) > 8 for at, _ in found):
        found.append((low, middle - low))
        found.append((high, high - middle))
    return found


def _point(along_x: bool, along: float, across: float) -> Point:
    return (along, across) if along_x else (across, along)


def _cornered(source: Rect, target: Rect, side: Side, other: Side) -> Iterator[Candidate]:
    """Offer lines with one corner."""
    along_x = side.is_vertical_wall
    out, back = _outward(side), _outward(other)
    for at, miss in _ports(source, side):
        for end, end_miss in _ports(target, other):
            if (end - _wall(source, side)) * out < STUB or (at - _wall(target, other)) * back < STUB:
                continue
            points = (
                _point(along_x, _wall(source, side), at),
                _point(along_x, end, at),
                _point(along_x, end, _wall(target, other)),
            )
            yield Candidate(points, miss + end_miss)


def _stepped(source: Rect, target: Rect, side: Side) -> Iterator[Candidate]:
    """Offer lines with two corners between sides that face each other."""
    along_x = side.is_vertical_wall
    start, end = _wall(source, side), _wall(target, _opposite(side))
    if (end - start) * _outward(side) < 2 * STUB:
        return
    middle = (start + end) / 2
    tracks = [middle, middle - LINE_DISTANCE, middle + LINE_DISTANCE]
    tracks += [start + _outward(side) * 28, end - _outward(side) * 28]
    low, high = min(start, end) + STUB, max(start, end) - STUB
    for at, miss in _ports(source, side):
        for goal, end_miss in _ports(target, side):
            if abs(at - goal) < 1:
                continue
            for track in tracks:
                if low <= track <= high:
                    points = (
                        _point(along_x, start, at),
                        _point(along_x, track, at),
                        _point(along_x, track, goal),
                        _point(along_x, end, goal),
                    )
                    yield Candidate(points, miss + end_miss + abs(track - middle) / 4)


def _around(source: Rect, target: Rect, side: Side, label: tuple[float, float]) -> Iterator[Candidate]:
    """Offer lines that leave and enter on the same side."""
    along_x = side.is_vertical_wall
    out = _outward(side)
    start, end = _wall(source, side), _wall(target, side)
    outermost = max(start * out, end * out) * out
    half = (label[0] if along_x else label[1]) / 2
    reaches = sorted({28.0, 54.0, 80.0, 106.0, 132.0, max(28.0, round(half + 6))})
    for at, miss in _ports(source, side):
        for goal, end_miss in _ports(target, side):
            for reach in reaches:
                track = outermost + out * reach
                points = (
                    _point(along_x, start, at),
                    _point(along_x, track, at),
                    _point(along_x, track, goal),
                    _point(along_x, end, goal),
                )
                yield Candidate(points, miss + end_miss)


def wall_lines(outer: Rect, inner: Rect, header: float, outwards: bool) -> Iterator[Candidate]:
    """Offer straight lines between a box and the inside of the walls of a box around it.

    `header` is how far below its top the inside of the outer box begins. `outwards` leads from the inner
    box to the wall.
    """
    walls = Rect(outer.left, outer.top + header, outer.right, outer.bottom)
    for side in (Side.LEFT, Side.RIGHT, Side.BOTTOM, Side.TOP):
        low, high = port_range(inner, side)
        for at, miss in (((low + high) / 2, 0.0), (low, (high - low) / 2), (high, (high - low) / 2)):
            near = _point(side.is_vertical_wall, _wall(inner, side), at)
            far = _point(side.is_vertical_wall, _wall(walls, side), at)
            yield Candidate((near, far) if outwards else (far, near), miss)
