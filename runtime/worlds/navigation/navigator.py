"""Take agents to places: search a route, walk it from corner to corner, search again when it is blocked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.host import GOAL_MOVED
from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length, taken
from runtime.formulas.steering_input import Bodies
from runtime.worlds.bodies.geometry import clearance
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.area_map import AreaCosts
from runtime.worlds.navigation.free_lines import free_lines
from runtime.worlds.navigation.goal_search import GoalSearch, search_again
from runtime.worlds.navigation.grounds import DoorWays, Grounds
from runtime.worlds.navigation.nearest_search import NearestQuestion, NearestSearch, NearestSearches
from runtime.worlds.navigation.routes import cost_left, is_blocked, landings, make_route, may_cut
from runtime.worlds.navigation.trips import (
    NEVER,
    NavigatorSnapshot,
    SearchSnapshot,
    Trip,
    Wait,
    Walkers,
    build_walkers,
    restored_trip,
    saved_trip,
)
from runtime.worlds.navigation.walkable_grid import Cell, WalkableGrid
from runtime.worlds.requests.steering_requests import CompiledRequest, MemoryKey

ROUTE_COST = 100
"""How many cells' work it is to make a route of the cells found."""

GOAL_LEFT = 4.0
"""How far a goal moves, in units, before a search for its former place is given up; half the way to it if
that is more."""

LOOKS_PER_SECOND = 4
"""How often an agent looks whether the straight line to the next corner is still free."""

STUCK_AFTER = 1.5
"""Seconds without getting nearer after which a new route is searched."""

REFUSE = "refuse"
"""The mode of a request that does not go to the nearest free place where its goal has no room."""

ALONG_WAYPOINTS = "waypoints"
"""The mode of a request that goes along the graph of waypoints."""

_NO_WAY = ("No way leads there.", "No way leads there but through areas that it never enters.")
_NEARER = 0.05
_MOST_ENDS = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Aims:
    """Hold the `point` (n, 2) each walks to, its own place without a route, and whether it `is_last`."""

    point: FloatArray
    is_last: BoolArray


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """Hold what n requests ask for in one step, see `Navigator.aims`."""

    requests: Sequence[CompiledRequest]
    agent: IntArray
    position: FloatArray
    radius: FloatArray
    arrival: FloatArray
    goal: FloatArray
    tick: int

    def place_of(self, row: int) -> Vector:
        return float(self.position[row, 0]), float(self.position[row, 1])

    def goal_of(self, row: int) -> Vector:
        return float(self.goal[row, 0]), float(self.goal[row, 1])


