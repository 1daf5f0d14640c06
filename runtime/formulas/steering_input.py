"""What a steering behavior reads and what it returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import FloatArray, clamp_length, heading_vectors, safe_divide, unit


@dataclass(frozen=True, slots=True, eq=False)
class Bodies:
    """Hold the bodies of the agents that ask for one behavior, one row per request.

    `position` (n, 2) in units, `velocity` (n, 2) in units/s, `orientation` (n,) in degrees, `rotation` (n,)
    in degrees/s; the limits as in STEER-01. `step_seconds` is the length of one step.
    """

    position: FloatArray
    velocity: FloatArray
    orientation: FloatArray
    rotation: FloatArray
    radius: FloatArray
    max_speed: FloatArray
    max_acceleration: FloatArray
    max_rotation: FloatArray
    max_angular_acceleration: FloatArray
    step_seconds: float

    def __len__(self) -> int:
        return len(self.position)

    @property
    def heading(self) -> FloatArray:
        """Return the unit vectors the bodies look along."""
        return heading_vectors(self.orientation)


@dataclass(frozen=True, slots=True, eq=False)
class SteeringInput:
    """Hold accelerations: `linear` (n, 2) in units/s², `angular` (n,) in degrees/s²."""

    linear: FloatArray
    angular: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Aimed:
    """Hold what a formula asks for and the points (n, 2) it steers for, where they are not its targets."""

    steering: SteeringInput
    point: FloatArray


def linear_only(linear: FloatArray) -> SteeringInput:
    """Return a steering that moves and does not turn."""
    return SteeringInput(linear, np.zeros(len(linear)))


def angular_only(angular: FloatArray) -> SteeringInput:
    """Return a steering that turns and does not move."""
    return SteeringInput(np.zeros((len(angular), 2)), angular)


def match_velocity(bodies: Bodies, wanted: FloatArray, time_to_target: FloatArray) -> FloatArray:
    """Return the acceleration that reaches the velocity `wanted` (n, 2) in `time_to_target` seconds (n,).

    `(wanted - velocity) / time_to_target`, shortened to the maximum acceleration. A time shorter than one
    step counts as one step, so that a body never overshoots the velocity it wants.
    """
    time = np.maximum(time_to_target, bodies.step_seconds)
    change = (wanted - bodies.velocity) / time[:, None]
    return clamp_length(change, bodies.max_acceleration)


def match_rotation(bodies: Bodies, wanted: FloatArray, time_to_target: FloatArray) -> FloatArray:
    """Return the angular acceleration that reaches the rotation `wanted` (n,) in `time_to_target` seconds.

    Clamped to the maximum angular acceleration on both sides. A time shorter than one step counts as one.
    """
    change = (wanted - bodies.rotation) / np.maximum(time_to_target, bodies.step_seconds)
    return np.clip(change, -bodies.max_angular_acceleration, bodies.max_angular_acceleration)


def wanted_velocity(direction: FloatArray, speed: FloatArray) -> FloatArray:
    """Return velocities of `speed` (n,) along `direction` (n, 2), which needs no particular length."""
    return unit(direction) * speed[:, None]


def share_of_radius(distance: FloatArray, radius: FloatArray) -> FloatArray:
    """Return `distance / radius` where the distance is inside the radius, else 1; 1 for a radius of 0."""
    return np.where(distance > radius, 1.0, safe_divide(distance, radius, 1.0))
