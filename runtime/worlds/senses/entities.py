"""Name everything in a world that has an id, a place and fields.

Agents, waypoints, zones, sources, doors and links are there from the start to the end, projectiles come and
go. A door is where it stands closed, a link where it begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from graphs.basics.frozen import Point
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.context import EvaluationError
from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.health import Health
from runtime.worlds.flight.flying import Flying


@dataclass(frozen=True, slots=True)
class Entities:
    """Hold the ids of one world. Rows 0 … n-1 are the agents in ascending id, the next m never move.

    `rows` maps the ids of both to rows; `still_positions` (m, 2) are the places of what never moves. The rows
    from n + m on belong to what `flying` has in the air. `health` tells what agents can still take. Those who
    are `gone` keep their row, and there is no such entity any more; nor is there one of the minds of squads,
    which have no body.
    """

    rows: Mapping[str, int]
    ids: tuple[str, ...]
    agent_count: int
    still_positions: FloatArray
    flying: Flying
    health: Health
    gone: set[str] = field(default_factory=set)
    bodiless: tuple[str, ...] = ()

    def find_row(self, entity: str) -> int | None:
        """Return the row of an entity, None when there is none of that id now."""
        if entity in self.gone or entity in self.bodiless:
            return None
        row = self.rows.get(entity)
        if row is None:
            slot = self.flying.slot(entity)
            row = None if slot is None else len(self.ids) + slot
        return row

    def row(self, entity: str | None) -> int:
        """Return the row of an entity; raise `EvaluationError` when there is none of that id."""
        if entity is None:
            raise EvaluationError("The entity is nobody.")
        row = self.find_row(entity)
        if row is None:
            is_gone = " any more" if entity in self.gone else ""
            raise EvaluationError(f"There is no entity {entity!r} in this world{is_gone}.")
        return row

    def id_at(self, row: int) -> str | None:
        """Return the id of the entity in a row, None where nothing flies any more."""
        if row < len(self.ids):
            return self.ids[row]
        return self.flying.id_at(row - len(self.ids))

    def positions(self, agents: AgentArrays) -> FloatArray:
        """Return the position of every row."""
        return np.concatenate((agents.position, self.still_positions, self.flying.positions()))

    def velocities(self, agents: AgentArrays) -> FloatArray:
        """Return the velocity of every row."""
        still = np.zeros_like(self.still_positions)
        return np.concatenate((agents.velocity, still, self.flying.velocities()))

    def orientations(self, agents: AgentArrays) -> FloatArray:
        """Return the orientation of every row in degrees."""
        still = np.zeros(len(self.still_positions))
        return np.concatenate((agents.orientation, still, self.flying.orientations()))


def build_entities(world: WorldDocument, flying: Flying, health: Health) -> Entities:
    """Return the entities of `world` and of what is `flying` in it.

    An id given twice belongs to the agent, waypoint, zone, source, link, door or projectile, in this order.
    """
    still: dict[str, tuple[float, float]] = {}
    for door_id, door in world.doors.items():
        still[door_id] = _middle(door.polygon)
    for link_id, link in world.links.items():
        still[link_id] = (float(link.start[0]), float(link.start[1]))
    for source_id, source in world.sources.items():
        still[source_id] = (float(source.at[0]), float(source.at[1]))
    for zone_id, zone in world.zones.items():
        still[zone_id] = _middle(zone.polygon)
    for waypoint_id, waypoint in world.waypoints.items():
        still[waypoint_id] = (float(waypoint.at[0]), float(waypoint.at[1]))
    agents = sorted(world.agents)
    others = sorted(set(still) - set(agents))
    ids = (*agents, *others)
    return Entities(
        rows={entity: row for row, entity in enumerate(ids)},
        ids=ids,
        agent_count=len(agents),
        still_positions=np.array([still[entity] for entity in others], dtype=np.float64).reshape(-1, 2),
        flying=flying,
        health=health,
        bodiless=tuple(sorted(set(world.squads) & set(world.agents))),
    )


def _middle(polygon: tuple[Point, ...]) -> tuple[float, float]:
    count = max(len(polygon), 1)
    return sum(float(x) for x, _ in polygon) / count, sum(float(y) for _, y in polygon) / count
