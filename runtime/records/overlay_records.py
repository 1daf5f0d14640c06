"""Hold what the preview draws around one steering request: plain data, for display only."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.basics.values import Vector


@dataclass(frozen=True, slots=True)
class Feeler:
    """Show one ray that a body feels ahead with: from `start` to `end`, in units.

    Where it meets something, `hit_at` is the place, `normal` the unit vector off the surface and `hit_by` the
    wall or obstacle.
    """

    name: str
    start: Vector
    end: Vector
    hit_at: Vector | None = None
    normal: Vector | None = None
    hit_by: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Show the closest approach that a body dodges: with whom, in how many seconds (0: too near already).

    `own` and `other` are where both will be then, `distance` the units between their middles.
    """

    entity_id: str
    seconds: float
    own: Vector
    other: Vector
    distance: float


@dataclass(frozen=True, slots=True)
class PathProgress:
    """Show how far along its path a follower is.

    `line` is the way behind it from the start of the path to `at`, its own place on it. `done` and `total`
    are arc lengths in units; on a path that loops or goes to and fro `total` is that of one round.
    """

    line: tuple[Vector, ...]
    at: Vector
    done: float
    total: float
    closed: bool
