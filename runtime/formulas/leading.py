"""Aim ahead of what moves, so that a shot or a throw meets it (PROJ-03)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from runtime.basics.values import Vector
from runtime.formulas.throwing import Arc, Throw, aim_throw

_ROUNDS = 24
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Meeting:
    """Tell where to aim, `at`, and after how many `seconds` the two meet there."""

    at: Vector
    seconds: float


@dataclass(frozen=True, slots=True)
class LeadingThrow:
    """Hold a throw and the place where it meets its target."""

    throw: Throw
    at: Vector


def lead(start: Vector, target: Vector, velocity: Vector, speed: float) -> Meeting | None:
    """Return where a straight shot of `speed` units/s meets a target that moves with `velocity`.

    The smallest t ≥ 0 with |Δ + v·t| = speed·t, Δ from start to target: with h = Δ·v it is
    Δ² / (√(h² - (v² - speed²) Δ²) - h). None where the target outruns the shot. The own place is met at
    once.
    """
    x, y = target[0] - start[0], target[1] - start[1]
    squared = x * x + y * y
    if squared == 0.0:
        return Meeting(target, 0.0)
    along = x * velocity[0] + y * velocity[1]
    excess = velocity[0] * velocity[0] + velocity[1] * velocity[1] - speed * speed
    discriminant = along * along - excess * squared
    if not -1e-12 * along * along <= discriminant < math.inf:
        return None
    divisor = math.sqrt(max(0.0, discriminant)) - along
    if divisor <= 0.0:
        return None
    seconds = squared / divisor
    at = (target[0] + velocity[0] * seconds, target[1] + velocity[1] * seconds)
    if not (math.isfinite(seconds) and math.isfinite(at[0]) and math.isfinite(at[1])):
        return None
    return Meeting(at, seconds)


def lead_throw(
    start: Vector,
    target: Vector,
    velocity: Vector,
    speed: float,
    gravity: float,
    *,
    rise: float = 0.0,
    arc: Arc = "flat",
) -> LeadingThrow | None:
    """Return the throw that comes down where a moving target will be then, or None where there is none.

    Aims at where the target is after the time of flight, again and again until that no longer changes
    (closer than a billionth of a second, or 24 rounds at most, which is as good for anything slower than
    the throw itself).
    """
    throw = aim_throw(start, target, speed, gravity, rise=rise, arc=arc)
    at = target
    for _ in range(_ROUNDS):
        if throw is None:
            return None
        seconds = throw.seconds
        at = (target[0] + velocity[0] * seconds, target[1] + velocity[1] * seconds)
        throw = aim_throw(start, at, speed, gravity, rise=rise, arc=arc)
        if throw is not None and abs(throw.seconds - seconds) < _CLOSE:
            break
    return None if throw is None else LeadingThrow(throw, at)
