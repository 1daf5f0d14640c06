"""Aim a throw at a point: the flat arc and the lob, and what is out of reach (PROJ-03)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from runtime.basics.values import Vector

Arc = Literal["flat", "lob"]
"""Which of the two arcs: `flat` gets there sooner, `lob` goes high, over walls."""

_EXACTLY = 1e-12


@dataclass(frozen=True, slots=True)
class Throw:
    """Hold how to throw: `velocity` along the map and `climb` upward, in units/s; `seconds` of flight."""

    velocity: Vector
    climb: float
    seconds: float


def aim_throw(
    start: Vector, target: Vector, speed: float, gravity: float, *, rise: float = 0.0, arc: Arc = "flat"
) -> Throw | None:
    """Return how to throw from `start` so that it comes to `target`, or None where that is out of reach.

    `speed` is the whole speed at the launch, `rise` the target's height above the start's. With
    k = speed² - gravity·rise and the distance Δ in space, the times of flight are
    t² = 2 (k ∓ √(k² - gravity²Δ²)) / gravity²; the smaller one is the flat arc. Exactly reachable counts as
    reachable. Without gravity both arcs are the straight line. The own place needs no flight: all is 0.
    """
    x, y = target[0] - start[0], target[1] - start[1]
    squared = x * x + y * y + rise * rise
    if squared == 0.0 and arc == "flat":
        return Throw((0.0, 0.0), 0.0, 0.0)
    if not (0.0 < speed < math.inf and math.isfinite(squared) and 0.0 <= gravity < math.inf):
        return None
    seconds = _seconds(squared, rise, speed, gravity, arc)
    if seconds is None:
        return None
    climb = rise / seconds + 0.5 * gravity * seconds
    return Throw((x / seconds, y / seconds), climb, seconds)


def least_speed(distance: float, gravity: float, rise: float = 0.0) -> float:
    """Return the smallest speed that reaches a point `distance` away along the map and `rise` higher.

    √(gravity (rise + √(rise² + distance²))), thrown halfway between the line to it and straight up.
    """
    return math.sqrt(max(0.0, gravity * (rise + math.sqrt(rise * rise + distance * distance))))


def furthest_throw(speed: float, gravity: float, rise: float = 0.0) -> float:
    """Return how far along the map a throw reaches that comes down `rise` higher; 0 where it never gets up.

    speed/gravity · √(speed² - 2·gravity·rise); infinite without gravity.
    """
    if gravity <= 0.0:
        return math.inf if speed > 0.0 else 0.0
    return speed / gravity * math.sqrt(max(0.0, speed * speed - 2.0 * gravity * rise))


def _seconds(squared: float, rise: float, speed: float, gravity: float, arc: Arc) -> float | None:
    """Return the time of flight over a distance in space given by its square."""
    distance = math.sqrt(squared)
    energy = speed * speed - gravity * rise
    spare = energy - gravity * distance
    if energy <= 0.0 or spare < -_EXACTLY * energy:
        return None
    root = math.sqrt(max(0.0, spare) * (energy + gravity * distance))
    if arc == "flat":
        seconds = distance * math.sqrt(2.0 / (energy + root))
    elif gravity > 0.0:
        seconds = math.sqrt(2.0 * (energy + root)) / gravity
    else:
        seconds = distance / speed
    return seconds if 0.0 < seconds < math.inf else None
