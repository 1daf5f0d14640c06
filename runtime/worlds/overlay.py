"""Gather what the preview draws over a picked agent. For display only; changes nothing."""

from __future__ import annotations

import numpy as np

from runtime.navigation.trips import Navigator
from runtime.steering.path_following import PathTrack, point_at
from runtime.values import Vector
from runtime.vectors import FloatArray
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.geometry import Obstructions
from runtime.worlds.request_store import RequestStore
from runtime.worlds.senses import Senses
from runtime.worlds.steering_step import BehaviorResult, SteeringStep
from runtime.worlds.visibility import view_cone
from runtime.worlds.world_records import AgentOverlay, Pose, SteeringContribution, ViewCone

_AHEAD = 8.0
_POINTS_AHEAD = 33


def pose_of(agents: AgentArrays, row: int) -> Pose:
    """Return where the agent of a row is."""
    return Pose(
        position=_vector(agents.position[row]),
        velocity=_vector(agents.velocity[row]),
        heading=float(agents.orientation[row]),
        rotation=float(agents.rotation[row]),
        radius=float(agents.radius[row]),
    )


def build_overlay(
    row: int,
    tick: int,
    agents: AgentArrays,
    solid: Obstructions,
    senses: Senses,
    store: RequestStore,
    tracks: tuple[PathTrack, ...],
    navigator: Navigator,
    step: SteeringStep | None,
) -> AgentOverlay:
    """Return what to draw over one agent: its cones, what steered it in the last step, its way ahead."""
    agent_id = agents.ids[row]
    pose = pose_of(agents, row)
    contributions = _contributions(row, step) if step is not None else ()
    blended = step.drive.steering if step is not None else None
    cones = tuple(
        ViewCone(view_cone(solid, agents.position[row], pose.heading, half_angle, reach), reach, half_angle)
        for half_angle, reach in senses.cones(agent_id)
    )
    targets = [each.target for each in contributions if each.target is not None]
    return AgentOverlay(
        agent_id=agent_id,
        pose=pose,
        contributions=contributions,
        linear=_vector(blended.linear[row]) if blended is not None else (0.0, 0.0),
        angular=float(blended.angular[row]) if blended is not None else 0.0,
        cones=cones,
        sensors=senses.explain(agent_id, tick),
        target=targets[0] if targets else None,
        path_ahead=_path_ahead(row, store, tracks) or _route_ahead(row, pose.position, store, navigator),
        stopped=not store.compiled[row],
    )


def _contributions(row: int, step: SteeringStep) -> tuple[SteeringContribution, ...]:
    found: list[tuple[int, SteeringContribution]] = []
    for batch, result in zip(step.table.batches, step.results, strict=True):
        for place in np.flatnonzero(batch.agent == row).tolist():
            table_row = int(batch.rows[place])
            request = batch.requests[place]
            linear = step.asked.linear[table_row] * request.weight
            found.append(
                (
                    table_row,
                    SteeringContribution(
                        behavior=request.behavior,
                        node_path=request.node_path,
                        weight=request.weight,
                        linear=_vector(linear),
                        angular=float(step.asked.angular[table_row] * request.weight),
                        target=_target(result, place, is_modifier=request.is_modifier),
                        marks={name: _vector(points[place]) for name, points in result.marks.items()},
                    ),
                )
            )
    return tuple(contribution for _, contribution in sorted(found, key=lambda pair: pair[0]))


def _target(result: BehaviorResult, place: int, *, is_modifier: bool) -> Vector | None:
    if result.target is None or is_modifier:
        return None
    return _vector(result.target[place])


def _path_ahead(row: int, store: RequestStore, tracks: tuple[PathTrack, ...]) -> tuple[Vector, ...]:
    for request in store.compiled[row]:
        memory = store.remembered(request) if request.track >= 0 else None
        if memory is not None:
            track = tracks[request.track]
            ahead = np.linspace(0.0, min(_AHEAD, track.total), _POINTS_AHEAD)
            return tuple(_vector(point) for point in point_at(track, memory[1] + ahead))
    return ()


def _route_ahead(row: int, position: Vector, store: RequestStore, navigator: Navigator) -> tuple[Vector, ...]:
    for request in store.compiled[row]:
        trip = navigator.trip(request.key)
        if trip is not None and trip.corners and not trip.unreachable:
            return (position, *trip.corners[trip.corner :])
    return ()


def _vector(values: FloatArray) -> Vector:
    return float(values[0]), float(values[1])
