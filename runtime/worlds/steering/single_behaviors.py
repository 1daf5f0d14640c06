"""Compute the requests of a few bodies one by one, to the same bits as `steering_behaviors` do all at once.

Those are here that worlds of a few bodies use most; they take a tenth of the time.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping

import numpy as np

from runtime.basics.angles import direction
from runtime.basics.random_numbers import draw_float, fnv1a_32
from runtime.basics.single_vectors import as_array, in_range, unit_of
from runtime.formulas.path_following import NOT_STARTED
from runtime.formulas.single_body import (
    Body,
    Pair,
    arrive_one,
    face_one,
    follow_path_one,
    pursue_one,
    seek_one,
    wander_one,
)
from runtime.formulas.steering_input import SteeringInput
from runtime.formulas.wandering import draws_due_one
from runtime.worlds.bodies.single_rays import RayHit, cast_near_ray
from runtime.worlds.requests.steering_table import Batch, number_places
from runtime.worlds.steering.steering_scene import BehaviorResult, Scene

SingleEvaluator = Callable[[Scene, Batch], BehaviorResult | None]
"""Compute all requests for one behavior of a few bodies; None where arrays must."""

_AVOID = number_places("avoid_walls", "look_ahead", "whisker_angle", "whisker_share", "avoid_distance")
_ARRIVE = number_places("arrive", "speed", "target_radius", "slow_radius", "time_to_target")
_FACE = number_places("face", "target_radius", "slow_radius", "time_to_target")
_PURSUE = number_places("pursue", "max_prediction")
_WANDER = number_places("wander", "rate", "offset", "radius")
_FOLLOW = number_places("follow_path", "speed", "path_offset", "target_radius")

_direction = functools.lru_cache(maxsize=256)(direction)


def _moves(linear: list[Pair]) -> SteeringInput:
    return SteeringInput(as_array(linear), np.zeros(len(linear)))


def _follow_path(scene: Scene, batch: Batch) -> BehaviorResult:
    linear, target = [], []
    for place, request in enumerate(batch.requests):
        body, track = scene.single_bodies[request.agent], scene.tracks[request.track]
        speed, offset, radius = (request.numbers[number] for number in _FOLLOW)
        track_row, parameter, _ = batch.memory[place].tolist()
        last = parameter if batch.remembers[place] and track_row == request.track else NOT_STARTED
        step = follow_path_one(body, track, last, min(speed, body.max_speed), offset, radius)
        batch.memory[place, 0], batch.memory[place, 1] = request.track, step.parameter
        linear.append(step.linear)
        target.append(step.target)
    batch.remembers[:] = True
    return BehaviorResult(_moves(linear), as_array(target))


def _avoid_walls(scene: Scene, batch: Batch) -> BehaviorResult | None:
    reach = math.inf if scene.shapes.cells is None else scene.shapes.cells.reach
    linear, targets, ends = [], [], []
    for request in batch.requests:
        body = scene.single_bodies[request.agent]
        look_ahead, angle, share, distance = (request.numbers[number] for number in _AVOID)
        rays = _wall_rays(body, look_ahead, angle, share)
        if any(math.sqrt(x * x + y * y) * 0.5 > reach for x, y in rays):
            return None
        hit = _first_hit(scene, body, rays)
        x, y = body.x, body.y
        if hit is not None:
            x = hit.point[0] + hit.normal[0] * distance
            y = hit.point[1] + hit.normal[1] * distance
        linear.append(seek_one(body, x, y))
        targets.append((x, y))
        ends.append([(body.x + ray_x, body.y + ray_y) for ray_x, ray_y in rays])
    marks = np.array(ends)
    names = ("ray ahead", "left whisker", "right whisker")
    return BehaviorResult(
        _moves(linear), as_array(targets), {name: marks[:, ray] for ray, name in enumerate(names)}
    )


def _wall_rays(body: Body, look_ahead: float, angle: float, share: float) -> tuple[Pair, Pair, Pair]:
    """Return the rays of `wall_rays`: ahead, left and right."""
    x, y = unit_of(body.speed_x, body.speed_y)
    x, y = x * look_ahead, y * look_ahead
    cosine, sine = _direction(angle)
    return (
        (x, y),
        ((x * cosine - y * sine) * share, (x * sine + y * cosine) * share),
        ((x * cosine + y * sine) * share, (y * cosine - x * sine) * share),
    )


def _first_hit(scene: Scene, body: Body, rays: tuple[Pair, ...]) -> RayHit | None:
    """Return what is hit nearest; None for a body at rest."""
    if not math.sqrt(body.speed_x * body.speed_x + body.speed_y * body.speed_y) > 0.0:
        return None
    nearest, first = math.inf, None
    for x, y in rays:
        hit = cast_near_ray(scene.shapes, body.x, body.y, x, y)
        if hit is not None:
            distance = hit.share * math.sqrt(x * x + y * y)
            if distance < nearest:
                nearest, first = distance, hit
    return first


def _face(scene: Scene, batch: Batch) -> BehaviorResult:
    targets = scene.targets(batch)
    angular = [
        face_one(scene.single_bodies[request.agent], (x, y), *(request.numbers[number] for number in _FACE))
        for request, (x, y) in zip(batch.requests, targets.tolist(), strict=True)
    ]
    return BehaviorResult(SteeringInput(np.zeros((len(angular), 2)), np.array(angular)), targets)


def _arrive(scene: Scene, batch: Batch) -> BehaviorResult:
    targets, linear = scene.targets(batch), []
    for request, (x, y) in zip(batch.requests, targets.tolist(), strict=True):
        body = scene.single_bodies[request.agent]
        speed, target_radius, slow_radius, time = (request.numbers[number] for number in _ARRIVE)
        speed = min(speed, body.max_speed)
        linear.append(arrive_one(body, (x, y), speed, target_radius, slow_radius, time))
    return BehaviorResult(_moves(linear), targets)


def _pursue(scene: Scene, batch: Batch) -> BehaviorResult:
    targets, velocities = scene.targets(batch), scene.target_velocities(batch)
    linear, predicted = [], []
    for request, (x, y), (speed_x, speed_y) in zip(
        batch.requests, targets.tolist(), velocities.tolist(), strict=True
    ):
        body, ahead = scene.single_bodies[request.agent], request.numbers[_PURSUE[0]]
        asked, place = pursue_one(body, (x, y), (speed_x, speed_y), ahead)
        linear.append(asked)
        predicted.append(place)
    return BehaviorResult(_moves(linear), targets, {"predicted": as_array(predicted)})


def _wander(scene: Scene, batch: Batch) -> BehaviorResult:
    found = []
    for place, request in enumerate(batch.requests):
        rate, offset, radius = (request.numbers[number] for number in _WANDER)
        deviation, number, _ = batch.memory[place].tolist()
        step = int(number)
        for _ in range(draws_due_one(step, scene.rate)):
            drawn = (2.0 * _draw(scene, batch, place) - 1.0) * rate
            deviation = in_range(drawn if request.mode == "redraw" else deviation + drawn)
        batch.memory[place, 0], batch.memory[place, 1] = deviation, (step + 1) % scene.rate
        found.append(wander_one(scene.single_bodies[request.agent], deviation, offset, radius))
    batch.remembers[:] = True
    steering = SteeringInput(
        as_array([each.linear for each in found]), np.array([each.angular for each in found])
    )
    marks = {"circle": as_array([each.center for each in found])}
    return BehaviorResult(steering, as_array([each.goal for each in found]), marks)


def _draw(scene: Scene, batch: Batch, place: int) -> float:
    """Draw one number in [0, 1) for a request, from its own stream."""
    request, number = batch.requests[place], int(batch.draws[place])
    batch.draws[place] = number + 1
    agent = fnv1a_32(scene.agents.ids[request.agent])
    return draw_float(scene.seed, agent, request.draw_key, number)


SINGLE_EVALUATORS: Mapping[str, SingleEvaluator] = {
    "arrive": _arrive,
    "avoid_walls": _avoid_walls,
    "face": _face,
    "follow_path": _follow_path,
    "pursue": _pursue,
    "wander": _wander,
}
"""What computes the requests of a few bodies, by behavior."""
