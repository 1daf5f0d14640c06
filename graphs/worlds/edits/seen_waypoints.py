"""Find the waypoints of a world that see each other: no wall or obstacle is between them (NAV-06)."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from graphs.basics.frozen import Point
from graphs.worlds.edits.shapes import distance_to_segment, is_inside
from graphs.worlds.model.world_file import WorldDocument


def waypoints_that_see_each_other(world: WorldDocument, reach: float) -> tuple[tuple[str, str], ...]:
    """Return the pairs, at most `reach` units apart, in ascending id. Doors do not count: they may open."""
    outlines = [(_box(wall.polygon), wall.polygon) for wall in world.walls.values() if len(wall.polygon) > 2]
    circles = [(each.center, float(each.radius)) for each in world.obstacles.values()]
    places = {name: world.waypoints[name].at for name in sorted(world.waypoints)}
    hidden = {
        name
        for name, at in places.items()
        if any(is_inside(outline, at) for _, outline in outlines)
        or any(math.dist(center, at) < radius for center, radius in circles)
    }
    found = []
    for first, second in combinations([name for name in places if name not in hidden], 2):
        start, end = places[first], places[second]
        if math.dist(start, end) > reach:
            continue
        box = _box((start, end))
        if any(not _apart(box, other) and _crosses(start, end, outline) for other, outline in outlines):
            continue
        if not any(distance_to_segment(center, start, end) < radius for center, radius in circles):
            found.append((first, second))
    return tuple(found)


_Box = tuple[float, float, float, float]


def _box(points: tuple[Point, ...]) -> _Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _apart(one: _Box, other: _Box) -> bool:
    return one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]


def _crosses(start: Point, end: Point, outline: tuple[Point, ...]) -> bool:
    """Tell whether a line meets an edge of an outline; one along an edge does not cross that edge."""
    return any(_meet(start, end, a, b) for a, b in pairwise((*outline, outline[0])))


def _meet(start: Point, end: Point, a: Point, b: Point) -> bool:
    way_x, way_y = end[0] - start[0], end[1] - start[1]
    edge_x, edge_y = b[0] - a[0], b[1] - a[1]
    turn = way_x * edge_y - way_y * edge_x
    if turn == 0:
        return False
    off_x, off_y = a[0] - start[0], a[1] - start[1]
    along = (off_x * edge_y - off_y * edge_x) / turn
    across = (off_x * way_y - off_y * way_x) / turn
    return 0 <= along <= 1 and 0 <= across <= 1
