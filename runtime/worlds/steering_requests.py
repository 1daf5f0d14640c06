"""Keep the steering requests in force, in the form in which they are computed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from runtime.steering.catalogue import BEHAVIORS, BehaviorDeclaration
from runtime.values import Value, Vector
from runtime.vectors import FloatArray, IntArray
from runtime.worlds.entities import Entities
from runtime.worlds.world_records import SteeringRequest

MemoryKey: TypeAlias = tuple[int, str, str, int]
"""Agent row, node path, behavior, and which of the node's requests for that behavior."""

_FURTHEST = 1e12
_NUMBERS = {behavior_id: behavior.numbers for behavior_id, behavior in BEHAVIORS.items()}


class RequestRefused(ValueError):
    """Say why a steering request cannot be computed."""


@dataclass(frozen=True, slots=True)
class Track:
    """Name one way to walk a path: its id and mode (`open`, `loop` or `ping_pong`)."""

    path: str
    mode: str


@dataclass(frozen=True, slots=True)
class CompiledRequest:
    """Hold one request with everything looked up.

    `numbers` are the numeric arguments in the order of the behavior's declaration, infinity for a speed that
    was not given. `target_row` is an entity's row, -1 for the fixed place `target`, -2 for none. `track`
    indexes the world's tracks, -1 for none.
    """

    agent: int
    behavior: str
    node_path: str
    weight: float
    numbers: tuple[float, ...]
    target_row: int
    target: Vector
    track: int
    mode: str
    is_modifier: bool
    key: MemoryKey


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Hold all requests for one behavior: `rows` (r,) are their places among all requests."""

    behavior: BehaviorDeclaration
    requests: tuple[CompiledRequest, ...]
    rows: IntArray
    agent: IntArray
    numbers: FloatArray
    target_row: IntArray
    target: FloatArray

    def column(self, name: str) -> FloatArray:
        """Return the numeric argument `name` of every request (r,)."""
        names = [parameter.name for parameter in _NUMBERS[self.behavior.id]]
        result: FloatArray = self.numbers[:, names.index(name)]
        return result

    def has_column(self, name: str) -> bool:
        """Tell whether the behavior has a numeric argument `name`."""
        return any(parameter.name == name for parameter in _NUMBERS[self.behavior.id])


@dataclass(frozen=True, slots=True, eq=False)
class RequestTable:
    """Hold all requests and modifiers in force, by agent and, within one, in the order filed.

    `agent` and `weight` are (r,); `batches` hold the same rows by behavior.
    """

    requests: tuple[CompiledRequest, ...]
    agent: IntArray
    weight: FloatArray
    is_modifier: np.ndarray[tuple[int], np.dtype[np.bool_]]
    batches: tuple[Batch, ...]


@dataclass(slots=True)
class RequestStore:
    """Keep what each agent asks for until it is replaced, and what the requests remember.

    `memory` lives as long as its request stays in force; `draw_counts` (agent row, node path) last the whole
    run (SEMANTICS 3.13).
    """

    agent_count: int
    filed: list[tuple[SteeringRequest, ...]] = field(default_factory=list)
    compiled: list[tuple[CompiledRequest, ...]] = field(default_factory=list)
    modifiers: list[tuple[CompiledRequest, ...]] = field(default_factory=list)
    memory: dict[MemoryKey, tuple[float, ...]] = field(default_factory=dict)
    draw_counts: dict[tuple[int, str], int] = field(default_factory=dict)
    _table: RequestTable | None = None

    def __post_init__(self) -> None:
        self.filed = [() for _ in range(self.agent_count)]
        self.compiled = [() for _ in range(self.agent_count)]
        self.modifiers = [() for _ in range(self.agent_count)]

    def replace(
        self, agent: int, filed: tuple[SteeringRequest, ...], compiled: tuple[CompiledRequest, ...]
    ) -> None:
        """Put a new set in force; what stays in force keeps its memory."""
        kept = {request.key for request in compiled}
        for request in self.compiled[agent]:
            if request.key not in kept:
                self.memory.pop(request.key, None)
        self.filed[agent] = filed
        self.compiled[agent] = compiled
        self._table = None

    def set_modifiers(self, agent: int, modifiers: tuple[CompiledRequest, ...]) -> None:
        """Give an agent its always-on modifiers."""
        self.modifiers[agent] = modifiers
        self._table = None

    def table(self) -> RequestTable:
        """Return all requests in force, ready to compute."""
        if self._table is None:
            requests = [
                request
                for agent in range(self.agent_count)
                for request in (*self.compiled[agent], *self.modifiers[agent])
            ]
            self._table = _build_table(requests)
        return self._table

    def snapshot(self) -> RequestSnapshot:
        """Return a copy of what changes."""
        return RequestSnapshot(
            tuple(self.filed), tuple(self.compiled), dict(self.memory), dict(self.draw_counts)
        )

    def restore(self, state: RequestSnapshot) -> None:
        """Take back what `snapshot` returned."""
        self.filed, self.compiled = list(state.filed), list(state.compiled)
        self.memory, self.draw_counts = dict(state.memory), dict(state.draw_counts)
        self._table = None


@dataclass(frozen=True, slots=True)
class RequestSnapshot:
    """Hold a copy of a `RequestStore`."""

    filed: tuple[tuple[SteeringRequest, ...], ...]
    compiled: tuple[tuple[CompiledRequest, ...], ...]
    memory: Mapping[MemoryKey, tuple[float, ...]]
    draw_counts: Mapping[tuple[int, str], int]


def compile_requests(
    agent: int,
    requests: Sequence[SteeringRequest],
    entities: Entities,
    tracks: Mapping[Track, int],
    own_modes: Mapping[str, str],
    *,
    modifiers: bool = False,
) -> tuple[tuple[CompiledRequest, ...], tuple[str, ...]]:
    """Return the requests that can be computed, and why the others cannot.

    They are ordered by node path, a node's own in the order it filed them, so that the order in which nodes
    were ticked never matters. `own_modes` maps path ids to the modes the world gives them.
    """
    compiled, refusals = [], []
    counts: dict[tuple[str, str], int] = {}
    for request in sorted(requests, key=lambda each: each.node_path):
        place = (request.node_path, request.behavior)
        ordinal = counts[place] = counts.get(place, -1) + 1
        key = (agent, request.node_path, request.behavior, ordinal)
        try:
            compiled.append(_compile(request, key, entities, tracks, own_modes, modifiers))
        except RequestRefused as refusal:
            refusals.append(f"{request.node_path or 'a request'}: {refusal}")
    return tuple(compiled), tuple(refusals)


def _compile(
    request: SteeringRequest,
    key: MemoryKey,
    entities: Entities,
    tracks: Mapping[Track, int],
    own_modes: Mapping[str, str],
    is_modifier: bool,
) -> CompiledRequest:
    behavior = BEHAVIORS.get(request.behavior)
    if behavior is None:
        raise RequestRefused(f"There is no steering behavior {request.behavior!r}.")
    arguments = request.arguments
    weight = _finite(request.weight, "weight")
    target_row, target = _target(behavior, arguments, entities)
    track = -1
    if behavior.parameter("path") is not None:
        track = _track(arguments, tracks, own_modes)
    mode = arguments.get("mode")
    return CompiledRequest(
        agent=key[0],
        behavior=behavior.id,
        node_path=request.node_path,
        weight=weight,
        numbers=_numbers(behavior, arguments),
        target_row=target_row,
        target=target,
        track=track,
        mode=mode if isinstance(mode, str) else "",
        is_modifier=is_modifier,
        key=key,
    )


def _numbers(behavior: BehaviorDeclaration, arguments: Mapping[str, Value]) -> tuple[float, ...]:
    result = []
    for parameter in _NUMBERS[behavior.id]:
        value = arguments.get(parameter.name)
        if value is None:
            value = parameter.default if isinstance(parameter.default, (int, float)) else math.inf
        else:
            value = _finite(value, parameter.name)
        if parameter.minimum is not None:
            value = max(value, parameter.minimum)
        if parameter.maximum is not None:
            value = min(value, parameter.maximum)
        result.append(float(value))
    return tuple(result)


def _target(
    behavior: BehaviorDeclaration, arguments: Mapping[str, Value], entities: Entities
) -> tuple[int, Vector]:
    parameter = behavior.parameter("target")
    if parameter is None:
        return -2, (0.0, 0.0)
    value = arguments.get("target")
    if isinstance(value, str):
        row = entities.rows.get(value)
        if row is None:
            raise RequestRefused(f"{behavior.title} has no target: there is no entity {value!r}.")
        return row, (0.0, 0.0)
    if isinstance(value, tuple) and len(value) == 2:
        x, y = _finite(value[0], "target"), _finite(value[1], "target")
        return -1, (x, y)
    if value is None and parameter.optional:
        return -2, (0.0, 0.0)
    raise RequestRefused(f"{behavior.title} needs a target, an entity or a vector; found {value!r}.")


def _track(arguments: Mapping[str, Value], tracks: Mapping[Track, int], own_modes: Mapping[str, str]) -> int:
    path = arguments.get("path")
    if not isinstance(path, str) or path not in own_modes:
        raise RequestRefused(f"There is no path {path!r} in this world.")
    mode = arguments.get("mode")
    modes = {"once": "open", "loop": "loop", "ping_pong": "ping_pong"}
    return tracks[Track(path, modes.get(mode, own_modes[path]) if isinstance(mode, str) else own_modes[path])]


def _finite(value: Value, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise RequestRefused(f"The argument {name} must be a finite number; found {value!r}.")
    return max(-_FURTHEST, min(float(value), _FURTHEST))


def _build_table(requests: list[CompiledRequest]) -> RequestTable:
    by_behavior: dict[str, list[int]] = {}
    for row, request in enumerate(requests):
        by_behavior.setdefault(request.behavior, []).append(row)
    batches = []
    for behavior_id in sorted(by_behavior):
        rows = by_behavior[behavior_id]
        chosen = [requests[row] for row in rows]
        batches.append(
            Batch(
                behavior=BEHAVIORS[behavior_id],
                requests=tuple(chosen),
                rows=np.array(rows, dtype=np.int64),
                agent=np.array([request.agent for request in chosen], dtype=np.int64),
                numbers=np.array([request.numbers for request in chosen], dtype=np.float64),
                target_row=np.array([request.target_row for request in chosen], dtype=np.int64),
                target=np.array([request.target for request in chosen], dtype=np.float64).reshape(-1, 2),
            )
        )
    return RequestTable(
        requests=tuple(requests),
        agent=np.array([request.agent for request in requests], dtype=np.int64),
        weight=np.array([request.weight for request in requests], dtype=np.float64),
        is_modifier=np.array([request.is_modifier for request in requests], dtype=np.bool_),
        batches=tuple(batches),
    )
