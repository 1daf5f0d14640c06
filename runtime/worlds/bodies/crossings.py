"""Tell through which walls and round obstacles lines go, for many lines at once."""

from __future__ import annotations

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.vectors import BoolArray, FloatArray, cross, safe_divide
from runtime.worlds.bodies.geometry import Obstructions, shares_to_circles

_CHUNK = 500_000


def crossed_owners(solid: Obstructions, origin: FloatArray, ray: FloatArray) -> BoolArray:
    """Return which of `solid.names` (k,) each line from `origin` along `ray` (both (n, 2)) meets, as (n, k).

    A line meets a wall where it crosses an edge of it, and a round obstacle where it comes into it or begins
    in it. A line along an edge does not cross that edge. What lies wholly inside a wall crosses nothing.
    """
    met = np.zeros((len(origin), len(solid.names)), dtype=np.bool_)
    rows = max(1, _CHUNK // max(1, len(solid.start) + len(solid.center)))
    for first in range(0, len(origin), rows):
        part = slice(first, first + rows)
        _mark_segments(solid, origin[part], ray[part], met[part])
        if len(solid.center):
            into = shares_to_circles(solid.center, solid.radius, origin[part], ray[part])
            met[part][:, solid.circle_owner] |= into <= 1.0
    return met


def _mark_segments(solid: Obstructions, origin: FloatArray, ray: FloatArray, met: BoolArray) -> None:
    end = origin + ray
    low, high = np.minimum(origin, end) - _ROOM, np.maximum(origin, end) + _ROOM
    least, most = np.minimum(solid.start, solid.end), np.maximum(solid.start, solid.end)
    near = low[:, None, 0] <= most[None, :, 0]
    near &= high[:, None, 0] >= least[None, :, 0]
    near &= low[:, None, 1] <= most[None, :, 1]
    near &= high[:, None, 1] >= least[None, :, 1]
    row, segment = np.nonzero(near)
    edge = (solid.end - solid.start)[segment]
    offset = solid.start[segment] - origin[row]
    determinant = cross(ray[row], edge)
    along = safe_divide(cross(offset, edge), determinant, np.inf)
    across = safe_divide(cross(offset, ray[row]), determinant, np.inf)
    hit = (along >= 0.0) & (along <= 1.0) & (across >= 0.0) & (across <= 1.0)
    met[row[hit], solid.segment_owner[segment[hit]]] = True


def muffling_by_owner(solid: Obstructions, world: WorldDocument) -> FloatArray:
    """Return how much loudness each of `solid.names` takes from a sound that goes through it (SENSE-10)."""
    amounts = {name: float(wall.muffling) for name, wall in world.obstacles.items()}
    amounts |= {name: float(wall.muffling) for name, wall in world.walls.items()}
    return np.array([amounts.get(name, 0.0) for name in solid.names], dtype=np.float64)


def muffling_on_the_way(
    solid: Obstructions, muffling: FloatArray, origin: FloatArray, ray: FloatArray
) -> FloatArray:
    """Return what the walls on each line take together, summed in the order of `solid.names`."""
    met = crossed_owners(solid, origin, ray)
    total = np.zeros(len(origin))
    for owner in np.flatnonzero(muffling).tolist():
        total += np.where(met[:, owner], muffling[owner], 0.0)
    return total
