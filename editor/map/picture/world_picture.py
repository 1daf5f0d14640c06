"""Say what the map shows: plain frozen records in world units, free of sessions and painters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from editor.map.picture.marks import Mark
from runtime.basics.values import Vector


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
class SourcePicture:
    """A source: its place, the kind of what it gives off, and its name."""

    at: Vector
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class NamedArea:
    """A zone: its polygon and name, and what ways through it cost: times their length, or `never`."""

    polygon: tuple[Vector, ...]
    name: str
    cost: float | Literal["never"] = 1.0


@dataclass(frozen=True, slots=True)
class DoorPicture:
    """A door: where it stands now, its name, whether it is open, and how far it slides to be so."""

    polygon: tuple[Vector, ...]
    name: str
    open: bool
    slide: Vector | None = None


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """A link between two places: its name and kind, whether it leads back too, and whether it can be used."""

    start: Vector
    end: Vector
    both_ways: bool
    active: bool
    kind: Literal["walk", "jump", "ladder"] = "jump"
    name: str = ""


@dataclass(frozen=True, eq=False)
class GroundPicture:
    """Everything that does not move but for doors and links.

    `size` is width and height; obstacles are (center, radius). `waypoint_links` are the ends of the ways
    between waypoints that are linked, each once.

    Compared by identity, so that layouts can be kept per ground.
    """

    size: Vector = (20.0, 14.0)
    walls: tuple[tuple[Vector, ...], ...] = ()
    obstacles: tuple[tuple[Vector, float], ...] = ()
    paths: tuple[PathPicture, ...] = ()
    waypoints: tuple[NamedPlace, ...] = ()
    zones: tuple[NamedArea, ...] = ()
    sources: tuple[SourcePicture, ...] = ()
    wall_names: tuple[str, ...] = ()
    obstacle_names: tuple[str, ...] = ()
    doors: tuple[DoorPicture, ...] = ()
    links: tuple[LinkPicture, ...] = ()
    waypoint_links: tuple[tuple[Vector, Vector], ...] = ()

    def is_same(self, other: GroundPicture) -> bool:
        """Return whether both show the same things."""
        return all(getattr(self, item.name) == getattr(other, item.name) for item in fields(self))


@dataclass(frozen=True, slots=True)
class StateColor:
    """A tint that agents are filled with, and the states it stands for."""

    tint: int
    words: str


@dataclass(frozen=True, eq=False, slots=True)
class AgentsPicture:
    """All agents, in the order of their ids.

    `positions` has shape (n, 2); `headings` (degrees, counterclockwise), `radii` (units) and `teams`
    (index of the team's color) have shape (n,). `player` is the index of the agent the user steers, or -1.
    Where agents are colored by their state, `tints` (n,) are those of their states, -1 for others, and
    `states` say what they mean.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    positions: NDArray[np.float64]
    headings: NDArray[np.float64]
    radii: NDArray[np.float64]
    teams: NDArray[np.int64]
    player: int = -1
    tints: NDArray[np.int64] | None = None
    states: tuple[StateColor, ...] = ()

    def tint(self, row: int) -> int:
        """Return the tint an agent is filled with, -1 for the color of its team."""
        return int(self.tints[row]) if self.tints is not None else -1

    def index(self, agent_id: str | None) -> int:
        """Return the place of an agent in the arrays, -1 if there is none."""
        return self.ids.index(agent_id) if agent_id in self.ids else -1


@dataclass(frozen=True, slots=True)
class TracerPicture:
    """One projectile: the end of its tracer and its tip, in units."""

    tail: Vector
    tip: Vector


@dataclass(frozen=True, slots=True)
class ThrownPicture:
    """One thing that falls, rolls or lies: where its shadow is, its height and radius in units."""

    at: Vector
    height: float
    radius: float
    explodes: bool = False


@dataclass(frozen=True, slots=True)
class ImpactPicture:
    """Where a projectile ended, its age from 0 (just now) to 1 (gone), and whether it hit someone.

    `blast` is how far it exploded in units, 0 where it did not.
    """

    at: Vector
    age: float
    hit: bool
    blast: float = 0.0


@dataclass(frozen=True, slots=True)
class GhostPicture:
    """An agent as it was, or will have been, at another tick; `label` says which, or nothing."""

    row: int
    at: Vector
    heading: float
    label: str = ""


def _no_way() -> NDArray[np.float64]:
    return np.empty((0, 2))


@dataclass(frozen=True, eq=False, slots=True)
class PastPicture:
    """What is drawn of other ticks while one of the past is shown: ghosts, and the ways (k, 2) to them."""

    behind: NDArray[np.float64] = field(default_factory=_no_way)
    ahead: NDArray[np.float64] = field(default_factory=_no_way)
    ghosts: tuple[GhostPicture, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class WorldPicture:
    """One moment of the world, complete enough to paint.

    `picked` is the row of the picked agent, or -1. `marks` are those of all overlays that are drawn, read for
    `agents_read` of the `agents_seen`. `steered_for` is the point the picked agent steers for, `goal` where
    the user sent the player. `past` is there while a tick of the past is shown.
    """

    ground: GroundPicture
    agents: AgentsPicture
    picked: int = -1
    marks: tuple[Mark, ...] = ()
    steered_for: Vector | None = None
    tracers: tuple[TracerPicture, ...] = ()
    thrown: tuple[ThrownPicture, ...] = ()
    impacts: tuple[ImpactPicture, ...] = ()
    tick: int = 0
    agents_read: int = 0
    agents_seen: int = 0
    goal: Vector | None = None
    past: PastPicture | None = None


def no_agents() -> AgentsPicture:
    """Return an empty world's agents."""
    return AgentsPicture((), (), np.empty((0, 2)), np.empty(0), np.empty(0), np.empty(0, dtype=np.int64))


class Whom(StrEnum):
    """Say for which agents a kind is drawn; what belongs to no agent is drawn for `ALL` or `NONE`."""

    NONE = "none"
    PICKED = "picked"
    ALL = "all"


class TintedState(Protocol):
    """What an agent is in, in words, and the tint of that."""

    @property
    def words(self) -> str:
        """Return its title."""

    @property
    def tint(self) -> int:
        """Return the number of its tint, from 0 up."""


StateOf: TypeAlias = Callable[[str], TintedState | None]
"""Answers what an agent is in, by its id; None where that cannot be told."""


def with_states(agents: AgentsPicture, state_of: StateOf | None, whom: Whom, picked: int) -> AgentsPicture:
    """Return agents with the tints of their states: of all, of the picked row or of none."""
    rows = range(len(agents.ids)) if whom is Whom.ALL else (picked,) if picked >= 0 else ()
    if state_of is None or whom is Whom.NONE or not rows:
        return agents
    tints = np.full(len(agents.ids), -1, dtype=np.int64)
    states: dict[tuple[int, str], None] = {}
    for row in rows:
        state = state_of(agents.ids[row])
        if state is not None:
            tints[row] = state.tint
            states[state.tint, state.words] = None
    return replace(agents, tints=tints, states=tuple(StateColor(*state) for state in sorted(states)))
