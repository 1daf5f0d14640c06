"""Cast short rays at what is near them, with the very answers of `geometry.cast_rays`."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray, columns, length, safe_divide, taken, unit
from runtime.worlds.bodies.geometry import RayHits, cast_rays
from runtime.worlds.bodies.solid_shapes import SolidShapes


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
