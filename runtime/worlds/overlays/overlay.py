"""Gather what the preview draws over a picked agent. For display only; changes nothing."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from graphs.kinds.actions.steering_behaviors import BehaviorDeclaration
from runtime.basics.values import Vector
from runtime.formulas.path_following import PathTrack, point_at
from runtime.records.sense_records import SensorExplanation
from runtime.records.world_records import (
    AgentOverlay,
    ClosestApproach,
    PathProgress,
    PlaceAnswer,
    Pose,
    ShownFormation,
    SteeringContribution,
    ViewCone,
)
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.navigation.navigator import Navigator
from runtime.worlds.overlays.overlay_details import (
    body_of,
    dodged_meeting,
    meeting_ahead,
    near_rows,
    obstacle_feeler,
    path_progress,
    vector,
    wall_feelers,
    waypoint_progress,
)
from runtime.worlds.overlays.reach import view_outline
from runtime.worlds.places.places import Places
from runtime.worlds.places.shown_answers import shown_answers
from runtime.worlds.requests.request_store import RequestStore
from runtime.worlds.requests.steering_requests import CompiledRequest
from runtime.worlds.senses.entities import Entities
from runtime.worlds.senses.senses import Senses
from runtime.worlds.squads.shown_formation import shown_formation
from runtime.worlds.squads.squads_part import SquadsPart
from runtime.worlds.steering.steering_step import BehaviorResult, SteeringStep

MOST_SENSORS = 100
"""Sensors of one agent that are drawn: a file may give it thousands, each worked out against all walls."""

_AHEAD = 8.0
_POINTS_AHEAD = 33
_CORNERS_AHEAD = 3
_FLOCKING = frozenset({"separation", "alignment", "cohesion", "flock"})


def pose_of(agents: AgentArrays, row: int) -> Pose:
    """Return where the agent of a row is."""
    return Pose(
        position=vector(agents.position[row]),
        velocity=vector(agents.velocity[row]),
        heading=float(agents.orientation[row]),
        rotation=float(agents.rotation[row]),
        radius=float(agents.radius[row]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class OverlayScene:
    """Hold what overlays are read from: a world as it is, and the steering of its last step."""

    tick: int
    step_seconds: float
    agents: AgentArrays
    solid: Obstructions
    entities: Entities
    senses: Senses
    store: RequestStore
    tracks: tuple[PathTrack, ...]
    navigator: Navigator
    step: SteeringStep | None
    places: Places | None = None
    squads: SquadsPart | None = None


class OverlayPart(StrEnum):
    """Name what can be read of an agent by itself, so that a crowd is read for what is drawn alone."""

    STEERING = "steering"
    CONES = "cones"
    SENSES = "senses"
    PLACES = "places"
    FORMATION = "formation"


ALL_PARTS = frozenset(OverlayPart)


def build_overlay(scene: OverlayScene, row: int, parts: Collection[OverlayPart] = ALL_PARTS) -> AgentOverlay:
    """Return what to draw over one agent: its cones, what steered it in the last step, its way ahead.

    What belongs to none of `parts` is left empty.
    """
    agents = scene.agents
    step = scene.step if OverlayPart.STEERING in parts else None
    agent_id = agents.ids[row]
    pose = pose_of(agents, row)
    contributions = _contributions(scene, row, step) if step is not None else ()
    blended = step.drive.steering if step is not None else None
    shapes = scene.senses.views(agent_id)[:MOST_SENSORS] if OverlayPart.CONES in parts else ()
    cones = tuple(
        ViewCone(
            view_outline(scene.senses.opaque, agents.position[row], pose.heading, shape),
            shape.range,
            shape.half_angle,
        )
        for shape in shapes
    )
    targets = [each.target for each in contributions if each.target is not None]
    return AgentOverlay(
        agent_id=agent_id,
        pose=pose,
        contributions=contributions,
        linear=vector(blended.linear[row]) if blended is not None else (0.0, 0.0),
        angular=float(blended.angular[row]) if blended is not None else 0.0,
        cones=cones,
        sensors=_sensors(scene, agent_id) if OverlayPart.SENSES in parts else (),
        target=targets[0] if targets else None,
        path_ahead=_way_ahead(scene, row, pose.position) if step is not None else (),
        stopped=not scene.store.compiled[row],
        answers=_answers(scene, agent_id) if OverlayPart.PLACES in parts else (),
        cost_left=scene.navigator.cost_left(row, pose.position) if step is not None else -1.0,
        formation=_formation(scene, agent_id) if OverlayPart.FORMATION in parts else None,
    )


def _formation(scene: OverlayScene, agent_id: str) -> ShownFormation | None:
    return None if scene.squads is None else shown_formation(scene.squads, agent_id)


def _answers(scene: OverlayScene, agent_id: str) -> tuple[PlaceAnswer, ...]:
    return () if scene.places is None else shown_answers(scene.places, agent_id)


def _sensors(scene: OverlayScene, agent_id: str) -> tuple[SensorExplanation, ...]:
    return scene.senses.explain(agent_id, scene.tick, most=MOST_SENSORS)


def _contributions(scene: OverlayScene, row: int, step: SteeringStep) -> tuple[SteeringContribution, ...]:
    found: list[SteeringContribution] = []
    for table_row in step.table.rows_of(row):
        batch, place = step.table.places[table_row]
        result = step.results[step.table.batches.index(batch)]
        request = batch.requests[place]
        numbers = _numbers(batch.behavior, request)
        detail = SteeringContribution(
            behavior=request.behavior,
            node_path=request.node_path,
            weight=request.weight,
            linear=vector(step.asked.linear[table_row] * request.weight),
            angular=float(step.asked.angular[table_row] * request.weight),
            target=_target(result, place, is_modifier=request.is_modifier),
            marks={name: vector(points[place]) for name, points in result.marks.items()},
            numbers=numbers,
            mode=request.mode,
            target_entity=scene.entities.id_at(request.target_row) if request.target_row >= 0 else None,
            is_modifier=request.is_modifier,
            neighbors=_neighbors(scene, row, request, numbers, found),
        )
        found.append(_with_details(scene, row, request, detail))
    return tuple(found)


def _numbers(behavior: BehaviorDeclaration, request: CompiledRequest) -> dict[str, float]:
    named = zip(behavior.numbers, request.numbers, strict=True)
    return {parameter.name: value for parameter, value in named if math.isfinite(value)}


def _with_details(
    scene: OverlayScene, row: int, request: CompiledRequest, contribution: SteeringContribution
) -> SteeringContribution:
    """Add what a behavior feels, dodges or follows."""
    numbers, behavior = contribution.numbers, contribution.behavior
    if behavior == "avoid_walls":
        body = body_of(scene.agents, row, scene.step_seconds)
        return replace(contribution, feelers=wall_feelers(body, scene.solid, numbers))
    if behavior == "avoid_obstacles":
        body = body_of(scene.agents, row, scene.step_seconds)
        return replace(contribution, feelers=obstacle_feeler(body, scene.solid, numbers))
    if behavior == "avoid_agents":
        return replace(contribution, meeting=_meeting(scene, row, contribution))
    if request.track >= 0:
        return replace(contribution, progress=_progress(scene, row, request))
    return contribution


def _neighbors(
    scene: OverlayScene,
    row: int,
    request: CompiledRequest,
    numbers: Mapping[str, float],
    before: Sequence[SteeringContribution],
) -> tuple[Vector, ...]:
    """Return where those are that a flock member counts; those `before` that count the same share them."""
    if request.behavior not in _FLOCKING:
        return ()
    reach, mode = numbers["range"], request.mode
    for other in before:
        if other.behavior in _FLOCKING and (other.numbers["range"], other.mode) == (reach, mode):
            return other.neighbors
    near = near_rows(scene.agents, row, reach, own_team=mode == "team")
    return tuple((x, y) for x, y in scene.agents.position[near].tolist())


def _meeting(scene: OverlayScene, row: int, contribution: SteeringContribution) -> ClosestApproach | None:
    """Return the meeting expected now, or the one that the last step dodged."""
    ahead = meeting_ahead(scene.agents, row, contribution.numbers)
    place = contribution.marks.get("meeting")
    if ahead is not None or place is None or contribution.linear == (0.0, 0.0):
        return ahead
    return dodged_meeting(scene.agents, row, contribution.numbers["range"], place)


def _progress(scene: OverlayScene, row: int, request: CompiledRequest) -> PathProgress | None:
    memory = scene.store.remembered(request)
    if memory is None:
        return None
    track = scene.tracks[request.track]
    if request.behavior == "follow_waypoints":
        return waypoint_progress(track, int(memory[1]), vector(scene.agents.position[row]))
    return path_progress(track, memory[1])


def _target(result: BehaviorResult, place: int, *, is_modifier: bool) -> Vector | None:
    if result.target is None or is_modifier:
        return None
    return vector(result.target[place])


def _way_ahead(scene: OverlayScene, row: int, position: Vector) -> tuple[Vector, ...]:
    return _path_ahead(scene, row) or _route_ahead(scene, row, position)


def _path_ahead(scene: OverlayScene, row: int) -> tuple[Vector, ...]:
    for request in scene.store.compiled[row]:
        memory = scene.store.remembered(request) if request.track >= 0 else None
        if memory is None:
            continue
        track = scene.tracks[request.track]
        if request.behavior == "follow_waypoints":
            return _corners_ahead(track, int(memory[1]), vector(scene.agents.position[row]))
        ahead = np.linspace(0.0, min(_AHEAD, track.total), _POINTS_AHEAD)
        return tuple(vector(point) for point in point_at(track, memory[1] + ahead))
    return ()


def _corners_ahead(track: PathTrack, index: int, position: Vector) -> tuple[Vector, ...]:
    corners = track.corners
    coming = [index + step for step in range(min(_CORNERS_AHEAD, len(corners)))]
    places = [each % len(corners) for each in coming if track.closed or each < len(corners)]
    return (position, *(vector(corners[place]) for place in places))


def _route_ahead(scene: OverlayScene, row: int, position: Vector) -> tuple[Vector, ...]:
    for request in scene.store.compiled[row]:
        trip = scene.navigator.trip(request.key)
        if trip is not None and trip.corners and not trip.unreachable:
            return (position, *trip.corners[trip.corner :])
    return ()
