"""Tell whether bodies can walk along straight lines, and pull ways straight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length
from runtime.worlds.bodies.solid_shapes import SolidShapes

_ROUNDING = 1e-9
"""Share of a radius by which a line may come too near, so that a body touching a wall can walk along it."""

_FIRST_LOOK = 16


def free_lines(shapes: SolidShapes, start: FloatArray, end: FloatArray, radius: FloatArray) -> BoolArray:
    """Tell for each line, from `start` to `end` (n, 2), whether a body of `radius` (n,) can walk it.

    It can if the line keeps the radius from every wall and obstacle and from the edge of the map, but for
    rounding.
    """
    free = np.ones(len(start), dtype=np.bool_)
    least = radius * (1.0 - _ROUNDING)
    line, shape = _near_pairs(shapes, start, end, least)
    if len(line):
        distance = _distances(
            shapes, shape, *(part.take(line) for part in (start[:, 0], start[:, 1], end[:, 0], end[:, 1]))
        )
        too_near = distance - shapes.inflate.take(shape) < least.take(line)
        free[line[too_near]] = False
    return free


def _near_pairs(
    shapes: SolidShapes, start: FloatArray, end: FloatArray, radius: FloatArray
) -> tuple[IntArray, IntArray]:
    """Return the pairs (line, shape) whose boxes come within the radius of each other, and maybe others."""
    middle_x, middle_y = (start[:, 0] + end[:, 0]) * 0.5, (start[:, 1] + end[:, 1]) * 0.5
    half = length(end - start) * 0.5 + radius
    if shapes.cells is not None and len(half) and half.max() <= shapes.cells.reach:
        return shapes.near(middle_x, middle_y, half)
    half_x, half_y = shapes.along_x * shapes.size * 0.5, shapes.along_y * shapes.size * 0.5
    wide = np.abs(end[:, 0] - start[:, 0]) * 0.5 + radius
    high = np.abs(end[:, 1] - start[:, 1]) * 0.5 + radius
    gap_x = np.abs(middle_x[:, None] - (shapes.x + half_x))
    gap_y = np.abs(middle_y[:, None] - (shapes.y + half_y))
    near = gap_x <= wide[:, None] + (np.abs(half_x) + shapes.inflate)
    near &= gap_y <= high[:, None] + (np.abs(half_y) + shapes.inflate)
    line, shape = np.nonzero(near)
    return line, shape


def _distances(
    shapes: SolidShapes,
    shape: IntArray,
    start_x: FloatArray,
    start_y: FloatArray,
    end_x: FloatArray,
    end_y: FloatArray,
) -> FloatArray:
    """Return the distance of each line to the segment of its shape (p,), in the segment's own frame."""
    along_x, along_y, size = shapes.along_x.take(shape), shapes.along_y.take(shape), shapes.size.take(shape)
    off_x, off_y = start_x - shapes.x.take(shape), start_y - shapes.y.take(shape)
    way_x, way_y = end_x - start_x, end_y - start_y
    x, y = off_x * along_x + off_y * along_y, off_y * along_x - off_x * along_y
    go_x, go_y = way_x * along_x + way_y * along_y, way_y * along_x - way_x * along_y
    squared = np.minimum(_to_segment(x, y, size), _to_segment(x + go_x, y + go_y, size))
    squared = np.minimum(squared, _to_line(x, y, go_x, go_y))
    squared = np.minimum(squared, _to_line(x - size, y, go_x, go_y))
    crosses = (y < 0.0) != (y + go_y < 0.0)
    at = x - go_x * np.where(crosses, y / np.where(crosses, go_y, 1.0), 0.0)
    crosses &= (at >= 0.0) & (at <= size)
    return np.where(crosses, 0.0, np.sqrt(squared))


def _to_segment(x: FloatArray, y: FloatArray, size: FloatArray) -> FloatArray:
    """Return the squared distance of (x, y) to the segment from (0, 0) to (size, 0)."""
    beyond = x - np.minimum(np.maximum(x, 0.0), size)
    return beyond * beyond + y * y


