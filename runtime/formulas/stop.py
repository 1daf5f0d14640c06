"""Stop: brake to rest."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import FloatArray, unwarned
from runtime.formulas.steering_input import Bodies, Steering, match_rotation, match_velocity


@unwarned
def stop(bodies: Bodies, time_to_target: FloatArray) -> Steering:
    """Brake movement and rotation to 0 in `time_to_target` (n,) seconds (STEER-17 with a velocity of 0).

    `linear = -velocity / time_to_target` and `angular = -rotation / time_to_target`, both cut to the body's
    maximum.
    """
    count = len(bodies)
    return Steering(
        match_velocity(bodies, np.zeros((count, 2)), time_to_target),
        match_rotation(bodies, np.zeros(count), time_to_target),
    )
