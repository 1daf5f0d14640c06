"""Integrate a few bodies one by one, and tell when none of them meets anything: the bits are those of arrays.

Here are the numbers that `movement` has for many bodies; see there for what they mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from runtime.basics.single_vectors import as_array, shortened, within, wrapped
from runtime.basics.vectors import FloatArray
from runtime.formulas.single_body import Body, Pair, face_travel_one
from runtime.worlds.bodies.agent_arrays import STOP_RULES, AgentArrays
from runtime.worlds.bodies.motion import MOVING, Drive, NextMotion, single_bodies
from runtime.worlds.bodies.single_rays import may_touch
from runtime.worlds.bodies.solid_shapes import SolidShapes

_HARD_STOP = STOP_RULES.index("hard_stop")
_BRAKE = STOP_RULES.index("brake")


def integrate_few(agents: AgentArrays, drive: Drive, step_seconds: float) -> NextMotion:
    """Return what `integrate` does, of a few bodies."""
    velocities, rotations, orientations, ways = [], [], [], []
    for body, linear, angular, moved, turned, limit, stop, follows in zip(
        single_bodies(agents, step_seconds),
        drive.steering.linear.tolist(),
        drive.steering.angular.tolist(),
        drive.moved.tolist(),
        drive.turned.tolist(),
        drive.speed_limit.tolist(),
        agents.stop_rule.tolist(),
        agents.faces_travel.tolist(),
        strict=True,
    ):
        x, y = _next_velocity(body, linear, limit if moved else None, stop)
        follows = follows and not turned and math.sqrt(x * x + y * y) >= MOVING
        rotation = _next_rotation(body, angular, turned, stop, follows)
        velocities.append((x, y))
        rotations.append(rotation)
        orientations.append(wrapped(body.orientation + rotation * step_seconds))
        ways.append((x * step_seconds, y * step_seconds))
    return NextMotion(as_array(velocities), np.array(rotations), np.array(orientations), as_array(ways))


def _next_velocity(body: Body, linear: Sequence[float], speed_limit: float | None, stop: int) -> Pair:
    """Return the next velocity; `speed_limit` is None where no request moves the body."""
    x, y = body.speed_x, body.speed_y
    step_seconds, limit = body.step_seconds, body.max_speed
    if speed_limit is not None:
        easing = max(speed_limit, math.sqrt(x * x + y * y) - body.max_acceleration * step_seconds)
        limit = min(easing, limit)
    elif stop == _HARD_STOP:
        return 0.0, 0.0
    elif stop == _BRAKE:
        speed = math.sqrt(x * x + y * y)
        left = max(speed - body.max_acceleration * step_seconds, 0.0)
        share = left / speed if speed != 0.0 else 0.0
        return shortened(x * share, y * share, limit)
    return shortened(x + linear[0] * step_seconds, y + linear[1] * step_seconds, limit)


def _next_rotation(body: Body, angular: float, turned: bool, stop: int, follows: bool) -> float:
    """Return the next rotation; who `follows` turns to where it moves."""
    rotation = body.rotation
    if follows:
        rotation += face_travel_one(body, 1.0, 45.0, 0.1) * body.step_seconds
    elif turned or stop not in (_BRAKE, _HARD_STOP):
        rotation += angular * body.step_seconds
    elif stop == _BRAKE:
        left = max(abs(rotation) - body.max_angular_acceleration * body.step_seconds, 0.0)
        rotation = left if rotation > 0.0 else -left if rotation < 0.0 else 0.0
    else:
        rotation = 0.0
    return within(rotation, body.max_rotation)


def any_may_touch(shapes: SolidShapes, position: FloatArray, move: FloatArray, radius: FloatArray) -> bool:
    """Tell whether any of a few bodies can touch something solid on its way."""
    return any(
        may_touch(shapes, x, y, math.sqrt(way_x * way_x + way_y * way_y), size)
        for (x, y), (way_x, way_y), size in zip(
            position.tolist(), move.tolist(), radius.tolist(), strict=True
        )
    )


def any_overlap(position: FloatArray, radius: FloatArray) -> bool:
    """Tell whether any two of a few bodies overlap."""
    bodies = [(x, y, size) for (x, y), size in zip(position.tolist(), radius.tolist(), strict=True)]
    for place, (x, y, size) in enumerate(bodies):
        for other_x, other_y, other_size in bodies[:place]:
            off_x, off_y, reach = other_x - x, other_y - y, other_size + size
            if reach - math.sqrt(off_x * off_x + off_y * off_y) > 0.0:
                return True
    return False
