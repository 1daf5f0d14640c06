"""Compute the requests of a few bodies one by one, to the same bits as `steering_behaviors` do all at once.

Only behaviors that many arrays are needed for are here; of a few bodies they take a tenth of the time.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping

import numpy as np

from runtime.basics.angles import direction
from runtime.basics.single_vectors import as_array, unit_of
from runtime.formulas.path_following import NOT_STARTED
from runtime.formulas.single_body import Body, Pair, follow_path_one, seek_one
from runtime.formulas.steering_input import SteeringInput
from runtime.worlds.bodies.single_rays import RayHit, cast_near_ray
from runtime.worlds.requests.steering_table import Batch, number_places
from runtime.worlds.steering.steering_scene import BehaviorResult, Scene

SingleEvaluator = Callable[[Scene, Batch], BehaviorResult | None]
"""Compute all requests for one behavior of a few bodies; None where arrays must."""

_AVOID = number_places("avoid_walls", "look_ahead", "whisker_angle", "whisker_share", "avoid_distance")
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


SINGLE_EVALUATORS: Mapping[str, SingleEvaluator] = {
    "avoid_walls": _avoid_walls,
    "follow_path": _follow_path,
}
"""What computes the requests of a few bodies, by behavior."""
