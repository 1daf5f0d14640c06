"""Find what flying things touch first on their way: walls, tops of walls, agents.

A flying thing is a circle that sweeps along a straight way of the map while its height follows a parabola.
What is solid reaches up to its own height; higher up things fly over it. Nothing tunnels at any speed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import (
    BoolArray,
    FloatArray,
    IntArray,
    dot,
    length,
    perpendicular,
    safe_divide,
    unit,
    unit_or,
)
from runtime.worlds.bodies.cell_grid import pairs_within
from runtime.worlds.bodies.geometry import Obstructions, closest_on_segments, meeting_boxes, point_in_polygon
from runtime.worlds.flight.projectiles import BODY_HEIGHT

GAP = 1e-6
"""Least distance in units that the middle of a flying thing keeps from what is solid."""


@dataclass(slots=True, eq=False)
class Sweep:
    """Hold the ways of n flying things: from `start` along `way`, both (n, 2), in `seconds` (n,).

    `height`, `climb` and `gravity` (n,) tell the height after each share of the way, `radius` (n,) the size.
    """

    start: FloatArray
    way: FloatArray
    seconds: FloatArray
    height: FloatArray
    climb: FloatArray
    gravity: FloatArray
    radius: FloatArray

    def height_at(self, row: IntArray, share: FloatArray) -> FloatArray:
        """Return the height of the things `row` (p,) after `share` (p,) of their ways."""
        seconds = self.seconds[row] * share
        rise = (self.climb[row] - 0.5 * self.gravity[row] * seconds) * seconds
        return self.height[row] + rise


@dataclass(frozen=True, slots=True, eq=False)
class Touches:
    """Hold what each of n things touches first.

    `share` (n,) is the part of the way before it, infinity for nothing; `normal` (n, 2) points back at the
    thing; `what` (n,) is a row of agents or an index of `Obstructions.names`, -1 for nothing.
    """

    share: FloatArray
    normal: FloatArray
    what: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """Hold the bodies that can be hit, k of them: where they were and moved by in this step, both (k, 2).

    `radius` (k,); `alive` (k,) tells who can be hit at all.
    """

    start: FloatArray
    move: FloatArray
    radius: FloatArray
    alive: BoolArray


def touched_walls(solid: Obstructions, sweep: Sweep) -> Touches:
    """Return the first wall, round obstacle or edge of the map that each thing touches below its top."""
    start = np.concatenate((solid.start, solid.center))
    end = np.concatenate((solid.end, solid.center))
    inflate = np.concatenate((np.zeros(len(solid.start)), solid.radius))
    owner = np.concatenate((solid.segment_owner, solid.circle_owner))
    row, shape = _near(sweep, start, end, inflate)
    reach = np.maximum(sweep.radius[row], GAP) + inflate[shape]
    center, way = sweep.start[row], sweep.way[row]
    share = _shares(center, way, start[shape], end[shape], reach)
    touching = share <= 1.0
    row, shape, share = row[touching], shape[touching], share[touching]
    low = sweep.height_at(row, share) < solid.top[owner[shape]]
    row, shape, share = row[low], shape[low], share[low]
    first, pair = _first_of_each(row, share)
    result = _no_touches(len(sweep.start))
    chosen = shape[pair]
    at = sweep.start[first] + sweep.way[first] * share[pair][:, None]
    side = perpendicular(unit(end[chosen] - start[chosen]))
    result.share[first] = share[pair]
    result.normal[first] = unit_or(at - closest_on_segments(at, start[chosen], end[chosen]), side)
    result.what[first] = owner[chosen]
    return result


def touched_agents(targets: Targets, sweep: Sweep, elapsed: FloatArray, spared: IntArray) -> Touches:
    """Return the first agent that each thing touches, lower than a body is high.

    Both move: an agent is at `start + move · t` with t going from `elapsed` (n,), the share of the step gone
    by, to 1. `spared` (n,) is the row of the agent that a thing never touches, -1 for none.
    """
    result = _no_touches(len(sweep.start))
    if not len(targets.start) or not len(sweep.start):
        return result
    around = float(
        length(sweep.way).max() + sweep.radius.max() + targets.radius.max() + length(targets.move).max()
    )
    row, body = pairs_within(sweep.start, targets.start, around)
    able = targets.alive[body] & (body != spared[row])
    row, body = row[able], body[able]
    left = (1.0 - elapsed[row])[:, None]
    there = targets.start[body] + targets.move[body] * elapsed[row][:, None]
    offset = sweep.start[row] - there
    way = sweep.way[row] - targets.move[body] * left
    reach = np.maximum(sweep.radius[row], GAP) + targets.radius[body]
    share = _shares_to_disc(offset, way, reach)
    touching = share <= 1.0
    row, body, share, offset, way = (
        row[touching],
        body[touching],
        share[touching],
        offset[touching],
        way[touching],
    )
    low = sweep.height_at(row, share) < BODY_HEIGHT
    row, body, share, offset, way = row[low], body[low], share[low], offset[low], way[low]
    first, pair = _first_of_each(row, share)
    result.share[first] = share[pair]
    result.normal[first] = unit_or(offset[pair] + way[pair] * share[pair][:, None], -unit(way[pair]))
    result.what[first] = body[pair]
    return result


def touched_tops(solid: Obstructions, sweep: Sweep) -> Touches:
    """Return the first top of a wall or round obstacle that each thing comes down on; normals are 0."""
    result = _no_touches(len(sweep.start))
    share, what = result.share, result.what
    tops = solid.top
    falling = sweep.gravity > 0.0
    highest = sweep.height + np.maximum(sweep.climb, 0.0) * sweep.seconds
    for index in range(len(solid.names)):
        top = float(tops[index])
        rows = np.flatnonzero(
            falling & (highest >= top) & (sweep.climb - sweep.gravity * sweep.seconds < 0.0)
        )
        if not len(rows) or not np.isfinite(top):
            continue
        gravity, climb = sweep.gravity[rows], sweep.climb[rows]
        squared = climb * climb + 2.0 * gravity * (sweep.height[rows] - top)
        seconds = (climb + np.sqrt(np.maximum(squared, 0.0))) / gravity
        part = safe_divide(seconds, sweep.seconds[rows], np.inf)
        hit = (squared >= 0.0) & (part >= 0.0) & (part <= 1.0) & (part < share[rows])
        rows, part = rows[hit], part[hit]
        on = _is_over(solid, index, sweep.start[rows] + sweep.way[rows] * part[:, None])
        share[rows[on]], what[rows[on]] = part[on], index
    return result


def support_under(solid: Obstructions, place: FloatArray, height: float) -> float:
    """Return the height of what is under a place (2,), at most `height`: the ground or the top of a wall."""
    best = 0.0
    for index in range(len(solid.names)):
        top = float(solid.top[index])
        if best < top <= height and _is_over(solid, index, place[None, :])[0]:
            best = top
    return best


def _is_over(solid: Obstructions, index: int, points: FloatArray) -> BoolArray:
    """Tell which points are over the wall or round obstacle of an index; the edge of the map has no top."""
    if index in solid.polygon_owner:
        return point_in_polygon(points, solid.polygons[solid.polygon_owner.index(index)])
    for place in np.flatnonzero(solid.circle_owner == index).tolist():
        result: BoolArray = length(points - solid.center[place]) < solid.radius[place]
        return result
    return np.zeros(len(points), dtype=np.bool_)


def _no_touches(count: int) -> Touches:
    return Touches(np.full(count, np.inf), np.zeros((count, 2)), np.full(count, -1, dtype=np.int64))


def _near(sweep: Sweep, start: FloatArray, end: FloatArray, inflate: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the pairs of things and shapes whose bounding boxes meet."""
    there = sweep.start + sweep.way
    around = (sweep.radius + 2.0 * GAP)[:, None]
    low, high = np.minimum(sweep.start, there) - around, np.maximum(sweep.start, there) + around
    least, most = np.minimum(start, end) - inflate[:, None], np.maximum(start, end) + inflate[:, None]
    return meeting_boxes(low, high, least, most)


