"""Read a running session into plain pictures; the only module of the preview that knows its shape."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from editor.preview.trail import Trail
from editor.preview.world_picture import (
    AgentsPicture,
    GroundPicture,
    ImpactPicture,
    NamedArea,
    NamedPlace,
    PathPicture,
    PickedPicture,
    TracerPicture,
    VectorPicture,
    VectorRole,
    WorldPicture,
)
from runtime.values import Vector
from runtime.worlds.projectiles import Projectile
from runtime.worlds.world import IMPACT_TICKS
from runtime.worlds.world_file import WorldDocument
from runtime.worlds.world_records import AgentOverlay, SteeringContribution

if TYPE_CHECKING:
    from runtime.session import Session

VELOCITY_SECONDS = 0.4
"""A velocity arrow reaches where the agent will be after so many seconds."""

ACCELERATION_SCALE = 0.12
"""Units drawn per unit/s² of steering."""

LONGEST_ARROW = 3.0
TRACER_LENGTH = 0.6

_ROLES = {
    "avoid_walls": VectorRole.AVOID,
    "avoid_agents": VectorRole.AVOID,
    "flee": VectorRole.AVOID,
    "evade": VectorRole.AVOID,
    "leave": VectorRole.AVOID,
    "wander": VectorRole.WANDER,
}


def read_ground(document: WorldDocument) -> GroundPicture:
    """Return what stands still in a world; paths skip waypoints that do not exist."""
    places = document.waypoints
    return GroundPicture(
        size=_point(document.size),
        walls=tuple(_points(wall.polygon) for wall in document.walls.values()),
        obstacles=tuple((_point(item.center), float(item.radius)) for item in document.obstacles.values()),
        paths=tuple(
            PathPicture(
                tuple(_point(places[i].at) for i in path.waypoints if i in places), path.mode == "loop"
            )
            for path in document.paths.values()
        ),
        waypoints=tuple(NamedPlace(i, _point(place.at), place.name or i) for i, place in places.items()),
        zones=tuple(NamedArea(_points(z.polygon), z.name or i) for i, z in document.zones.items()),
    )


def team_indices(document: WorldDocument, ids: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the color of each agent's team: the player's first, the others as they appear in `ids`.

    Agents without a team share one color, and the player without one has its own.
    """

    def team(agent_id: str) -> str:
        name = document.agents[agent_id].team if agent_id in document.agents else ""
        return name or ("\0player" if agent_id == document.player else "\0none")

    order: dict[str, int] = {}
    if document.player in document.agents:
        order[team(document.player)] = 0
    else:
        # Without a player the first color stays free, so that agents look the same in every world.
        order["\0player"] = 0
    for agent_id in ids:
        order.setdefault(team(agent_id), len(order))
    return np.array([order[team(agent_id)] for agent_id in ids], dtype=np.int64)


class SessionReader:
    """Read one session again and again, keeping what does not change."""

    def __init__(self, session: Session, like: GroundPicture | None = None) -> None:
        """Read `session`; where its ground equals `like`, that very ground is kept with all its layouts."""
        self.session = session
        document = session.document
        ground = read_ground(document)
        self.ground = like if like is not None and like.is_same(ground) else ground
        self._ids = session.agent_ids
        self._names = tuple((document.agents[i].name if i in document.agents else "") or i for i in self._ids)
        self._teams = team_indices(document, self._ids)
        self._player = self._ids.index(document.player) if document.player in self._ids else -1

    def name_of(self, agent_id: str) -> str:
        """Return an agent's name, or its id without one."""
        return self._names[self._ids.index(agent_id)] if agent_id in self._ids else agent_id

    def read(self, picked: str | None, trail: Trail | None = None) -> WorldPicture:
        """Return the world as it is now, with what the picked agent senses and wants."""
        agents = self._agents()
        index = agents.index(picked)
        return WorldPicture(
            self.ground,
            agents,
            self._picked(agents, index, trail) if index >= 0 else None,
            self._tracers(),
            self._impacts(),
            self.session.tick,
        )

    def _agents(self) -> AgentsPicture:
        bodies = self.session.world.agents
        return AgentsPicture(
            self._ids,
            self._names,
            bodies.position.copy(),
            bodies.orientation.copy(),
            bodies.radius,
            self._teams,
            self._player,
        )

    def _picked(self, agents: AgentsPicture, index: int, trail: Trail | None) -> PickedPicture:
        overlay = self.session.world.overlay(agents.ids[index])
        target, entity = read_target(overlay)
        line, dots = np.empty((0, 2)), np.empty((0, 2))
        if trail is not None:
            line, dots = trail.line(index), trail.dots(index, self.session.rate)
        return PickedPicture(
            index,
            cones=tuple(cone.polygon for cone in overlay.cones),
            vectors=read_vectors(overlay),
            target=target,
            target_entity=entity,
            path_ahead=overlay.path_ahead,
            trail=line,
            trail_dots=dots,
        )

    def _tracers(self) -> tuple[TracerPicture, ...]:
        return tuple(read_tracer(each) for each in self.session.world.projectiles)

    def _impacts(self) -> tuple[ImpactPicture, ...]:
        world = self.session.world
        ages = [(each, (world.tick - each.tick - 1) / IMPACT_TICKS) for each in world.impacts]
        return tuple(
            ImpactPicture(each.at, max(0.0, age), each.hit_agent is not None) for each, age in ages if age < 1
        )


