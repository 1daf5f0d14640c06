"""Hold what flies: bullets, thrown things and balls, and where they ended (PROJ-01, PROJ-06)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from graphs.worlds.model.world_file import ProjectileEntry, WorldDocument
from runtime.basics.angles import arc_tangent
from runtime.basics.time_ticks import duration_to_ticks
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import heading_vectors, unit_or
from runtime.formulas.ballistics import GRAVITY, HAND_HEIGHT, landing

BODY_HEIGHT = 1.8
"""Height in units of an agent: what is thrown higher flies over it."""

ROLLING = 0.5
"""Share of gravity that slows down what rolls on the ground."""

THROWING_SPEED = 14.0
"""How fast in units/s an agent or a user can throw, unless told otherwise."""

_LARGEST = 1e9


@dataclass(frozen=True, slots=True)
class Projectile:
    """Hold one thing that flies, rolls or lies.

    `shooter` is who launched it, "" for no one; `tick` and `start` say when and where. `position` in units,
    `height` above the ground, `velocity` along the map and `climb` upward in units/s, `gravity` in units/s².
    It is gone after `range_left` units. It does `damage` to whom it hits, or, with a `blast_radius`, to all
    around where it explodes: at what it hits or, where `due` is a tick and not -1, when that is reached.
    `bounce` is the share of its speed that is left when it bounces off something solid; without it, it ends
    there. What is `lasting` bounces off agents too and lies where it comes to rest; `resting` tells that it
    is on the ground.
    """

    shooter: str
    tick: int
    start: Vector
    position: Vector
    velocity: Vector
    range_left: float
    damage: float
    id: str = ""
    team: str = ""
    height: float = HAND_HEIGHT
    climb: float = 0.0
    gravity: float = 0.0
    radius: float = 0.0
    bounce: float = 0.0
    blast_radius: float = 0.0
    due: int = -1
    lasting: bool = False
    resting: bool = False

    def moved(
        self, position: Vector, velocity: Vector, height: float, climb: float, range_left: float
    ) -> Projectile:
        """Return it as it is after a step; the same as `replace`, in a tenth of the time."""
        return Projectile(
            self.shooter,
            self.tick,
            self.start,
            position,
            velocity,
            range_left,
            self.damage,
            self.id,
            self.team,
            height,
            climb,
            self.gravity,
            self.radius,
            self.bounce,
            self.blast_radius,
            self.due,
            self.lasting,
            self.resting,
        )

    @property
    def heading(self) -> float:
        """Return where it flies to in degrees, [0, 360); 0 for what does not move."""
        angle = arc_tangent(self.velocity[1], self.velocity[0])
        angle = angle + 360.0 if angle < 0.0 else angle
        return 0.0 if angle >= 360.0 else angle

    @property
    def is_bullet(self) -> bool:
        """Tell whether it flies straight until it hits something; else it is a body that can be seen."""
        return self.gravity <= 0.0 and not self.lasting

    @property
    def landing(self) -> Vector:
        """Return where it comes to the ground next or, rolling, to rest; its place where it does neither.

        Worked out from where it is now, on open ground: what is in its way changes it (PROJ-02).
        """
        if self.gravity <= 0.0:
            return self.position
        if not self.resting:
            found = landing(self.position, self.height, self.velocity, self.climb, self.gravity)
            return found.at if found is not None else self.position
        speed = math.sqrt(self.velocity[0] * self.velocity[0] + self.velocity[1] * self.velocity[1])
        share = speed / (2.0 * ROLLING * self.gravity)
        return self.position[0] + self.velocity[0] * share, self.position[1] + self.velocity[1] * share

    @property
    def landing_in(self) -> float:
        """Return in how many seconds it is at `landing`; 0 for what flies straight or lies."""
        if self.gravity <= 0.0:
            return 0.0
        if not self.resting:
            found = landing(self.position, self.height, self.velocity, self.climb, self.gravity)
            return found.seconds if found is not None else 0.0
        speed = math.sqrt(self.velocity[0] * self.velocity[0] + self.velocity[1] * self.velocity[1])
        return speed / (ROLLING * self.gravity)


@dataclass(frozen=True, slots=True)
class Impact:
    """Tell where a projectile ended and at what: an agent, something solid, or nothing.

    `exploded` tells that it blew up there, over its blast radius.
    """

    tick: int
    projectile: Projectile
    at: Vector
    hit_agent: str | None
    hit_obstruction: str | None
    height: float = 0.0
    exploded: bool = False


@dataclass(frozen=True, slots=True)
class ThrownObject:
    """Describe something that can be thrown, whoever throws it.

    `fuse` in seconds is how long after the throw it explodes, None for what explodes where it lands if it has
    a blast radius. The other fields are as in `Projectile`.
    """

    damage: float = 0.0
    blast_radius: float = 0.0
    fuse: float | None = None
    bounce: float = 0.0
    radius: float = 0.12
    gravity: float = GRAVITY


STONE = ThrownObject(damage=5.0, bounce=0.3, radius=0.1)
"""A stone: it hurts a little and bounces off walls."""

GRENADE = ThrownObject(damage=60.0, blast_radius=3.0, fuse=2.5, bounce=0.35)
"""A grenade: it bounces, and explodes two and a half seconds after the throw."""

THROWN_OBJECTS: Mapping[str, ThrownObject] = {"grenade": GRENADE, "stone": STONE}
"""What a user can throw, by name."""


def launch(
    shooter: str, tick: int, position: Vector, heading: float, target: Value, arguments: Mapping[str, Value]
) -> Projectile:
    """Return a bullet that starts at `position` and flies straight at `target` (PROJ-06).

    A target that is no vector, or is the own position, means straight ahead, along `heading` in degrees.
    `arguments` may give `speed` (12 units/s), `range` (20 units), `damage` (10), `bounce` and `radius` (0).
    """
    ahead = heading_vectors(np.array([heading]))
    if isinstance(target, tuple):
        aim = np.array([[target[0] - position[0], target[1] - position[1]]], dtype=np.float64)
        ahead = unit_or(aim, ahead)
    speed = number_of(arguments, "speed", 12.0)
    return Projectile(
        shooter=shooter,
        tick=tick,
        start=position,
        position=position,
        velocity=(float(ahead[0, 0]) * speed, float(ahead[0, 1]) * speed),
        range_left=number_of(arguments, "range", 20.0),
        damage=number_of(arguments, "damage", 10.0),
        radius=number_of(arguments, "radius", 0.0),
        bounce=min(1.0, number_of(arguments, "bounce", 0.0)),
    )


def thrown(
    shooter: str,
    tick: int,
    rate: int,
    position: Vector,
    height: float,
    velocity: Vector,
    climb: float,
    thing: ThrownObject,
    team: str = "",
) -> Projectile:
    """Return `thing` on its way from `position` and `height`, with `velocity` and `climb` in units/s."""
    fuse = thing.fuse
    return Projectile(
        shooter=shooter,
        tick=tick,
        start=position,
        position=position,
        velocity=velocity,
        range_left=math.inf,
        damage=thing.damage,
        team=team,
        height=height,
        climb=climb,
        gravity=thing.gravity,
        radius=thing.radius,
        bounce=min(1.0, max(0.0, thing.bounce)),
        blast_radius=thing.blast_radius,
        due=-1 if fuse is None else tick + max(1, duration_to_ticks(fuse, rate)),
        lasting=fuse is not None,
    )


def standing_projectiles(world: WorldDocument) -> tuple[Projectile, ...]:
    """Return what lies or flies in a world from the start, in ascending id: balls and the like."""
    return tuple(_standing(name, world.projectiles[name]) for name in sorted(world.projectiles))


def _standing(name: str, entry: ProjectileEntry) -> Projectile:
    at = (float(entry.at[0]), float(entry.at[1]))
    gravity, height = float(entry.gravity), float(entry.height)
    return Projectile(
        shooter="",
        tick=0,
        start=at,
        position=at,
        velocity=(float(entry.velocity[0]), float(entry.velocity[1])),
        range_left=math.inf,
        damage=float(entry.damage),
        id=name,
        team=entry.team,
        height=height if gravity > 0.0 else max(height, HAND_HEIGHT),
        gravity=gravity,
        radius=float(entry.radius),
        bounce=float(entry.bounce),
        lasting=True,
        resting=gravity > 0.0 and height <= 0.0,
    )


def number_of(arguments: Mapping[str, Value], name: str, default: float) -> float:
    """Return a number among arguments, from 0 up to a billion; `default` where there is none."""
    value = arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return default
    return max(0.0, min(float(value), _LARGEST))
