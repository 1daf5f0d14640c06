"""Hold what is solid as capsules, find the few that are near each body, and cast short rays at them.

A capsule is everything within `inflate` of a segment: a wall's edge has an inflate of 0, a round obstacle a
segment of length 0. The capsules near a cell of the map are looked up, so that the work grows with what is
near and not with what the map holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, IntArray, columns, length, safe_divide, taken, unit
from runtime.worlds.bodies.geometry import Obstructions, RayHits, cast_rays

_FEW_SHAPES = 12
"""So few shapes are tried one by one, without looking them up."""

_MOST_CELLS_PER_SIDE = 96
_STEEPEST = 1e300


@dataclass(frozen=True, slots=True, eq=False)
class ShapeCells:
    """Hold the shapes within `reach` of each cell of a map: those of cell c from `begins[c]` on."""

    reach: float
    size: float
    columns: int
    rows: int
    begins: IntArray
    shapes: IntArray

    def cell_at(self, x: float, y: float) -> int:
        """Return the cell of one place, the nearest one of a place off the map."""
        column = min(max(int(x / self.size), 0), self.columns - 1)
        return column * self.rows + min(max(int(y / self.size), 0), self.rows - 1)

    def near(self, x: FloatArray, y: FloatArray) -> tuple[IntArray, IntArray]:
        """Return (place, shape) of the shapes within `reach` of each place (n,), and maybe others, sorted."""
        column = np.clip((x / self.size).astype(np.int64), 0, self.columns - 1)
        row = np.clip((y / self.size).astype(np.int64), 0, self.rows - 1)
        cell = column * self.rows + row
        starts = self.begins.take(cell)
        counts = self.begins.take(cell + 1) - starts
        place = np.repeat(np.arange(len(x)), counts)
        shifts = np.repeat(starts - (np.cumsum(counts) - counts), counts)
        return place, self.shapes.take(np.arange(len(place)) + shifts)


@dataclass(frozen=True, slots=True, eq=False)
class WallEdges:
    """Hold the e edges of all walls, one wall after the other.

    Each leads from (`x`, `y`) to the height `end_y`, (e,); `slope` is the x it gains per unit of height, 0
    for level edges. `begins` are the places of the first edge of each wall.
    """

    x: FloatArray
    y: FloatArray
    end_y: FloatArray
    slope: FloatArray
    begins: IntArray

    def around(self, x: FloatArray, y: FloatArray) -> BoolArray:
        """Tell for each place (n,) whether it is inside a wall (even-odd rule)."""
        if not len(self.begins):
            return np.zeros(len(x), dtype=np.bool_)
        height = y[:, None]
        straddles = (self.y > height) != (self.end_y > height)
        crossing = self.x + (height - self.y) * self.slope
        hits = (straddles & (x[:, None] < crossing)).astype(np.int64)
        odd: BoolArray = (np.add.reduceat(hits, self.begins, axis=1) % 2 == 1).any(axis=1)
        return odd


class ShapeRow(NamedTuple):
    """Hold one capsule, the edge it is of a wall, and the box around it: its middle and half its size."""

    x: float
    y: float
    along_x: float
    along_y: float
    size: float
    inflate: float
    is_edge: bool
    edge_x: float
    edge_y: float
    middle_x: float
    middle_y: float
    half_x: float
    half_y: float


@dataclass(frozen=True, slots=True, eq=False)
class SolidShapes:
    """Hold s capsules.

    They begin at (`x`, `y`) and go `size` units along the unit vector (`along_x`, `along_y`), (1, 0) for a
    circle; all are (s,). `cells` lead to what is near, None where there are few. `edges` are those of the
    walls. `rows` are the capsules one by one, `known_cells` those near the cells that were asked for so far.
    """

    solid: Obstructions
    x: FloatArray
    y: FloatArray
    along_x: FloatArray
    along_y: FloatArray
    size: FloatArray
    inflate: FloatArray
    edges: WallEdges
    cells: ShapeCells | None
    rows: tuple[ShapeRow, ...] = field(init=False, repr=False)
    known_cells: dict[int, tuple[ShapeRow, ...]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", _shape_rows(self))

    def rows_near(self, x: float, y: float) -> tuple[ShapeRow, ...]:
        """Return what the cell of a place leads to, where there are cells; all where there are none."""
        if self.cells is None:
            return self.rows
        cell = self.cells.cell_at(x, y)
        known = self.known_cells.get(cell)
        if known is None:
            first, end = self.cells.begins[cell : cell + 2].tolist()
            known = tuple(self.rows[shape] for shape in self.cells.shapes[first:end].tolist())
            self.known_cells[cell] = known
        return known

    def near(self, x: FloatArray, y: FloatArray, reach: FloatArray) -> tuple[IntArray, IntArray]:
        """Return (body, shape) of all shapes within `reach` (n,) of the places (`x`, `y`), and maybe others.

        Sorted by body, then by shape.
        """
        if self.cells is None:
            return self._by_boxes(x, y, reach)
        body, shape = self.cells.near(x, y)
        far = reach > self.cells.reach
        if not far.any():
            return body, shape
        kept, rows = ~far[body], np.flatnonzero(far)
        far_body, far_shape = self._by_boxes(x[rows], y[rows], reach[rows])
        body = np.concatenate((body[kept], rows[far_body]))
        order = np.argsort(body, kind="stable")
        return body[order], np.concatenate((shape[kept], far_shape))[order]

    def _by_boxes(self, x: FloatArray, y: FloatArray, reach: FloatArray) -> tuple[IntArray, IntArray]:
        """Return the pairs whose boxes meet, trying all shapes."""
        half_x, half_y = self.along_x * self.size * 0.5, self.along_y * self.size * 0.5
        meet = np.abs(x[:, None] - (self.x + half_x)) <= reach[:, None] + (np.abs(half_x) + self.inflate)
        meet &= np.abs(y[:, None] - (self.y + half_y)) <= reach[:, None] + (np.abs(half_y) + self.inflate)
        body, shape = np.nonzero(meet)
        return body, shape


def _shape_rows(shapes: SolidShapes) -> tuple[ShapeRow, ...]:
    solid, edges = shapes.solid, len(shapes.solid.start)
    way = np.concatenate((solid.end - solid.start, np.zeros((len(shapes.x) - edges, 2))))
    half_x, half_y = shapes.along_x * shapes.size * 0.5, shapes.along_y * shapes.size * 0.5
    parts = (
        shapes.x,
        shapes.y,
        shapes.along_x,
        shapes.along_y,
        shapes.size,
        shapes.inflate,
        np.arange(len(shapes.x)) < edges,
        way[:, 0],
        way[:, 1],
        shapes.x + half_x,
        shapes.y + half_y,
        np.abs(half_x) + shapes.inflate,
        np.abs(half_y) + shapes.inflate,
    )
    return tuple(ShapeRow(*row) for row in zip(*(part.tolist() for part in parts), strict=True))


def build_solid_shapes(solid: Obstructions, reach: float) -> SolidShapes:
    """Return the capsules of what is solid; those within `reach` units (> 0) of a body are found quickly."""
    edge = solid.end - solid.start
    size = np.sqrt(edge[:, 0] * edge[:, 0] + edge[:, 1] * edge[:, 1])
    whole = size > 0.0
    divisor = np.where(whole, size, 1.0)
    circles = len(solid.center)
    shapes = SolidShapes(
        solid=solid,
        x=np.concatenate((solid.start[:, 0], solid.center[:, 0])),
        y=np.concatenate((solid.start[:, 1], solid.center[:, 1])),
        along_x=np.concatenate((np.where(whole, edge[:, 0] / divisor, 1.0), np.ones(circles))),
        along_y=np.concatenate((edge[:, 1] / divisor, np.zeros(circles))),
        size=np.concatenate((size, np.zeros(circles))),
        inflate=np.concatenate((np.zeros(len(size)), solid.radius)),
        edges=_wall_edges(solid),
        cells=None,
    )
    if len(shapes.x) <= _FEW_SHAPES:
        return shapes
    return replace(shapes, cells=_shape_cells(shapes, reach))


def _wall_edges(solid: Obstructions) -> WallEdges:
    corners = [len(polygon) for polygon in solid.polygons]
    start, end = solid.start[: sum(corners)], solid.end[: sum(corners)]
    rise = end[:, 1] - start[:, 1]
    return WallEdges(
        x=start[:, 0],
        y=start[:, 1],
        end_y=end[:, 1],
        slope=np.clip(safe_divide(end[:, 0] - start[:, 0], rise), -_STEEPEST, _STEEPEST),
        begins=np.cumsum([0, *corners[:-1]]) if corners else np.zeros(0, dtype=np.int64),
    )


def _shape_cells(shapes: SolidShapes, reach: float) -> ShapeCells:
    width, height = shapes.solid.width, shapes.solid.height
    size = max(reach, width / _MOST_CELLS_PER_SIDE, height / _MOST_CELLS_PER_SIDE)
    columns, rows = int(width / size) + 1, int(height / size) + 1
    found_cells, found_shapes = [], []
    for shape in range(len(shapes.x)):
        cells = _cells_near_shape(shapes, shape, reach, size, columns, rows)
        found_cells.append(cells)
        found_shapes.append(np.full(len(cells), shape))
    cell, shape_of = np.concatenate(found_cells), np.concatenate(found_shapes)
    order = np.argsort(cell, kind="stable")
    begins = np.zeros(columns * rows + 1, dtype=np.int64)
    np.cumsum(np.bincount(cell, minlength=columns * rows), out=begins[1:])
    return ShapeCells(reach, size, columns, rows, begins, shape_of[order])


def _cells_near_shape(
    shapes: SolidShapes, shape: int, reach: float, size: float, columns: int, rows: int
) -> IntArray:
    """Return the cells that have a place within `reach` of one shape, and maybe some more."""
    x, y = float(shapes.x[shape]), float(shapes.y[shape])
    along_x, along_y = float(shapes.along_x[shape]), float(shapes.along_y[shape])
    long, around = float(shapes.size[shape]), reach + float(shapes.inflate[shape])
    end_x, end_y = x + along_x * long, y + along_y * long
    across = np.arange(
        max(int((min(x, end_x) - around) / size) - 1, 0),
        min(int((max(x, end_x) + around) / size) + 2, columns),
    )
    up = np.arange(
        max(int((min(y, end_y) - around) / size) - 1, 0), min(int((max(y, end_y) + around) / size) + 2, rows)
    )
    middle_x = ((across + 0.5) * size - x)[:, None]
    middle_y = ((up + 0.5) * size - y)[None, :]
    ahead = np.clip(middle_x * along_x + middle_y * along_y, 0.0, long)
    off_x, off_y = middle_x - along_x * ahead, middle_y - along_y * ahead
    furthest = around + 0.75 * size
    near = off_x * off_x + off_y * off_y <= furthest * furthest
    return (across[:, None] * rows + up[None, :])[near]


def cast_near_rays(shapes: SolidShapes, origin: FloatArray, ray: FloatArray) -> RayHits:
    """Return what each ray from `origin` along `ray` (both (n, 2)) hits first, as `cast_rays` does.

    Rays about as long as what `shapes` finds quickly take a time that does not grow with the map.
    """
    half = length(ray) * 0.5
    if shapes.cells is None or not len(ray) or half.max() > shapes.cells.reach:
        return cast_rays(shapes.solid, origin, ray)
    row, shape = shapes.near(origin[:, 0] + ray[:, 0] * 0.5, origin[:, 1] + ray[:, 1] * 0.5, half)
    solid = shapes.solid
    is_edge = shape < len(solid.start)
    share = np.full(len(row), np.inf)
    edges, rounds = np.flatnonzero(is_edge), np.flatnonzero(~is_edge)
    share[edges] = _shares_to_edges(shapes, shape.take(edges), row.take(edges), origin, ray)
    share[rounds] = _shares_to_circles(shapes, shape.take(rounds), row.take(rounds), origin, ray)
    hits = np.flatnonzero(share <= 1.0)
    hits = hits[np.lexsort((shape.take(hits), share.take(hits), row.take(hits)))]
    first = np.ones(len(hits), dtype=np.bool_)
    first[1:] = row.take(hits[1:]) != row.take(hits[:-1])
    hits = hits[first]
    return _ray_hits(shapes, row.take(hits), shape.take(hits), share.take(hits), origin, ray)


def _ray_hits(
    shapes: SolidShapes,
    row: IntArray,
    shape: IntArray,
    share: FloatArray,
    origin: FloatArray,
    ray: FloatArray,
) -> RayHits:
    solid, count = shapes.solid, len(origin)
    owners = np.concatenate((solid.segment_owner, solid.circle_owner))
    shares, owner = np.ones(count), np.full(count, -1, dtype=np.int64)
    shares[row], owner[row] = share, owners.take(shape)
    start, way = taken(origin, row), taken(ray, row)
    outward = unit(start + way * share[:, None] - columns(shapes.x.take(shape), shapes.y.take(shape)))
    across = columns(-shapes.along_y.take(shape), shapes.along_x.take(shape))
    found = np.where((shape < len(solid.start))[:, None], across, outward)
    away = found[:, 0] * way[:, 0] + found[:, 1] * way[:, 1] > 0.0
    normal = np.zeros((count, 2))
    normal[row] = np.where(away[:, None], -found, found)
    return RayHits(shares, origin + ray * shares[:, None], normal, owner)


def _shares_to_edges(
    shapes: SolidShapes, shape: IntArray, row: IntArray, origin: FloatArray, ray: FloatArray
) -> FloatArray:
    """Return the share of each ray before it crosses its edge, infinity where it does not."""
    solid = shapes.solid
    start, end = taken(solid.start, shape), taken(solid.end, shape)
    way, edge, offset = taken(ray, row), end - start, start - taken(origin, row)
    determinant = way[:, 0] * edge[:, 1] - way[:, 1] * edge[:, 0]
    along = safe_divide(offset[:, 0] * edge[:, 1] - offset[:, 1] * edge[:, 0], determinant, np.inf)
    across = safe_divide(offset[:, 0] * way[:, 1] - offset[:, 1] * way[:, 0], determinant, np.inf)
    valid = (along >= 0.0) & (along <= 1.0) & (across >= 0.0) & (across <= 1.0)
    return np.where(valid, along, np.inf)


def _shares_to_circles(
    shapes: SolidShapes, shape: IntArray, row: IntArray, origin: FloatArray, ray: FloatArray
) -> FloatArray:
    """Return the share of each ray before it enters its circle, 0 inside, infinity where it misses."""
    way = taken(ray, row)
    offset = taken(origin, row) - columns(shapes.x.take(shape), shapes.y.take(shape))
    radius = shapes.inflate.take(shape)
    squared = way[:, 0] * way[:, 0] + way[:, 1] * way[:, 1]
    half_b = offset[:, 0] * way[:, 0] + offset[:, 1] * way[:, 1]
    outside = offset[:, 0] * offset[:, 0] + offset[:, 1] * offset[:, 1] - radius * radius
    discriminant = half_b * half_b - squared * outside
    root = np.sqrt(np.maximum(discriminant, 0.0))
    along = safe_divide(-half_b - root, squared, np.inf)
    valid = (discriminant >= 0.0) & (along >= 0.0) & (along <= 1.0)
    return np.where(outside <= 0.0, 0.0, np.where(valid, along, np.inf))
