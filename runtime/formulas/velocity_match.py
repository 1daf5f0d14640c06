"""Match velocity: move as another does."""

from __future__ import annotations

from runtime.basics.vectors import FloatArray, unwarned
from runtime.formulas.steering_input import Bodies, Steering, linear_only, match_velocity


@unwarned
def velocity_match(bodies: Bodies, velocity: FloatArray, time_to_target: FloatArray) -> Steering:
    """Reach another's `velocity` (n, 2, units/s) in `time_to_target` (n, seconds) (STEER-17).

    `linear = (velocity - own) / time_to_target`, shortened to the maximum acceleration; it does not turn.
    """
    return linear_only(match_velocity(bodies, velocity, time_to_target))
