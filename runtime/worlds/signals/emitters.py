"""Say what gives something off, and when: the sources of a world and what its agents carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.parameter import HasParameters
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS, EmitterKind
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.random_numbers import fnv1a_32
from runtime.basics.time_ticks import duration_to_ticks_exact
from runtime.basics.vectors import BoolArray, IntArray
from runtime.worlds.bodies.things import Things


class ParamsOfWorld:
    """Read what a world file gives one thing of a declared kind."""

    __slots__ = ()

    kind: HasParameters
    params: Mapping[str, JsonValue]

    def parameter(self, name: str) -> JsonValue:
        """Return a parameter, or its default where the world file leaves it out."""
        if name in self.params:
            return self.params[name]
        declared = self.kind.parameter(name)
        return declared.default if declared is not None else None

    def number(self, name: str) -> float:
        """Return a numeric parameter, or 0 where it is missing."""
        value = self.parameter(name)
        return float(value) if isinstance(value, (int, float)) else 0.0

    def text(self, name: str) -> str:
        """Return a text parameter, or nothing where it is missing."""
        value = self.parameter(name)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Emitter(ParamsOfWorld):
    """Hold one emitter: what it is, the thing it belongs to and its row, and whether it begins active.

    `interval` is in steps, 0 for once or on demand; it emits first on the tick `first`.
    """

    entity: str
    thing: int
    is_agent: bool
    kind: EmitterKind
    params: Mapping[str, JsonValue]
    active: bool
    interval: int
    first: int


def build_emitters(world: WorldDocument, things: Things) -> tuple[Emitter, ...]:
    """Return all emitters of `world`, the agents' and then the sources', in ascending id.

    A source of an unknown kind gives off nothing.
    """
    found: list[Emitter] = []
    for row, name in enumerate(things.ids):
        if row < things.agent_count:
            entries = [(each.kind, each.params, each.active) for each in world.agents[name].emits]
        else:
            source = world.sources[name]
            entries = [(source.kind, source.params, source.active)]
        for kind_id, params, active in entries:
            kind = EMITTER_KINDS.get(kind_id)
            if kind is not None:
                found.append(_emitter(name, row, row < things.agent_count, kind, params, active, world.rate))
    return tuple(found)


def _emitter(
    entity: str,
    thing: int,
    is_agent: bool,
    kind: EmitterKind,
    params: Mapping[str, JsonValue],
    active: bool,
    rate: int,
) -> Emitter:
    def ticks(name: str) -> int:
        declared = kind.parameter(name)
        value = params.get(name, declared.default if declared is not None else 0)
        return duration_to_ticks_exact(value, rate) if isinstance(value, (int, float)) else 0

    interval, first = ticks("every"), ticks("first")
    if params.get("first") is None and params.get("moving") is True:
        first = fnv1a_32(entity) % max(interval, 1)
    return Emitter(entity, thing, is_agent, kind, params, active, interval, first)


class EmitterSwitches:
    """Hold which of k emitters are active, and which were rung by hand and give something off next.

    `active` (k,) and `rung` (k,) are state.
    """

    def __init__(self, emitters: Sequence[Emitter]) -> None:
        self.emitters = tuple(emitters)
        self.active: BoolArray = np.array([each.active for each in self.emitters], dtype=np.bool_)
        self.rung: BoolArray = np.zeros(len(self.emitters), dtype=np.bool_)
        self._interval: IntArray = np.array([each.interval for each in self.emitters], dtype=np.int64)
        self._first: IntArray = np.array([each.first for each in self.emitters], dtype=np.int64)
        is_once = [each.interval == 0 and each.kind.id == "interest" for each in self.emitters]
        self._is_once: BoolArray = np.array(is_once, dtype=np.bool_)
        self._by_entity: dict[str, list[int]] = {}
        for index, emitter in enumerate(self.emitters):
            self._by_entity.setdefault(emitter.entity, []).append(index)

    def take_due(self, tick: int) -> IntArray:
        """Return the emitters that give something off on `tick`, ascending; what was rung is taken."""
        since = tick - self._first
        periodic = (self._interval > 0) & (since >= 0) & (since % np.maximum(self._interval, 1) == 0)
        due = np.flatnonzero((self.active & (periodic | (self._is_once & (since == 0)))) | self.rung)
        self.rung[:] = False
        return due

    def of(self, entity: str, kind: str | None = None) -> tuple[int, ...]:
        """Return the emitters of an entity, all or those of one kind."""
        own = self._by_entity.get(entity, ())
        return tuple(each for each in own if kind is None or self.emitters[each].kind.id == kind)
