"""Steer and move many worlds at once: worlds of one document that differ in their starts alone.

The bodies and requests of all stand in one set of arrays, world after world, and nobody meets anyone of
another world. The bits are those of single steps. What is only known of one world, such as who is near,
routes, what flies and whom a user drives, makes a world step alone for as long as it asks for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from typing import TypedDict

import numpy as np

from runtime.basics.random_batches import stream_of_key
from runtime.basics.single_vectors import FEW
from runtime.basics.vectors import FloatArray, IntArray, clamp_length, columns
from runtime.records.world_records import SenseResults, WorldEvent
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.contacts import Moved, move_bodies
from runtime.worlds.bodies.motion import Drive, NextMotion
from runtime.worlds.bodies.movement import integrate
from runtime.worlds.flight.flying import Flying
from runtime.worlds.requests.steering_table import Batch, RequestTable
from runtime.worlds.senses.entities import Entities
from runtime.worlds.senses.many_senses import ManySenses
from runtime.worlds.senses.sensor_group import ReadVariable, SenseMoment
from runtime.worlds.steering.steering_scene import Scene
from runtime.worlds.steering.steering_step import steering_of
from runtime.worlds.world import World

LEAST_TOGETHER = 4
"""So few worlds step one by one."""

MOST_AGENTS = 32
"""Worlds of more agents step alone: their own arrays are long enough."""

_OF_ONE_BODY = frozenset(
    {
        *("seek", "flee", "arrive", "leave", "stop", "pursue", "evade", "align", "face", "look_where_you_go"),
        *("wander", "roam", "follow_path", "follow_waypoints", "match_velocity"),
        *("avoid_walls", "avoid_obstacles"),
    }
)
"""Behaviors that ask about no other body but their target."""


class ManyWorlds:
    """Step worlds together that were opened from one document with other starts and seeds.

    All are in the same tick. `bodies` are those of the worlds that stepped together last.
    """

    def __init__(self) -> None:
        self._worlds: list[World] = []
        self._tables: list[RequestTable] = []
        self._versions: list[int] = []
        self._scene: Scene | None = None
        self._table: RequestTable | None = None
        self._parts: list[list[Batch]] = []
        self._sensing: list[World] = []
        self._senses: ManySenses | None = None
        self._plain: dict[int, tuple[RequestTable | None, int, bool]] = {}
        self._pairs: tuple[IntArray, IntArray, FloatArray] | None = None

    def sense(self, worlds: Sequence[World], readers: Sequence[ReadVariable]) -> list[SenseResults]:
        """Sense in every world, `readers` reading the variables of each; return what `World.sense` does."""
        together = [place for place, world in enumerate(worlds) if not world.gone]
        if len(together) < LEAST_TOGETHER or len(worlds[0].agents) > MOST_AGENTS:
            return [world.sense(world.tick, read) for world, read in zip(worlds, readers, strict=True)]
        sensing = [worlds[place] for place in together]
        if sensing != self._sensing:
            self._sensing, self._senses = sensing, ManySenses([world.senses for world in sensing])
        assert self._senses is not None
        moments = []
        for place in together:
            world = worlds[place]
            world.signals.emit(world.tick)
            moments.append(SenseMoment(world.tick, world.rate, readers[place], world.entity_field))
        found = dict(zip(together, self._senses.sense(moments), strict=True))
        for place, world in enumerate(worlds):
            if place not in found:
                found[place] = world.sense(world.tick, readers[place])
        return [found[place] for place in range(len(worlds))]

    def step(self, worlds: Sequence[World]) -> list[tuple[WorldEvent, ...]]:
        """Step every world; return what `World.step` does of each."""
        together = [world for world in worlds if self._goes_along(world)]
        if len(together) < LEAST_TOGETHER or len(together) * len(together[0].agents) <= FEW:
            return [world.step() for world in worlds]
        before = [world.agents.position for world in together]
        self._move(together)
        moved = dict(zip(map(id, together), before, strict=True))
        return [world.end_step(moved[id(world)]) if id(world) in moved else world.step() for world in worlds]

    def _goes_along(self, world: World) -> bool:
        """Tell whether a world can step with others now."""
        if not world.is_usual or len(world.agents) > MOST_AGENTS:
            return False
        table = world.request_table
        known, version, plain = self._plain.get(id(world), (None, -1, False))
        if known is not table or version != table.version:
            plain = _is_plain(table, len(world.entities.ids))
            self._plain[id(world)] = table, table.version, plain
        return plain

    def _move(self, worlds: list[World]) -> None:
        scene = self._scene_of(worlds)
        drive = self._drive(scene, worlds)
        agents = scene.agents
        motion = integrate(agents, drive, scene.step_seconds)
        moved = move_bodies(scene.shapes, agents.position, motion.velocity, motion.way, agents.radius)
        velocity = clamp_length(moved.velocity, agents.max_speed)
        packed = self._packed(moved.position, len(worlds))
        count = len(worlds[0].agents)
        for place, world in enumerate(worlds):
            own = slice(place * count, (place + 1) * count)
            orientation, rotation = motion.orientation[own], motion.rotation[own]
            if place in packed:
                single = NextMotion(motion.velocity[own], rotation, orientation, motion.way[own])
                world.settle(single, Moved(moved.position[own], moved.velocity[own]))
            else:
                bodies = world.agents
                bodies.position, bodies.velocity = moved.position[own], velocity[own]
                bodies.orientation, bodies.rotation = orientation, rotation

    def _scene_of(self, worlds: list[World]) -> Scene:
        """Return what all worlds together read in this step; what stays is kept from the step before."""
        if self._scene is None or worlds != self._worlds:
            self._worlds, self._tables = worlds, []
            first, agents = worlds[0].scene(), _joined_bodies(worlds)
            entities = Entities(
                {}, (), len(agents), first.entities.still_positions, Flying(), first.entities.health
            )
            self._pairs = _pairs_within(agents.radius, len(first.agents))
            self._scene = replace(first, agents=agents, entities=entities)
        else:
            agents, motion = self._scene.agents, _joined_motion(worlds)
            agents.position, agents.velocity = motion["position"], motion["velocity"]
            agents.orientation, agents.rotation = motion["orientation"], motion["rotation"]
            self._scene = replace(self._scene, tick=worlds[0].tick, nearby={})
        return self._scene

    def _drive(self, scene: Scene, worlds: list[World]) -> Drive:
        """Compute the steering of all, and let each world keep what its requests remember."""
        tables = [world.request_table for world in worlds]
        versions = [table.version for table in tables]
        if self._table is None or tables != self._tables or versions != self._versions:
            self._tables, self._versions = tables, versions
            self._table = self._joint_table(worlds)
        step = steering_of(scene, self._table)
        for batch, parts in zip(self._table.batches, self._parts, strict=True):
            if batch.behavior.steering.remembers:
                _hand_back(batch, parts)
        return step.drive

    def _joint_table(self, worlds: list[World]) -> RequestTable:
        """Return the requests of all worlds as those of one."""
        count = len(worlds[0].agents)
        starts = [0, *accumulate(len(table.agent) for table in self._tables)]
        by_behavior: dict[str, list[tuple[int, Batch]]] = {}
        for place, table in enumerate(self._tables):
            for batch in table.batches:
                by_behavior.setdefault(batch.behavior.id, []).append((place, batch))
        batches, self._parts = [], []
        for _, chosen in sorted(by_behavior.items()):
            parts = [batch for _, batch in chosen]
            sizes = [len(batch.agent) for batch in parts]
            firsts = np.repeat([place * count for place, _ in chosen], sizes)
            rows = np.repeat([starts[place] for place, _ in chosen], sizes)
            for place, batch in chosen:
                _fill_streams(worlds[place], batch)
            joined = _joined_batch(parts)
            target = joined.target_row
            moved = np.where(target < count, target + firsts, target + count * (len(worlds) - 1))
            batches.append(
                replace(
                    joined,
                    rows=joined.rows + rows,
                    agent=joined.agent + firsts,
                    target_row=np.where(target < 0, target, moved),
                )
            )
            self._parts.append(parts)
        sizes = [len(table.agent) for table in self._tables]
        agent = np.concatenate([table.agent for table in self._tables])
        return RequestTable(
            agent=agent + np.repeat(np.arange(len(worlds)) * count, sizes),
            weight=np.concatenate([table.weight for table in self._tables]),
            priority=np.concatenate([table.priority for table in self._tables]),
            is_modifier=np.concatenate([table.is_modifier for table in self._tables]),
            batches=tuple(batches),
            places=[],
        )

    def _packed(self, position: FloatArray, count: int) -> set[int]:
        """Return the places of the worlds in which any two bodies overlap."""
        assert self._pairs is not None
        first, second, reach = self._pairs
        if not len(first):
            return set()
        x, y = position[:, 0].reshape(count, -1), position[:, 1].reshape(count, -1)
        off_x, off_y = x[:, first] - x[:, second], y[:, first] - y[:, second]
        overlapping = reach - np.sqrt(off_x * off_x + off_y * off_y) > 0.0
        return set(np.flatnonzero(overlapping.any(axis=1)).tolist())


def _is_plain(table: RequestTable, entities: int) -> bool:
    """Tell whether every request asks about one body, and about none of `entities` that flies."""
    return all(
        batch.behavior.id in _OF_ONE_BODY and int(batch.target_row.max()) < entities
        for batch in table.batches
    )


def _joined_bodies(worlds: Sequence[World]) -> AgentArrays:
    """Return the bodies of all worlds as those of one, world after world."""
    every = [world.agents for world in worlds]
    first = every[0]
    return AgentArrays(
        ids=first.ids * len(every),
        teams=first.teams * len(every),
        team_numbers=np.concatenate([each.team_numbers for each in every]),
        **_joined_motion(worlds),
        radius=np.concatenate([each.radius for each in every]),
        max_speed=np.concatenate([each.max_speed for each in every]),
        max_acceleration=np.concatenate([each.max_acceleration for each in every]),
        max_rotation=np.concatenate([each.max_rotation for each in every]),
        max_angular_acceleration=np.concatenate([each.max_angular_acceleration for each in every]),
        stop_rule=np.concatenate([each.stop_rule for each in every]),
        combiner=np.concatenate([each.combiner for each in every]),
        faces_travel=np.concatenate([each.faces_travel for each in every]),
        immovable=np.concatenate([each.immovable for each in every]),
    )


class _Motion(TypedDict):
    position: FloatArray
    velocity: FloatArray
    orientation: FloatArray
    rotation: FloatArray


def _joined_motion(worlds: Sequence[World]) -> _Motion:
    """Return what changes of all bodies."""
    position = np.concatenate([world.agents.position for world in worlds])
    velocity = np.concatenate([world.agents.velocity for world in worlds])
    return {
        "position": columns(position[:, 0], position[:, 1]),
        "velocity": columns(velocity[:, 0], velocity[:, 1]),
        "orientation": np.concatenate([world.agents.orientation for world in worlds]),
        "rotation": np.concatenate([world.agents.rotation for world in worlds]),
    }


def _joined_batch(parts: Sequence[Batch]) -> Batch:
    """Return the requests of several worlds for one behavior, each in the rows of its own world."""
    return Batch(
        behavior=parts[0].behavior,
        requests=[request for part in parts for request in part.requests],
        rows=np.concatenate([part.rows for part in parts]),
        agent=np.concatenate([part.agent for part in parts]),
        numbers=np.asfortranarray(np.concatenate([part.numbers for part in parts])),
        target_row=np.concatenate([part.target_row for part in parts]),
        target=np.asfortranarray(np.concatenate([part.target for part in parts])),
        track=np.concatenate([part.track for part in parts]),
        memory=np.concatenate([part.memory for part in parts]),
        remembers=np.concatenate([part.remembers for part in parts]),
        draws=np.concatenate([part.draws for part in parts]),
        asks=np.concatenate([part.asks for part in parts]),
        streams=np.concatenate([part.streams for part in parts]),
    )


def _fill_streams(world: World, batch: Batch) -> None:
    """Say where the random numbers of each request begin; the seeds of worlds differ."""
    if batch.behavior.steering.remembers:
        for place in np.flatnonzero(batch.streams < 0).tolist():
            request = batch.requests[place]
            batch.streams[place] = stream_of_key(
                world.seed, world.agents.ids[request.agent], request.draw_key
            )


def _hand_back(batch: Batch, parts: Sequence[Batch]) -> None:
    """Let the requests of each world remember what they do among all others."""
    start = 0
    for part in parts:
        own = slice(start, start + len(part.agent))
        part.memory[:], part.remembers[:] = batch.memory[own], batch.remembers[own]
        part.draws[:] = batch.draws[own]
        start = own.stop


def _pairs_within(radius: FloatArray, count: int) -> tuple[IntArray, IntArray, FloatArray]:
    """Return each pair of the `count` bodies of a world, and how near they touch in each world (w, p)."""
    pairs = np.array(list(combinations(range(count), 2)), dtype=np.int64).reshape(-1, 2)
    first, second = pairs[:, 0], pairs[:, 1]
    sizes = radius.reshape(-1, count)
    return first, second, sizes[:, first] + sizes[:, second]
