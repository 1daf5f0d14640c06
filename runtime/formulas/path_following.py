"""Follow paths and waypoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray, length, safe_divide, unwarned
from runtime.formulas.seeking import arrive, seek
from runtime.formulas.steering_input import (
    Bodies,
    SteeringInput,
    linear_only,
    match_velocity,
    wanted_velocity,
)

NOT_STARTED = -1.0
"""The parameter of a follower that has no place on its path yet."""

FRAME_SECONDS = 1.0 / 60.0
"""Length of the frame in which a mass of 1 takes over the wanted velocity whole."""


@dataclass(frozen=True, slots=True, eq=False)
class PathTrack:
    """Hold one path unrolled to a line that is walked in one direction.

    `start` (m, 2) and `direction` (m, 2, unit vectors) of the segments, `begin` (m,) their arc length from
    the start of the path, `size` (m,) their length, `total` the sum. A `closed` track goes on at its start:
    a loop has a segment back to its first point, a ping-pong path runs there and back. `legs` are the same
    segments, of a closed track for two laps, and `begins` where those of the first lap begin.
    """

    start: FloatArray
    direction: FloatArray
    begin: FloatArray
    size: FloatArray
    total: float
    closed: bool
    one_way: float
    legs: tuple[tuple[float, float, float, float, float, float], ...] = field(init=False, repr=False)
    begins: tuple[float, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        begins = [self.begin + lap * self.total for lap in range(2 if self.closed else 1)]
        parts = [np.column_stack((self.start, self.direction, begin, self.size)) for begin in begins]
        object.__setattr__(self, "legs", tuple(tuple(leg) for leg in np.concatenate(parts).tolist()))
        object.__setattr__(self, "begins", tuple(self.begin.tolist()))

    @property
    def corners(self) -> FloatArray:
        """Return the points (k, 2) that one walks to, in order; a closed track goes on with the first."""
        if self.closed:
            return self.start
        last = self.start[-1] + self.direction[-1] * self.size[-1]
        return np.vstack((self.start, last))

    def left_from_corner(self, corner: int) -> float:
        """Return the arc length from a corner to the end of an open track."""
        return self.total - (float(self.begin[corner]) if corner < len(self.begin) else self.total)


@dataclass(frozen=True, slots=True, eq=False)
class PathStep:
    """Hold the steering, each follower's new parameter (n,), and the points (n, 2) they steer to."""

    steering: SteeringInput
    parameter: FloatArray
    target: FloatArray


def build_track(
    points: Sequence[tuple[float, float]], mode: Literal["open", "loop", "ping_pong"]
) -> PathTrack:
    """Return the track of a path through `points`; raise ValueError when there are none.

    One point alone, or points all at one place, make a track of length 0. `one_way` is the arc length at
    which a ping-pong path turns, else the total.
    """
    if not points:
        raise ValueError("a path needs at least one waypoint")
    corners = [(float(x), float(y)) for x, y in points]
    if mode == "loop" and len(corners) > 1:
        corners = [*corners, corners[0]]
    if mode == "ping_pong":
        corners = [*corners, *corners[-2::-1]]
    if len(corners) == 1:
        corners = corners * 2
    line = np.array(corners, dtype=np.float64)
    edges = line[1:] - line[:-1]
    size = length(edges)
    ends = _running_sum(size)
    total = float(ends[-1])
    return PathTrack(
        start=line[:-1],
        direction=safe_divide(edges, size[:, None]),
        begin=ends - size,
        size=size,
        total=total,
        closed=mode != "open",
        one_way=float(ends[len(points) - 2]) if mode == "ping_pong" and len(points) > 1 else total,
    )


def point_at(track: PathTrack, parameter: FloatArray) -> FloatArray:
    """Return the point (n, 2) of each arc length (n,): wrapped on a closed track, clamped on an open one."""
    place = wrap_parameter(track, parameter)
    segment = np.clip(np.searchsorted(track.begin, place, side="right") - 1, 0, len(track.begin) - 1)
    along = np.minimum(place - track.begin[segment], track.size[segment])
    return track.start[segment] + track.direction[segment] * along[:, None]


def wrap_parameter(track: PathTrack, parameter: FloatArray) -> FloatArray:
    """Return each arc length as one of this track: remainder on a closed track, clamped on an open one."""
    if track.closed and track.total > 0.0:
        rest = np.fmod(parameter, track.total)
        return np.where(rest < 0.0, rest + track.total, rest)
    return np.clip(parameter, 0.0, track.total)