def _shares(
    center: FloatArray, way: FloatArray, start: FloatArray, end: FloatArray, reach: FloatArray
) -> FloatArray:
    """Return the share of each way before its center is within `reach` of its segment; infinity if never."""
    edge = end - start
    along, size = unit(edge), length(edge)
    normal = perpendicular(along)
    distance = dot(center - start, normal)
    normal = np.where((distance < 0.0)[:, None], -normal, normal)
    sinking = -dot(way, normal)
    side = safe_divide(np.abs(distance) - reach, np.maximum(sinking, 0.0), np.inf)
    place = dot(center + way * np.clip(side, 0.0, 1.0)[:, None] - start, along)
    side = np.where((side >= 0.0) & (place >= 0.0) & (place <= size) & (size > 0.0), side, np.inf)
    ends = np.minimum(_shares_to_disc(center - start, way, reach), _shares_to_disc(center - end, way, reach))
    away = center - closest_on_segments(center, start, end)
    inside = length(away) <= reach
    return np.where(inside, np.where(dot(away, way) < 0.0, 0.0, np.inf), np.minimum(side, ends))


def _shares_to_disc(offset: FloatArray, way: FloatArray, reach: FloatArray) -> FloatArray:
    """Return the share of each way before `offset + way · share` has the length `reach`; infinity if never.

    0 where it is shorter already and the way leads nearer still.
    """
    outside = dot(offset, offset) - reach * reach
    closing = -dot(offset, way)
    squared = dot(way, way)
    discriminant = closing * closing - squared * outside
    root = np.sqrt(np.maximum(discriminant, 0.0))
    share = safe_divide(outside, closing + root, np.inf)
    meets = (closing > 0.0) & (discriminant >= 0.0)
    return np.where(meets, np.where(outside <= 0.0, 0.0, share), np.inf)


def _first_of_each(row: IntArray, share: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the rows there are, ascending, and the pair with the smallest share of each.

    Of equal shares the first pair counts, which is the one of the lower agent or wall.
    """
    order = np.lexsort((share, row))
    rows, first = np.unique(row[order], return_index=True)
    return rows, order[first]
