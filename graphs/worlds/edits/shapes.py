"""Work on outlines: plain tuples of corners in world units, y up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphs.basics.frozen import Point, shortest_number
from graphs.edits.refusal import EditRefused
from graphs.worlds.checks.world_check import FURTHEST, MOST_CORNERS, first_crossing

DECIMALS = 4
"""Coordinates are written with at most so many decimals."""

LEAST_AREA = 1e-3
"""An outline around less than this, in units², is no shape."""

LONGEST_MITER = 3.0
"""A corner of a thick line sticks out at most so many half thicknesses."""

Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Hold an upright rectangle in world units."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Return the extent along x."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Return the extent along y."""
        return self.top - self.bottom

    @property
    def middle(self) -> Point:
        """Return the middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def joined(self, other: Bounds) -> Bounds:
        """Return the box around both."""
        return Bounds(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )


def tidy(value: float) -> int | float:
    """Return a coordinate as it is written: rounded, and whole numbers as such."""
    rounded = round(float(value), DECIMALS)
    return shortest_number(rounded if rounded else 0.0)


def tidy_point(x: float, y: float) -> Point:
    """Return a position as it is written; refuse one that is not on any map."""
    if not (math.isfinite(x) and math.isfinite(y)) or max(abs(x), abs(y)) > FURTHEST:
        raise EditRefused(f"({x:g}, {y:g}) is too far away.", f"Stay within {FURTHEST} units.")
    return tidy(x), tidy(y)


def rectangle(one: Point, other: Point) -> Outline:
    """Return the upright rectangle between two opposite corners, counterclockwise from the lower left."""
    left, right = sorted((one[0], other[0]))
    bottom, top = sorted((one[1], other[1]))
    return (
        tidy_point(left, bottom),
        tidy_point(right, bottom),
        tidy_point(right, top),
        tidy_point(left, top),
    )


def checked_outline(corners: Iterable[Point]) -> Outline:
    """Return an outline as it is written; refuse one that is no simple polygon."""
    outline = tuple(tidy_point(*corner) for corner in corners)
    distinct = [corner for index, corner in enumerate(outline) if corner != outline[index - 1]]
    if len(distinct) > MOST_CORNERS:
        raise EditRefused(f"An outline has at most {MOST_CORNERS} corners.", "Split it into several shapes.")
    if first_crossing(distinct) is not None:
        raise EditRefused("The outline would cross itself.", "Move the corner to where no edge is crossed.")
    if len(distinct) < 3 or abs(area(distinct)) < LEAST_AREA:
        raise EditRefused("The outline is flat.", "Draw at least three corners that are not in a line.")
    return tuple(distinct)


def area(outline: Sequence[Point]) -> float:
    """Return the area, negative for a clockwise outline."""
    pairs = pairwise((*outline, outline[0]))
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def bounds(points: Iterable[Point]) -> Bounds:
    """Return the box around points; raise ValueError for none."""
    listed = list(points)
    xs, ys = [float(x) for x, _ in listed], [float(y) for _, y in listed]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def is_inside(outline: Sequence[Point], at: Point) -> bool:
    """Tell whether a point is inside an outline (even-odd rule)."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def distance_to_segment(at: Point, start: Point, end: Point) -> float:
    """Return the distance of a point to a segment."""
    x, y = nearest_on_segment(at, start, end)
    return math.dist(at, (x, y))


def nearest_on_segment(at: Point, start: Point, end: Point) -> Point:
    """Return the point of a segment that is nearest to a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / square
    share = min(1.0, max(0.0, share))
    return start[0] + share * dx, start[1] + share * dy


def rotated(at: Point, around: Point, degrees: float) -> Point:
    """Return a point turned counterclockwise around another."""
    turn = math.radians(degrees)
    dx, dy = at[0] - around[0], at[1] - around[1]
    cosine, sine = math.cos(turn), math.sin(turn)
    return around[0] + dx * cosine - dy * sine, around[1] + dx * sine + dy * cosine


def thick_line(points: Sequence[Point], thickness: float) -> Outline:
    """Return the outline of a line of straight pieces with square ends and mitered corners.

    Raises `EditRefused` for a line without length and for one that would cross its own outline.
    """
    line = [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]
    if len(line) < 2:
        raise EditRefused("The wall has no length.", "Drag, or click a second place.")
    if thickness <= 0:
        raise EditRefused("The wall has no thickness.", "Give it more than 0 units.")
    half = thickness / 2
    left = [_offset(line, index, half) for index in range(len(line))]
    right = [_offset(line, index, -half) for index in range(len(line))]
    return checked_outline([*right, *reversed(left)])


def _offset(line: Sequence[Point], index: int, half: float) -> Point:
    """Return the point of a parallel line beside one of its points."""
    normals = []
    if index > 0:
        normals.append(_normal(line[index - 1], line[index]))
    if index < len(line) - 1:
        normals.append(_normal(line[index], line[index + 1]))
    x = sum(normal[0] for normal in normals) / len(normals)
    y = sum(normal[1] for normal in normals) / len(normals)
    square = max(x * x + y * y, 1.0 / LONGEST_MITER**2)
    at = line[index]
    return at[0] + x / square * half, at[1] + y / square * half


def _normal(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.sqrt(dx * dx + dy * dy)
    return -dy / length, dx / length
