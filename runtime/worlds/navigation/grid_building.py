"""Find out where on a map bodies of one size can be, cell by cell, and which cells hang together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, columns
from runtime.worlds.bodies.geometry import point_in_polygon
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.free_lines import free_lines
from runtime.worlds.navigation.narrow_ways import NarrowPlaces, narrow_places
from runtime.worlds.navigation.walkable_grid import STEPS, Asides, Cell, WalkableGrid

_NO_STEPS = np.zeros(0, dtype=np.int64)

_SMALLEST_CELL = 0.2
_MOST_CELLS = 250_000
_LINES_AT_ONCE = 20_000
_HALF_DIAGONAL = 0.7072
_PARTS = (0.0, -1.0 / 3.0, 1.0 / 3.0)
"""Where within a cell a body may stand, as shares of the cell from its middle, which comes first."""


def label_regions(
    middles: BoolArray,
    free: BoolArray | None = None,
    first: IntArray = _NO_STEPS,
    second: IntArray = _NO_STEPS,
) -> IntArray:
    """Return a number for each free cell (columns, rows), the same for cells that hang together; -1 else.

    Cells free in their middle hang together over their sides; a diagonal step needs both sides free as well,
    so that it joins nothing else. Further `free` cells hang together by the steps from `first` to `second`,
    by number. Regions are numbered by their first cell.
    """
    free = middles if free is None else free
    parents: list[int] = []
    part = np.full(middles.shape, -1, dtype=np.int64)
    before: list[tuple[int, int, int]] = []
    for column in range(middles.shape[0]):
        here = []
        for low, high in _runs(middles[column]):
            here.append((low, high, len(parents)))
            part[column, low:high] = len(parents)
            parents.append(len(parents))
        _join(before, here, parents)
        before = here
    alone = free & ~middles
    part[alone] = np.arange(int(alone.sum())) + len(parents)
    parents.extend(range(len(parents), len(parents) + int(alone.sum())))
    parts = part.ravel()
    for this, other in zip(parts[first].tolist(), parts[second].tolist(), strict=True):
        _unite(this, other, parents)
    return _numbered(part, parents)


def _numbered(part: IntArray, parents: list[int]) -> IntArray:
    """Return the region of each cell from the part it belongs to."""
    roots = np.array([_root(parents, each) for each in range(len(parents))], dtype=np.int64)
    region = np.where(part >= 0, roots[part], -1) if len(roots) else part
    found, begins = np.unique(region[region >= 0], return_index=True)
    numbers = np.zeros(len(parents), dtype=np.int64)
    numbers[found[np.argsort(begins, kind="stable")]] = np.arange(len(found))
    return np.where(region >= 0, numbers[region], -1) if len(numbers) else region


def _unite(one: int, other: int, parents: list[int]) -> None:
    first, second = _root(parents, one), _root(parents, other)
    parents[max(first, second)] = min(first, second)


def _runs(line: BoolArray) -> list[tuple[int, int]]:
    """Return the runs of true values, each from its first place to before its last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
    return [(int(low), int(high)) for low, high in zip(edges[::2], edges[1::2], strict=True)]


def _join(before: list[tuple[int, int, int]], here: list[tuple[int, int, int]], parents: list[int]) -> None:
    place = 0
    for low, high, number in here:
        while place < len(before) and before[place][1] <= low:
            place += 1
        following = place
        while following < len(before) and before[following][0] < high:
            _unite(before[following][2], number, parents)
            following += 1


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number


