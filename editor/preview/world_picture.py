"""Say what the map shows: plain frozen records in world units, free of sessions and painters."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from runtime.values import Vector


class VectorRole(StrEnum):
    """What an arrow on the picked agent stands for; the values are theme tokens below `world.vector`."""

    VELOCITY = "velocity"
    SEEK = "seek"
    AVOID = "avoid"
    WANDER = "wander"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class PathPicture:
    """One way along waypoints: the places in order, and whether the last leads back to the first."""

    points: tuple[Vector, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A waypoint: its id, place and name."""

    id: str
    at: Vector
    name: str


@dataclass(frozen=True, slots=True)
class NamedArea:
    """A zone: its polygon and name."""

    polygon: tuple[Vector, ...]
    name: str


@dataclass(frozen=True, eq=False)
class GroundPicture:
    """Everything that stands still. `size` is width and height; obstacles are (center, radius).

    Compared by identity, so that layouts can be kept per ground.
    """

    size: Vector = (20.0, 14.0)
    walls: tuple[tuple[Vector, ...], ...] = ()
    obstacles: tuple[tuple[Vector, float], ...] = ()
    paths: tuple[PathPicture, ...] = ()
    waypoints: tuple[NamedPlace, ...] = ()
    zones: tuple[NamedArea, ...] = ()

    def is_same(self, other: GroundPicture) -> bool:
        """Return whether both show the same things."""
        return all(getattr(self, item.name) == getattr(other, item.name) for item in fields(self))


@dataclass(frozen=True, eq=False, slots=True)
class AgentsPicture:
    """All agents, in the order of their ids.

    `positions` has shape (n, 2); `headings` (degrees, counterclockwise), `radii` (units) and `teams`
    (index of the team's color) have shape (n,). `player` is the index of the agent the user steers, or -1.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    positions: NDArray[np.float64]
    headings: NDArray[np.float64]
    radii: NDArray[np.float64]
    teams: NDArray[np.int64]
    player: int = -1

    def index(self, agent_id: str | None) -> int:
        """Return the place of an agent in the arrays, -1 if there is none."""
        return self.ids.index(agent_id) if agent_id in self.ids else -1


@dataclass(frozen=True, slots=True)
class VectorPicture:
    """One arrow: where it starts, what it adds (units, as drawn), its role and its words on hover."""

    start: Vector
    offset: Vector
    role: VectorRole
    name: str


def _no_points() -> NDArray[np.float64]:
    return np.empty((0, 2))


@dataclass(frozen=True, eq=False, slots=True)
class PickedPicture:
    """What only the picked agent shows.

    `cones` are visibility polygons. `vectors` are drawn in order. `target` is the point it steers for,
    `target_entity` where the thing is that it goes after. `path_ahead` and `trail`, shape (k, 2), are
    polylines; `trail_dots`, shape (m, 2), mark every half second on the trail.
    """

    index: int
    cones: tuple[tuple[Vector, ...], ...] = ()
    vectors: tuple[VectorPicture, ...] = ()
    target: Vector | None = None
    target_entity: Vector | None = None
    path_ahead: tuple[Vector, ...] = ()
    trail: NDArray[np.float64] = field(default_factory=_no_points)
    trail_dots: NDArray[np.float64] = field(default_factory=_no_points)


@dataclass(frozen=True, slots=True)
class TracerPicture:
    """One projectile: the end of its tracer and its tip, in units."""

    tail: Vector
    tip: Vector


@dataclass(frozen=True, slots=True)
class ImpactPicture:
    """Where a projectile ended, its age from 0 (just now) to 1 (gone), and whether it hit someone."""

    at: Vector
    age: float
    hit: bool


@dataclass(frozen=True, eq=False, slots=True)
class WorldPicture:
    """One moment of the world, complete enough to paint."""

    ground: GroundPicture
    agents: AgentsPicture
    picked: PickedPicture | None = None
    tracers: tuple[TracerPicture, ...] = ()
    impacts: tuple[ImpactPicture, ...] = ()
    tick: int = 0


@dataclass(frozen=True, slots=True)
class PreviewToggles:
    """Which overlays are drawn."""

    sight: bool = True
    vectors: bool = True
    paths: bool = True
    labels: bool = True
    grid: bool = True

    def changed(self, name: str, shown: bool) -> PreviewToggles:
        """Return the toggles with one of them changed. Raises TypeError for an unknown name."""
        return replace(self, **{name: shown})


def no_agents() -> AgentsPicture:
    """Return an empty world's agents."""
    return AgentsPicture((), (), np.empty((0, 2)), np.empty(0), np.empty(0), np.empty(0, dtype=np.int64))
