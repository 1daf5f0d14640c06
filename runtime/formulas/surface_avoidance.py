"""Avoid obstacles by the normal of what lies ahead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, length, perpendicular, unit, unit_or, unwarned
from runtime.formulas.steering_input import Bodies, Steering, linear_only


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceAvoidance:
    """Hold the steering, and the direction (n, 2) each body is turned to, (0, 0) where nothing is ahead."""

    steering: Steering
    direction: FloatArray


@unwarned
def forward_rays(bodies: Bodies, distance: FloatArray) -> FloatArray:
    """Return the ray (n, 2) straight ahead of each body, `distance` (n, units) long.

    Ahead is where it moves to; for a body at rest, where it looks.
    """
    result: FloatArray = unit_or(bodies.velocity, bodies.heading) * distance[:, None]
    return result


@unwarned
def avoid_by_normal(
    bodies: Bodies, ray: FloatArray, hit: BoolArray, share: FloatArray, normal: FloatArray, force: FloatArray
) -> SurfaceAvoidance:
    """Turn away along the normal of what a ray straight ahead hits (STEER-19).

    `direction = unit(forward + normal · force · (1 - share))`, with `share` (n,) the part of the ray in front
    of the hit: what is near turns more. `linear = direction · max_acceleration` where something was hit, in
    units/s². Square on an obstacle the normal points straight back: the body gives way to its left.
    """
    forward = unit(ray)
    straight = length(forward + normal) < 1e-9
    aside = np.where(straight[:, None], normal + perpendicular(forward), normal)
    turned = unit(forward + aside * (force * (1.0 - share))[:, None])
    direction = np.where(hit[:, None], turned, 0.0)
    return SurfaceAvoidance(linear_only(direction * bodies.max_acceleration[:, None]), direction)
