"""Steer one body, to the same bits as the formulas that steer many: for a few it takes less time."""

from __future__ import annotations

import bisect
import math
from dataclasses import dataclass

import numpy as np

from runtime.basics.angles import direction
from runtime.basics.single_vectors import direction_of, in_range, shortened, unit_of, within
from runtime.formulas.path_following import PathTrack, project

_TRAVEL_SPEED = 0.05
Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Body:
    """Hold one body as `Bodies` hold many."""

    x: float
    y: float
    speed_x: float
    speed_y: float
    orientation: float
    rotation: float
    max_speed: float
    max_acceleration: float
    max_rotation: float
    max_angular_acceleration: float
    step_seconds: float


def seek_one(body: Body, x: float, y: float) -> Pair:
    """Return the acceleration of `seek` to (x, y)."""
    way_x, way_y = unit_of(x - body.x, y - body.y)
    return way_x * body.max_acceleration, way_y * body.max_acceleration


def pursue_one(body: Body, target: Pair, target_velocity: Pair, max_prediction: float) -> tuple[Pair, Pair]:
    """Return the acceleration of `pursue`, and the place predicted."""
    to_x, to_y = target[0] - body.x, target[1] - body.y
    distance = math.sqrt(to_x * to_x + to_y * to_y)
    speed = math.sqrt(body.speed_x * body.speed_x + body.speed_y * body.speed_y)
    ahead = max_prediction
    if speed * max_prediction > distance:
        ahead = distance / speed
    predicted = (target[0] + target_velocity[0] * ahead, target[1] + target_velocity[1] * ahead)
    return seek_one(body, *predicted), predicted


def match_velocity_one(body: Body, x: float, y: float, time_to_target: float) -> Pair:
    """Return the acceleration of `match_velocity` that leads to the velocity (x, y)."""
    time = max(time_to_target, body.step_seconds)
    return shortened((x - body.speed_x) / time, (y - body.speed_y) / time, body.max_acceleration)


def arrive_one(
    body: Body,
    target: Pair,
    speed: float,
    target_radius: float,
    slow_radius: float,
    time_to_target: float,
) -> Pair:
    """Return the acceleration of `arrive` at a target."""
    to_x, to_y = target[0] - body.x, target[1] - body.y
    distance = math.sqrt(to_x * to_x + to_y * to_y)
    wanted = 0.0 if distance <= target_radius else speed * _share(distance, slow_radius)
    way_x, way_y = unit_of(to_x, to_y)
    return match_velocity_one(body, way_x * wanted, way_y * wanted, time_to_target)


def align_one(
    body: Body, orientation: float, target_radius: float, slow_radius: float, time_to_target: float
) -> float:
    """Return the angular acceleration of `align` to an orientation in degrees."""
    difference = in_range(orientation - body.orientation)
    size = abs(difference)
    if size <= target_radius:
        wanted = 0.0
    else:
        sign = 1.0 if difference > 0.0 else -1.0 if difference < 0.0 else 0.0
        wanted = sign * body.max_rotation * _share(size, slow_radius)
    change = (wanted - body.rotation) / max(time_to_target, body.step_seconds)
    return within(change, body.max_angular_acceleration)


def face_one(
    body: Body, target: Pair, target_radius: float, slow_radius: float, time_to_target: float
) -> float:
    """Return the angular acceleration of `face` to a target."""
    x, y = target[0] - body.x, target[1] - body.y
    wanted = body.orientation if x == 0.0 and y == 0.0 else direction_of(x, y)
    return align_one(body, wanted, target_radius, slow_radius, time_to_target)


def face_travel_one(body: Body, target_radius: float, slow_radius: float, time_to_target: float) -> float:
    """Return the angular acceleration of `face_travel`."""
    x, y = body.speed_x, body.speed_y
    slow = math.sqrt(x * x + y * y) < _TRAVEL_SPEED
    wanted = body.orientation if slow else direction_of(x, y)
    return align_one(body, wanted, target_radius, slow_radius, time_to_target)


@dataclass(frozen=True, slots=True)
class Wandering:
    """Hold what a wanderer asks for, and the circle's `center` and the `goal` on it."""

    linear: Pair
    angular: float
    center: Pair
    goal: Pair


def wander_one(body: Body, deviation: float, offset: float, radius: float) -> Wandering:
    """Return what `wander` makes of one body."""
    ahead_x, ahead_y = direction(body.orientation)
    x, y = body.x + ahead_x * offset, body.y + ahead_y * offset
    way_x, way_y = direction(body.orientation + deviation)
    goal = (x + way_x * radius, y + way_y * radius)
    return Wandering(seek_one(body, *goal), face_one(body, goal, 1.0, 45.0, 0.1), (x, y), goal)


def _share(distance: float, radius: float) -> float:
    """Return `share_of_radius` of one."""
    if distance > radius or radius == 0.0:
        return 1.0
    return distance / radius


@dataclass(frozen=True, slots=True)
class OnPath:
    """Hold what a follower of a path asks for, its new parameter and the point it steers to."""

    linear: Pair
    parameter: float
    target: Pair


def follow_path_one(
    body: Body, track: PathTrack, last: float, speed: float, path_offset: float, arrival_radius: float
) -> OnPath:
    """Return what `follow_path` makes of one follower."""
    window = 2.0 * path_offset + body.max_speed * body.step_seconds
    parameter = _project_one(track, body, last, window)
    ahead = parameter + path_offset
    target = _point_at(track, ahead)
    if ahead >= track.total and not track.closed:
        linear = arrive_one(body, target, speed, arrival_radius, path_offset, 0.1)
    else:
        linear = seek_one(body, *target)
    return OnPath(linear, parameter, target)


def _wrap(track: PathTrack, parameter: float) -> float:
    if track.closed and track.total > 0.0:
        rest = math.fmod(parameter, track.total)
        return rest + track.total if rest < 0.0 else rest
    return 0.0 if parameter <= 0.0 else min(parameter, track.total)


def _point_at(track: PathTrack, parameter: float) -> Pair:
    place = _wrap(track, parameter)
    which = min(max(bisect.bisect_right(track.begins, place) - 1, 0), len(track.begins) - 1)
    start_x, start_y, way_x, way_y, begin, size = track.legs[which]
    along = min(place - begin, size)
    return start_x + way_x * along, start_y + way_y * along


def _project_one(track: PathTrack, body: Body, last: float, window: float) -> float:
    """Return what `project` does for one; legs that lie outside what is searched are left out."""
    fresh = last < 0.0
    low = 0.0 if fresh else last
    high = low + (track.one_way if fresh else min(window, track.total))
    if not track.closed:
        high = min(high, track.total)
    found, least = -1.0, math.inf
    for start_x, start_y, way_x, way_y, begin, size in track.legs:
        end = begin + size
        if begin > high or end < low:
            continue
        off_x, off_y = body.x - start_x, body.y - start_y
        along = off_x * way_x + off_y * way_y
        place = begin + (0.0 if along <= 0.0 else min(along, size))
        place = min(max(place, low), high)
        if begin <= place <= end:
            rest = place - begin
            off_x, off_y = off_x - way_x * rest, off_y - way_y * rest
            squared = off_x * off_x + off_y * off_y
            if squared < least:
                found, least = place, squared
    if found < 0.0:
        position = np.array([[body.x, body.y]])
        return float(project(track, position, np.array([last]), np.array([window]))[0])
    return _wrap(track, found)
