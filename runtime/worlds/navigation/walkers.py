"""Hold what all agents on their way read and write in every step, as arrays in their requests' order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, IntArray, columns
from runtime.worlds.navigation.trips import Trip


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
