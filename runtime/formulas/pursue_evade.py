"""Pursue and evade: seek or flee where a moving target will be."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, length, safe_divide, unwarned
from runtime.formulas.seek_flee import flee, seek
from runtime.formulas.steering_input import Bodies, Steering


@unwarned
def predict_position(
    bodies: Bodies, target: FloatArray, target_velocity: FloatArray, max_prediction: FloatArray
) -> FloatArray:
    """Return where each target will be when the body could have covered the distance to it.

    With distance d and own speed s the look-ahead is `max_prediction` seconds where
    s · max_prediction ≤ d (a body at rest included), else d / s. The place is
    `target + target_velocity · look-ahead`.
    """
    distance = length(target - bodies.position)
    speed = length(bodies.velocity)
    far = speed * max_prediction <= distance
    ahead = np.where(far, max_prediction, safe_divide(distance, speed))
    result: FloatArray = target + target_velocity * ahead[:, None]
    return result


@unwarned
def pursue(
    bodies: Bodies, target: FloatArray, target_velocity: FloatArray, max_prediction: FloatArray
) -> Steering:
    """Seek where the target will be (STEER-04).

    `target` and `target_velocity` are (n, 2), `max_prediction` (n,) in seconds; 0 looks not ahead. Linear in
    units/s², see `seek`.
    """
    return seek(bodies, predict_position(bodies, target, target_velocity, max_prediction))


@unwarned
def evade(
    bodies: Bodies, target: FloatArray, target_velocity: FloatArray, max_prediction: FloatArray
) -> Steering:
    """Flee from where the target will be (STEER-05); arguments as for `pursue`."""
    return flee(bodies, predict_position(bodies, target, target_velocity, max_prediction))
