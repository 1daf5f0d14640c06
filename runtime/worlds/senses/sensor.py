"""Hold one sensor of one agent, as the world file describes it, and say when it is due (SENSE-08)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from graphs.basics.frozen import JsonValue
from graphs.worlds.kinds.sensor_kind import SensorKind
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.random_numbers import fnv1a_32
from runtime.basics.time_ticks import duration_to_ticks_exact
from runtime.basics.vectors import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Sensor:
    """Hold one sensor of one agent.

    `order` is its place among all sensors of the world, by agent id and then as listed; `index` its place in
    the agent's list. It is due on tick 0 and then on every tick whose remainder by `interval` is `phase`.
    `events` are (event, output) pairs, `writes` (variable, output).
    """

    order: int
    agent: int
    agent_id: str
    index: int
    kind: SensorKind
    params: Mapping[str, JsonValue]
    interval: int
    phase: int
    writes: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, str], ...]

    def parameter(self, name: str) -> JsonValue:
        """Return a parameter, or its default where the world file leaves it out."""
        if name in self.params:
            return self.params[name]
        declared = self.kind.parameter(name)
        return declared.default if declared is not None else None

    def is_due(self, tick: int) -> bool:
        """Tell whether it senses on `tick`."""
        return tick == 0 or (tick - self.phase) % self.interval == 0

    def text(self, name: str) -> str:
        """Return a text parameter, or nothing where it is missing."""
        value = self.parameter(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> float:
        """Return a numeric parameter, or 0 where it is missing."""
        value = self.parameter(name)
        return float(value) if isinstance(value, (int, float)) else 0.0


def build_sensors(world: WorldDocument, kinds: Mapping[str, SensorKind]) -> tuple[Sensor, ...]:
    """Return all sensors of `world`, in ascending agent id and as each agent lists them.

    `kinds` are the kinds of sensors by id; a world that was checked names no other.
    """
    sensors: list[Sensor] = []
    steps = lru_cache(duration_to_ticks_exact)
    for row, agent_id in enumerate(sorted(world.agents)):
        for index, entry in enumerate(world.agents[agent_id].sensors):
            interval = max(1, steps(entry.every, world.rate))
            phase = fnv1a_32(agent_id) if entry.phase is None else entry.phase
            sensors.append(
                Sensor(
                    order=len(sensors),
                    agent=row,
                    agent_id=agent_id,
                    index=index,
                    kind=kinds[entry.kind],
                    params=entry.params,
                    interval=interval,
                    phase=phase % interval,
                    writes=tuple(sorted(entry.writes.items())),
                    events=tuple(sorted(entry.raises.items())),
                )
            )
    return tuple(sensors)


class DueTimes:
    """Say which of s sensors sense on a tick, and how long ago each did before."""

    def __init__(self, sensors: Sequence[Sensor]) -> None:
        self._interval: IntArray = np.array([sensor.interval for sensor in sensors], dtype=np.int64)
        self._phase: IntArray = np.array([sensor.phase for sensor in sensors], dtype=np.int64)

    def due(self, tick: int) -> IntArray:
        """Return the places of the sensors that are due on `tick`, ascending."""
        if tick == 0:
            return np.arange(len(self._interval))
        return np.flatnonzero((tick - self._phase) % self._interval == 0)

    def steps_since(self, places: IntArray, tick: int) -> FloatArray:
        """Return how many steps before `tick` each of these sensors sensed last; 0 on tick 0."""
        return np.minimum(self._interval[places], tick).astype(np.float64)


def numbers(sensors: Sequence[Sensor], name: str) -> FloatArray:
    """Return a numeric parameter of each sensor (s,)."""
    return np.array([sensor.number(name) for sensor in sensors], dtype=np.float64)
