"""Say what areas cost an agent, and what straight lines through them cost.

Of areas that overlap the smallest counts. A line may lead out of an area that is never entered, at a high
cost, and not into it. What is never entered is kept clear of, as a corner is cut by those who walk around it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, length, perpendicular, safe_divide, unit
from runtime.worlds.bodies.geometry import point_in_polygon

AreaCosts = tuple[tuple[str, float], ...]
"""What areas cost, by zone in ascending id: a factor, infinity for never; () where none costs anything."""

NEVER_ENTERED = math.inf
LEAST_FACTOR = 0.01
MOST_FACTOR = 1000.0
"""A factor of so much and more is never."""

LEAVING = 100.0
"""The factor on the way out of an area that is never entered: it is left by the shortest way."""

_LONGEST_MITER = 3.0
_TINY = 1e-9


def factor_of(cost: object) -> float | None:
    """Return what a cost means as a factor, None for what is none."""
    if cost == "never":
        return NEVER_ENTERED
    if isinstance(cost, bool) or not isinstance(cost, (int, float)) or math.isnan(cost):
        return None
    return NEVER_ENTERED if cost >= MOST_FACTOR else max(LEAST_FACTOR, round(float(cost), 2))


@dataclass(frozen=True, slots=True, eq=False)
class AreaMap:
    """Hold areas with what they cost, the largest first: `polygons`, and `factors` by polygon.

    `start` and `end` (e, 2) are the edges of all of them.
    """

    polygons: tuple[FloatArray, ...]
    factors: tuple[float, ...]
    start: FloatArray
    end: FloatArray

    @property
    def least(self) -> float:
        """Return the least factor there is, at most 1."""
        return min(1.0, *self.factors)

    def factors_at(self, points: FloatArray) -> FloatArray:
        """Return the factor at each place (n, 2)."""
        result = np.ones(len(points))
        for polygon, factor in zip(self.polygons, self.factors, strict=True):
            result[point_in_polygon(points, polygon)] = factor
        return result

    def near_edges(self, points: FloatArray, reach: float) -> BoolArray:
        """Tell for each place (n, 2) whether the edge of an area may be within `reach` units."""
        near = np.zeros(len(points), dtype=np.bool_)
        for start, end in zip(self.start, self.end, strict=True):
            low, high = np.minimum(start, end) - reach, np.maximum(start, end) + reach
            near |= ((points >= low) & (points <= high)).all(axis=1)
        return near

    def costs(self, start: FloatArray, end: FloatArray) -> FloatArray:
        """Return what each line from `start` to `end` (n, 2) costs; infinity where it enters a never area."""
        way, total = end - start, length(end - start)
        edge = self.end - self.start
        offset = self.start[None, :, :] - start[:, None, :]
        turn = way[:, None, 0] * edge[None, :, 1] - way[:, None, 1] * edge[None, :, 0]
        across = offset[:, :, 0] * edge[None, :, 1] - offset[:, :, 1] * edge[None, :, 0]
        along = offset[:, :, 0] * way[:, None, 1] - offset[:, :, 1] * way[:, None, 0]
        part, place = safe_divide(across, turn, np.inf), safe_divide(along, turn, np.inf)
        met = (part > 0.0) & (part < 1.0) & (place >= -_TINY) & (place <= 1.0 + _TINY)
        most = int(met.sum(axis=1).max(initial=0))
        cuts = np.sort(np.where(met, part, 1.0), axis=1)[:, :most]
        cuts = np.concatenate((np.zeros((len(start), 1)), cuts, np.ones((len(start), 1))), axis=1)
        shares = np.diff(cuts, axis=1)
        middles = (cuts[:, 1:] + cuts[:, :-1]) * 0.5
        points = start[:, None, :] + way[:, None, :] * middles[:, :, None]
        factors = self.factors_at(points.reshape(-1, 2)).reshape(middles.shape)
        there = shares * total[:, None] > _TINY
        begins = np.cumsum(there, axis=1) == 1
        factors = np.where(there, factors, 1.0)
        factors[np.isinf(factors) & begins] = LEAVING
        result: FloatArray = (shares * factors).sum(axis=1) * total
        return result


def build_area_map(costs: AreaCosts, zones: Mapping[str, FloatArray], room: float = 0.0) -> AreaMap:
    """Return the areas that cost something; `zones` are the corners of each zone, by id.

    Those that are never entered are larger by `room`, in units, on all sides.
    """
    ordered = sorted(costs, key=lambda each: (-abs(_size(zones[each[0]])), each[0]))
    polygons = tuple(
        _widened(zones[zone], room) if math.isinf(factor) else zones[zone] for zone, factor in ordered
    )
    return AreaMap(
        polygons,
        tuple(factor for _, factor in ordered),
        np.concatenate(polygons),
        np.concatenate([np.roll(polygon, -1, axis=0) for polygon in polygons]),
    )


def _size(polygon: FloatArray) -> float:
    following = np.roll(polygon, -1, axis=0)
    return float((polygon[:, 0] * following[:, 1] - following[:, 0] * polygon[:, 1]).sum()) * 0.5


def _widened(polygon: FloatArray, room: float) -> FloatArray:
    """Return an outline with its edges moved outwards by `room` units."""
    edges = unit(np.roll(polygon, -1, axis=0) - polygon)
    outwards = -perpendicular(edges) if _size(polygon) > 0.0 else perpendicular(edges)
    both = (outwards + np.roll(outwards, 1, axis=0)) * 0.5
    squared = np.maximum((both * both).sum(axis=1), 1.0 / _LONGEST_MITER**2)
    result: FloatArray = polygon + both / squared[:, None] * room
    return result