def project(track: PathTrack, position: FloatArray, last: FloatArray, window: FloatArray) -> FloatArray:
    """Return the arc length (n,) of the point of the track nearest to each position (n, 2).

    Searched from the `last` parameter (n,) to `window` (n,) units further, never backwards, so that a
    follower does not jump to another leg of the path that happens to be near. A follower that is
    `NOT_STARTED` searches all of it (there and not back, on a ping-pong path). Of equal distances the
    smaller arc length counts.
    """
    laps = 2 if track.closed else 1
    begin = np.concatenate([track.begin + lap * track.total for lap in range(laps)])[None, :]
    size = np.tile(track.size, laps)[None, :]
    start, direction = np.tile(track.start, (laps, 1)), np.tile(track.direction, (laps, 1))
    fresh = last < 0.0
    low = np.where(fresh, 0.0, last)[:, None]
    span = np.where(fresh, track.one_way, np.minimum(window, track.total))[:, None]
    high = low + span if track.closed else np.minimum(low + span, track.total)
    offset_x = position[:, 0][:, None] - start[None, :, 0]
    offset_y = position[:, 1][:, None] - start[None, :, 1]
    along = np.clip(offset_x * direction[None, :, 0] + offset_y * direction[None, :, 1], 0.0, size)
    place = np.clip(begin + along, low, high)
    within = (place >= begin) & (place <= begin + size)
    rest = np.where(within, place - begin, 0.0)
    away_x = offset_x - direction[None, :, 0] * rest
    away_y = offset_y - direction[None, :, 1] * rest
    squared = np.where(within, away_x * away_x + away_y * away_y, np.inf)
    nearest = np.argmin(squared, axis=1)
    return wrap_parameter(track, place[np.arange(len(position)), nearest])


@unwarned
def follow_path(
    bodies: Bodies,
    track: PathTrack,
    last: FloatArray,
    speed: FloatArray,
    path_offset: FloatArray,
    arrival_radius: FloatArray,
) -> PathStep:
    """Follow one track (STEER-11): seek the point `path_offset` (n, units) ahead of the own place on it.

    The own place is `project`ed from the `last` one, at most 2 · path_offset and one step's way further.
    Near the end of an open track (less than path_offset left) the body arrives at its end: slow_radius is
    the path_offset, target_radius the `arrival_radius`, time_to_target 0.1 s, `speed` (n, units/s) the
    speed before it slows. A path_offset of 0 seeks the nearest point and makes no progress.
    """
    window = 2.0 * path_offset + bodies.max_speed * bodies.step_seconds
    parameter = project(track, bodies.position, last, window)
    target = point_at(track, parameter + path_offset)
    seeking = seek(bodies, target).linear
    time = np.full(len(bodies), 0.1)
    arriving = arrive(bodies, target, speed, arrival_radius, path_offset, time).linear
    ending = (parameter + path_offset >= track.total) & (not track.closed)
    return PathStep(linear_only(np.where(ending[:, None], arriving, seeking)), parameter, target)


def _running_sum(values: FloatArray) -> FloatArray:
    total, sums = 0.0, []
    for value in values.tolist():
        total += value
        sums.append(total)
    return np.array(sums, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class WaypointStep:
    """Hold the steering, the index (n,) each body now walks to, and those points (n, 2)."""

    steering: SteeringInput
    index: IntArray
    target: FloatArray


@unwarned
def next_waypoint(
    bodies: Bodies, points: FloatArray, index: IntArray, radius: FloatArray, *, loops: bool
) -> IntArray:
    """Return the index (n,) into `points` (m, 2) that each body walks to.

    One within `radius` (n, units) of its point goes on to the next, at most once a step; after the last it
    goes to the first if it `loops`, else it keeps the last.
    """
    reached = length(points[index] - bodies.position) <= radius
    following = (index + 1) % len(points) if loops else np.minimum(index + 1, len(points) - 1)
    return np.where(reached, following, index)


@unwarned
def follow_waypoints(
    bodies: Bodies,
    points: FloatArray,
    index: IntArray,
    speed: FloatArray,
    mass: FloatArray,
    radius: FloatArray,
    *,
    loops: bool,
) -> WaypointStep:
    """Walk along `points` (m, 2) (STEER-18).

    In each sixtieth of a second the velocity takes over one part in `mass` (n,) of what is missing to the
    wanted one: `linear = (unit(point - position) · speed - velocity) / (mass / 60)`, in units/s², so that the
    feel does not depend on the step. At the end of a path that does not loop the wanted speed is 0.
    """
    index = next_waypoint(bodies, points, index, radius, loops=loops)
    target = points[index]
    offset = target - bodies.position
    last = (index == len(points) - 1) & (length(offset) <= radius) & (not loops)
    wanted = wanted_velocity(offset, np.where(last, 0.0, speed))
    linear = match_velocity(bodies, wanted, np.maximum(mass, 1.0) * FRAME_SECONDS)
    return WaypointStep(linear_only(linear), index, target)
