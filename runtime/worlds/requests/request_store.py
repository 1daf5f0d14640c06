"""Keep the steering requests in force, what they remember from step to step, and the tracks they follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from runtime.basics.vectors import FloatArray, length
from runtime.formulas.path_following import PathTrack, build_track, point_at
from runtime.records.world_records import SteeringRequest
from runtime.worlds.requests.steering_requests import CompiledRequest, MemoryKey, Track
from runtime.worlds.requests.steering_table import RequestTable, build_table

Remembered = tuple[float, ...]
"""What a request remembers; its behavior knows what the numbers mean."""


@dataclass(frozen=True, slots=True)
class RequestSnapshot:
    """Hold a copy of a `RequestStore`."""

    filed: tuple[tuple[SteeringRequest, ...], ...]
    compiled: tuple[tuple[CompiledRequest, ...], ...]
    memory: Mapping[MemoryKey, Remembered]
    draw_counts: Mapping[tuple[int, str], int]


@dataclass(slots=True)
class RequestStore:
    """Keep what each agent asks for until it is replaced, and what the requests remember.

    What is remembered lives as long as its request stays in force; draw counts, by agent row and node path,
    last the whole run (rule 3.13). While a table stands its arrays hold both.
    """

    agent_count: int
    filed: list[tuple[SteeringRequest, ...]] = field(default_factory=list)
    compiled: list[tuple[CompiledRequest, ...]] = field(default_factory=list)
    modifiers: list[tuple[CompiledRequest, ...]] = field(default_factory=list)
    _memory: dict[MemoryKey, Remembered] = field(default_factory=dict)
    _draw_counts: dict[tuple[int, str], int] = field(default_factory=dict)
    _table: RequestTable | None = None

    def __post_init__(self) -> None:
        self.filed = [() for _ in range(self.agent_count)]
        self.compiled = [() for _ in range(self.agent_count)]
        self.modifiers = [() for _ in range(self.agent_count)]

    def replace(
        self, agent: int, filed: tuple[SteeringRequest, ...], compiled: tuple[CompiledRequest, ...]
    ) -> None:
        """Put a new set in force; what stays in force keeps its memory."""
        if self._table is None or not self._table.patch(agent, compiled, self._exchange):
            self._drop_table()
            kept = {request.key for request in compiled}
            for request in self.compiled[agent]:
                if request.key not in kept:
                    self._memory.pop(request.key, None)
        self.filed[agent] = filed
        self.compiled[agent] = compiled

    def set_modifiers(self, agent: int, modifiers: tuple[CompiledRequest, ...]) -> None:
        """Give an agent its always-on modifiers."""
        self._drop_table()
        self.modifiers[agent] = modifiers

    def target_rows(self) -> frozenset[int]:
        """Return the rows of all entities that a request names."""
        every = (request for requests in self.compiled for request in requests)
        return frozenset(row for request in every for row in request.entity_rows if row >= 0)

    def others(self) -> tuple[tuple[MemoryKey, int, Vector], ...]:
        """Return what requests name beside their targets, of those that do, for the bytes of the state."""
        every = (request for requests in self.compiled for request in requests if request.other_row != -2)
        return tuple((request.key, request.other_row, request.other) for request in every)

    def table(self) -> RequestTable:
        """Return all requests in force, ready to compute."""
        if self._table is None:
            requests = [
                request
                for agent in range(self.agent_count)
                for request in (*self.compiled[agent], *self.modifiers[agent])
            ]
            self._table = build_table(requests)
            self._fill(self._table)
        return self._table

    def remembered(self, request: CompiledRequest) -> Remembered | None:
        """Return what a request in force remembers, None before its first step."""
        if self._table is None:
            return self._memory.get(request.key)
        for row in self._table.rows_of(request.agent):
            batch, place = self._table.places[row]
            if batch.requests[place].key == request.key:
                return tuple(batch.memory[place].tolist()) if batch.remembers[place] else None
        return None

    def memories(self) -> tuple[object, ...]:
        """Return what is remembered and drawn, sorted: the same for the same state."""
        self._read_back()
        return sorted(self._memory.items()), sorted(self._draw_counts.items())

    def snapshot(self) -> RequestSnapshot:
        """Return a copy of what changes."""
        self._read_back()
        return RequestSnapshot(
            tuple(self.filed), tuple(self.compiled), dict(self._memory), dict(self._draw_counts)
        )

    def restore(self, state: RequestSnapshot) -> None:
        """Take back what `snapshot` returned."""
        self._table = None
        self.filed, self.compiled = list(state.filed), list(state.compiled)
        self._memory, self._draw_counts = dict(state.memory), dict(state.draw_counts)

    def _exchange(self, old: CompiledRequest, draws: int, new: CompiledRequest) -> int:
        """Forget what an old request remembered and keep what it drew; return what the new one has drawn."""
        self._memory.pop(old.key, None)
        if draws:
            self._draw_counts[old.agent, old.draw_path] = draws
        return self._draw_counts.get((new.agent, new.draw_path), 0)

    def _drop_table(self) -> None:
        self._read_back()
        self._table = None

    def _read_back(self) -> None:
        """Copy what the requests of the table remember."""
        if self._table is None:
            return
        for batch in self._table.batches:
            if not batch.behavior.steering.remembers:
                continue
            memories, draws = map(tuple, batch.memory.tolist()), batch.draws.tolist()
            keys = [request.key for request in batch.requests]
            if batch.remembers.all():
                self._memory.update(zip(keys, memories, strict=True))
            else:
                known = zip(keys, memories, batch.remembers.tolist(), strict=True)
                self._memory.update((key, memory) for key, memory, remembers in known if remembers)
            for request, drawn in zip(batch.requests, draws, strict=True):
                if drawn:
                    self._draw_counts[request.agent, request.draw_path] = drawn

    def _fill(self, table: RequestTable) -> None:
        for batch in table.batches:
            if not batch.behavior.steering.remembers:
                continue
            for place, request in enumerate(batch.requests):
                memory = self._memory.get(request.key)
                if memory is not None:
                    batch.memory[place] = memory
                    batch.remembers[place] = True
                batch.draws[place] = self._draw_counts.get((request.agent, request.draw_path), 0)


def build_tracks(world: WorldDocument) -> tuple[tuple[PathTrack, ...], Mapping[Track, int]]:
    """Return the tracks of all paths, each in its three modes, and which is which."""
    tracks: list[PathTrack] = []
    rows: dict[Track, int] = {}
    for path_id in sorted(world.paths):
        places = [world.waypoints[waypoint].at for waypoint in world.paths[path_id].waypoints]
        points = [(float(x), float(y)) for x, y in places]
        for mode in ("open", "loop", "ping_pong"):
            rows[Track(path_id, mode)] = len(tracks)
            tracks.append(build_track(points, mode))
    return tuple(tracks), rows


def path_left(row: int, position: FloatArray, store: RequestStore, tracks: tuple[PathTrack, ...]) -> float:
    """Return how many units of its open path an agent has left; -1 if it follows none.

    Never less than its distance to the end; `position` is (2,).
    """
    for request in store.compiled[row]:
        if request.track < 0 or tracks[request.track].closed:
            continue
        memory = store.remembered(request)
        if memory is None:
            continue
        track = tracks[request.track]
        if request.behavior == "follow_waypoints":
            corner = int(memory[1])
            way = track.corners[corner] - position
            return track.left_from_corner(corner) + float(length(way[None, :])[0])
        end = point_at(track, np.array([track.total])) - position[None, :]
        return max(track.total - memory[1], float(length(end)[0]))
    return -1.0