def _to_line(x: FloatArray, y: FloatArray, go_x: FloatArray, go_y: FloatArray) -> FloatArray:
    """Return the squared distance of (0, 0) to the line that leads from (x, y) along (go_x, go_y)."""
    long = go_x * go_x + go_y * go_y
    there = long > 0.0
    share = np.where(there, -(x * go_x + y * go_y) / np.where(there, long, 1.0), 0.0)
    share = np.minimum(np.maximum(share, 0.0), 1.0)
    off_x, off_y = x + go_x * share, y + go_y * share
    return off_x * off_x + off_y * off_y


CostLines = Callable[[FloatArray, FloatArray], FloatArray]
"""Return what lines, from starts to ends (n, 2), cost where areas differ."""

_DEARER = 1.0 + 1e-9


def pull_straight(
    shapes: SolidShapes, points: Sequence[Vector], radius: float, costs: CostLines | None = None
) -> tuple[Vector, ...]:
    """Return the corners that are left of a way when a body of `radius` takes every shortcut (NAV-19).

    From each corner the way goes on with the furthest point that is reached in a straight line. With `costs`
    no shortcut may cost more than the way it cuts off.
    """
    if len(points) < 3:
        return tuple(points)
    places = np.array(points, dtype=np.float64)
    so_far = None
    if costs is not None:
        so_far = np.concatenate(([0.0], np.cumsum(costs(places[:-1], places[1:]))))
    corners, anchor, last = [0], 0, len(points) - 1
    while anchor < last:
        anchor = _furthest(shapes, places, anchor, radius, costs, so_far)
        corners.append(anchor)
    return tuple(points[corner] for corner in corners)


def _furthest(
    shapes: SolidShapes,
    places: FloatArray,
    anchor: int,
    radius: float,
    costs: CostLines | None,
    so_far: FloatArray | None,
) -> int:
    """Return the last point that is seen from `anchor`, at least the next one, looking ever further."""
    reach, best = _FIRST_LOOK, anchor + 1
    while True:
        end = min(anchor + reach, len(places) - 1)
        ends = places[best : end + 1]
        starts = np.broadcast_to(places[anchor], ends.shape)
        free = free_lines(shapes, starts, ends, np.full(len(ends), radius))
        if costs is not None and so_far is not None:
            free &= costs(starts, ends) <= (so_far[best : end + 1] - so_far[anchor]) * _DEARER
        seen = np.flatnonzero(free)
        if not len(seen):
            return best
        best = max(best, best + int(seen[-1]))
        if best < end or end == len(places) - 1:
            return best
        reach *= 2


_ASIDE = np.array([(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0) if x or y])


def eased(
    shapes: SolidShapes, corners: Sequence[Vector], radius: float, costs: CostLines, step: float
) -> tuple[Vector, ...]:
    """Return a way with its corners, but for both ends, moved aside where that costs less.

    Cells lead ways in eight directions; where areas differ their corners lie where cells met, and not where
    a way is best bent. Each corner tries eight places around it, `step` units away and nearer.
    """
    places = [np.array(corner, dtype=np.float64) for corner in corners]
    for away in (2.0 * step, step, 0.5 * step):
        for corner in range(1, len(places) - 1):
            before, after = places[corner - 1], places[corner + 1]
            tried = np.concatenate((places[corner][None, :], places[corner] + _ASIDE * away))
            starts = np.concatenate((np.broadcast_to(before, tried.shape), tried))
            ends = np.concatenate((tried, np.broadcast_to(after, tried.shape)))
            paid = costs(starts, ends).reshape(2, -1).sum(axis=0)
            paid[0] /= _DEARER
            better = np.flatnonzero(paid < paid[0])
            for place in better[np.argsort(paid[better], kind="stable")].tolist():
                legs = np.array((place, place + len(tried)))
                if free_lines(shapes, starts[legs], ends[legs], np.full(2, radius)).all():
                    places[corner] = tried[place]
                    break
    return tuple((float(x), float(y)) for x, y in places)
