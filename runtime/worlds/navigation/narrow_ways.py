"""Find the ways between solid things that are hardly wider than a body, however they lie to the cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, IntArray, safe_divide
from runtime.worlds.bodies.solid_shapes import SolidShapes

_NARROW = 2.8
"""A way wider than so many radii is found by the cells alone."""

_ROOMY = 1.5
"""So many radii from everything solid, a body is out of the narrow part of a way."""

_STRIDE = 0.2
"""How far apart the places tried along a way are, as a share of a cell."""

_ALIKE = 1e-4
"""Rooms that differ by less than this share of a radius count as equal."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class NarrowPlaces:
    """Hold cells (k,) by number, and where in each a body fits that is on its way through."""

    cell: IntArray
    x: FloatArray
    y: FloatArray

    def of(self, places: BoolArray) -> NarrowPlaces:
        """Return some of the places."""
        return NarrowPlaces(self.cell[places], self.x[places], self.y[places])


@dataclass(frozen=True, slots=True, eq=False)
class _Gates:
    """Hold g narrowest spots: their middle and the way through as a unit vector; all (g,)."""

    x: FloatArray
    y: FloatArray
    way_x: FloatArray
    way_y: FloatArray

    def of(self, gates: BoolArray) -> _Gates:
        return _Gates(self.x[gates], self.y[gates], self.way_x[gates], self.way_y[gates])


def narrow_places(shapes: SolidShapes, radius: float, size: float, shape: tuple[int, int]) -> NarrowPlaces:
    """Return where a body of `radius` walks through narrow ways.

    The map has `shape` (columns, rows) cells of `size`. Where two solid things come so near to each other
    that a body just fits between them, the places are those midway, from the narrowest spot straight through
    until there is room on both sides. At most one a cell: that with the most room, and of equal ones that
    furthest from its narrowest spot, which is where ways meet at a bend.
    """
    gates = _gates(shapes, radius)
    gates = gates.of(_room(shapes, gates.x, gates.y, radius) > 0.0)
    x, y, room, ahead = _along(shapes, gates, radius, _STRIDE * size)
    order = np.lexsort((-ahead, -np.floor(room / (_ALIKE * radius))))
    x, y = x[order], y[order]
    column = np.clip((x / size).astype(np.int64), 0, shape[0] - 1)
    row = np.clip((y / size).astype(np.int64), 0, shape[1] - 1)
    cell, first = np.unique(column * shape[1] + row, return_index=True)
    return NarrowPlaces(cell, x[first], y[first])


def _gates(shapes: SolidShapes, radius: float) -> _Gates:
    """Return the narrowest spot between every two shapes that are near, but not too near, to each other."""
    first, second = _pairs(shapes, _NARROW * radius)
    own_x, own_y, other_x, other_y = _closest(shapes, first, second)
    off_x, off_y = other_x - own_x, other_y - own_y
    apart = np.sqrt(off_x * off_x + off_y * off_y)
    along_x, along_y = safe_divide(off_x, apart), safe_divide(off_y, apart)
    before, behind = shapes.inflate[first], shapes.inflate[second]
    width = apart - before - behind
    to_middle = before + 0.5 * width
    gates = _Gates(own_x + along_x * to_middle, own_y + along_y * to_middle, -along_y, along_x)
    return gates.of((width >= 2.0 * radius * (1.0 - _ROUNDING)) & (width < _NARROW * radius))


def _pairs(shapes: SolidShapes, reach: float) -> tuple[IntArray, IntArray]:
    """Return the pairs of shapes, each once, whose boxes come within `reach` of each other."""
    half_x, half_y = shapes.along_x * shapes.size * 0.5, shapes.along_y * shapes.size * 0.5
    x, y = shapes.x + half_x, shapes.y + half_y
    wide, high = np.abs(half_x) + shapes.inflate, np.abs(half_y) + shapes.inflate
    seconds = []
    for place in range(len(x)):
        near = np.abs(x[place + 1 :] - x[place]) <= wide[place + 1 :] + wide[place] + reach
        near &= np.abs(y[place + 1 :] - y[place]) <= high[place + 1 :] + high[place] + reach
        seconds.append(np.flatnonzero(near) + place + 1)
    counts = [len(each) for each in seconds]
    return np.repeat(np.arange(len(x)), counts), np.concatenate(seconds)


