"""Hold what one step of steering reads, and what a behavior gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from runtime.basics.single_vectors import FEW
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, taken
from runtime.formulas.flocking import FlockMates, flock_mates, separation_offsets
from runtime.formulas.path_following import PathTrack
from runtime.formulas.single_body import Body
from runtime.formulas.steering_input import Bodies, SteeringInput
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.cell_grid import KnownPairs, neighbor_pairs, pairs_within
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.bodies.motion import bodies_of, single_bodies
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.navigator import Navigator
from runtime.worlds.requests.steering_table import Batch
from runtime.worlds.senses.entities import Entities
from runtime.worlds.squads.slots import SlotArrays, slot_arrays


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

    steering: SteeringInput
    target: FloatArray | None = None
    marks: Mapping[str, FloatArray] = field(default_factory=dict)


@dataclass(eq=False)
class Scene:
    """Hold what steering reads: bodies, entities by row, what is solid, tracks, routes, and the seed.

    `shapes` are those of what is solid, which find what is near.

    `rate` is the number of steps in a second.
    `slots` tells the places that agents hold in squads and fighting circles; None where there are none.
    `nearby` keeps the pairs that behaviors of one step share, `near_bodies` those of all bodies, if they were
    looked for. What is not asked for is not computed.
    """

    agents: AgentArrays
    entities: Entities
    solid: Obstructions
    shapes: SolidShapes
    tracks: tuple[PathTrack, ...]
    seed: int
    rate: int
    navigator: Navigator
    tick: int
    slots: Callable[[Callable[[str], int | None]], SlotArrays] | None = None
    nearby: dict[tuple[bytes, float], Nearby] = field(default_factory=dict)
    near_bodies: KnownPairs | None = None

    @cached_property
    def bodies(self) -> Bodies:
        """Return the bodies of all agents."""
        return bodies_of(self.agents, self.step_seconds)

    @cached_property
    def single_bodies(self) -> tuple[Body, ...]:
        """Return the same one by one where they are few, else ()."""
        return single_bodies(self.agents, self.step_seconds) if len(self.agents) <= FEW else ()

    @cached_property
    def entity_position(self) -> FloatArray:
        """Return where each entity is, by row (n, 2)."""
        return self.entities.positions(self.agents)

    @cached_property
    def entity_velocity(self) -> FloatArray:
        """Return how each entity moves, by row (n, 2)."""
        return self.entities.velocities(self.agents)

    @cached_property
    def entity_orientation(self) -> FloatArray:
        """Return where each entity looks, by row (n,)."""
        return self.entities.orientations(self.agents)

    @cached_property
    def entity_rotation(self) -> FloatArray:
        """Return how fast each entity turns in degrees/s, by row (n,); only agents turn."""
        agents, entities = self.agents.rotation, len(self.entity_orientation)
        return np.concatenate((agents, np.zeros(entities - len(agents))))

    def held_slots(self) -> SlotArrays:
        """Return the places that agents hold, nobody any where the world has none."""
        if self.slots is None:
            return slot_arrays({}, {agent: row for row, agent in enumerate(self.agents.ids)}, self._find)
        return self.slots(self._find)

    def _find(self, entity: str) -> int | None:
        return self.entities.find_row(entity)

    @property
    def step_seconds(self) -> float:
        """Return the length of one step in seconds."""
        return 1.0 / self.rate

    def bodies_of(self, batch: Batch) -> Bodies:
        """Return the bodies that the requests of a batch steer, one per request."""
        if len(batch.agent) == len(self.agents) and batch.one_each:
            return self.bodies
        return self.bodies_at(batch.agent)

    def bodies_at(self, rows: IntArray) -> Bodies:
        """Return the bodies of the agents `rows` (r,), one per entry."""
        every = self.bodies
        return Bodies(
            position=taken(every.position, rows),
            velocity=taken(every.velocity, rows),
            orientation=every.orientation.take(rows),
            rotation=every.rotation.take(rows),
            radius=every.radius.take(rows),
            max_speed=every.max_speed.take(rows),
            max_acceleration=every.max_acceleration.take(rows),
            max_rotation=every.max_rotation.take(rows),
            max_angular_acceleration=every.max_angular_acceleration.take(rows),
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
        return self._places(batch.target_row, batch.target)

    def target_velocities(self, batch: Batch) -> FloatArray:
        """Return the velocity (r, 2) of each request's target, 0 for a place."""
        return self._velocities(batch.target_row)

    def others(self, batch: Batch) -> FloatArray:
        """Return the place (r, 2) of what each request names beside its target."""
        return self._places(*batch.other())

    def other_velocities(self, batch: Batch) -> FloatArray:
        """Return the velocity (r, 2) of what each request names beside its target, 0 for a place."""
        return self._velocities(batch.other()[0])

    def _places(self, rows: IntArray, points: FloatArray) -> FloatArray:
        tracked = rows >= 0
        if not tracked.any():
            return points
        places = taken(self.entity_position, np.maximum(rows, 0))
        return places if tracked.all() else np.where(tracked[:, None], places, points)

    def _velocities(self, rows: IntArray) -> FloatArray:
        return np.where((rows >= 0)[:, None], taken(self.entity_velocity, np.maximum(rows, 0)), 0.0)

    def near(self, batch: Batch, reach: FloatArray) -> Nearby:
        """Return the other agents within `reach` (r, units) of each request's own, those of a request by row.

        Those who were taken out of the world, and have no size any more, do not count.

        Requests of the same agents with the same reach share one search.
        """
        furthest = float(reach.max())
        key = (batch.agents_key, furthest)
        found = self.nearby.get(key)
        if found is None:
            found = self.nearby[key] = self._search(batch, furthest)
        if float(reach.min()) == furthest:
            return found
        return _chosen(found, found.mates.distance <= reach[found.mates.row])

    def _search(self, batch: Batch, reach: float) -> Nearby:
        position, velocity, asking = self.bodies.position, self.bodies.velocity, batch.agent
        of_all = len(asking) == len(position) and batch.one_each
        if of_all:
            row, other = neighbor_pairs(position, reach)
            own = row
        else:
            row, other = pairs_within(taken(position, asking), position, reach)
            own = asking.take(row)
            foreign = np.flatnonzero(own != other)
            row, other, own = row.take(foreign), other.take(foreign), own.take(foreign)
        if not self.bodies.radius.all():
            there = np.flatnonzero(self.bodies.radius.take(other) > 0.0)
            row, other, own = row.take(there), other.take(there), own.take(there)
        offset = separation_offsets(taken(position, other) - taken(position, own), own, other)
        mates = flock_mates(offset, row, taken(velocity, other))
        if of_all:
            self.near_bodies = KnownPairs(position, reach, own, other, mates.distance)
        return Nearby(mates, other)


def of_one_team(scene: Scene, batch: Batch, nearby: Nearby) -> Nearby:
    """Drop, for requests whose mode is `team`, the agents of other teams."""
    picky = batch.has_mode("team")
    if not picky.any():
        return nearby
    row = nearby.mates.row
    teams = scene.agents.team_numbers
    return _chosen(nearby, ~picky[row] | (teams[batch.agent[row]] == teams[nearby.other]))


def _chosen(nearby: Nearby, keep: BoolArray) -> Nearby:
    mates, kept = nearby.mates, np.flatnonzero(keep)
    return Nearby(
        FlockMates(
            mates.row.take(kept),
            taken(mates.offset, kept),
            mates.distance.take(kept),
            taken(mates.velocity, kept),
        ),
        nearby.other.take(kept),
    )