def read_tracer(projectile: Projectile) -> TracerPicture:
    """Return the last stretch of a projectile's way, no longer than what it has flown."""
    (x, y), (dx, dy) = projectile.position, projectile.velocity
    speed = _length(projectile.velocity)
    length = min(TRACER_LENGTH, math.dist(projectile.start, projectile.position))
    back = length / speed if speed > 0 else 0.0
    return TracerPicture((x - dx * back, y - dy * back), (x, y))


def read_target(overlay: AgentOverlay) -> tuple[Vector | None, Vector | None]:
    """Return the point an agent steers for, and where the thing is that it goes after.

    The two differ where a behavior steers for a predicted place.
    """
    for contribution in overlay.contributions:
        if contribution.target is not None and role_of(contribution) is VectorRole.SEEK:
            predicted = contribution.marks.get("predicted")
            return predicted or contribution.target, contribution.target
    return overlay.target, overlay.target


def role_of(contribution: SteeringContribution) -> VectorRole:
    """Return what the arrow of a behavior stands for."""
    return _ROLES.get(contribution.behavior, VectorRole.SEEK)


def read_vectors(overlay: AgentOverlay) -> tuple[VectorPicture, ...]:
    """Return the arrows of an agent, the longest first, so that a shorter one lies on top.

    The result is left out where a single behavior steers, since both arrows would be the same.
    """
    start = overlay.pose.position
    moving = [item for item in overlay.contributions if _length(item.linear) > 1e-9]
    arrows = [
        VectorPicture(
            start,
            _scaled(item.linear, ACCELERATION_SCALE),
            role_of(item),
            f"{_title(item.behavior)} {_length(item.linear):.1f} units/s²",
        )
        for item in moving
    ]
    if len(moving) > 1:
        words = f"Result of all steering {_length(overlay.linear):.1f} units/s²"
        arrows.append(
            VectorPicture(start, _scaled(overlay.linear, ACCELERATION_SCALE), VectorRole.RESULT, words)
        )
    velocity = overlay.pose.velocity
    words = f"Velocity {_length(velocity):.1f} units/s"
    arrows.append(VectorPicture(start, _scaled(velocity, VELOCITY_SECONDS), VectorRole.VELOCITY, words))
    return tuple(sorted(arrows, key=lambda arrow: -_length(arrow.offset)))


def _title(behavior: str) -> str:
    return behavior.replace("_", " ").capitalize()


def _length(vector: Vector) -> float:
    return math.sqrt(vector[0] * vector[0] + vector[1] * vector[1])


def _scaled(vector: Vector, scale: float) -> Vector:
    """Return a vector drawn at a scale, shortened to the longest arrow."""
    length = _length(vector) * scale
    scale *= min(1.0, LONGEST_ARROW / length) if length > 0 else 1.0
    return vector[0] * scale, vector[1] * scale


def _point(point: tuple[float, float]) -> Vector:
    return float(point[0]), float(point[1])


def _points(points: tuple[tuple[float, float], ...]) -> tuple[Vector, ...]:
    return tuple(_point(point) for point in points)
