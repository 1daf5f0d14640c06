"""Walk from waypoint to waypoint with a mass that makes turns soft."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray, length, unwarned
from runtime.formulas.steering_input import Bodies, Steering, linear_only, match_velocity, wanted_velocity

FRAME_SECONDS = 1.0 / 60.0
"""Length of the frame in which a mass of 1 takes over the wanted velocity whole."""


@dataclass(frozen=True, slots=True, eq=False)
class WaypointStep:
    """Hold the steering, the index (n,) each body now walks to, and those points (n, 2)."""

    steering: Steering
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
