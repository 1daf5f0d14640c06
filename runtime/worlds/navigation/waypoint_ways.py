"""Lead along the graph of waypoints: bodies trust its points and the ways between them (NAV-06)."""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray
from runtime.worlds.bodies.geometry import Obstructions, cast_rays, part_of
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.area_map import AreaMap
from runtime.worlds.navigation.free_lines import free_lines


class WaypointWays:
    """Hold the waypoints of a world that are linked, in ascending id, and where ways lead from each."""

    def __init__(self, world: WorldDocument) -> None:
        joined = sorted(
            {
                tuple(sorted((name, other)))
                for name, waypoint in world.waypoints.items()
                for other in waypoint.links
                if other in world.waypoints and other != name
            }
        )
        self.ids: Sequence[str] = sorted({name for pair in joined for name in pair})
        self._places = np.array([world.waypoints[name].at for name in self.ids], dtype=np.float64)
        rows = {name: row for row, name in enumerate(self.ids)}
        self._first = [rows[first] for first, _ in joined]
        self._second = [rows[second] for _, second in joined]
        self._doors = frozenset(world.doors)

    def way(
        self, shapes: SolidShapes, areas: AreaMap | None, radius: float, start: Vector, goal: Vector
    ) -> tuple[Vector, ...] | str:
        """Return the waypoints from `start` to `goal` for a body of `radius`, or why there are none.

        The way begins and ends with the nearest waypoint that is reached in a straight line.
        """
        begin, end = self._in_sight(shapes, radius, start), self._in_sight(shapes, radius, goal)
        if begin is None:
            return "No linked waypoint is in sight of the agent."
        if end is None:
            return "No linked waypoint is in sight of the goal."
        rows = self._shortest(self._edges(shapes.solid, areas), begin, end)
        if not rows:
            return "No way along waypoints leads there."
        return tuple((float(x), float(y)) for x, y in self._places[list(rows)].tolist())

    def _in_sight(self, shapes: SolidShapes, radius: float, place: Vector) -> int | None:
        if not len(self.ids):
            return None
        away = self._places - np.array(place)
        order = np.argsort(away[:, 0] * away[:, 0] + away[:, 1] * away[:, 1], kind="stable")
        ends = self._places[order]
        starts = np.broadcast_to(np.array(place, dtype=np.float64), ends.shape)
        seen = np.flatnonzero(free_lines(shapes, starts, ends, np.full(len(ends), 0.999 * radius)))
        return int(order[seen[0]]) if len(seen) else None

    def _edges(self, solid: Obstructions, areas: AreaMap | None) -> Mapping[int, list[tuple[int, float]]]:
        """Return where ways lead from each waypoint, and what they cost; none through a closed door."""
        start, end = self._places[self._first], self._places[self._second]
        shut = self._shut(solid)
        there, back = self._costs(areas, start, end), self._costs(areas, end, start)
        edges: dict[int, list[tuple[int, float]]] = {row: [] for row in range(len(self.ids))}
        for place in np.flatnonzero(~shut).tolist():
            first, second = self._first[place], self._second[place]
            edges[first].append((second, float(there[place])))
            edges[second].append((first, float(back[place])))
        return edges

    def _shut(self, solid: Obstructions) -> BoolArray:
        """Tell for each link whether a door stands in it."""
        start, end = self._places[self._first], self._places[self._second]
        if self._doors:
            doors = part_of(solid, np.array([name in self._doors for name in solid.names]))
            if len(doors.start):
                return cast_rays(doors, start, end - start).hit
        return np.zeros(len(start), dtype=np.bool_)

    def shut_links(self, solid: Obstructions) -> Sequence[tuple[str, str]]:
        """Return the ends of each link that a closed door shuts."""
        shut = np.flatnonzero(self._shut(solid)).tolist() if self._first else ()
        return [(self.ids[self._first[place]], self.ids[self._second[place]]) for place in shut]

    def _costs(self, areas: AreaMap | None, start: FloatArray, end: FloatArray) -> FloatArray:
        if areas is not None:
            return areas.costs(start, end)
        way = end - start
        return np.sqrt(way[:, 0] * way[:, 0] + way[:, 1] * way[:, 1])

    def _shortest(
        self, edges: Mapping[int, list[tuple[int, float]]], begin: int, end: int
    ) -> tuple[int, ...]:
        costs, before, done = {begin: 0.0}, dict[int, int](), set[int]()
        queue = [(0.0, begin)]
        while queue:
            cost, row = heapq.heappop(queue)
            if row == end:
                way = [row]
                while way[-1] != begin:
                    way.append(before[way[-1]])
                return tuple(reversed(way))
            if row in done:
                continue
            done.add(row)
            for other, step in edges[row]:
                if math.isfinite(step) and cost + step < costs.get(other, math.inf):
                    costs[other], before[other] = cost + step, row
                    heapq.heappush(queue, (cost + step, other))
        return ()
