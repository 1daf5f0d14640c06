"""Hold the sensors of agents, and run all sensors of one kind together.

A group senses with those of its sensors that are due, all at once, and remembers what it found in arrays by
name, one row per sensor. From that memory come the outputs that are written to variables; what changed comes
back as happenings, which raise the events of the world file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import ClassVar, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from graphs.basics.frozen import JsonValue
from graphs.worlds.kinds.sensor_kind import SensorKind
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.random_numbers import fnv1a_32
from runtime.basics.time_ticks import duration_to_ticks_exact
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length
from runtime.records.sense_records import SenseCandidate, SenseShape
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.bodies.things import SignalFilters, ThingFilters, Things
from runtime.worlds.senses.entities import Entities
from runtime.worlds.signals.emitters import ParamsOfWorld
from runtime.worlds.signals.signals import Signals

ReadVariable: TypeAlias = Callable[[str, str], Value]
"""Read a variable of an agent's brain: (agent id, name) to its value."""
ReadField: TypeAlias = Callable[[str, str], Value]
"""Read a field of an entity: (entity id, field) to its value; raises `EvaluationError` where none is."""
MemoryArray: TypeAlias = NDArray[np.generic]
"""What a group remembers under one name; texts stand in arrays of objects."""


@dataclass(frozen=True, slots=True)
class Sensor(ParamsOfWorld):
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

    def is_due(self, tick: int) -> bool:
        """Tell whether it senses on `tick`."""
        return tick == 0 or (tick - self.phase) % self.interval == 0


def build_sensors(world: WorldDocument) -> tuple[Sensor, ...]:
    """Return all sensors of a checked world, in ascending agent id and as each agent lists them."""
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
                    kind=SENSOR_KINDS[entry.kind],
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


class TextArray(Protocol):
    """Be an array of texts, some of them None."""

    def __setitem__(self, places: int | IntArray, text: str | None, /) -> None: ...


class Unknown(Enum):
    """Say that an output has no value yet, so that nothing is written."""

    UNKNOWN = "unknown"


UNKNOWN = Unknown.UNKNOWN

Column: TypeAlias = Sequence[Value | Unknown]
"""One output of several sensors."""


@dataclass(slots=True)
class SenseSurroundings:
    """Hold what all senses look at: the bodies, who they are, and what stands in the way.

    `solid` is everything solid, `opaque` the part of it that ends sight, both new ones when a door moves,
    `signals` what is given off, `seed` that of all draws.
    """

    document: WorldDocument
    agents: AgentArrays
    things: Things
    entities: Entities
    solid: Obstructions
    opaque: Obstructions
    signals: Signals
    seed: int


@dataclass(frozen=True, slots=True)
class SenseMoment:
    """Hold the step that is sensed in."""

    tick: int
    rate: int
    read_variable: ReadVariable
    read_field: ReadField


@dataclass(frozen=True, slots=True)
class Happening:
    """Tell that the sensor at `place` of its group raises the event `name` of its kind."""

    place: int
    name: str
    payload: Mapping[str, Value] = field(default_factory=dict)


class SensorGroup(ABC):
    """Run the sensors of one kind. `kind` is its id in `SENSOR_KINDS`."""

    kind: ClassVar[str]

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        self.sensors = tuple(sensors)
        self.around = surroundings
        self.times = DueTimes(self.sensors)
        self.memory: dict[str, MemoryArray] = {}
        self.agent_rows: IntArray = np.array([sensor.agent for sensor in self.sensors], dtype=np.int64)
        self.written = frozenset(output for sensor in self.sensors for _, output in sensor.writes)

    @abstractmethod
    def sense(self, due: IntArray, moment: SenseMoment) -> Sequence[Happening]:
        """Sense with the sensors at the places `due`; remember it and return what happened.

        Happenings are in ascending place.
        """

    @abstractmethod
    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return the outputs called `names` of the sensors at `places`, as they stand; changes nothing."""

    def attend(self, moment: SenseMoment) -> None:
        """Take notice of what must not wait until a sensor is due; called in every step, before sensing."""
        del moment

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Return what one sensor makes of what it could sense, of a crowd the nearest; changes nothing."""
        return ()

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return how far one sensor reaches, to be drawn."""
        return ()

    def positions(self, places: IntArray) -> FloatArray:
        """Return where the agents of these sensors are (k, 2)."""
        return self.around.agents.position[self.agent_rows[places]]

    def thing_filters(self) -> ThingFilters:
        """Return what each of the sensors looks for."""
        agents = [sensor.agent for sensor in self.sensors]
        return ThingFilters(self.around.things, [sensor.text("looks_for") for sensor in self.sensors], agents)

    def signal_filters(self) -> SignalFilters:
        """Return which signals each of the sensors is for."""
        looks = [(sensor.text("looks_for"), sensor.agent) for sensor in self.sensors]
        return SignalFilters(self.around.things, looks)

    def last_known(self, places: IntArray, names: Collection[str], known: BoolArray) -> dict[str, Column]:
        """Return `target`, `position` and `distance`, those that are named; unknown where not `known`."""
        position, columns = self.floats("position")[places], dict[str, Column]()
        if "target" in names:
            ids = self.around.things.ids
            columns["target"] = masked([ids[row] for row in self.ints("target")[places].tolist()], known)
        if "position" in names:
            columns["position"] = masked(as_vectors(position), known)
        if "distance" in names:
            columns["distance"] = masked(length(position - self.positions(places)).tolist(), known)
        return columns

    def payloads(self, places: IntArray, moment: SenseMoment, *further: str) -> list[dict[str, Value]]:
        """Return what events tell of targets: where each is, which, how far, and further outputs."""
        if not len(places):
            return []
        names = ("position", "target", "distance", *further)
        columns = self.outputs(places, names, moment)
        rows = zip(*(columns[name] for name in names), strict=True)
        return [cast("dict[str, Value]", dict(zip(("at", *names[1:]), row, strict=True))) for row in rows]

    def ints(self, name: str) -> IntArray:
        """Return what is remembered as ints under a name; writing to it remembers."""
        return cast(IntArray, self.memory[name])

    def floats(self, name: str) -> FloatArray:
        """Return what is remembered as floats under a name; writing to it remembers."""
        return cast(FloatArray, self.memory[name])

    def flags(self, name: str) -> BoolArray:
        """Return what is remembered as true or false under a name; writing to it remembers."""
        return cast(BoolArray, self.memory[name])

    def texts(self, name: str) -> TextArray:
        """Return what is remembered as texts under a name; writing to it remembers."""
        return cast(TextArray, self.memory[name])

    def snapshot(self) -> Mapping[str, MemoryArray]:
        """Return a copy of what is remembered."""
        return {name: array.copy() for name, array in self.memory.items()}

    def restore(self, saved: Mapping[str, MemoryArray]) -> None:
        """Take back what `snapshot` returned."""
        self.memory = {name: array.copy() for name, array in saved.items()}

    def state_bytes(self) -> bytes:
        """Return what is remembered as bytes, the same for the same memory."""
        parts = []
        for name in sorted(self.memory):
            array = self.memory[name]
            parts.append(repr(array.tolist()).encode() if array.dtype == object else array.tobytes())
        return b"".join(parts)


def as_vectors(places: FloatArray) -> list[Value | Unknown]:
    """Return an array (k, 2) as vectors."""
    return [(float(x), float(y)) for x, y in places.tolist()]


def masked(column: Column, known: BoolArray) -> list[Value | Unknown]:
    """Return a column, unknown where `known` (k,) is false."""
    return [value if there else UNKNOWN for value, there in zip(column, known.tolist(), strict=True)]
