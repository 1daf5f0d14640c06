"""Look up everything a steering request names, so that computing it looks up nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from graphs.kinds.actions.steering_behaviors import BEHAVIORS, BehaviorDeclaration
from graphs.kinds.declarations.parameter import Parameter
from runtime.basics.random_numbers import fnv1a_32
from runtime.basics.values import Value, Vector
from runtime.records.world_records import SteeringRequest
from runtime.worlds.senses.entities import Entities

MemoryKey: TypeAlias = tuple[int, str, str, int]
"""Agent row, node path, behavior, and which of the node's requests for that behavior."""

_FURTHEST = 1e12
_NUMBERS = {behavior_id: behavior.numbers for behavior_id, behavior in BEHAVIORS.items()}
_MODES = {
    behavior_id: [parameter for parameter in behavior.parameters if parameter.type == "enum"]
    for behavior_id, behavior in BEHAVIORS.items()
}
"""The parameters of each behavior that name a way to do it."""


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
    was not given. `target_row` is an entity's row, -1 for the fixed place `target`, -2 for none; `other_row`
    and `other` are the same of what is named beside the target, or the offset from it. `track` indexes the
    world's tracks, -1 for none. `priority` matters to combiners that ask by priority: smaller is earlier
    (STEER-15). `stream` is the number of the node in draws, -1 where it is the hash of `node_path`.
    """

    agent: int
    behavior: str
    node_path: str
    weight: float
    priority: int
    numbers: tuple[float, ...]
    target_row: int
    target: Vector
    track: int
    mode: str
    is_modifier: bool
    key: MemoryKey
    stream: int = -1
    other_row: int = field(default=-2, repr=False)
    other: Vector = field(default=(0.0, 0.0), repr=False)

    @property
    def shape(self) -> tuple[MemoryKey, int, str]:
        """Return what two requests have in common that differ in their arguments only."""
        return self.key, self.track, self.mode

    @property
    def entity_rows(self) -> tuple[int, int]:
        """Return the rows of the entities it names; below 0 are none."""
        return self.target_row, self.other_row

    @property
    def draw_path(self) -> str:
        """Return the path whose random numbers the request draws (rule 1.4)."""
        return _draw_path(self.node_path, self.behavior)

    @property
    def draw_key(self) -> int:
        """Return the number of `draw_path` in draws."""
        return _draw_key(self.node_path, self.stream, self.behavior)


@lru_cache(maxsize=4096)
def _draw_path(node_path: str, behavior: str) -> str:
    """Return one text for all agents, so that a state of many is quickly packed."""
    return f"{node_path}/{behavior}"


@lru_cache(maxsize=4096)
def _draw_key(node_path: str, stream: int, behavior: str) -> int:
    own = stream if stream >= 0 else fnv1a_32(node_path)
    return fnv1a_32(f"/{behavior}", own)


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
    target_row, target = _place(behavior, "target", arguments, entities)
    other_row, other = _place(behavior, _second_place(behavior), arguments, entities)
    track = -1
    if behavior.parameter("path") is not None:
        track = _track(arguments, tracks, own_modes)
    return CompiledRequest(
        agent=key[0],
        behavior=behavior.id,
        node_path=request.node_path,
        weight=weight,
        priority=request.priority,
        numbers=_numbers(behavior, arguments),
        target_row=target_row,
        target=target,
        track=track,
        mode=_mode(_MODES[behavior.id], arguments),
        is_modifier=is_modifier,
        key=key,
        stream=request.stream,
        other_row=other_row,
        other=other,
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


def _place(
    behavior: BehaviorDeclaration, name: str, arguments: Mapping[str, Value], entities: Entities
) -> tuple[int, Vector]:
    """Look up the argument `name`, an entity or a vector."""
    parameter = behavior.parameter(name)
    if parameter is None:
        return -2, (0.0, 0.0)
    value = arguments.get(name)
    if value is None and isinstance(parameter.default, list):
        value = (float(str(parameter.default[0])), float(str(parameter.default[1])))
    if isinstance(value, str):
        row = entities.find_row(value)
        if row is None:
            raise RequestRefused(f"{behavior.title} has no {name}: there is no entity {value!r}.")
        return row, (0.0, 0.0)
    if isinstance(value, tuple) and len(value) == 2:
        x, y = _finite(value[0], name), _finite(value[1], name)
        return -1, (x, y)
    if value is None and parameter.optional:
        return -2, (0.0, 0.0)
    said = "needs a target" if name == "target" else f"needs {name}"
    raise RequestRefused(f"{behavior.title} {said}, an entity or a vector; found {value!r}.")


def _second_place(behavior: BehaviorDeclaration) -> str:
    """Return what a behavior calls the place it names beside its target: an offset is one from there."""
    offset = behavior.parameter("offset")
    return "offset" if offset is not None and offset.type == "vector" else "other"


def _track(arguments: Mapping[str, Value], tracks: Mapping[Track, int], own_modes: Mapping[str, str]) -> int:
    path = arguments.get("path")
    if not isinstance(path, str) or path not in own_modes:
        raise RequestRefused(f"There is no path {path!r} in this world.")
    mode = arguments.get("mode")
    modes = {"once": "open", "loop": "loop", "ping_pong": "ping_pong"}
    return tracks[Track(path, modes.get(mode, own_modes[path]) if isinstance(mode, str) else own_modes[path])]


def _mode(parameters: Sequence[Parameter], arguments: Mapping[str, Value]) -> str:
    """Return the ways to do it that are named, a word each; what is usual of a later parameter is not."""
    named = [(parameter, arguments.get(parameter.name)) for parameter in parameters]
    words = [
        value
        for parameter, value in named
        if isinstance(value, str) and (parameter.since == 1 or value != parameter.default)
    ]
    return " ".join(words)


def _finite(value: Value, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise RequestRefused(f"The argument {name} must be a finite number; found {value!r}.")
    return max(-_FURTHEST, min(float(value), _FURTHEST))
