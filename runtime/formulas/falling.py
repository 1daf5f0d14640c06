"""Follow something that flies under gravity, and tell where it comes down (PROJ-01, PROJ-02)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from runtime.basics.values import Vector

GRAVITY = 9.8
"""Usual gravity in units/s²."""

HAND_HEIGHT = 1.0
"""Height in units at which agents fire and throw."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Tell where and when something comes down: `at` in units, `seconds` from now, `fall_speed` ≥ 0."""

    at: Vector
    seconds: float
    fall_speed: float


def height_after(height: float, climb: float, gravity: float, seconds: float) -> float:
    """Return the height after `seconds`: `height + climb·t - gravity·t²/2` (PROJ-01).

    `climb` is the upward speed now, in units/s.
    """
    return height + climb * seconds - 0.5 * gravity * seconds * seconds


def seconds_until_height(height: float, climb: float, gravity: float, ground: float = 0.0) -> float | None:
    """Return after how many seconds something is at the height `ground` for the last time (PROJ-02).

    The larger root of `height + climb·t - gravity·t²/2 = ground`, in a form that loses no digits. None where
    it never is, or was only before. Without gravity it comes down only if `climb` is negative, and is there
    at once where it stands on the ground.
    """
    above = height - ground
    if gravity <= 0.0:
        if above == 0.0:
            return 0.0
        seconds = above / -climb if climb != 0.0 else -1.0
        return seconds if 0.0 <= seconds < math.inf else None
    discriminant = climb * climb + 2.0 * gravity * above
    if not 0.0 <= discriminant < math.inf:
        return None
    root = math.sqrt(discriminant)
    seconds = (climb + root) / gravity if climb >= 0.0 else 2.0 * above / (root - climb)
    return seconds if 0.0 <= seconds < math.inf else None


def landing(
    position: Vector, height: float, velocity: Vector, climb: float, gravity: float, ground: float = 0.0
) -> Landing | None:
    """Return where something in flight comes down to the height `ground`, or None where it never does.

    `velocity` is along the map in units/s, `climb` upward. Right at every moment of the flight, since it
    looks from now on and not from the launch.
    """
    seconds = seconds_until_height(height, climb, gravity, ground)
    if seconds is None:
        return None
    at = (position[0] + velocity[0] * seconds, position[1] + velocity[1] * seconds)
    if not (math.isfinite(at[0]) and math.isfinite(at[1])):
        return None
    return Landing(at, seconds, max(0.0, gravity * seconds - climb))
