"""Seek and flee: full acceleration towards a point, or away from it."""

from __future__ import annotations

from runtime.basics.vectors import FloatArray, unit, unit_or, unwarned
from runtime.formulas.steering_input import Bodies, Steering, linear_only


@unwarned
def seek(bodies: Bodies, target: FloatArray) -> Steering:
    """Accelerate towards `target` (n, 2) with all the body has (STEER-02).

    `linear = unit(target - position) · max_acceleration`, in units/s². There is no stopping rule: a seeking
    body shoots over its target and comes back; `arrive` stops. On the target itself: no acceleration.
    """
    return linear_only(unit(target - bodies.position) * bodies.max_acceleration[:, None])


@unwarned
def flee(bodies: Bodies, target: FloatArray) -> Steering:
    """Accelerate away from `target` (n, 2) with all the body has (STEER-03).

    `linear = unit(position - target) · max_acceleration`, in units/s²; it never stops. On the target itself:
    along the own heading.
    """
    away = unit_or(bodies.position - target, bodies.heading)
    return linear_only(away * bodies.max_acceleration[:, None])
