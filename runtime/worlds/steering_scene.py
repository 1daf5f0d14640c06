"""Hold what one step of steering reads, and what a behavior gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from runtime.navigation.trips import Navigator
from runtime.steering.bodies import Bodies, Steering
from runtime.steering.flocking import FlockMates, flock_mates, separation_offsets
from runtime.steering.path_following import PathTrack
from runtime.vectors import FloatArray, IntArray
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.cell_grid import neighbor_pairs, pairs_within
from runtime.worlds.geometry import Obstructions
from runtime.worlds.movement import bodies_of
from runtime.worlds.steering_table import Batch


@dataclass(frozen=True, slots=True, eq=False)
class Nearby:
    """Hold pairs of a request and another agent near it: `mates`, and the `other` agent's row (p,)."""

    mates: FlockMates
    other: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class BehaviorResult:
    """Hold what one behavior asks for its r requests, and what the overlay shows of it.

    `target` (r, 2) is the point each steers for or from, None where the behavior has none; `marks` are
    further points by name.
    """

    steering: Steering
    target: FloatArray | None = None
    marks: Mapping[str, FloatArray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Hold what steering reads: bodies, entities by row, what is solid, tracks, routes, and the seed.

    `rate` is the number of steps in a second.
    `nearby` keeps the pairs that behaviors of one step share.
    """

    agents: AgentArrays
    entity_position: FloatArray
    entity_velocity: FloatArray
    entity_orientation: FloatArray
    solid: Obstructions
    tracks: tuple[PathTrack, ...]
    seed: int
    rate: int
    navigator: Navigator
    tick: int
    nearby: dict[tuple[bytes, float], Nearby] = field(default_factory=dict)

    @property
    def step_seconds(self) -> float:
        """Return the length of one step in seconds."""
        return 1.0 / self.rate

    def bodies_at(self, rows: IntArray) -> Bodies:
        """Return the bodies of the agents `rows` (r,), one per entry."""
        every = bodies_of(self.agents, self.step_seconds)
        if len(rows) == len(self.agents) and (rows[1:] > rows[:-1]).all():
            return every
        return Bodies(
            position=every.position[rows],
            velocity=every.velocity[rows],
            orientation=every.orientation[rows],
            rotation=every.rotation[rows],
            radius=every.radius[rows],
            max_speed=every.max_speed[rows],
            max_acceleration=every.max_acceleration[rows],
            max_rotation=every.max_rotation[rows],
            max_angular_acceleration=every.max_angular_acceleration[rows],
            step_seconds=self.step_seconds,
        )

    @property
    def middle(self) -> FloatArray:
        """Return the middle of the map (1, 2)."""
        return np.array([[self.solid.width * 0.5, self.solid.height * 0.5]])

    def on_map(self, points: FloatArray, margin: FloatArray) -> FloatArray:
        """Return each point (n, 2), moved to where a body of radius `margin` (n,) has room on the map."""
        size = np.array([[self.solid.width, self.solid.height]])
        return np.maximum(np.minimum(points, size - margin[:, None]), margin[:, None])

    def targets(self, batch: Batch) -> FloatArray:
        """Return the place (r, 2) of each request's target."""
        tracked = (batch.target_row >= 0)[:, None]
        return np.where(tracked, self.entity_position[np.maximum(batch.target_row, 0)], batch.target)

    def target_velocities(self, batch: Batch) -> FloatArray:
        """Return the velocity (r, 2) of each request's target, 0 for a place."""
        tracked = (batch.target_row >= 0)[:, None]
        return np.where(tracked, self.entity_velocity[np.maximum(batch.target_row, 0)], 0.0)

    def near(self, batch: Batch, reach: FloatArray) -> Nearby:
        """Return the other agents within `reach` (r, units) of each request's own, sorted by request and row.

        Requests of the same agents with the same reach share one search.
        """
        furthest = float(reach.max())
        key = (batch.agents_key, furthest)
        found = self.nearby.get(key)
        if found is None:
            found = self.nearby[key] = self._search(batch.agent, furthest)
        if (reach == furthest).all():
            return found
        return _chosen(found, found.mates.distance <= reach[found.mates.row])

    def _search(self, asking: IntArray, reach: float) -> Nearby:
        position = self.agents.position
        if len(asking) == len(position) and bool((asking[1:] > asking[:-1]).all()):
            row, other = neighbor_pairs(position, reach)
            own = row
        else:
            row, other = pairs_within(position[asking], position, reach)
            own = asking[row]
            foreign = own != other
            row, other, own = row[foreign], other[foreign], own[foreign]
        offset = position.take(other, axis=0) - position.take(own, axis=0)
        offset = separation_offsets(offset, own, other)
        return Nearby(flock_mates(offset, row, self.agents.velocity.take(other, axis=0)), other)


def of_one_team(scene: Scene, batch: Batch, nearby: Nearby) -> Nearby:
    """Drop, for requests whose mode is `team`, the agents of other teams."""
    picky = batch.has_mode("team")
    if not picky.any():
        return nearby
    row = nearby.mates.row
    teams = scene.agents.team_numbers
    return _chosen(nearby, ~picky[row] | (teams[batch.agent[row]] == teams[nearby.other]))


def _chosen(nearby: Nearby, keep: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Nearby:
    mates = nearby.mates
    return Nearby(
        FlockMates(mates.row[keep], mates.offset[keep], mates.distance[keep], mates.velocity[keep]),
        nearby.other[keep],
    )
