"""Follow what flies under gravity, throw to a point, and aim ahead of what moves (PROJ-01 to PROJ-03)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from runtime.basics.values import Vector

GRAVITY = 9.8
"""Usual gravity in units/s²."""

HAND_HEIGHT = 1.0
"""Height in units at which agents fire and throw."""

Arc = Literal["flat", "lob"]
"""Which of the two arcs: `flat` gets there sooner, `lob` goes high, over walls."""
_EXACTLY = 1e-12
_ROUNDS = 24
_CLOSE = 1e-9


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
    at once where it is on the ground.
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
