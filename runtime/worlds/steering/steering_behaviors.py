"""Compute the requests for each behavior: read arguments, ask the pure function, keep what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature

import numpy as np

from runtime.basics.random_batches import draw_units, stream_of_key
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length, map_to_range, taken
from runtime.formulas import seeking
from runtime.formulas.avoiding import (
    RAYS_PER_BODY,
    Neighbors,
    WallHits,
    avoid_agents,
    avoid_by_normal,
    avoid_walls,
    forward_rays,
    wall_rays,
)
from runtime.formulas.flocking import FlockWeights, alignment, cohesion, flock, separation
from runtime.formulas.following import offset_pursuit
from runtime.formulas.path_following import NOT_STARTED, follow_path, follow_waypoints
from runtime.formulas.seeking import align, face, face_travel
from runtime.formulas.steering_input import Aimed, Bodies, SteeringInput, wanted_velocity
from runtime.formulas.wandering import drawn_goal, draws_due, needs_goal, patience, roam, wander
from runtime.worlds.bodies.geometry import first_circle_hits
from runtime.worlds.bodies.solid_shapes import cast_near_rays
from runtime.worlds.requests.steering_table import Batch
from runtime.worlds.squads.slots import NOBODY
from runtime.worlds.steering.steering_scene import BehaviorResult, Scene, of_one_team

Evaluator = Callable[[Scene, Batch, Bodies], BehaviorResult]
"""Compute all requests for one behavior at once."""

_ARGUMENTS: Mapping[str, Callable[[Scene, Batch, Bodies], FloatArray]] = {
    "target": lambda scene, batch, bodies: scene.targets(batch),
    "target_velocity": lambda scene, batch, bodies: scene.target_velocities(batch),
    "other": lambda scene, batch, bodies: scene.others(batch),
    "other_velocity": lambda scene, batch, bodies: scene.other_velocities(batch),
    "speed": lambda scene, batch, bodies: _speeds(batch, bodies),
}
"""What a formula is given for an argument of that name; any other is the numeric argument of its name."""


def _speeds(batch: Batch, bodies: Bodies) -> FloatArray:
    return np.minimum(batch.column("speed"), bodies.max_speed)


def _evaluator(formula: Callable[..., SteeringInput | Aimed]) -> Evaluator:
    """Return what computes a formula that needs nothing but its arguments, which are found by their names."""
    names = tuple(signature(formula).parameters)[1:]

    def evaluate(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
        given = {
            name: _ARGUMENTS[name](scene, batch, bodies) if name in _ARGUMENTS else batch.column(name)
            for name in names
        }
        found = formula(bodies, **given)
        if isinstance(found, Aimed):
            return BehaviorResult(found.steering, found.point)
        return BehaviorResult(found, given.get("target"))

    return evaluate


def _predicting(
    formula: Callable[[Bodies, FloatArray, FloatArray, FloatArray], SteeringInput],
) -> Evaluator:
    """Return what pursues or evades, and shows where it takes its target to be."""

    def evaluate(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
        target, velocity = scene.targets(batch), scene.target_velocities(batch)
        ahead = batch.column("max_prediction")
        predicted = seeking.predict_position(bodies, target, velocity, ahead)
        return BehaviorResult(formula(bodies, target, velocity, ahead), target, {"predicted": predicted})

    return evaluate


def _align(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    orientation = scene.entity_orientation[np.maximum(batch.target_row, 0)]
    steering = align(
        bodies,
        np.where(batch.target_row >= 0, orientation, bodies.orientation),
        batch.column("target_radius"),
        batch.column("slow_radius"),
        batch.column("time_to_target"),
    )
    return BehaviorResult(steering)


def _face(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    target = scene.targets(batch)
    steering = face(
        bodies,
        target,
        batch.column("target_radius"),
        batch.column("slow_radius"),
        batch.column("time_to_target"),
    )
    return BehaviorResult(steering, target)


def _look_where_you_go(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    steering = face_travel(
        bodies, batch.column("target_radius"), batch.column("slow_radius"), batch.column("time_to_target")
    )
    return BehaviorResult(steering)


def _draw(scene: Scene, batch: Batch, rows: BoolArray) -> FloatArray:
    """Draw one number in [0, 1) for each request of `rows` (r,), from its own stream; 0 for the others."""
    for place in np.flatnonzero(batch.streams < 0).tolist():
        request = batch.requests[place]
        batch.streams[place] = stream_of_key(scene.seed, scene.agents.ids[request.agent], request.draw_key)
    drawn = np.where(rows, draw_units(batch.streams, batch.draws), 0.0)
    batch.draws = batch.draws + rows
    return drawn


def _wander(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Draw each wanderer's angle from the stream of agent and `node_path/wander` and steer by it.

    One draw every sixtieth of a second, at any rate of the world, so that the way does not depend on it. Its
    memory is the angle on the circle and the number of its next step within a second.
    """
    deviation, number = batch.memory[:, 0], batch.memory[:, 1].astype(np.int64)
    due = draws_due(number, scene.rate)
    redraws, rate = batch.has_mode("redraw"), batch.column("rate")
    for turn in range(int(due.max())):
        now = due > turn
        drawn = (2.0 * _draw(scene, batch, now) - 1.0) * rate
        turned = map_to_range(np.where(redraws, drawn, deviation + drawn))
        deviation = np.where(now, turned, deviation)
    batch.memory[:, 0] = deviation
    batch.memory[:, 1] = (number + 1) % scene.rate
    batch.remembers[:] = True
    result = wander(bodies, deviation, batch.column("offset"), batch.column("radius"))
    return BehaviorResult(result.steering, result.goal, {"circle": result.center})


