"""Hold the ways of agents to places, each way and all of them as arrays."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, columns
from runtime.worlds.navigation.agent_costs import Asked
from runtime.worlds.navigation.area_map import AreaCosts
from runtime.worlds.navigation.nearest_search import NearestSnapshot
from runtime.worlds.navigation.walkable_grid import Cell
from runtime.worlds.requests.steering_requests import MemoryKey

NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Wait:
    """Hold what is searched for a trip: a way from the cell `start` to `end`, which is at or near `goal`.

    `since` is the step in which it was asked for: who asked first is served first.
    """

    goal: Vector
    start: Cell
    end: Cell
    since: int


@dataclass(slots=True)
class Trip:
    """Hold one agent's way to one goal.

    `costs` are what areas cost it. `legs` name, by corner, the link that leads there, "" where it walks; ()
    without links. One that `trusts` walks along waypoints, and takes no shortcuts.

    `corners` is the route to `goal`, `corner` the index walked to; () while none has been found. `waits` is a
    search for another one, None when nothing is searched. A route that cannot end at its goal, where no body
    has room, ends as near as there is room, and `ends_at_goal` is false; who gets there has `arrived`.
    `problem` says why no way leads there, "" while one may. `nearest` is the least length left so far and
    `nearest_at` the step in which it was reached.
    """

    goal: Vector
    radius: float
    corners: tuple[Vector, ...] = ()
    corner: int = 0
    ends_at_goal: bool = True
    waits: Wait | None = None
    problem: str = ""
    nearest: float = NEVER
    nearest_at: int = 0
    arrived: bool = False
    costs: AreaCosts = ()
    legs: tuple[str, ...] = ()
    trusts: bool = False

    @property
    def others(self) -> tuple[object, ...]:
        """Return what only ways with areas, links or waypoints have, () for all others."""
        return (self.costs, self.legs, self.trusts) if self.costs or self.legs or self.trusts else ()

    @property
    def unreachable(self) -> bool:
        """Tell whether no way leads to the goal."""
        return bool(self.problem)

    @property
    def state(self) -> str:
        """Return `searching`, `walking`, `unreachable: ` and why, or `arrived: ` and where the goal is."""
        if self.problem:
            return f"unreachable: {self.problem}"
        if self.arrived:
            return f"arrived: {self.goal[0]!r} {self.goal[1]!r}"
        return "walking" if self.corners else "searching"

    def corner_after(self) -> Vector:
        """Return the corner after the one walked to, or the last."""
        return self.corners[min(self.corner + 1, len(self.corners) - 1)]


@dataclass(frozen=True, slots=True)
class TripSnapshot:
    """Hold a copy of a trip, see there."""

    goal: Vector
    radius: float
    corners: tuple[Vector, ...]
    corner: int
    ends_at_goal: bool
    waits: Wait | None
    problem: str
    nearest: float
    nearest_at: int
    arrived: bool
    costs: AreaCosts = field(default=(), repr=False)
    legs: tuple[str, ...] = field(default=(), repr=False)
    trusts: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True)
class SearchSnapshot:
    """Hold a search under way: for which bodies and to which cell, and all that was worked on for it."""

    radius: float
    goal: Cell
    history: tuple[tuple[Cell, int], ...]
    costs: AreaCosts = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class NavigatorSnapshot:
    """Hold a copy of all trips, by key, and of the searches under way.

    `asked` is what areas cost, `nearest` the searches for the nearest of several, `news` what has opened.
    """

    trips: tuple[tuple[MemoryKey, TripSnapshot], ...]
    searches: tuple[SearchSnapshot, ...]
    asked: Asked = field(default=(), repr=False)
    nearest: tuple[NearestSnapshot, ...] = field(default=(), repr=False)
    news: tuple[Vector, ...] | None = field(default=None, repr=False)


_values_of = attrgetter(*(each.name for each in fields(TripSnapshot)))


def saved_trip(trip: Trip) -> TripSnapshot:
    """Return a copy of a trip."""
    return TripSnapshot(*_values_of(trip))


def restored_trip(saved: TripSnapshot) -> Trip:
    """Return a trip as it was saved."""
    return Trip(*_values_of(saved))


@dataclass(slots=True, eq=False)
class Walkers:
    """Hold n trips as arrays; all are (n,) or (n, 2).

    `goal` is what the trip, or its search, was asked for. `aim` is the corner walked to and `left_behind` the
    length of the route behind it; `is_last` tells that it is the route's last, which follows the goal as far
    as it `ends_at_goal`. `walks` tells who has a route to walk, `waits` for whom one is searched. `nearest`
    and `nearest_at` stand here and not in the trips, until `write_back`.
    """

    trips: list[Trip]
    goal: FloatArray
    aim: FloatArray
    left_behind: FloatArray
    is_last: BoolArray
    ends_at_goal: BoolArray
    walks: BoolArray
    waits: BoolArray
    nearest: FloatArray
    nearest_at: IntArray

    def write_back(self) -> None:
        """Tell the trips how near they came."""
        for trip, nearest, at in zip(
            self.trips, self.nearest.tolist(), self.nearest_at.tolist(), strict=True
        ):
            trip.nearest, trip.nearest_at = nearest, at

    def aim_towards(self, goal: FloatArray) -> FloatArray:
        """Return where each walks to (n, 2): the last corner of a route to a goal that moves is the goal."""
        follows = self.walks & self.is_last & self.ends_at_goal & ~self.waits
        return np.where(follows[:, None], goal, self.aim)

    def take_next_corner(self, row: int) -> None:
        """Let one go on to the next corner of its route."""
        trip = self.trips[row]
        trip.corner += 1
        trip.nearest, trip.nearest_at = float(self.nearest[row]), int(self.nearest_at[row])
        self.read_again(row)

    def read_again(self, row: int) -> None:
        """Take over what has changed about one trip."""
        trip = self.trips[row]
        self.goal[row] = trip.goal if trip.waits is None else trip.waits.goal
        self.waits[row] = trip.waits is not None
        self.walks[row] = bool(trip.corners) and not trip.problem
        self.nearest[row], self.nearest_at[row] = trip.nearest, trip.nearest_at
        self.ends_at_goal[row] = trip.ends_at_goal
        if trip.corners:
            self.aim[row] = trip.corners[trip.corner]
            self.is_last[row] = trip.corner == len(trip.corners) - 1
            self.left_behind[row] = sum(
                math.dist(first, second) for first, second in itertools.pairwise(trip.corners[trip.corner :])
            )


def build_walkers(trips: Sequence[Trip]) -> Walkers:
    """Return the arrays of these trips."""
    count = len(trips)
    walkers = Walkers(
        trips=list(trips),
        goal=columns(np.zeros(count), np.zeros(count)),
        aim=columns(np.zeros(count), np.zeros(count)),
        left_behind=np.zeros(count),
        is_last=np.zeros(count, dtype=np.bool_),
        ends_at_goal=np.zeros(count, dtype=np.bool_),
        walks=np.zeros(count, dtype=np.bool_),
        waits=np.zeros(count, dtype=np.bool_),
        nearest=np.zeros(count),
        nearest_at=np.zeros(count, dtype=np.int64),
    )
    for row in range(count):
        walkers.read_again(row)
    return walkers