class Navigator:
    """Keep the trips of a world's agents, by the request that asks for each.

    Deterministic: a step works on a fixed number of cells, first for whom asked first, then in ascending
    request key.
    """

    def __init__(self, world: WorldDocument, grounds: Grounds) -> None:
        """Lead agents over `grounds`."""
        self.grounds = grounds
        self.nearest = NearestSearches(self._begin_nearest)
        self._settings = world.ways
        self._look_every = max(1, round(world.rate / LOOKS_PER_SECOND))
        self._stuck_after = round(STUCK_AFTER * world.rate)
        self._trips: dict[MemoryKey, Trip] = {}
        self._ends: dict[tuple[float, AreaCosts, int, Vector, float], tuple[Cell | None, str]] = {}
        self._waiting: set[MemoryKey] = set()
        self._searches: dict[tuple[float, AreaCosts, Cell], GoalSearch] = {}
        self._news: tuple[Vector, ...] | None = None
        self._requests: Sequence[CompiledRequest] = ()
        self._walkers: Walkers | None = None

    @property
    def is_in_use(self) -> bool:
        """Tell whether anyone walks a route or did in the last step, or asks which of several is nearest."""
        return bool(self._trips) or self.nearest.is_searching

    def trip(self, key: MemoryKey) -> Trip | None:
        """Return the trip of a request, if it has one."""
        return self._trips.get(key)

    def state(self, key: MemoryKey) -> str:
        """Return how the route of a request is (`Trip.state`), "" where it has none yet."""
        trip = self._trips.get(key)
        return trip.state if trip is not None else ""

    # -- one step ----------------------------------------------------------------------------------

    def aims(
        self,
        requests: Sequence[CompiledRequest],
        agent: IntArray,
        bodies: Bodies,
        arrival: FloatArray,
        goal: FloatArray,
        tick: int,
    ) -> Aims:
        """Bring the trips of all n requests up to date and return where each walks to.

        `requests` is the same list as long as the same ask; `agent` (n,) are their agents' rows and `bodies`
        these agents. `arrival` (n,) is the distance in units at which an agent stops before the end of its
        route, `goal` (n, 2) where it is to go.
        """
        position = landings(self.grounds, bodies.position, agent)
        asked = _Asked(requests, agent, position, bodies.radius, arrival, goal, tick)
        walkers = self._walkers_of(asked)
        moved = length(goal - walkers.goal)
        keeps = np.maximum(GOAL_LEFT, 0.5 * length(goal - bodies.position))
        changed = (moved > GOAL_MOVED) & ~(walkers.waits & (moved <= keeps))
        if self._news is not None:
            changed |= self._hear_news(walkers, asked)
        if changed.any():
            self._set_out(walkers, asked, np.flatnonzero(changed))
        self._go_on(walkers, asked)
        left = length(position - walkers.aim) + walkers.left_behind
        nearer = walkers.walks & (left < walkers.nearest - _NEARER)
        walkers.nearest[nearer] = left[nearer]
        walkers.nearest_at[nearer] = tick
        due = walkers.walks & ~walkers.waits & ((tick + agent) % self._look_every == 0)
        if due.any():
            self._look(walkers, asked, np.flatnonzero(due))
        point = np.where(walkers.walks[:, None], walkers.aim_towards(goal), bodies.position)
        return Aims(point, ~walkers.walks | walkers.is_last)

    def keep(self, requests: Sequence[CompiledRequest]) -> None:
        """Forget the trips of all other requests; `requests` is the same list as long as the same ask."""
        if requests is self._requests and len(requests) == len(self._trips):
            return
        kept = {request.key for request in requests}
        if any(key not in kept for key in self._trips):
            self._flush()
            self._trips = {key: trip for key, trip in self._trips.items() if key in kept}
            self._waiting &= kept
            self._drop_searches()

    def search(self, tick: int) -> None:
        """Let the searches under way go on in the step `tick`, and make routes of those that end."""
        work = self._settings.cells_per_step
        work -= self.nearest.advance(work)
        if not self._waiting or work <= 0:
            return
        for _, key in sorted((self._wait_of(key).since, key) for key in self._waiting):
            trip, wait = self._trips[key], self._wait_of(key)
            search = self._search_to(trip.radius, trip.costs, wait.end)
            work -= search.advance(wait.start, work)
            if search.has_reached(wait.start):
                self._finish(key, search.way_from(wait.start), tick)
                work -= ROUTE_COST
            elif not search.can_go_on():
                self._give_up(key, _NO_WAY[any(math.isinf(factor) for _, factor in trip.costs)])
            if work <= 0:
                break
        self._drop_searches()

    # -- snapshots ---------------------------------------------------------------------------------

    def snapshot(self) -> NavigatorSnapshot:
        """Return a copy of everything that changes."""
        if self._walkers is not None:
            self._walkers.write_back()
        return NavigatorSnapshot(
            tuple((key, saved_trip(trip)) for key, trip in sorted(self._trips.items())),
            tuple(
                SearchSnapshot(radius, goal, tuple(search.history), costs)
                for (radius, costs, goal), search in sorted(
                    self._searches.items(), key=lambda each: (each[0][0], each[0][2], each[0][1])
                )
            ),
            self.grounds.costs.snapshot(),
            self.nearest.snapshot(),
            self._news,
        )

    def others(self) -> tuple[object, ...]:
        """Return what decides how ways go on where there are areas, links or doors, else ()."""
        found = [(key, trip.others) for key, trip in sorted(self._trips.items()) if trip.others]
        more = (found, self.grounds.costs.snapshot(), self.nearest.snapshot(), self._news)
        return more if any(more) or self._news is not None else ()

    def restore(self, saved: NavigatorSnapshot) -> None:
        """Take back what `snapshot` returned; searches are made again up to where they were."""
        self._requests, self._walkers = (), None
        self._trips = {key: restored_trip(trip) for key, trip in saved.trips}
        self._waiting = {key for key, trip in self._trips.items() if trip.waits is not None}
        self._news = saved.news
        self._ends.clear()
        self.grounds.costs.restore(saved.asked)
        self.nearest.restore(saved.nearest)
        self._searches = {
            (each.radius, each.costs, each.goal): search_again(
                self.grounds.search_ground(each.radius, each.costs),
                each.goal,
                each.history,
                self._settings.heuristic,
            )
            for each in saved.searches
        }

    # -- doors and links ---------------------------------------------------------------------------

    def take_ground(
        self, shapes: SolidShapes, ways: DoorWays, opened: tuple[Vector, ...], *, changed: bool
    ) -> None:
        """Go on over a ground on which doors stand otherwise; what is known of ways is looked at anew.

        `opened` are the places where ways have opened. Where nothing but a door on its way has `changed`,
        only what stands in the way is another.
        """
        self.grounds.shapes, self.grounds.ways = shapes, ways
        self._ends.clear()
        if changed:
            self._news = (*(self._news or ()), *opened)
            self._searches.clear()
            self.nearest.begin_again()

    def cost_left(self, row: int, place: Vector) -> float:
        """Return what is left to pay of the route that an agent walks, from `place` on; -1 without one."""
        for key, trip in sorted(self._trips.items()):
            if key[0] == row and trip.corners and not trip.problem:
                return cost_left(self.grounds, trip, place)
        return -1.0

    def _hear_news(self, walkers: Walkers, asked: _Asked) -> BoolArray:
        """Tell whose ways are to be searched again: those blocked, and those that may have become shorter."""
        opened, self._news = self._news or (), None
        again = walkers.waits.copy()
        for row, trip in enumerate(walkers.trips):
            if again[row] or trip.problem or not trip.corners:
                again[row] = True
                continue
            place, goal = asked.place_of(row), asked.goal_of(row)
            if is_blocked(self.grounds, trip, place):
                again[row] = True
                continue
            least = self.grounds.least(trip.costs)
            shortest = min((math.dist(place, at) + math.dist(at, goal) for at in opened), default=math.inf)
            again[row] = (
                math.isfinite(shortest) and shortest * least < cost_left(self.grounds, trip, place) - _NEARER
            )
        return again

    def _begin_nearest(self, question: NearestQuestion) -> NearestSearch | str:
        """Begin the search for the nearest of several, or say why there can be none."""
        grid = self.grounds.grid(question.radius, question.costs)
        reach = 2.0 * grid.radius + 2.0 * grid.size
        start = grid.cell_in_sight(self.grounds.shapes, question.place, reach)
        if start is None:
            return "The agent stands where it has no room to set out."
        goals: dict[int, str] = {}
        for entity, place in question.goals:
            cell, _ = self._end_of_way(grid, question.costs, int(grid.region[start]), place, math.inf)
            if cell is not None:
                goals.setdefault(grid.number_of(cell), entity)
        return NearestSearch(self.grounds.search_ground(question.radius, question.costs), start, goals)

    # -- inside ------------------------------------------------------------------------------------

    def _walkers_of(self, asked: _Asked) -> Walkers:
        """Return the arrays of the trips that the requests ask for; a new one sets out."""
        if self._walkers is not None and asked.requests is self._requests:
            return self._walkers
        self._flush()
        fresh = [row for row, request in enumerate(asked.requests) if request.key not in self._trips]
        rows = np.array(fresh, dtype=np.int64)
        for row, straight in zip(fresh, self._straight(asked, rows), strict=True):
            key, goal = asked.requests[row].key, asked.goal_of(row)
            self._trips[key] = Trip(goal, float(asked.radius[row]), nearest_at=asked.tick)
            self._ask(asked, row, straight)
        self._requests = asked.requests
        self._walkers = build_walkers([self._trips[request.key] for request in asked.requests])
        return self._walkers

    def _flush(self) -> None:
        if self._walkers is not None:
            self._walkers.write_back()
        self._requests, self._walkers = (), None

    def _straight(self, asked: _Asked, rows: IntArray) -> list[bool]:
        """Tell for some requests whether their goals are reached in a straight line, and none costs less."""
        here, there = taken(asked.position, rows), taken(asked.goal, rows)
        free = free_lines(self.grounds.to_come, here, there, asked.radius.take(rows))
        costs = [
            (self.grounds.costs.of(int(asked.agent[row]), asked.tick), float(asked.radius[row]))
            for row in rows.tolist()
        ]
        if self.grounds.links is not None or any(cost for cost, _ in costs):
            for each in sorted(set(costs)):
                own = np.array([cost == each for cost in costs])
                free[own] &= self.grounds.are_best(here[own], there[own], *each)
        result: list[bool] = free.tolist()
        return result

    def _set_out(self, walkers: Walkers, asked: _Asked, rows: IntArray) -> None:
        """Ask for ways to other goals, or to the same once more; the former routes are walked meanwhile."""
        for row, straight in zip(rows.tolist(), self._straight(asked, rows), strict=True):
            trip = walkers.trips[row]
            trip.problem = ""
            trip.nearest, trip.nearest_at = NEVER, asked.tick
            self._ask(asked, row, straight)
            walkers.read_again(row)

    def _go_on(self, walkers: Walkers, asked: _Asked) -> None:
        """Go on to the next corner where one is near; end where a route ends beside its goal."""
        away = length(asked.position - walkers.aim_towards(asked.goal))
        near = walkers.walks & ~walkers.is_last & (away <= np.maximum(0.5 * asked.radius, 0.1))
        for row in np.flatnonzero(near).tolist():
            walkers.take_next_corner(row)
            self._set_out_on_link(walkers.trips[row], asked, row)
        ends = walkers.walks & walkers.is_last & ~walkers.ends_at_goal & ~walkers.waits
        ends &= away <= np.maximum(asked.arrival, 0.1) + _NEARER
        for row in np.flatnonzero(ends).tolist():
            if REFUSE in asked.requests[row].mode.split():
                self._give_up(asked.requests[row].key, "No body of this size has room at the goal.")
            else:
                walkers.trips[row].arrived = True

    def _look(self, walkers: Walkers, asked: _Asked, rows: IntArray) -> None:
        """Take shortcuts that have come in sight; search again where the way is blocked or somebody stuck."""
        here, sizes = taken(asked.position, rows), asked.radius.take(rows)
        aim = taken(walkers.aim_towards(asked.goal), rows)
        further = np.array([walkers.trips[row].corner_after() for row in rows.tolist()])
        shortcut = free_lines(self.grounds.to_come, here, further, sizes) & ~walkers.is_last.take(rows)
        blocked = ~free_lines(self.grounds.shapes, here, aim, 0.9 * sizes)
        for place, row in enumerate(rows.tolist()):
            if walkers.trips[row].others:
                blocked[place] &= not walkers.trips[row].trusts
                line = np.array((here[place], aim[place], further[place]))
                shortcut[place] &= may_cut(self.grounds, walkers.trips[row], line)
        arrived = walkers.is_last.take(rows) & (length(here - aim) <= asked.arrival.take(rows) + _NEARER)
        stuck = (asked.tick - walkers.nearest_at.take(rows) > self._stuck_after) & ~arrived
        for row in rows[shortcut].tolist():
            walkers.take_next_corner(row)
        again = rows[~shortcut & (stuck | blocked)]
        if len(again):
            self._set_out(walkers, asked, again)

    def _ask(self, asked: _Asked, row: int, straight: bool) -> None:
        """Let a way be searched; a `straight` one is there at once, and none where there cannot be one."""
        request, goal = asked.requests[row], asked.goal_of(row)
        key, trip = request.key, self._trips[request.key]
        trip.costs = self.grounds.costs.of(int(asked.agent[row]), asked.tick)
        grid = self.grounds.grid(trip.radius, trip.costs)
        trip.waits, trip.arrived = None, False
        self._waiting.discard(key)
        if self.grounds.is_never_entered(goal, trip.costs, trip.radius):
            self._refuse(trip, goal, _NO_WAY[True])
            return
        if straight or ALONG_WAYPOINTS in request.mode.split():
            way = (goal,) if straight else self._along_waypoints(trip, asked.place_of(row), goal)
            self._walk(trip, goal, way)
            return
        reach = 2.0 * trip.radius + 2.0 * grid.size
        start = grid.cell_in_sight(self.grounds.shapes, asked.place_of(row), reach)
        if start is None:
            self._refuse(trip, goal, "The agent stands where it has no room to set out.")
            return
        refuses = REFUSE in request.mode.split()
        region, furthest = int(grid.region[start]), reach if refuses else math.inf
        end, problem = self._end_of_way(grid, trip.costs, region, goal, furthest)
        if end is None:
            self._refuse(trip, goal, problem)
            return
        trip.waits = Wait(goal, start, end, asked.tick)
        self._waiting.add(key)

    def _walk(self, trip: Trip, goal: Vector, way: tuple[Vector, ...] | str) -> None:
        """Let a way be walked that is known at once, or refuse for the reason told."""
        if isinstance(way, str):
            self._refuse(trip, goal, way)
            return
        trip.goal, trip.corners, trip.corner, trip.ends_at_goal = goal, way, 0, True
        trip.legs, trip.trusts = (), len(way) > 1

    def _along_waypoints(self, trip: Trip, place: Vector, goal: Vector) -> tuple[Vector, ...] | str:
        areas = self.grounds.costs.area_map(trip.costs, trip.radius)
        way = self.grounds.waypoints.way(self.grounds.to_come, areas, trip.radius, place, goal)
        return way if isinstance(way, str) else (*way, goal)

    def _set_out_on_link(self, trip: Trip, asked: _Asked, row: int) -> None:
        """Let somebody who has come to where a link begins be carried along it."""
        link, links = trip.legs[trip.corner] if trip.legs else "", self.grounds.links
        if link and links is not None and links.carries(link):
            links.begin(int(asked.agent[row]), link, asked.place_of(row), trip.corners[trip.corner])

    def _end_of_way(
        self, grid: WalkableGrid, costs: AreaCosts, region: int, goal: Vector, furthest: float
    ) -> tuple[Cell | None, str]:
        """Return the cell to search a way to, at the goal or as near as there is room, or why none.

        `furthest` is how far from a goal without room it may be.
        """
        asked = grid.radius, costs, region, goal, furthest
        if asked not in self._ends:
            if len(self._ends) >= _MOST_ENDS:
                self._ends.clear()
            self._ends[asked] = self._found_end(grid, region, goal, furthest)
        return self._ends[asked]

    def _found_end(
        self, grid: WalkableGrid, region: int, goal: Vector, furthest: float
    ) -> tuple[Cell | None, str]:
        reach = 2.0 * grid.radius + 2.0 * grid.size
        end = grid.cell_in_sight(self.grounds.to_come, goal, reach)
        if end is not None and int(grid.region[end]) == region:
            return end, ""
        if end is not None and self._is_free(goal, goal, grid.radius):
            return None, "No way leads there: walls shut it off."
        has_room = clearance(self.grounds.to_come.solid, np.array([goal]))[0] >= 0.999 * grid.radius
        near = grid.free_cells_near(goal[0], goal[1], reach if has_room else furthest, region)
        if near:
            return near[0], ""
        return None, "No way leads there: the goal is inside a wall, off the map or shut off."

    def _refuse(self, trip: Trip, goal: Vector, problem: str) -> None:
        trip.goal, trip.problem, trip.corners = goal, problem, ()

    def _give_up(self, key: MemoryKey, problem: str) -> None:
        trip = self._trips[key]
        goal = trip.waits.goal if trip.waits is not None else trip.goal
        trip.waits, trip.nearest, trip.nearest_at = None, NEVER, 0
        self._waiting.discard(key)
        self._refuse(trip, goal, problem)
        self._read_again(trip)

    def _finish(self, key: MemoryKey, cells: tuple[Cell, ...], tick: int) -> None:
        """Make the route of the cells found."""
        trip, wait = self._trips[key], self._wait_of(key)
        make_route(self.grounds, trip, cells, wait.goal)
        trip.nearest, trip.nearest_at = NEVER, tick
        self._waiting.discard(key)
        self._read_again(trip)

    def _read_again(self, trip: Trip) -> None:
        """Let the arrays know of a trip that a search has changed."""
        if self._walkers is not None:
            for row, each in enumerate(self._walkers.trips):
                if each is trip:
                    self._walkers.read_again(row)

    def _wait_of(self, key: MemoryKey) -> Wait:
        wait = self._trips[key].waits
        assert wait is not None, "only trips that wait are searched for"
        return wait

    def _search_to(self, radius: float, costs: AreaCosts, goal: Cell) -> GoalSearch:
        search = self._searches.get((radius, costs, goal))
        if search is None:
            ground = self.grounds.search_ground(radius, costs)
            search = GoalSearch(ground, goal, self._settings.heuristic)
            self._searches[radius, costs, goal] = search
        return search

    def _drop_searches(self) -> None:
        """Forget the searches that no one waits for."""
        trips = ((self._trips[key], self._wait_of(key).end) for key in self._waiting)
        wanted = {(trip.radius, trip.costs, end) for trip, end in trips}
        self._searches = {place: search for place, search in self._searches.items() if place in wanted}

    def _is_free(self, start: Vector, end: Vector, radius: float) -> bool:
        return bool(
            free_lines(self.grounds.to_come, np.array([start]), np.array([end]), np.array([radius]))[0]
        )