def build_walkable_grid(shapes: SolidShapes, radius: float) -> WalkableGrid:
    """Return the grid for bodies of `radius` (units) among what is solid.

    Cells are as wide as the radius, at least 0.2 units, and wider on a map that would have too many. Ways
    hardly wider than a body are found wherever they lie (`narrow_places`).
    """
    solid = shapes.solid
    widest = float(np.sqrt(solid.width * solid.height / _MOST_CELLS))
    size = max(_SMALLEST_CELL, radius, widest)
    shape = max(1, int(solid.width / size)), max(1, int(solid.height / size))
    middles = free_places(shapes, radius, size, shape)
    roomy = free_places(shapes, radius + _HALF_DIAGONAL * size, size, shape)
    free, x, y = _with_asides(shapes, radius, size, middles)
    grid = _grid(shapes, radius, size, middles, _Places(free, x, y), roomy)
    narrow = narrow_places(shapes, radius, size, shape)
    for ways in (narrow, narrow.of(~free.ravel()[narrow.cell])):
        if not len(ways.cell):
            break
        led = _led_through(_Places(free, x, y), ways)
        plain = middles.copy()
        plain.ravel()[ways.cell] = False
        joined = _grid(shapes, radius, size, plain, led, roomy)
        if not _is_torn(grid, joined):
            return joined
    return grid


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Hold which cells are free and where in them a body stands, all (columns, rows)."""

    free: BoolArray
    x: FloatArray
    y: FloatArray


def _led_through(places: _Places, ways: NarrowPlaces) -> _Places:
    """Return the places, those of narrow ways instead of the ones there."""
    free, x, y = places.free.copy(), places.x.copy(), places.y.copy()
    free.ravel()[ways.cell] = True
    x.ravel()[ways.cell], y.ravel()[ways.cell] = ways.x, ways.y
    return _Places(free, x, y)


def _is_torn(before: WalkableGrid, after: WalkableGrid) -> bool:
    """Tell whether cells that hung together do not any more."""
    known = before.free
    regions = np.unique(np.stack((before.region[known], after.region[known])), axis=1)[0]
    return len(np.unique(regions)) < len(regions)


def _grid(
    shapes: SolidShapes, radius: float, size: float, middles: BoolArray, places: _Places, roomy: BoolArray
) -> WalkableGrid:
    """Return the grid of cells with these places; those of `middles` are in the middle."""
    free, x, y = places.free, places.x, places.y
    if not (free & ~middles).any():
        return WalkableGrid(size, radius, middles, label_regions(middles), None, roomy)
    first, second, cost = _aside_steps(shapes, radius, free, middles, x, y)
    region = label_regions(middles, free, first, second)
    numbers = np.flatnonzero((free & ~middles).ravel())
    place_of = np.full(free.size, -1, dtype=np.int64)
    place_of[numbers] = np.arange(len(numbers))
    both = np.concatenate((first, second))
    order = np.argsort(both, kind="stable")
    asides = Asides(
        place_of,
        x.ravel()[numbers],
        y.ravel()[numbers],
        both[order],
        np.concatenate((second, first))[order],
        np.concatenate((cost, cost))[order],
    )
    return WalkableGrid(size, radius, free, region, asides, roomy)


def free_places(
    shapes: SolidShapes, radius: float, size: float, shape: Cell, aside: Vector = (0.0, 0.0)
) -> BoolArray:
    """Tell for each cell (columns, rows) whether a body fits at its middle, moved by `aside` units."""
    solid = shapes.solid
    x, y = _middles(shape[0], size) + aside[0], _middles(shape[1], size) + aside[1]
    fits_x = (x >= radius) & (x <= solid.width - radius)
    fits_y = (y >= radius) & (y <= solid.height - radius)
    free: BoolArray = fits_x[:, None] & fits_y[None, :]
    for place in range(len(shapes.x)):
        _block_near_shape(free, shapes, place, radius, x, y)
    for polygon in solid.polygons:
        across = _window(x, float(polygon[:, 0].min()), float(polygon[:, 0].max()))
        up = _window(y, float(polygon[:, 1].min()), float(polygon[:, 1].max()))
        block_x, block_y = np.meshgrid(x[across], y[up], indexing="ij")
        inside = point_in_polygon(columns(block_x.ravel(), block_y.ravel()), polygon)
        free[across, up] &= ~inside.reshape(block_x.shape)
    return free


def _middles(count: int, size: float) -> FloatArray:
    """Return the middles of `count` cells in a row."""
    return (np.arange(count, dtype=np.float64) + 0.5) * np.float64(size)


def _block_near_shape(
    free: BoolArray, shapes: SolidShapes, place: int, radius: float, x: FloatArray, y: FloatArray
) -> None:
    """Mark the places nearer than `radius` to one shape as not free."""
    begin_x, begin_y, size = float(shapes.x[place]), float(shapes.y[place]), float(shapes.size[place])
    along_x, along_y = float(shapes.along_x[place]), float(shapes.along_y[place])
    end_x, end_y = begin_x + along_x * size, begin_y + along_y * size
    around = radius + float(shapes.inflate[place])
    across = _window(x, min(begin_x, end_x) - around, max(begin_x, end_x) + around)
    up = _window(y, min(begin_y, end_y) - around, max(begin_y, end_y) + around)
    off_x, off_y = (x[across] - begin_x)[:, None], (y[up] - begin_y)[None, :]
    ahead = off_x * along_x + off_y * along_y
    beyond = ahead - np.clip(ahead, 0.0, size)
    beside = off_y * along_x - off_x * along_y
    free[across, up] &= beyond * beyond + beside * beside >= around * around


def _window(places: FloatArray, low: float, high: float) -> slice:
    """Return the places, which ascend, from `low` to `high`."""
    return slice(int(np.searchsorted(places, low)), int(np.searchsorted(places, high, side="right")))


def _with_asides(
    shapes: SolidShapes, radius: float, size: float, middles: BoolArray
) -> tuple[BoolArray, FloatArray, FloatArray]:
    """Return which cells have a place that is free, and those places, (columns, rows)."""
    shape = middles.shape[0], middles.shape[1]
    x = np.repeat(_middles(shape[0], size)[:, None], shape[1], axis=1)
    y = np.repeat(_middles(shape[1], size)[None, :], shape[0], axis=0)
    free = middles.copy()
    for right, up in [(right, up) for right in _PARTS for up in _PARTS][1:]:
        here = free_places(shapes, radius, size, shape, (right * size, up * size)) & ~free
        x[here] += right * size
        y[here] += up * size
        free |= here
    return free, x, y


def _aside_steps(
    shapes: SolidShapes, radius: float, free: BoolArray, middles: BoolArray, x: FloatArray, y: FloatArray
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the steps (cell, other cell, cost) of which at least one end is an aside, each once."""
    numbers = np.arange(free.size).reshape(free.shape)
    firsts, seconds, costs = [], [], []
    for right, up, cost in STEPS[:2] + STEPS[4:6]:
        here, there = _shifted(free.shape, right, up)
        possible = free[here] & free[there] & ~(middles[here] & middles[there])
        firsts.append(numbers[here][possible])
        seconds.append(numbers[there][possible])
        costs.append(np.full(len(firsts[-1]), cost))
    first, second, cost_of = np.concatenate(firsts), np.concatenate(seconds), np.concatenate(costs)
    places = columns(x.ravel(), y.ravel())
    kept = [
        free_lines(shapes, places[first[part]], places[second[part]], np.full(len(first[part]), radius))
        for part in (slice(low, low + _LINES_AT_ONCE) for low in range(0, len(first), _LINES_AT_ONCE))
    ]
    walkable = np.concatenate(kept) if kept else np.zeros(0, dtype=np.bool_)
    return first[walkable], second[walkable], cost_of[walkable]


def _shifted(shape: tuple[int, ...], right: int, up: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return the two parts of a grid whose cells stand a step apart."""
    here = slice(max(-right, 0), shape[0] - max(right, 0)), slice(max(-up, 0), shape[1] - max(up, 0))
    there = slice(max(right, 0), shape[0] + min(right, 0)), slice(max(up, 0), shape[1] + min(up, 0))
    return here, there
