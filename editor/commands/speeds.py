"""List the speeds that menus and the tool row offer."""

import math

FULL_SPEED = math.inf
"""As fast as the machine can."""

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0, FULL_SPEED)
"""Simulated time per real time, from slow to fast."""


def speed_text(speed: float) -> str:
    """Return a speed as the tool row writes it: "1×", "0.25×", "max"."""
    return "max" if math.isinf(speed) else f"{speed:g}×"


def next_speed(speed: float, step: int) -> float:
    """Return the next faster (`step` 1) or slower (-1) of the speeds, or the last there is."""
    others = [each for each in SPEEDS if (each > speed if step > 0 else each < speed)]
    return speed if not others else min(others) if step > 0 else max(others)
