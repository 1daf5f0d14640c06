"""Name everything in a world that has an id, a place and fields: agents, waypoints, zones, sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from graphs.model.base import JsonValue, Point
from runtime.expressions.context import EvaluationError
from runtime.values import Value
from runtime.vectors import FloatArray
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.world_file import WorldDocument


@dataclass(frozen=True, slots=True)
class Entities:
    """Hold the ids of one world. Rows 0 … n-1 are the agents in ascending id, the rest never moves.

    `rows` maps ids to rows; `still_positions` (m, 2) are the places of what never moves.
    """

    rows: Mapping[str, int]
    ids: tuple[str, ...]
    agent_count: int
    still_positions: FloatArray

    def row(self, entity: str | None) -> int:
        """Return the row of an entity; raise `EvaluationError` when there is none of that id."""
        if entity is None:
            raise EvaluationError("The entity is nobody.")
        row = self.rows.get(entity)
        if row is None:
            raise EvaluationError(f"There is no entity {entity!r} in this world.")
        return row

    def positions(self, agents: AgentArrays) -> FloatArray:
        """Return the position of every entity (n + m, 2)."""
        return np.concatenate((agents.position, self.still_positions))

    def velocities(self, agents: AgentArrays) -> FloatArray:
        """Return the velocity of every entity (n + m, 2)."""
        return np.concatenate((agents.velocity, np.zeros_like(self.still_positions)))

    def orientations(self, agents: AgentArrays) -> FloatArray:
        """Return the orientation of every entity (n + m,) in degrees."""
        return np.concatenate((agents.orientation, np.zeros(len(self.still_positions))))


def build_entities(world: WorldDocument) -> Entities:
    """Return the entities of `world`; an id given twice belongs to the agent, waypoint, zone or source, in
    this order.
    """
    still: dict[str, tuple[float, float]] = {}
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
    )


def value_of_json(value: JsonValue) -> Value:
    """Return a literal of a file as a value: a list of two numbers is a vector.

    Raises ValueError for a list of anything else and for an object.
    """
    if isinstance(value, (list, tuple)):
        if len(value) == 2 and all(_is_number(part) for part in value):
            return (float(value[0]), float(value[1]))  # type: ignore[arg-type]
        raise ValueError(f"{value!r} is neither a number, a text, true, false nor [x, y]")
    if isinstance(value, dict):
        raise ValueError("an object is no value")
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _middle(polygon: tuple[Point, ...]) -> tuple[float, float]:
    count = max(len(polygon), 1)
    return sum(float(x) for x, _ in polygon) / count, sum(float(y) for _, y in polygon) / count
