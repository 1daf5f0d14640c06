"""What is solid in a world, as arrays, and the questions asked of it for many points at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.vectors import (
    BoolArray,
    FloatArray,
    IntArray,
    cross,
    dot,
    heading_vectors,
    length,
    perpendicular,
    safe_divide,
    unit,
    unit_or,
)

MAP_EDGE = "map edge"
"""Name of the border of the map where something solid is named."""

RAY_ROOM = 1e-9
"""Units by which the boxes of a ray and an edge may miss each other, for rounding."""

_CHUNK = 1_000_000

_CROSSING_CHUNK = 500_000


@dataclass(frozen=True, slots=True, eq=False)
class Obstructions:
    """Hold everything solid of one world.

    `start` and `end` (m, 2) are the segments of all polygons, of walls and doors, and, last, the four of the
    map's border; `segment_owner` (m,) and `circle_owner` (k,) index `names`. `center` (k, 2) and `radius`
    (k,) are the round obstacles. `polygons` are the corners of each wall and of each door that stands in the
    way, `polygon_owner` whose they are. `top` says how high each of `names` reaches, the map's border to the
    sky. The names are the same whatever doors do.
    """

    width: float
    height: float
    names: tuple[str, ...]
    start: FloatArray
    end: FloatArray
    segment_owner: IntArray
    center: FloatArray
    radius: FloatArray
    circle_owner: IntArray
    polygons: tuple[FloatArray, ...]
    polygon_owner: tuple[int, ...]
    top: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class RayHits:
    """Hold the first hit of each of n rays.

    `share` is the part of the ray in front of the hit, 1 where nothing is hit; `normal` points back to the
    side the ray came from; `owner` indexes `Obstructions.names`, -1 where nothing is hit.
    """

    share: FloatArray
    point: FloatArray
    normal: FloatArray
    owner: IntArray

    @property
    def hit(self) -> BoolArray:
        """Tell for each ray whether it hit something."""
        return self.owner >= 0


def doors_at_start(world: WorldDocument) -> Mapping[str, FloatArray]:
    """Return the corners of each door that stands in the way at the start, by id."""
    found = {}
    for door_id, door in world.doors.items():
        if not door.open or door.slide is not None:
            shift = door.slide if door.open and door.slide is not None else (0, 0)
            found[door_id] = _points(door.polygon) + _points([shift])
    return found


def build_obstructions(world: WorldDocument, doors: Mapping[str, FloatArray] | None = None) -> Obstructions:
    """Return what is solid in `world`, in ascending id: walls, then obstacles, doors, the map's border.

    `doors` are the corners (n, 2) of those that stand in the way, by id; None takes what the file says.
    """
    width, height = float(world.size[0]), float(world.size[1])
    wall_ids, obstacle_ids, door_ids = sorted(world.walls), sorted(world.obstacles), sorted(world.doors)
    standing = doors_at_start(world) if doors is None else doors
    shut = [door_id for door_id in door_ids if door_id in standing]
    polygons = (
        *(_points(world.walls[wall_id].polygon) for wall_id in wall_ids),
        *(standing[door_id] for door_id in shut),
    )
    border = _points(((0, 0), (width, 0), (width, height), (0, height)))
    loops = [*polygons, border]
    start = np.concatenate(loops)
    end = np.concatenate([np.roll(loop, -1, axis=0) for loop in loops])
    first_door = len(wall_ids) + len(obstacle_ids)
    edge_index = first_door + len(door_ids)
    owners = [*range(len(wall_ids)), *(first_door + door_ids.index(door_id) for door_id in shut)]
    sizes = [len(loop) for loop in loops]
    return Obstructions(
        width=width,
        height=height,
        names=(*wall_ids, *obstacle_ids, *door_ids, MAP_EDGE),
        start=start,
        end=end,
        segment_owner=np.repeat(np.array([*owners, edge_index], dtype=np.int64), sizes),
        center=_points([world.obstacles[name].center for name in obstacle_ids]),
        radius=np.array([float(world.obstacles[name].radius) for name in obstacle_ids], dtype=np.float64),
        circle_owner=np.arange(len(wall_ids), first_door, dtype=np.int64),
        polygons=polygons,
        polygon_owner=tuple(owners),
        top=np.array(
            [
                *(float(world.walls[name].height) for name in wall_ids),
                *(float(world.obstacles[name].height) for name in obstacle_ids),
                *(float(world.doors[name].height) for name in door_ids),
                np.inf,
            ]
        ),
    )


def reaching_above(solid: Obstructions, height: float) -> Obstructions:
    """Return the part of `solid` that reaches above `height`: what is in the way there."""
    higher = solid.top > height
    return solid if bool(higher.all()) else part_of(solid, higher)


def part_of(solid: Obstructions, kept: BoolArray) -> Obstructions:
    """Return the part of `solid` that belongs to the names `kept` (k,); it names all as before."""
    segments, circles = kept[solid.segment_owner], kept[solid.circle_owner]
    polygons = [place for place, owner in enumerate(solid.polygon_owner) if kept[owner]]
    return replace(
        solid,
        start=solid.start[segments],
        end=solid.end[segments],
        segment_owner=solid.segment_owner[segments],
        center=solid.center[circles],
        radius=solid.radius[circles],
        circle_owner=solid.circle_owner[circles],
        polygons=tuple(solid.polygons[place] for place in polygons),
        polygon_owner=tuple(solid.polygon_owner[place] for place in polygons),
    )


def cast_rays(solid: Obstructions, origin: FloatArray, ray: FloatArray) -> RayHits:
    """Return what each ray from `origin` along `ray` (both (n, 2), the ray with its full length) hits first.

    A hit exactly at the end counts. A ray along a segment does not hit that segment; a ray that starts
    inside a round obstacle hits it at once. Of equal hits the first in `names` wins.
    """
    count = len(origin)
    share = np.ones(count)
    normal = np.zeros((count, 2))
    owner = np.full(count, -1, dtype=np.int64)
    rows = max(1, _CHUNK // max(1, len(solid.start) + len(solid.center)))
    for first in range(0, count, rows):
        part = slice(first, first + rows)
        share[part], normal[part], owner[part] = _cast_chunk(solid, origin[part], ray[part])
    return RayHits(share, origin + ray * share[:, None], normal, owner)


def _cast_chunk(
    solid: Obstructions, origin: FloatArray, ray: FloatArray
) -> tuple[FloatArray, FloatArray, IntArray]:
    rows = np.arange(len(origin))
    share, segment = _first_segments(solid, origin, ray)
    owner = np.where(segment >= 0, solid.segment_owner[segment], -1)
    normal = unit(perpendicular(solid.end - solid.start))[segment]
    if len(solid.center):
        into = shares_to_circles(solid.center, solid.radius, origin, ray)
        nearest = np.argmin(into, axis=1)
        earlier = into[rows, nearest]
        better = (earlier <= 1.0) & (earlier < share)
        share = np.where(better, earlier, share)
        owner = np.where(better, solid.circle_owner[nearest], owner)
        outward = unit(origin + ray * np.minimum(share, 1.0)[:, None] - solid.center[nearest])
        normal = np.where(better[:, None], outward, normal)
    normal = np.where((dot(normal, ray) > 0.0)[:, None], -normal, normal)
    hit = owner >= 0
    return np.where(hit, share, 1.0), np.where(hit[:, None], normal, 0.0), owner


def _first_segments(solid: Obstructions, origin: FloatArray, ray: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return for each ray the share before its first segment (infinity if none) and that segment (or -1)."""
    row, segment = _boxes_that_meet(solid, origin, ray)
    start, way = solid.start[segment], ray[row]
    edge = solid.end[segment] - start
    offset = start - origin[row]
    determinant = cross(way, edge)
    along = safe_divide(cross(offset, edge), determinant, np.inf)
    across = safe_divide(cross(offset, way), determinant, np.inf)
    valid = (along >= 0.0) & (along <= 1.0) & (across >= 0.0) & (across <= 1.0)
    row, segment, along = row[valid], segment[valid], along[valid]
    order = np.lexsort((segment, along, row))
    rows, first = np.unique(row[order], return_index=True)
    order = order[first]
    share = np.full(len(origin), np.inf)
    which = np.full(len(origin), -1, dtype=np.int64)
    share[rows], which[rows] = along[order], segment[order]
    return share, which


