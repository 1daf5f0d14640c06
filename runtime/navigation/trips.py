"""Take agents to places: search a route, walk it from corner to corner, search again when it is blocked."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from runtime.navigation.path_search import PathSearch
from runtime.navigation.string_pulling import free_lines, pull_straight
from runtime.navigation.walkable_grid import WalkableGrid, build_walkable_grid
from runtime.values import Vector
from runtime.worlds.geometry import Obstructions
from runtime.worlds.steering_requests import MemoryKey

SEARCH_PER_STEP = 3_000
"""Cells that all searches of a world together work on in one step."""

GOAL_MOVED = 0.5
"""How far a goal moves, in units, before a new route is searched."""

LOOK_EVERY = 15
"""Steps between two looks whether the straight line to the next corner is still free."""

STUCK_AFTER = 90
"""Steps without getting nearer after which a new route is searched."""

_NEARER = 0.05


@dataclass(slots=True)
class Trip:
    """Hold one agent's way to one goal.

    `corners` is the route, `corner` the index walked to, `unreachable` tells that there is none. `nearest`
    is the least length left so far and `nearest_at` the step in which it was reached. A route that cannot
    end at its goal, where no body has room, ends as near as there is room.
    """

    goal: Vector
    grid: WalkableGrid
    search: PathSearch | None = None
    corners: tuple[Vector, ...] = ()
    corner: int = 0
    unreachable: bool = False
    ends_at_goal: bool = True
    nearest: float = math.inf
    nearest_at: int = 0

    @property
    def state(self) -> str:
        """Return `searching`, `walking` or `unreachable`."""
        if self.unreachable:
            return "unreachable"
        return "walking" if self.corners else "searching"

    def left_from(self, position: Vector) -> float:
        """Return the length left on the route from `position`, infinity without a route."""
        if not self.corners:
            return math.inf
        places = (position, *self.corners[self.corner :])
        return sum(_distance(a, b) for a, b in itertools.pairwise(places))


@dataclass(frozen=True, slots=True)
class TripSnapshot:
    """Hold a copy of a trip; a search under way is its start, its goal and how far it was."""

    goal: Vector
    radius: float
    corners: tuple[Vector, ...]
    corner: int
    unreachable: bool
    ends_at_goal: bool
    nearest: float
    nearest_at: int
    search: tuple[tuple[int, int], tuple[int, int], int] | None


class Navigator:
    """Keep the trips of a world's agents, by the request that asks for each.

    Deterministic: a step works on a fixed number of cells, shared out in ascending request key.
    """

    def __init__(self, solid: Obstructions) -> None:
        self._solid = solid
        self._grids: dict[float, WalkableGrid] = {}
        self._trips: dict[MemoryKey, Trip] = {}

    def trip(self, key: MemoryKey) -> Trip | None:
        """Return the trip of a request, if it has one."""
        return self._trips.get(key)

    def state(self, key: MemoryKey) -> str:
        """Return how the route of a request is, "" where it has none yet."""
        trip = self._trips.get(key)
        return trip.state if trip is not None else ""

    def keep(self, keys: Iterable[MemoryKey]) -> None:
        """Forget the trips of all other requests."""
        kept = set(keys)
        if len(kept) != len(self._trips) or any(key not in kept for key in self._trips):
            self._trips = {key: trip for key, trip in self._trips.items() if key in kept}

    def aim(
        self, key: MemoryKey, position: Vector, radius: float, arrival: float, goal: Vector, tick: int
    ) -> Trip:
        """Bring a trip up to date: a new goal, a corner reached, a blocked way; return it.

        `arrival` is the distance in units at which the agent stops before the end of its route.
        """
        trip = self._trips.get(key)
        if trip is None or _distance(trip.goal, goal) > GOAL_MOVED:
            old = trip
            trip = self._trips[key] = self._new_trip(position, radius, goal, tick)
            if old is not None and not trip.unreachable:
                trip.corners, trip.corner = old.corners, old.corner
        elif trip.search is None and trip.corners:
            if trip.ends_at_goal and trip.corners[-1] != goal:
                trip.corners = (*trip.corners[:-1], goal)
            self._walk(trip, position, radius, arrival, key, tick)
        return trip

    def search(self) -> None:
        """Let the searches under way go on, and make routes of those that end."""
        searching = [(key, trip) for key, trip in sorted(self._trips.items()) if trip.search is not None]
        if not searching:
            return
        share = max(1, SEARCH_PER_STEP // len(searching))
        for _, trip in searching:
            assert trip.search is not None
            trip.search.advance(share)
            if trip.search.finished:
                self._finish(trip, trip.search)

    # -- snapshots ---------------------------------------------------------------------------------

    def snapshot(self) -> tuple[tuple[MemoryKey, TripSnapshot], ...]:
        """Return a copy of all trips, by key."""
        return tuple((key, _snapshot(trip)) for key, trip in sorted(self._trips.items()))

    def restore(self, trips: tuple[tuple[MemoryKey, TripSnapshot], ...]) -> None:
        """Take back what `snapshot` returned; searches are made again up to where they were."""
        self._trips = {}
        for key, saved in trips:
            grid = self._grid(saved.radius)
            search = None
            if saved.search is not None:
                start, goal, expanded = saved.search
                search = PathSearch(grid, start, goal)
                search.advance(expanded)
            self._trips[key] = Trip(
                saved.goal,
                grid,
                search,
                saved.corners,
                saved.corner,
                saved.unreachable,
                saved.ends_at_goal,
                saved.nearest,
                saved.nearest_at,
            )

    # -- inside ------------------------------------------------------------------------------------

    def _grid(self, radius: float) -> WalkableGrid:
        if radius not in self._grids:
            self._grids[radius] = build_walkable_grid(self._solid, radius)
        return self._grids[radius]

    def _new_trip(self, position: Vector, radius: float, goal: Vector, tick: int) -> Trip:
        grid = self._grid(radius)
        trip = Trip(goal, grid, nearest_at=tick)
        reach = 2.0 * radius + 2.0 * grid.size
        start = grid.nearest_free(position[0], position[1], reach)
        end = (
            grid.nearest_free(goal[0], goal[1], reach, int(grid.region[start])) if start is not None else None
        )
        if start is None or end is None:
            trip.unreachable = True
            return trip
        if self._is_free(position, goal, radius):
            trip.corners = (goal,)
        else:
            trip.search = PathSearch(grid, start, end)
        return trip

    def _finish(self, trip: Trip, search: PathSearch) -> None:
        trip.search = None
        middles = [trip.grid.middle(cell) for cell in search.path]
        if not middles:
            trip.unreachable = True
            return
        trip.ends_at_goal = self._is_free(middles[-1], trip.goal, trip.grid.radius)
        ways = [*middles, trip.goal] if trip.ends_at_goal else middles
        trip.corners = pull_straight(self._solid, ways, trip.grid.radius)
        trip.corner = 1 if len(trip.corners) > 1 else 0
        trip.nearest = math.inf

    def _walk(
        self, trip: Trip, position: Vector, radius: float, arrival: float, key: MemoryKey, tick: int
    ) -> None:
        """Go on to the next corner when it is near or the one after it is in sight; search again if stuck."""
        last = len(trip.corners) - 1
        away = _distance(position, trip.corners[trip.corner])
        if trip.corner < last and away <= max(0.5 * radius, 0.1):
            trip.corner += 1
        elif trip.corner == last and not trip.ends_at_goal and away <= max(arrival, 0.1) + _NEARER:
            trip.unreachable = True
            return
        left = trip.left_from(position)
        if left < trip.nearest - _NEARER:
            trip.nearest, trip.nearest_at = left, tick
        if (tick + key[0]) % LOOK_EVERY:
            return
        if trip.corner < last and self._is_free(position, trip.corners[trip.corner + 1], radius):
            trip.corner += 1
        elif tick - trip.nearest_at > STUCK_AFTER or not self._is_free(
            position, trip.corners[trip.corner], 0.9 * radius
        ):
            self._again(trip, position, radius, tick)

    def _again(self, trip: Trip, position: Vector, radius: float, tick: int) -> None:
        fresh = self._new_trip(position, radius, trip.goal, tick)
        trip.search, trip.unreachable = fresh.search, fresh.unreachable
        trip.ends_at_goal = True
        trip.nearest, trip.nearest_at = math.inf, tick
        if fresh.corners:
            trip.corners, trip.corner = fresh.corners, 0

    def _is_free(self, start: Vector, end: Vector, radius: float) -> bool:
        return bool(free_lines(self._solid, np.array([start]), np.array([end]), radius)[0])


def _snapshot(trip: Trip) -> TripSnapshot:
    search = trip.search
    return TripSnapshot(
        trip.goal,
        trip.grid.radius,
        trip.corners,
        trip.corner,
        trip.unreachable,
        trip.ends_at_goal,
        trip.nearest,
        trip.nearest_at,
        (search.start, search.goal, search.expanded) if search is not None else None,
    )


def _distance(first: Vector, second: Vector) -> float:
    x, y = first[0] - second[0], first[1] - second[1]
    return math.sqrt(x * x + y * y)