def _closest(
    shapes: SolidShapes, first: IntArray, second: IntArray
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return the two points (p,) in which the segments of each pair come nearest, the first one's first.

    Of segments that keep their distance for a while, the middle of that part. Two that cross have none: any.
    """
    sums = [np.zeros(len(first)) for _ in range(4)]
    candidates = []
    for index, other, turned in ((first, second, False), (second, first, True)):
        for end in (0.0, 1.0):
            x = shapes.x[index] + shapes.along_x[index] * shapes.size[index] * end
            y = shapes.y[index] + shapes.along_y[index] * shapes.size[index] * end
            foot_x, foot_y = _foot(shapes, other, x, y)
            off_x, off_y = foot_x - x, foot_y - y
            points = (foot_x, foot_y, x, y) if turned else (x, y, foot_x, foot_y)
            candidates.append((np.sqrt(off_x * off_x + off_y * off_y), points))
    least = np.min([distance for distance, _ in candidates], axis=0)
    count = np.zeros(len(first))
    for distance, points in candidates:
        nearest = distance <= least * (1.0 + _ROUNDING)
        count += nearest
        for total, part in zip(sums, points, strict=True):
            total += np.where(nearest, part, 0.0)
    return sums[0] / count, sums[1] / count, sums[2] / count, sums[3] / count


def _foot(
    shapes: SolidShapes, shape: IntArray, x: FloatArray, y: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the points of the segments of `shape` (p,) nearest to the points (`x`, `y`)."""
    begin_x, begin_y = shapes.x[shape], shapes.y[shape]
    along_x, along_y = shapes.along_x[shape], shapes.along_y[shape]
    ahead = (x - begin_x) * along_x + (y - begin_y) * along_y
    ahead = np.minimum(np.maximum(ahead, 0.0), shapes.size[shape])
    return begin_x + along_x * ahead, begin_y + along_y * ahead


def _along(
    shapes: SolidShapes, gates: _Gates, radius: float, stride: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return the places on the ways through all gates, (k,): x, y, the room there, how far from the gate."""
    found = [(gates.x, gates.y, _room(shapes, gates.x, gates.y, radius), np.zeros(len(gates.x)))]
    for side in (-1.0, 1.0):
        going, ahead = np.arange(len(gates.x)), 0.0
        while len(going):
            ahead += stride
            x = gates.x[going] + gates.way_x[going] * (side * ahead)
            y = gates.y[going] + gates.way_y[going] * (side * ahead)
            room = _room(shapes, x, y, radius)
            fits = room > 0.0
            found.append((x[fits], y[fits], room[fits], np.full(int(fits.sum()), ahead)))
            going = going[fits & (room < _ROOMY * radius)]
    x, y, rooms, aheads = (np.concatenate([each[part] for each in found]) for part in range(4))
    return x, y, rooms, aheads


def _room(shapes: SolidShapes, x: FloatArray, y: FloatArray, radius: float) -> FloatArray:
    """Return how far each place (n,) is from everything solid, 0 where a body of `radius` does not fit.

    Plenty of room counts as `_ROOMY` radii.
    """
    reach = _ROOMY * radius
    room = np.full(len(x), reach)
    place, shape = shapes.near(x, y, room)
    foot_x, foot_y = _foot(shapes, shape, x[place], y[place])
    off_x, off_y = x[place] - foot_x, y[place] - foot_y
    np.minimum.at(room, place, np.sqrt(off_x * off_x + off_y * off_y) - shapes.inflate[shape])
    fits = (room >= radius * (1.0 - _ROUNDING)) & ~shapes.edges.around(x, y)
    fits &= (x > 0.0) & (y > 0.0) & (x < shapes.solid.width) & (y < shapes.solid.height)
    return np.where(fits, room, 0.0)
