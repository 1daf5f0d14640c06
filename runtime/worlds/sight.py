"""See: test what many agents look for against their cones, ranges and the walls between."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.vectors import (
    DEGREES_PER_RADIAN,
    RADIANS_PER_DEGREE,
    BoolArray,
    FloatArray,
    IntArray,
    dot,
    heading_vectors,
    length,
    unit,
)
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.cell_grid import pairs_within
from runtime.worlds.geometry import Obstructions, RayHits, cast_rays
from runtime.worlds.world_records import SightCandidate


@dataclass(frozen=True, slots=True, eq=False)
class SightSetup:
    """Hold s sight sensors: `agent` (s,) the row of the looking agent, `half_angle` (s,) in degrees,
    `range` (s,) in units, `wanted` (s, n) whether a sensor looks for an agent.
    """

    agent: IntArray
    half_angle: FloatArray
    range: FloatArray
    wanted: BoolArray


@dataclass(slots=True, eq=False)
class SightMemory:
    """Hold what s sight sensors remember.

    `visible` (s,); `target` (s,) the agent row seen last, -1 if none yet; `position` (s, 2) where that was;
    `seen_tick` (s,) when, -1 if never.
    """

    visible: BoolArray
    target: IntArray
    position: FloatArray
    seen_tick: IntArray

    def copy(self) -> SightMemory:
        """Return a copy."""
        return SightMemory(
            self.visible.copy(), self.target.copy(), self.position.copy(), self.seen_tick.copy()
        )


def empty_sight_memory(count: int) -> SightMemory:
    """Return the memory of `count` sensors that have seen nothing."""
    return SightMemory(
        np.zeros(count, dtype=np.bool_),
        np.full(count, -1, dtype=np.int64),
        np.zeros((count, 2)),
        np.full(count, -1, dtype=np.int64),
    )


def look(solid: Obstructions, agents: AgentArrays, setup: SightSetup, sensors: IntArray) -> IntArray:
    """Return the row of the agent that each of the `sensors` (k,) sees, -1 for none (SENSE-01, SENSE-02).

    In view is an agent looked for whose center is at most `range` away, at most `half_angle` off the
    heading (both inclusive; one at the same place always is), with no wall or round obstacle on the line
    from center to center. Of several the nearest counts, of equal distances the lower agent id.
    """
    result = np.full(len(sensors), -1, dtype=np.int64)
    if not len(sensors):
        return result
    eyes = agents.position[setup.agent[sensors]]
    row, other = pairs_within(eyes, agents.position, float(setup.range[sensors].max()))
    chosen = setup.wanted[sensors[row], other]
    row, other = row[chosen], other[chosen]
    offset = agents.position[other] - eyes[row]
    squared = dot(offset, offset)
    in_cone = (squared <= _square(setup.range[sensors[row]])) & _in_angle(agents, setup, sensors[row], offset)
    row, other, offset, squared = row[in_cone], other[in_cone], offset[in_cone], squared[in_cone]
    clear = ~cast_rays(solid, eyes[row], offset).hit
    row, other, squared = row[clear], other[clear], squared[clear]
    order = np.lexsort((other, squared, row))
    rows, first = np.unique(row[order], return_index=True)
    result[rows] = other[order][first]
    return result


def explain_sight(
    solid: Obstructions, agents: AgentArrays, setup: SightSetup, sensor: int
) -> tuple[SightCandidate, ...]:
    """Return, for one sensor, every agent it looks for and what decided about it, in ascending id."""
    others = np.flatnonzero(setup.wanted[sensor])
    eye = agents.position[setup.agent[sensor]]
    offset = agents.position[others] - eye[None, :]
    sensors = np.full(len(others), sensor, dtype=np.int64)
    distance = length(offset)
    in_range = dot(offset, offset) <= _square(setup.range[sensors])
    in_angle = _in_angle(agents, setup, sensors, offset)
    heading = heading_vectors(agents.orientation[setup.agent[sensors]])
    cosine = np.clip(dot(heading, unit(offset)), -1.0, 1.0)
    angle = np.where(distance > 0.0, np.arccos(cosine) * DEGREES_PER_RADIAN, 0.0)
    hits = cast_rays(solid, np.broadcast_to(eye, offset.shape), offset)
    return tuple(
        _candidate(solid, agents, hits, place, int(other), distance, angle, in_range, in_angle)
        for place, other in enumerate(others.tolist())
    )


def _candidate(
    solid: Obstructions,
    agents: AgentArrays,
    hits: RayHits,
    place: int,
    other: int,
    distance: FloatArray,
    angle: FloatArray,
    in_range: BoolArray,
    in_angle: BoolArray,
) -> SightCandidate:
    blocked = bool(hits.hit[place])
    return SightCandidate(
        entity_id=agents.ids[other],
        distance=float(distance[place]),
        angle=float(angle[place]),
        in_range=bool(in_range[place]),
        in_angle=bool(in_angle[place]),
        blocked_by=solid.names[int(hits.owner[place])] if blocked else None,
        blocked_at=(float(hits.point[place, 0]), float(hits.point[place, 1])) if blocked else None,
        visible=bool(in_range[place] and in_angle[place]) and not blocked,
    )


def _in_angle(agents: AgentArrays, setup: SightSetup, sensors: IntArray, offset: FloatArray) -> BoolArray:
    """Tell whether each offset is inside the cone of its sensor, by the cosine, so without a division."""
    heading = heading_vectors(agents.orientation[setup.agent[sensors]])
    edge = np.cos(setup.half_angle[sensors] * RADIANS_PER_DEGREE)
    result: BoolArray = dot(heading, offset) >= edge * length(offset)
    return result


def _square(values: FloatArray) -> FloatArray:
    return values * values
