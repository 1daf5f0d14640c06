"""Draw how far a noise is heard, behind walls less far (SENSE-09, SENSE-10). For display only."""

from __future__ import annotations

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, IntArray, cross, heading_vectors, safe_divide
from runtime.worlds.bodies.geometry import Obstructions, shares_to_circles

DIRECTIONS = 180
"""The outline is followed in so many directions."""


def noise_outline(
    solid: Obstructions,
    muffling: FloatArray,
    at: Vector,
    loudness: float,
    attenuation: float,
    furthest: float,
) -> FloatArray:
    """Return how far (`DIRECTIONS`,) a noise carries in each direction, in units, counterclockwise from +x.

    That is where loudness - attenuation · distance - muffling of the walls on the way comes to 0, at most
    `furthest`. `muffling` (k,) is what each of `solid.names` takes.
    """
    reach = min(loudness / attenuation, furthest) if attenuation > 0.0 else furthest
    result: FloatArray = np.full(DIRECTIONS, reach if loudness > 0.0 else 0.0)
    owners = np.flatnonzero(muffling)
    if reach <= 0.0 or not len(owners):
        return result
    ways = heading_vectors(_angles(DIRECTIONS)) * reach
    distances = _first_crossings(solid, np.array(at, dtype=np.float64), ways, owners) * reach
    order = np.argsort(distances, axis=1, kind="stable")
    left = np.full(DIRECTIONS, loudness)
    for rank in range(len(owners)):
        distance = np.take_along_axis(distances, order[:, rank : rank + 1], axis=1)[:, 0]
        carries = np.where(attenuation > 0.0, left / max(attenuation, 1e-12), furthest)
        met = distance < carries
        left = np.where(met, left - muffling[owners[order[:, rank]]], left)
        behind = np.where(attenuation > 0.0, left / max(attenuation, 1e-12), furthest)
        # What is left may not even carry to the wall: then the wall is the end.
        carried = np.where(left > 0.0, np.maximum(behind, distance), distance)
        result = np.where(met, np.minimum(result, carried), result)
    return result


def outline_points(at: Vector, distances: FloatArray) -> tuple[Vector, ...]:
    """Return the polygon of an outline around a place."""
    ways = heading_vectors(_angles(len(distances))) * distances[:, None]
    return tuple((at[0] + float(x), at[1] + float(y)) for x, y in ways.tolist())


def _angles(count: int) -> FloatArray:
    return np.linspace(0.0, 360.0, count, endpoint=False, dtype=np.float64)


def _first_crossings(solid: Obstructions, at: FloatArray, ways: FloatArray, owners: IntArray) -> FloatArray:
    """Return the share of each way (n, 2) at which it first meets each of `owners`, infinity for never."""
    shares = np.full((len(ways), len(solid.names)), np.inf)
    edge = solid.end - solid.start
    offset = solid.start - at[None, :]
    rays = np.repeat(ways, len(edge), axis=0)
    edges, offsets = np.tile(edge, (len(ways), 1)), np.tile(offset, (len(ways), 1))
    determinant = cross(rays, edges)
    along = safe_divide(cross(offsets, edges), determinant, np.inf)
    across = safe_divide(cross(offsets, rays), determinant, np.inf)
    hit = (along >= 0.0) & (along <= 1.0) & (across >= 0.0) & (across <= 1.0)
    row = np.repeat(np.arange(len(ways)), len(edge))
    owner = np.tile(solid.segment_owner, len(ways))
    np.minimum.at(shares, (row[hit], owner[hit]), along[hit])
    if len(solid.center):
        origins = np.broadcast_to(at, ways.shape)
        into = shares_to_circles(solid.center, solid.radius, origins, ways)
        for circle, whose in enumerate(solid.circle_owner.tolist()):
            shares[:, whose] = np.minimum(shares[:, whose], into[:, circle])
    return shares[:, owners]
