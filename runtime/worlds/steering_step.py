"""Compute all steering requests in force at once, behavior by behavior, and blend them per agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from runtime.random_batches import draw_units, stream_start
from runtime.steering import arrive_leave, pursue_evade, seek_flee
from runtime.steering import stop as stopping
from runtime.steering.align_face import align, face
from runtime.steering.avoid_agents import Neighbors, avoid_agents
from runtime.steering.avoid_walls import RAYS_PER_BODY, WallHits, avoid_walls, wall_rays
from runtime.steering.blend import blend_by_weight
from runtime.steering.bodies import Bodies, Steering
from runtime.steering.path_following import NOT_STARTED, PathTrack, follow_path
from runtime.steering.wander import wander
from runtime.vectors import FloatArray, IntArray, length, map_to_range
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.cell_grid import pairs_within
from runtime.worlds.geometry import Obstructions, cast_rays
from runtime.worlds.movement import Drive, bodies_of
from runtime.worlds.steering_requests import Batch, RequestStore, RequestTable


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Hold what steering reads: bodies, entities by row, what is solid, tracks, and the seed."""

    agents: AgentArrays
    entity_position: FloatArray
    entity_velocity: FloatArray
    entity_orientation: FloatArray
    solid: Obstructions
    tracks: tuple[PathTrack, ...]
    seed: int
    step_seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class BehaviorResult:
    """Hold what one behavior asks for its r requests, and what the overlay shows of it.

    `target` (r, 2) is the point each steers for or from, None where the behavior has none; `marks` are
    further points by name.
    """

    steering: Steering
    target: FloatArray | None = None
    marks: Mapping[str, FloatArray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class SteeringStep:
    """Hold one step's steering: what every request asked, unweighted, and what drives the bodies.

    `results` go with the batches of `table`.
    """

    table: RequestTable
    asked: Steering
    results: tuple[BehaviorResult, ...]
    drive: Drive


def compute_steering(scene: Scene, store: RequestStore) -> SteeringStep:
    """Compute every request and modifier of `store` and blend them by weight (STEER-14).

    Path places and draw counts go back into `store`. Modifiers add to what is asked; they neither count as
    a request nor keep the stop rule from acting (SEMANTICS 9.2).
    """
    table = store.table()
    count = len(table.requests)
    linear, angular = np.zeros((count, 2)), np.zeros(count)
    limit = np.full(len(scene.agents), -1.0)
    moved = np.zeros(len(scene.agents), dtype=np.bool_)
    turned = np.zeros(len(scene.agents), dtype=np.bool_)
    results = []
    for batch in table.batches:
        bodies = _bodies_at(scene, batch.agent)
        result = _EVALUATORS[batch.behavior.id](scene, batch, bodies, store)
        results.append(result)
        linear[batch.rows] = result.steering.linear
        angular[batch.rows] = result.steering.angular
        asking = batch.agent[~table.is_modifier[batch.rows]]
        if batch.behavior.moves:
            moved[asking] = True
            if batch.has_column("speed"):
                wanted = np.minimum(batch.column("speed"), bodies.max_speed)
                np.maximum.at(limit, batch.agent, wanted)
        if batch.behavior.turns:
            turned[asking] = True
    asked = Steering(linear, angular)
    agents = scene.agents
    blended = blend_by_weight(
        table.agent, table.weight, asked, agents.max_acceleration, agents.max_angular_acceleration
    )
    limit = np.where(limit < 0.0, agents.max_speed, limit)
    return SteeringStep(table, asked, tuple(results), Drive(blended, moved, turned, limit))


def _bodies_at(scene: Scene, rows: IntArray) -> Bodies:
    every = bodies_of(scene.agents, scene.step_seconds)
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
        step_seconds=scene.step_seconds,
    )


def _targets(scene: Scene, batch: Batch) -> FloatArray:
    tracked = (batch.target_row >= 0)[:, None]
    return np.where(tracked, scene.entity_position[np.maximum(batch.target_row, 0)], batch.target)


def _target_velocities(scene: Scene, batch: Batch) -> FloatArray:
    tracked = (batch.target_row >= 0)[:, None]
    return np.where(tracked, scene.entity_velocity[np.maximum(batch.target_row, 0)], 0.0)


def _speeds(batch: Batch, bodies: Bodies) -> FloatArray:
    return np.minimum(batch.column("speed"), bodies.max_speed)