def _roam(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Walk to the goal remembered, or to a new one drawn around the target or, without, the map.

    Two draws a goal, from the stream of agent and `node_path/roam`. Its memory is the goal, (x, y), and the
    step in which it is given up.
    """
    goal, speeds = batch.memory[:, :2].copy(), _speeds(batch, bodies)
    given_up = batch.remembers & (batch.memory[:, 2] > 0.0) & (batch.memory[:, 2] <= scene.tick)
    due = given_up | needs_goal(bodies, goal, batch.remembers, batch.column("target_radius"))
    if due.any():
        first = _draw(scene, batch, due)
        second = _draw(scene, batch, due)
        center = np.where((batch.target_row == -2)[:, None], scene.middle, scene.targets(batch))
        drawn = scene.on_map(drawn_goal(center, batch.column("half_size"), first, second), bodies.radius)
        goal = np.where(due[:, None], drawn, goal)
        batch.memory[:, :2] = goal
        ends = scene.tick + patience(bodies, goal, speeds) * scene.rate
        batch.memory[:, 2] = np.where(due, ends, batch.memory[:, 2])
        batch.remembers[:] = True
    steering = roam(bodies, goal, speeds, batch.column("time_to_target"))
    return BehaviorResult(steering, goal)


def _follow_path(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Move each follower on along its track; its memory is (track, parameter)."""
    linear, target = np.zeros((len(bodies), 2)), np.zeros((len(bodies), 2))
    known = batch.remembers & (batch.memory[:, 0] == batch.track)
    last = np.where(known, batch.memory[:, 1], NOT_STARTED)
    speeds, offsets, radii = (
        _speeds(batch, bodies),
        batch.column("path_offset"),
        batch.column("target_radius"),
    )
    for track_row in np.unique(batch.track).tolist():
        rows = np.flatnonzero(batch.track == track_row)
        some = scene.bodies_at(batch.agent[rows])
        step = follow_path(
            some, scene.tracks[track_row], last[rows], speeds[rows], offsets[rows], radii[rows]
        )
        linear[rows], target[rows] = step.steering.linear, step.target
        batch.memory[rows, 0] = float(track_row)
        batch.memory[rows, 1] = step.parameter
    batch.remembers[:] = True
    return BehaviorResult(SteeringInput(linear, np.zeros(len(bodies))), target)


def _follow_waypoints(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Walk each follower from corner to corner of its track; its memory is (track, index)."""
    linear, target = np.zeros((len(bodies), 2)), np.zeros((len(bodies), 2))
    known = batch.remembers & (batch.memory[:, 0] == batch.track)
    index = np.where(known, batch.memory[:, 1], 0.0).astype(np.int64)
    speeds, masses, radii = _speeds(batch, bodies), batch.column("mass"), batch.column("target_radius")
    for track_row in np.unique(batch.track).tolist():
        rows = np.flatnonzero(batch.track == track_row)
        track = scene.tracks[track_row]
        step = follow_waypoints(
            scene.bodies_at(batch.agent[rows]),
            track.corners,
            index[rows],
            speeds[rows],
            masses[rows],
            radii[rows],
            loops=track.closed,
        )
        linear[rows], target[rows] = step.steering.linear, step.target
        batch.memory[rows, 0] = float(track_row)
        batch.memory[rows, 1] = step.index
    batch.remembers[:] = True
    return BehaviorResult(SteeringInput(linear, np.zeros(len(bodies))), target)


def _go_to(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Walk to the next corner of each one's route, and arrive at its last; brake while there is no route."""
    goals, speeds = scene.targets(batch), _speeds(batch, bodies)
    arrivals = batch.column("target_radius")
    found = scene.navigator.aims(batch.requests, batch.agent, bodies, arrivals, goals, scene.tick)
    aims, last = found.point, found.is_last
    times = np.full(len(bodies), 0.1)
    arriving = seeking.arrive(bodies, aims, speeds, arrivals, batch.column("slow_radius"), times)
    walking = seeking.velocity_match(bodies, wanted_velocity(aims - bodies.position, speeds), times)
    linear = np.where(last[:, None], arriving.linear, walking.linear)
    return BehaviorResult(SteeringInput(linear, np.zeros(len(bodies))), goals, {"corner": aims})


def _match_velocity(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    wanted = scene.target_velocities(batch)
    return BehaviorResult(
        seeking.velocity_match(bodies, wanted, batch.column("time_to_target")), scene.targets(batch)
    )


def _offset_pursuit(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Keep a place in the frame of each target, or, with the frame of the world, one that never turns."""
    turns = (batch.target_row >= 0) & ~batch.has_mode("world")
    places = Beside(scene.targets(batch), scene.target_velocities(batch), batch.target_row, turns)
    return _keep_beside(scene, batch, bodies, places, batch.other()[1])


def _hold_slot(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Keep the places that a squad or a fighting circle gives; who has none asks for nothing."""
    slots = scene.held_slots()
    around, there = slots.around[batch.agent], slots.around[batch.agent] != NOBODY
    rows = np.maximum(around, 0)
    at = np.where(there[:, None], taken(scene.entity_position, rows), bodies.position)
    velocity = np.where(there[:, None], taken(scene.entity_velocity, rows), bodies.velocity)
    places = Beside(at, velocity, around, there & slots.turns[batch.agent])
    return _keep_beside(scene, batch, bodies, places, slots.offset[batch.agent])


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """Hold beside whom r places are: where those are, how they move, their rows, and whether places turn."""

    position: FloatArray
    velocity: FloatArray
    row: IntArray
    turns: BoolArray


def _keep_beside(
    scene: Scene, batch: Batch, bodies: Bodies, places: Beside, offset: FloatArray
) -> BehaviorResult:
    row = np.maximum(places.row, 0)
    found = offset_pursuit(
        bodies,
        places.position,
        places.velocity,
        np.where(places.turns, scene.entity_orientation[row], 0.0),
        np.where(places.turns, scene.entity_rotation[row], 0.0),
        offset,
        _speeds(batch, bodies),
        batch.column("max_prediction"),
        batch.column("slow_radius"),
        batch.column("time_to_target"),
    )
    return BehaviorResult(found.steering, found.point)


def _separation(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    nearby = of_one_team(scene, batch, scene.near(batch, batch.column("range")))
    return BehaviorResult(separation(bodies, nearby.mates))


def _alignment(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    nearby = of_one_team(scene, batch, scene.near(batch, batch.column("range")))
    return BehaviorResult(alignment(bodies, nearby.mates, batch.column("time_to_target")))


def _cohesion(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    nearby = of_one_team(scene, batch, scene.near(batch, batch.column("range")))
    return BehaviorResult(cohesion(bodies, nearby.mates))


def _flock(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Weigh what the flock and the target ask as directions, and take the velocity along the sum."""
    mates = of_one_team(scene, batch, scene.near(batch, batch.column("range"))).mates
    followed = (batch.target_row != -2)[:, None]
    target = np.where(followed, scene.targets(batch), bodies.position)
    steering = flock(
        bodies,
        mates,
        target,
        FlockWeights(
            batch.column("separation"),
            batch.column("alignment"),
            batch.column("cohesion"),
            batch.column("follow"),
        ),
        _speeds(batch, bodies),
        batch.column("time_to_target"),
    )
    return BehaviorResult(steering, target)


def _avoid_agents(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    agents, nearby = scene.agents, scene.near(batch, batch.column("range"))
    other = nearby.other
    neighbors = Neighbors(
        nearby.mates.row, taken(agents.position, other), nearby.mates.velocity, agents.radius.take(other)
    )
    result = avoid_agents(bodies, neighbors, batch.column("margin"), batch.column("horizon"))
    return BehaviorResult(result.steering, None, {"meeting": result.meeting})


def _avoid_obstacles(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    """Cast one ray straight ahead at the round obstacles alone."""
    ray = forward_rays(bodies, batch.column("look_ahead"))
    share, normal, hit = first_circle_hits(scene.solid, bodies.position, ray)
    result = avoid_by_normal(bodies, ray, hit, share, normal, batch.column("force"))
    marks = {"ray ahead": bodies.position + ray * share[:, None]}
    return BehaviorResult(result.steering, None, marks)


def _avoid_walls(scene: Scene, batch: Batch, bodies: Bodies) -> BehaviorResult:
    rays = wall_rays(
        bodies, batch.column("look_ahead"), batch.column("whisker_angle"), batch.column("whisker_share")
    )
    flat = rays.reshape(-1, 2)
    found = cast_near_rays(scene.shapes, np.repeat(bodies.position, RAYS_PER_BODY, axis=0), flat)
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


EVALUATORS: Mapping[str, Evaluator] = {
    **{formula.__name__: _evaluator(formula) for formula in seeking.PLAIN_BEHAVIORS},
    "pursue": _predicting(seeking.pursue),
    "evade": _predicting(seeking.evade),
    "align": _align,
    "face": _face,
    "look_where_you_go": _look_where_you_go,
    "wander": _wander,
    "follow_path": _follow_path,
    "follow_waypoints": _follow_waypoints,
    "roam": _roam,
    "go_to": _go_to,
    "match_velocity": _match_velocity,
    "hold_slot": _hold_slot,
    "offset_pursuit": _offset_pursuit,
    "separation": _separation,
    "alignment": _alignment,
    "cohesion": _cohesion,
    "flock": _flock,
    "avoid_agents": _avoid_agents,
    "avoid_obstacles": _avoid_obstacles,
    "avoid_walls": _avoid_walls,
}
"""What computes all requests for one behavior, by behavior."""