def _boxes_that_meet(solid: Obstructions, origin: FloatArray, ray: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the pairs (ray, segment) whose bounding boxes meet, with room for rounding."""
    end = origin + ray
    low, high = np.minimum(origin, end) - RAY_ROOM, np.maximum(origin, end) + RAY_ROOM
    least, most = np.minimum(solid.start, solid.end), np.maximum(solid.start, solid.end)
    return meeting_boxes(low, high, least, most)


def meeting_boxes(
    low: FloatArray, high: FloatArray, least: FloatArray, most: FloatArray
) -> tuple[IntArray, IntArray]:
    """Return the pairs of boxes from `low` to `high` (n, 2) and from `least` to `most` (k, 2) that meet."""
    meet = low[:, None, 0] <= most[None, :, 0]
    meet &= high[:, None, 0] >= least[None, :, 0]
    meet &= low[:, None, 1] <= most[None, :, 1]
    meet &= high[:, None, 1] >= least[None, :, 1]
    row, other = np.nonzero(meet)
    return row, other


def shares_to_circles(
    center: FloatArray, radius: FloatArray, origin: FloatArray, ray: FloatArray
) -> FloatArray:
    """Return the share of each ray (n) before it enters each circle (k), as (n, k); infinity where it misses.

    0 for a ray that starts inside.
    """
    offset_x = origin[:, None, 0] - center[None, :, 0]
    offset_y = origin[:, None, 1] - center[None, :, 1]
    squared = dot(ray, ray)[:, None]
    half_b = offset_x * ray[:, 0][:, None] + offset_y * ray[:, 1][:, None]
    outside = offset_x * offset_x + offset_y * offset_y - (radius * radius)[None, :]
    discriminant = half_b * half_b - squared * outside
    root = np.sqrt(np.maximum(discriminant, 0.0))
    along = safe_divide(-half_b - root, np.broadcast_to(squared, root.shape), np.inf)
    valid = (discriminant >= 0.0) & (along >= 0.0) & (along <= 1.0)
    return np.where(outside <= 0.0, 0.0, np.where(valid, along, np.inf))


def first_circle_hits(
    solid: Obstructions, origin: FloatArray, ray: FloatArray
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return for each ray the share before the first round obstacle (1 if none), its normal, and whether."""
    count = len(origin)
    if not len(solid.center):
        return np.ones(count), np.zeros((count, 2)), np.zeros(count, dtype=np.bool_)
    into = shares_to_circles(solid.center, solid.radius, origin, ray)
    nearest = np.argmin(into, axis=1)
    share = np.minimum(into[np.arange(count), nearest], 1.0)
    hit = into[np.arange(count), nearest] <= 1.0
    normal = unit(origin + ray * share[:, None] - solid.center[nearest])
    return share, np.where(hit[:, None], normal, 0.0), hit


def closest_on_segments(points: FloatArray, start: FloatArray, end: FloatArray) -> FloatArray:
    """Return for each row the point of its segment that is closest to its point; all arrays are (n, 2).

    A segment of length 0 is its start.
    """
    edge = end - start
    share = safe_divide(dot(points - start, edge), dot(edge, edge))
    return start + edge * np.clip(share, 0.0, 1.0)[:, None]


def points_in_walls(solid: Obstructions, points: FloatArray) -> BoolArray:
    """Tell for each point whether it is inside a wall polygon or a round obstacle (even-odd rule)."""
    inside = np.zeros(len(points), dtype=np.bool_)
    for polygon in solid.polygons:
        inside |= point_in_polygon(points, polygon)
    if len(solid.center):
        offset_x = points[:, None, 0] - solid.center[None, :, 0]
        offset_y = points[:, None, 1] - solid.center[None, :, 1]
        near = offset_x * offset_x + offset_y * offset_y < (solid.radius * solid.radius)[None, :]
        inside |= near.any(axis=1)
    return inside


def point_in_polygon(points: FloatArray, polygon: FloatArray) -> BoolArray:
    """Tell for each point (n, 2) whether it is inside `polygon` (m, 2), by the even-odd rule."""
    following = np.roll(polygon, -1, axis=0)
    low, high = polygon[None, :, 1], following[None, :, 1]
    y = points[:, 1][:, None]
    straddles = (low > y) != (high > y)
    share = safe_divide(y - low, np.broadcast_to(high - low, straddles.shape))
    crossing = polygon[None, :, 0] + share * (following[:, 0] - polygon[:, 0])[None, :]
    hits = straddles & (points[:, 0][:, None] < crossing)
    result: BoolArray = hits.sum(axis=1) % 2 == 1
    return result


def clearance(solid: Obstructions, points: FloatArray) -> FloatArray:
    """Return the distance of each point to the nearest solid thing; negative inside one or off the map."""
    result = _to_edges(solid, points)
    for center, radius in zip(solid.center, solid.radius, strict=True):
        result = np.minimum(result, np.abs(length(points - center[None, :]) - radius))
    off_map = (points < 0.0).any(axis=1) | (points[:, 0] > solid.width) | (points[:, 1] > solid.height)
    return np.where(points_in_walls(solid, points) | off_map, -result, result)


def _to_edges(solid: Obstructions, points: FloatArray) -> FloatArray:
    """Return the distance of each point to the nearest edge, point by point or edge by edge."""
    result = np.full(len(points), np.inf)
    if len(points) < len(solid.start):
        for row, point in enumerate(points):
            closest = closest_on_segments(point[None, :], solid.start, solid.end)
            result[row] = length(point[None, :] - closest).min()
        return result
    for start, end in zip(solid.start, solid.end, strict=True):
        closest = closest_on_segments(points, start[None, :], end[None, :])
        result = np.minimum(result, length(points - closest))
    return result


def nearest_free_place(solid: Obstructions, point: FloatArray, radius: float) -> FloatArray | None:
    """Return a place near `point` (2,) where a body of `radius` fits, or None where the map has none.

    The point itself if it is free; else the point pushed out of what is nearest; else the nearest free point
    of a fan of rays around it. Deterministic; used to place and drag agents, never while stepping.
    """
    low, high = np.array([radius, radius]), np.array([solid.width - radius, solid.height - radius])
    if (high < low).any():
        return None
    place = np.clip(point, low, high)
    for _ in range(8):
        if clearance(solid, place[None, :])[0] >= radius:
            return place
        place = np.clip(_pushed_out(solid, place, radius), low, high)
    reach = solid.width + solid.height
    directions = heading_vectors(np.arange(64, dtype=np.float64) * 5.625)
    distances = np.arange(1, 257) * (reach / 256)
    rings = point[None, None, :] + directions[None, :, :] * distances[:, None, None]
    candidates = np.clip(rings.reshape(-1, 2), low, high)
    free = candidates[clearance(solid, candidates) >= radius]
    if not len(free):
        return None
    result: FloatArray = free[np.argmin(length(free - point[None, :]))]
    return result


def _pushed_out(solid: Obstructions, point: FloatArray, radius: float) -> FloatArray:
    points = np.broadcast_to(point, solid.start.shape)
    closest = closest_on_segments(points, solid.start, solid.end)
    outside = not points_in_walls(solid, point[None, :])[0]
    away = point[None, :] - closest if outside else closest - point[None, :]
    facing = unit_or(away, perpendicular(unit(solid.end - solid.start)))
    gap = radius * (1.0 + 1e-6) + 1e-6
    places = closest + facing * gap
    distances = length(point[None, :] - closest)
    if len(solid.center):
        out = unit_or(point[None, :] - solid.center, np.broadcast_to((1.0, 0.0), solid.center.shape))
        places = np.concatenate((places, solid.center + out * (solid.radius + gap)[:, None]))
        from_center = length(point[None, :] - solid.center)
        distances = np.concatenate((distances, np.abs(from_center - solid.radius)))
    result: FloatArray = places[np.argmin(distances)]
    return result


def _points(points: object) -> FloatArray:
    return np.array(points, dtype=np.float64).reshape(-1, 2)


def crossed_owners(solid: Obstructions, origin: FloatArray, ray: FloatArray) -> BoolArray:
    """Return which of `solid.names` (k,) each line from `origin` along `ray` (both (n, 2)) meets, as (n, k).

    A line meets a wall where it crosses an edge of it, and a round obstacle where it comes into it or begins
    in it. A line along an edge does not cross that edge. What lies wholly inside a wall crosses nothing.
    """
    met = np.zeros((len(origin), len(solid.names)), dtype=np.bool_)
    rows = max(1, _CROSSING_CHUNK // max(1, len(solid.start) + len(solid.center)))
    for first in range(0, len(origin), rows):
        part = slice(first, first + rows)
        _mark_segments(solid, origin[part], ray[part], met[part])
        if len(solid.center):
            into = shares_to_circles(solid.center, solid.radius, origin[part], ray[part])
            met[part][:, solid.circle_owner] |= into <= 1.0
    return met


def _mark_segments(solid: Obstructions, origin: FloatArray, ray: FloatArray, met: BoolArray) -> None:
    row, segment = _boxes_that_meet(solid, origin, ray)
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
    amounts |= {name: float(door.muffling) for name, door in world.doors.items()}
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
