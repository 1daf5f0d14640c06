"""Read a running session into plain pictures; the only module of the preview that knows its shape."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from editor.map.overlays.overlay_catalogue import STATES
from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.picture.marks import CrosshairMark, Mark
from editor.map.picture.trail import Trail
from editor.map.picture.world_picture import (
    AgentsPicture,
    DoorPicture,
    GroundPicture,
    ImpactPicture,
    LinkPicture,
    NamedArea,
    NamedPlace,
    PathPicture,
    SourcePicture,
    StateOf,
    ThrownPicture,
    TracerPicture,
    WorldPicture,
    with_states,
)
from editor.map.view.overlay_reading import OverlayReader, Window
from graphs.worlds.model.world_file import Door, WorldDocument
from runtime.basics.host import DOOR_OPEN_FIELD, LINK_ACTIVE_FIELD
from runtime.basics.values import Vector
from runtime.worlds.bodies.geometry import doors_at_start
from runtime.worlds.flight.projectiles import Projectile
from runtime.worlds.world import IMPACT_TICKS

if TYPE_CHECKING:
    from runtime.session.session import Session

TRACER_LENGTH = 0.6


def read_ground(document: WorldDocument) -> GroundPicture:
    """Return what does not move in a world; paths skip waypoints that do not exist."""
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
        zones=tuple(
            NamedArea(_points(z.polygon), z.name or i, "never" if z.cost == "never" else float(z.cost))
            for i, z in document.zones.items()
        ),
        sources=tuple(
            SourcePicture(_point(each.at), each.kind, each.name or i) for i, each in document.sources.items()
        ),
        wall_names=tuple(document.walls),
        obstacle_names=tuple(document.obstacles),
        doors=tuple(
            _door_picture(i, door, doors_at_start(document).get(i))
            for i, door in sorted(document.doors.items())
        ),
        links=tuple(
            LinkPicture(
                _point(link.start), _point(link.end), link.both_ways, link.active, link.kind, link.name or i
            )
            for i, link in sorted(document.links.items())
        ),
        waypoint_links=_waypoint_links(document),
    )


def _waypoint_links(document: WorldDocument) -> tuple[tuple[Vector, Vector], ...]:
    """Return the ends of the ways between waypoints that are linked, each once."""
    places = document.waypoints
    pairs = {
        (min(name, other), max(name, other))
        for name, place in places.items()
        for other in place.links
        if other in places and other != name
    }
    return tuple((_point(places[first].at), _point(places[second].at)) for first, second in sorted(pairs))


def _door_picture(door_id: str, door: Door, standing: NDArray[np.float64] | None) -> DoorPicture:
    """Return a door where it stands; one that stands nowhere is drawn where it is closed."""
    is_open = door.open if standing is None or door.slide is not None else False
    outline = door.polygon if standing is None else standing.tolist()
    slide = _point(door.slide) if door.slide is not None else None
    return DoorPicture(_points(outline), door.name or door_id, is_open, slide)


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

    def __init__(
        self, session: Session, like: GroundPicture | None = None, state_of: StateOf | None = None
    ) -> None:
        """Read `session`; where its ground equals `like`, that very ground is kept with all its layouts.

        `state_of` is asked what agents are in, to color them by it.
        """
        self.session = session
        self.state_of = state_of
        document = session.document
        ground = read_ground(document)
        self.ground = like if like is not None and like.is_same(ground) else ground
        self._ids = session.agent_ids
        self._rows = {agent_id: row for row, agent_id in enumerate(self._ids)}
        self._names = tuple((document.agents[i].name if i in document.agents else "") or i for i in self._ids)
        self._teams = team_indices(document, self._ids)
        self._entity_names = {i: place.name or i for i, place in document.waypoints.items()}
        self._entity_names.update(zip(self._ids, self._names, strict=True))
        self._overlays = OverlayReader(session, self.name_of)
        self._moved: tuple[tuple[object, ...], GroundPicture] | None = None
        self._player = self._ids.index(document.player) if document.player in self._ids else -1

    def row_of(self, agent_id: str | None) -> int:
        """Return the row of an agent, -1 if there is none."""
        return self._rows.get(agent_id, -1) if agent_id is not None else -1

    def name_of(self, entity: str) -> str:
        """Return the name of an agent or waypoint, or its id without one."""
        return self._entity_names.get(entity, entity)

    def read(
        self,
        picked: str | None,
        trail: Trail | None = None,
        choice: OverlayChoice | None = None,
        window: Window | None = None,
    ) -> WorldPicture:
        """Return the world as it is now, with the overlays of `choice`.

        `window` is what is seen of the world, None for all of it.
        """
        choice, row = choice or OverlayChoice(), self.row_of(picked)
        agents = with_states(self._agents(), self.state_of, choice.shown_for(STATES), row)
        read = self._overlays.read(agents, row, choice, trail, window)
        return WorldPicture(
            self._ground_now(),
            agents,
            row,
            read.marks,
            self._steered_for(read.marks),
            self._tracers(),
            self._thrown(),
            self._impacts(),
            self.session.tick,
            read.agents_read,
            read.agents_seen,
        )

    def _ground_now(self) -> GroundPicture:
        """Return the ground with doors and links as they are now, the very same as long as they stay so."""
        world = self.session.world
        if not self.ground.doors and not self.ground.links:
            return self.ground
        stand = world.doors_and_links()
        if self._moved is None or self._moved[0] != stand:
            self._moved = stand, self._with_doors_and_links()
        return self._moved[1]

    def _with_doors_and_links(self) -> GroundPicture:
        world, document = self.session.world, self.session.document
        solid = dict(zip(world.solid.polygon_owner, world.solid.polygons, strict=True))
        names = {name: place for place, name in enumerate(world.solid.names)}
        doors = tuple(
            replace(
                _door_picture(i, door, solid.get(names[i])),
                open=world.entity_field(i, DOOR_OPEN_FIELD) is True,
                slide=None,
            )
            for i, door in sorted(document.doors.items())
        )
        links = tuple(
            replace(picture, active=world.entity_field(i, LINK_ACTIVE_FIELD) is True)
            for picture, i in zip(self.ground.links, sorted(document.links), strict=True)
        )
        return replace(self.ground, doors=doors, links=links)

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

    @staticmethod
    def _steered_for(marks: tuple[Mark, ...]) -> Vector | None:
        """Return where the last crosshair is: the picked agent's, which is read last."""
        return next((mark.at for mark in reversed(marks) if isinstance(mark, CrosshairMark)), None)

    def _tracers(self) -> tuple[TracerPicture, ...]:
        return tuple(read_tracer(each) for each in self.session.world.projectiles if each.is_bullet)

    def _thrown(self) -> tuple[ThrownPicture, ...]:
        return tuple(
            ThrownPicture(
                each.position,
                each.height if each.gravity > 0.0 else 0.0,
                each.radius,
                each.blast_radius > 0.0,
            )
            for each in self.session.world.projectiles
            if not each.is_bullet
        )

    def _impacts(self) -> tuple[ImpactPicture, ...]:
        world = self.session.world
        ages = [(each, (world.tick - each.tick - 1) / IMPACT_TICKS) for each in world.impacts]
        return tuple(
            ImpactPicture(
                each.at,
                max(0.0, age),
                each.hit_agent is not None,
                each.projectile.blast_radius if each.exploded else 0.0,
            )
            for each, age in ages
            if age < 1
        )


def read_tracer(projectile: Projectile) -> TracerPicture:
    """Return the last stretch of a projectile's way, no longer than what it has flown."""
    (x, y), (dx, dy) = projectile.position, projectile.velocity
    speed = _length(projectile.velocity)
    length = min(TRACER_LENGTH, math.dist(projectile.start, projectile.position))
    back = length / speed if speed > 0 else 0.0
    return TracerPicture((x - dx * back, y - dy * back), (x, y))


def _length(vector: Vector) -> float:
    return math.sqrt(vector[0] * vector[0] + vector[1] * vector[1])


def _point(point: tuple[float, float]) -> Vector:
    return float(point[0]), float(point[1])


def _points(points: tuple[tuple[float, float], ...]) -> tuple[Vector, ...]:
    return tuple(_point(point) for point in points)
