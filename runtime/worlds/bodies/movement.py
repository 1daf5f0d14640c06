"""Integrate bodies for one step: steering or the stop rule, speed limits, semi-implicit Euler."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from runtime.basics.single_vectors import FEW
from runtime.basics.values import Vector
from runtime.basics.vectors import (
    FloatArray,
    clamp_length,
    length,
    safe_divide,
    unit,
    wrap_orientation,
)
from runtime.formulas.seeking import face_travel
from runtime.formulas.steering_input import SteeringInput, match_velocity
from runtime.worlds.bodies.agent_arrays import STOP_RULES, AgentArrays
from runtime.worlds.bodies.motion import MOVING, Drive, NextMotion, bodies_of
from runtime.worlds.bodies.single_motion import integrate_few

_HARD_STOP = STOP_RULES.index("hard_stop")
_BRAKE = STOP_RULES.index("brake")
_THERE, _SLOWS = 0.25, 1.0
"""Units from its goal at which an agent that was sent there is there, and at which it goes slower."""


def integrate(agents: AgentArrays, drive: Drive, step_seconds: float) -> NextMotion:
    """Return the motion after one step of `step_seconds`, before contacts (STEER-01).

    Semi-implicit: first the velocity, `velocity + linear · dt`, then the position with the *new* velocity,
    `way = velocity · dt`; orientation likewise. Speed is cut to `max_speed`; above the limit asked for it
    falls by at most `max_acceleration · dt` per step. Rotation is clamped to ± `max_rotation`.
    """
    if len(agents) <= FEW:
        return integrate_few(agents, drive, step_seconds)
    velocity = _next_velocity(agents, drive, step_seconds)
    rotation = _next_rotation(agents, drive, velocity, step_seconds)
    orientation = wrap_orientation(agents.orientation + rotation * step_seconds)
    return NextMotion(velocity, rotation, orientation, velocity * step_seconds)


def with_driven(
    drive: Drive, agents: AgentArrays, driven: Mapping[int, Vector], step_seconds: float
) -> Drive:
    """Return `drive` with the movement of agents that are driven by hand replaced.

    `driven` maps rows to directions: a vector of length 1 or more asks for full speed, a shorter one for
    less. The velocity wanted is matched in 0.1 s.
    """
    if not driven:
        return drive
    rows = np.array(sorted(driven), dtype=np.int64)
    direction = np.array([driven[row] for row in rows.tolist()], dtype=np.float64)
    share = np.minimum(length(direction), 1.0)
    wanted = np.zeros_like(agents.velocity)
    wanted[rows] = unit(direction) * (share * agents.max_speed[rows])[:, None]
    bodies = bodies_of(agents, step_seconds)
    linear, moved, limit = drive.steering.linear.copy(), drive.moved.copy(), drive.speed_limit.copy()
    linear[rows] = match_velocity(bodies, wanted, np.full(len(agents), 0.1))[rows]
    moved[rows] = True
    limit[rows] = agents.max_speed[rows]
    return Drive(SteeringInput(linear, drive.steering.angular), moved, drive.turned, limit)


def direction_to(position: FloatArray, goal: Vector) -> Vector | None:
    """Return the direction in which an agent at `position` (2,) is driven to `goal`; None at the goal."""
    x, y = goal[0] - float(position[0]), goal[1] - float(position[1])
    distance = math.sqrt(x * x + y * y)
    if distance <= _THERE:
        return None
    share = min(1.0, distance / _SLOWS) / distance
    return x * share, y * share


def _next_velocity(agents: AgentArrays, drive: Drive, step_seconds: float) -> FloatArray:
    steered = agents.velocity + drive.steering.linear * step_seconds
    loss = agents.max_acceleration * step_seconds
    speed = length(agents.velocity)
    easing = np.maximum(drive.speed_limit, speed - loss)
    limit = np.where(drive.moved, np.minimum(easing, agents.max_speed), agents.max_speed)
    if not drive.moved.all():
        stopping = ~drive.moved
        braked = agents.velocity * safe_divide(np.maximum(speed - loss, 0.0), speed)[:, None]
        steered = np.where((stopping & (agents.stop_rule == _BRAKE))[:, None], braked, steered)
        steered = np.where((stopping & (agents.stop_rule == _HARD_STOP))[:, None], 0.0, steered)
    return clamp_length(np.asfortranarray(steered), limit)


def _next_rotation(
    agents: AgentArrays, drive: Drive, velocity: FloatArray, step_seconds: float
) -> FloatArray:
    steered = agents.rotation + drive.steering.angular * step_seconds
    if drive.turned.all():
        return np.clip(steered, -agents.max_rotation, agents.max_rotation)
    stopping = ~drive.turned
    loss = agents.max_angular_acceleration * step_seconds
    braked = np.sign(agents.rotation) * np.maximum(np.abs(agents.rotation) - loss, 0.0)
    steered = np.where(stopping & (agents.stop_rule == _BRAKE), braked, steered)
    steered = np.where(stopping & (agents.stop_rule == _HARD_STOP), 0.0, steered)
    follows = stopping & agents.faces_travel & (length(velocity) >= MOVING)
    if follows.any():
        count = len(agents)
        bodies = bodies_of(agents, step_seconds)
        turning = face_travel(bodies, np.full(count, 1.0), np.full(count, 45.0), np.full(count, 0.1))
        steered = np.where(follows, agents.rotation + turning.angular * step_seconds, steered)
    return np.clip(steered, -agents.max_rotation, agents.max_rotation)
