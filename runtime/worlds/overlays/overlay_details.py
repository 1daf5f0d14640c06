"""Work out for one agent what its requests feel, meet and follow now. For display only; changes nothing."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, dot, length
from runtime.formulas.avoiding import forward_rays, wall_rays
from runtime.formulas.path_following import PathTrack, point_at
from runtime.formulas.steering_input import Bodies
from runtime.records.world_records import ClosestApproach, Feeler, PathProgress
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.geometry import Obstructions, cast_rays, first_circle_hits
from runtime.worlds.bodies.motion import bodies_of

_FEELER_NAMES = ("Ray ahead", "Left whisker", "Right whisker")


def body_of(agents: AgentArrays, row: int, step_seconds: float) -> Bodies:
    """Return one agent's body, as steering behaviors read bodies."""
    every = bodies_of(agents, step_seconds)
    rows = slice(row, row + 1)
    return Bodies(
        position=every.position[rows],
        velocity=every.velocity[rows],
        orientation=every.orientation[rows],
        rotation=every.rotation[rows],
        radius=every.radius[rows],
        max_speed=every.max_speed[rows],
        max_acceleration=every.max_acceleration[rows],
        max_rotation=every.max_rotation[rows],
        max_angular_acceleration=every.max_angular_acceleration[rows],
        step_seconds=step_seconds,
    )


def wall_feelers(body: Bodies, solid: Obstructions, numbers: Mapping[str, float]) -> tuple[Feeler, ...]:
    """Return the three rays with which `avoid_walls` feels ahead; none for a body at rest."""

    def column(name: str) -> FloatArray:
        return np.array([numbers[name]], dtype=np.float64)

    rays = wall_rays(body, column("look_ahead"), column("whisker_angle"), column("whisker_share"))[0]
    if not length(rays).any():
        return ()
    start = np.broadcast_to(body.position, rays.shape)
    found = cast_rays(solid, start, rays)
    return tuple(
        Feeler(
            _FEELER_NAMES[row],
            vector(start[row]),
            vector(start[row] + rays[row]),
            vector(found.point[row]) if found.hit[row] else None,
            vector(found.normal[row]) if found.hit[row] else None,
            solid.names[int(found.owner[row])] if found.hit[row] else "",
        )
        for row in range(len(rays))
    )


def obstacle_feeler(body: Bodies, solid: Obstructions, numbers: Mapping[str, float]) -> tuple[Feeler, ...]:
    """Return the one ray with which `avoid_obstacles` feels for round obstacles."""
    ray = forward_rays(body, np.array([numbers["look_ahead"]], dtype=np.float64))
    share, normal, hit = first_circle_hits(solid, body.position, ray)
    start, end = vector(body.position[0]), vector(body.position[0] + ray[0])
    if not hit[0]:
        return (Feeler("Ray ahead", start, end),)
    at = body.position[0] + ray[0] * share[0]
    return (Feeler("Ray ahead", start, end, vector(at), vector(normal[0]), "a round obstacle"),)


def meeting_ahead(agents: AgentArrays, row: int, numbers: Mapping[str, float]) -> ClosestApproach | None:
    """Return the closest approach that `avoid_agents` dodges first (STEER-12); None when no one is near."""
    others = near_rows(agents, row, numbers["range"])
    if not len(others):
        return None
    offset = agents.position[others] - agents.position[row]
    drift = agents.velocity[others] - agents.velocity[row]
    wanted = agents.radius[row] + agents.radius[others] + numbers["margin"]
    speed = dot(drift, drift)
    time = np.where(speed > 0.0, -dot(offset, drift) / np.where(speed > 0.0, speed, 1.0), 0.0)
    distance = length(offset)
    near = distance < wanted
    approach = length(offset + drift * time[:, None])
    meets = (time > 0.0) & (time <= numbers["horizon"]) & (approach < wanted)
    urgency = np.where(near, distance - wanted, np.where(meets, time, np.inf))
    first = int(np.argmin(urgency))
    if not np.isfinite(urgency[first]):
        return None
    seconds = 0.0 if near[first] else float(time[first])
    other = int(others[first])
    own_place = agents.position[row] + agents.velocity[row] * seconds
    other_place = agents.position[other] + agents.velocity[other] * seconds
    gap = float(distance[first]) if near[first] else float(approach[first])
    return ClosestApproach(agents.ids[other], seconds, vector(own_place), vector(other_place), gap)


def dodged_meeting(agents: AgentArrays, row: int, reach: float, place: Vector) -> ClosestApproach | None:
    """Return the meeting that was expected at `place` in the last step, where it is dodged already by now.

    It is with the agent within `reach` whose way leads past that place; None when there is none.
    """
    others = near_rows(agents, row, reach)
    if not len(others):
        return None
    to_place = np.array([place]) - agents.position[others]
    velocity = agents.velocity[others]
    squared = dot(velocity, velocity)
    time = np.where(squared > 0.0, dot(to_place, velocity) / np.where(squared > 0.0, squared, 1.0), 0.0)
    time = np.maximum(time, 0.0)
    missed = length(to_place - velocity * time[:, None])
    first = int(np.argmin(missed))
    own_place = agents.position[row] + agents.velocity[row] * time[first]
    gap = float(length(np.array([place]) - own_place)[0])
    return ClosestApproach(agents.ids[int(others[first])], float(time[first]), vector(own_place), place, gap)


def near_rows(agents: AgentArrays, row: int, reach: float, *, own_team: bool = False) -> np.ndarray:
    """Return the rows (k,) of the other agents within `reach` units, of the own team alone where asked."""
    near = length(agents.position - agents.position[row]) <= reach
    near[row] = False
    if own_team:
        near &= agents.team_numbers == agents.team_numbers[row]
    return np.flatnonzero(near)


def path_progress(track: PathTrack, parameter: float) -> PathProgress:
    """Return how far along a track a follower with this arc length is."""
    done = float(min(max(parameter, 0.0), track.total))
    at = vector(point_at(track, np.array([done]))[0])
    passed = int(np.searchsorted(track.begin, done, side="right"))
    line = (*(vector(corner) for corner in track.start[:passed]), at)
    return PathProgress(line, at, done, track.total, track.closed)


def waypoint_progress(track: PathTrack, index: int, position: Vector) -> PathProgress:
    """Return how far along a track one is that walks to its corner `index`, from `position`."""
    corners = track.corners
    to_corner = float(track.begin[index]) if index < len(track.begin) else track.total
    if index == 0 and track.closed:
        to_corner = track.total
    left = float(length(corners[index : index + 1] - np.array([position]))[0])
    passed = index if index > 0 or not track.closed else len(corners)
    line = (*(vector(corner) for corner in corners[:passed]), position)
    return PathProgress(line, position, max(0.0, to_corner - left), track.total, track.closed)


def vector(values: FloatArray) -> Vector:
    """Return a pair of floats."""
    return float(values[0]), float(values[1])
