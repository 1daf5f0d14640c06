"""Steer and move many worlds at once: worlds of one document that differ in their starts alone.

The bodies and requests of all stand in one set of arrays, world after world, and nobody meets anyone of
another world. The bits are those of single steps. What is only known of one world, such as who is near,
routes, questions for places, what flies and whom a user drives, makes a world step alone for as long as it
asks for that; one with doors, links, layers, squads, tokens or costs of areas always does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from typing import Any

import numpy as np

from runtime.basics.random_batches import stream_of_key
from runtime.basics.single_vectors import FEW
from runtime.basics.vectors import FloatArray, IntArray, clamp_length
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

_CHANGING = ("position", "velocity", "orientation", "rotation")
_STAYING = (
    *("team_numbers", "radius", "max_speed", "max_acceleration", "max_rotation", "max_angular_acceleration"),
    *("stop_rule", "combiner", "faces_travel", "immovable"),
)
_OF_REQUESTS = ("agent", "weight", "priority", "is_modifier")
_OF_BATCHES = (
    *("rows", "agent", "numbers", "target_row", "target", "track"),
    *("memory", "remembers", "draws", "asks", "streams"),
)


class ManyWorlds:
    """Step worlds together that were opened from one document with other starts and seeds.

    All are in the same tick. What single requests asked for is not kept for the preview.
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
        together = [place for place, world in enumerate(worlds) if world.start is not None and not world.gone]
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
                own_moved = Moved(moved.position[own], moved.velocity[own])
                world.settle(single, own_moved, world.agents.radius)
            else:
                bodies = world.agents
                bodies.position, bodies.velocity = moved.position[own], velocity[own]
                bodies.orientation, bodies.rotation = orientation, rotation

    def _scene_of(self, worlds: list[World]) -> Scene:
        """Return what all worlds together read in this step; what stays is kept from the step before."""
        bodies = [world.agents for world in worlds]
        if self._scene is None or worlds != self._worlds:
            self._worlds, self._tables = worlds, []
            first = worlds[0].scene()
            ids, teams = first.agents.ids * len(worlds), first.agents.teams * len(worlds)
            agents = AgentArrays(ids, teams, **_joined(bodies, (*_CHANGING, *_STAYING)))
            entities = Entities(
                {}, (), len(agents), first.entities.still_positions, Flying(), first.entities.health
            )
            self._pairs = _pairs_within(agents.radius, len(first.agents))
            self._scene = replace(first, agents=agents, entities=entities)
        else:
            for name, joined in _joined(bodies, _CHANGING).items():
                setattr(self._scene.agents, name, joined)
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
                _fill_streams(worlds[place], batch)
        batches, self._parts = [], []
        for _, chosen in sorted(by_behavior.items()):
            places, parts = zip(*chosen, strict=True)
            sizes = [len(batch.agent) for batch in parts]
            joined = _joined(parts, _OF_BATCHES)
            firsts, target = np.repeat(places, sizes) * count, joined["target_row"]
            joined["agent"] += firsts
            joined["rows"] += np.repeat([starts[place] for place in places], sizes)
            moved = np.where(target < count, target + firsts, target + count * (len(worlds) - 1))
            joined["target_row"] = np.where(target < 0, target, moved)
            requests = [request for batch in parts for request in batch.requests]
            batches.append(Batch(parts[0].behavior, requests, **joined))
            self._parts.append(list(parts))
        found = _joined(self._tables, _OF_REQUESTS)
        found["agent"] += np.repeat(np.arange(len(worlds)) * count, np.diff(starts))
        return RequestTable(**found, batches=tuple(batches), places=[])

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


def _joined(parts: Sequence[object], names: Sequence[str]) -> dict[str, Any]:
    """Return arrays that all parts have, those of one part behind those of another, column by column."""
    return {
        name: np.asfortranarray(np.concatenate([getattr(part, name) for part in parts])) for name in names
    }


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