def _seek(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    target = _targets(scene, batch)
    return BehaviorResult(seek_flee.seek(bodies, target), target)


def _flee(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    target = _targets(scene, batch)
    return BehaviorResult(seek_flee.flee(bodies, target), target)


def _pursue(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    target, velocity = _targets(scene, batch), _target_velocities(scene, batch)
    ahead = batch.column("max_prediction")
    predicted = pursue_evade.predict_position(bodies, target, velocity, ahead)
    steering = pursue_evade.pursue(bodies, target, velocity, ahead)
    return BehaviorResult(steering, target, {"predicted": predicted})


def _evade(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    target, velocity = _targets(scene, batch), _target_velocities(scene, batch)
    ahead = batch.column("max_prediction")
    predicted = pursue_evade.predict_position(bodies, target, velocity, ahead)
    steering = pursue_evade.evade(bodies, target, velocity, ahead)
    return BehaviorResult(steering, target, {"predicted": predicted})


def _arrive(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    target = _targets(scene, batch)
    steering = arrive_leave.arrive(
        bodies,
        target,
        _speeds(batch, bodies),
        batch.column("target_radius"),
        batch.column("slow_radius"),
        batch.column("time_to_target"),
    )
    return BehaviorResult(steering, target)


def _leave(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    target = _targets(scene, batch)
    steering = arrive_leave.leave(
        bodies,
        target,
        _speeds(batch, bodies),
        batch.column("escape_radius"),
        batch.column("danger_radius"),
        batch.column("time_to_target"),
    )
    return BehaviorResult(steering, target)


def _align(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    orientation = scene.entity_orientation[np.maximum(batch.target_row, 0)]
    steering = align(
        bodies,
        np.where(batch.target_row >= 0, orientation, bodies.orientation),
        batch.column("target_radius"),
        batch.column("slow_radius"),
        batch.column("time_to_target"),
    )
    return BehaviorResult(steering)


def _face(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    target = _targets(scene, batch)
    steering = face(
        bodies,
        target,
        batch.column("target_radius"),
        batch.column("slow_radius"),
        batch.column("time_to_target"),
    )
    return BehaviorResult(steering, target)


def _stop(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    return BehaviorResult(stopping.stop(bodies, batch.column("time_to_target")))


def _wander(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    """Draw each wanderer's angle from the stream of agent and `node_path/wander` and steer by it."""
    paths = [f"{request.node_path}/wander" for request in batch.requests]
    counters = [(request.agent, path) for request, path in zip(batch.requests, paths, strict=True)]
    counts = np.array([store.draw_counts.get(counter, 0) for counter in counters], dtype=np.int64)
    ids = scene.agents.ids
    starts = np.array([stream_start(scene.seed, ids[agent], path) for agent, path in counters])
    drawn = (2.0 * draw_units(starts, counts) - 1.0) * batch.column("rate")
    kept = np.array([store.memory.get(request.key, (0.0,))[0] for request in batch.requests])
    accumulates = np.array([request.mode != "redraw" for request in batch.requests])
    deviation = map_to_range(np.where(accumulates, kept + drawn, drawn))
    for request, counter, angle, count in zip(
        batch.requests, counters, deviation.tolist(), counts.tolist(), strict=True
    ):
        store.memory[request.key] = (angle,)
        store.draw_counts[counter] = count + 1
    result = wander(bodies, deviation, batch.column("offset"), batch.column("radius"))
    return BehaviorResult(result.steering, result.goal, {"circle": result.center})


def _follow_path(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    """Move each follower on along its track; its memory is (track, parameter)."""
    linear, target = np.zeros((len(bodies), 2)), np.zeros((len(bodies), 2))
    tracks = np.array([request.track for request in batch.requests], dtype=np.int64)
    last = np.full(len(bodies), NOT_STARTED)
    for row, request in enumerate(batch.requests):
        track, parameter = store.memory.get(request.key, (-1.0, NOT_STARTED))
        last[row] = parameter if track == request.track else NOT_STARTED
    speeds, offsets, radii = (
        _speeds(batch, bodies),
        batch.column("path_offset"),
        batch.column("target_radius"),
    )
    for track_row in np.unique(tracks).tolist():
        rows = np.flatnonzero(tracks == track_row)
        some = _bodies_at(scene, batch.agent[rows])
        step = follow_path(
            some, scene.tracks[track_row], last[rows], speeds[rows], offsets[rows], radii[rows]
        )
        linear[rows], target[rows] = step.steering.linear, step.target
        for row, parameter in zip(rows.tolist(), step.parameter.tolist(), strict=True):
            store.memory[batch.requests[row].key] = (float(track_row), parameter)
    return BehaviorResult(Steering(linear, np.zeros(len(bodies))), target)


def _avoid_agents(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    agents, reach = scene.agents, batch.column("range")
    row, other = pairs_within(bodies.position, agents.position, float(reach.max()))
    distance = length(agents.position[other] - bodies.position[row])
    counts = (batch.agent[row] != other) & (distance <= reach[row])
    row, other = row[counts], other[counts]
    neighbors = Neighbors(row, agents.position[other], agents.velocity[other], agents.radius[other])
    result = avoid_agents(bodies, neighbors, batch.column("margin"), batch.column("horizon"))
    return BehaviorResult(result.steering, None, {"meeting": result.meeting})


def _avoid_walls(scene: Scene, batch: Batch, bodies: Bodies, store: RequestStore) -> BehaviorResult:
    rays = wall_rays(
        bodies, batch.column("look_ahead"), batch.column("whisker_angle"), batch.column("whisker_share")
    )
    flat = rays.reshape(-1, 2)
    found = cast_rays(scene.solid, np.repeat(bodies.position, RAYS_PER_BODY, axis=0), flat)
    shape = (len(bodies), RAYS_PER_BODY)
    hits = WallHits(
        hit=found.hit.reshape(shape),
        distance=(found.share * length(flat)).reshape(shape),
        point=found.point.reshape(*shape, 2),
        normal=found.normal.reshape(*shape, 2),
    )
    result = avoid_walls(bodies, hits, batch.column("avoid_distance"))
    marks = {
        "ray ahead": bodies.position + rays[:, 0],
        "left whisker": bodies.position + rays[:, 1],
        "right whisker": bodies.position + rays[:, 2],
    }
    return BehaviorResult(result.steering, result.target, marks)


_EVALUATORS: Mapping[str, Callable[[Scene, Batch, Bodies, RequestStore], BehaviorResult]] = {
    "seek": _seek,
    "flee": _flee,
    "pursue": _pursue,
    "evade": _evade,
    "arrive": _arrive,
    "leave": _leave,
    "align": _align,
    "face": _face,
    "stop": _stop,
    "wander": _wander,
    "follow_path": _follow_path,
    "avoid_agents": _avoid_agents,
    "avoid_walls": _avoid_walls,
}
