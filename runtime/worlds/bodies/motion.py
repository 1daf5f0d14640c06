"""Hold what drives bodies in one step and where that takes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray
from runtime.formulas.single_body import Body
from runtime.formulas.steering_input import Bodies, SteeringInput
from runtime.worlds.bodies.agent_arrays import AgentArrays

MOVING = 0.05
"""The speed, in units/s, from which on a body that faces where it moves turns there."""


@dataclass(frozen=True, slots=True, eq=False)
class Drive:
    """Hold what drives n bodies in one step.

    `steering` is the blended sum. `moved` and `turned` (n,) tell whether a request spoke on the movement and
    on the facing channel; where not, the stop rule acts on that channel (rule 9.2). `speed_limit` (n,)
    in units/s is the highest speed that the requests in force ask for.
    """

    steering: SteeringInput
    moved: BoolArray
    turned: BoolArray
    speed_limit: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class NextMotion:
    """Hold the next velocity (n, 2), rotation (n,) and orientation (n,), and the way (n, 2) of this step."""

    velocity: FloatArray
    rotation: FloatArray
    orientation: FloatArray
    way: FloatArray


def bodies_of(agents: AgentArrays, step_seconds: float) -> Bodies:
    """Return the bodies of all agents as steering behaviors read them."""
    return Bodies(
        position=np.asfortranarray(agents.position),
        velocity=np.asfortranarray(agents.velocity),
        orientation=agents.orientation,
        rotation=agents.rotation,
        radius=agents.radius,
        max_speed=agents.max_speed,
        max_acceleration=agents.max_acceleration,
        max_rotation=agents.max_rotation,
        max_angular_acceleration=agents.max_angular_acceleration,
        step_seconds=step_seconds,
    )


def single_bodies(agents: AgentArrays, step_seconds: float) -> tuple[Body, ...]:
    """Return the bodies of all agents one by one."""
    columns = zip(
        agents.position.tolist(),
        agents.velocity.tolist(),
        agents.orientation.tolist(),
        agents.rotation.tolist(),
        agents.max_speed.tolist(),
        agents.max_acceleration.tolist(),
        agents.max_rotation.tolist(),
        agents.max_angular_acceleration.tolist(),
        strict=True,
    )
    return tuple(
        Body(x, y, speed_x, speed_y, orientation, rotation, speed, acceleration, turn, angular, step_seconds)
        for (x, y), (speed_x, speed_y), orientation, rotation, speed, acceleration, turn, angular in columns
    )
