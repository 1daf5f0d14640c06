"""Hold the ways of agents to places: what is searched, the route walked, and why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.basics.values import Vector
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


@dataclass(frozen=True, slots=True)
class SearchSnapshot:
    """Hold a search under way: for which bodies and to which cell, and all that was worked on for it."""

    radius: float
    goal: Cell
    history: tuple[tuple[Cell, int], ...]


@dataclass(frozen=True, slots=True)
class NavigatorSnapshot:
    """Hold a copy of all trips, by key, and of the searches under way."""

    trips: tuple[tuple[MemoryKey, TripSnapshot], ...]
    searches: tuple[SearchSnapshot, ...]


def saved_trip(trip: Trip) -> TripSnapshot:
    """Return a copy of a trip."""
    return TripSnapshot(
        trip.goal,
        trip.radius,
        trip.corners,
        trip.corner,
        trip.ends_at_goal,
        trip.waits,
        trip.problem,
        trip.nearest,
        trip.nearest_at,
        trip.arrived,
    )


def restored_trip(saved: TripSnapshot) -> Trip:
    """Return a trip as it was saved."""
    return Trip(
        saved.goal,
        saved.radius,
        saved.corners,
        saved.corner,
        saved.ends_at_goal,
        saved.waits,
        saved.problem,
        saved.nearest,
        saved.nearest_at,
        saved.arrived,
    )
