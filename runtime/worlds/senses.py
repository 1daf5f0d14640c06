"""Run the sensors of all agents: what they write to blackboards and which events they raise."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from graphs.model.base import JsonValue
from runtime.time_ticks import duration_to_ticks_exact
from runtime.values import Value, Vector
from runtime.vectors import FloatArray
from runtime.worlds.agent_arrays import AgentArrays
from runtime.worlds.entities import Entities
from runtime.worlds.geometry import Obstructions
from runtime.worlds.sensor_kinds import SENSOR_KINDS
from runtime.worlds.sight import (
    SightMemory,
    SightSetup,
    empty_sight_memory,
    explain_sight,
    look,
)
from runtime.worlds.world_file import SensorEntry, WorldDocument
from runtime.worlds.world_records import SenseResults, SensorExplanation, WorldEvent

ReadVariable: TypeAlias = Callable[[str, str], Value]
"""Read a variable of an agent's brain: (agent id, name) to its value."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """Hold one sensor of one agent.

    `index` is its place in the agent's list, `interval` in steps, `place` its row among the sensors of its
    kind. `events` are (event, output) pairs, `writes` (variable, output).
    """

    agent: int
    agent_id: str
    index: int
    kind: str
    params: Mapping[str, JsonValue]
    interval: int
    writes: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, str], ...]
    place: int

    def text(self, name: str) -> str:
        """Return a text parameter, or nothing where it is missing."""
        value = self.params.get(name)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class SensesState:
    """Hold a copy of what the sensors remember."""

    sight: SightMemory
    waypoint_index: tuple[int, ...]


class Senses:
    """Hold the sensors of one world and what they remember."""

    def __init__(
        self, world: WorldDocument, agents: AgentArrays, entities: Entities, solid: Obstructions
    ) -> None:
        self._agents = agents
        self._entities = entities
        self._solid = solid
        self._rate = world.rate
        self._paths = {path_id: path.waypoints for path_id, path in world.paths.items()}
        self.sensors = _build_sensors(world)
        self._sight_sensors = [sensor for sensor in self.sensors if sensor.kind == "sight"]
        self._setup = _sight_setup(self._sight_sensors, agents)
        self._sight = empty_sight_memory(len(self._sight_sensors))
        waypoints = [sensor for sensor in self.sensors if sensor.kind == "waypoint"]
        self._waypoint_index = [0] * len(waypoints)

    def sense(self, tick: int, read_variable: ReadVariable) -> SenseResults:
        """Run every sensor due on `tick` and return what they write and raise (SEMANTICS 1.2).

        A sensor with an interval of n steps is due on tick 0, n, 2n, … Results are in ascending agent id and
        sensor order.
        """
        due = [sensor for sensor in self.sensors if tick % sensor.interval == 0]
        events_of = self._look(tick, [sensor for sensor in due if sensor.kind == "sight"])
        writes: list[tuple[str, str, Value]] = []
        events: list[WorldEvent] = []
        for sensor in due:
            if sensor.kind == "waypoint":
                self._count_waypoint(sensor, read_variable)
            outputs = self._outputs(sensor, tick)
            for variable, output in sensor.writes:
                if output in outputs:
                    writes.append((sensor.agent_id, variable, outputs[output]))
            happened = events_of.get(sensor.place) if sensor.kind == "sight" else None
            if happened is not None:
                payload = {
                    "at": outputs.get("position"),
                    "target": outputs.get("target"),
                    "distance": outputs.get("distance"),
                }
                events.extend(
                    WorldEvent(sensor.agent_id, event, payload)
                    for event, output in sensor.events
                    if output == happened
                )
        return SenseResults(tuple(writes), tuple(events))

    def explain(self, agent_id: str, tick: int) -> tuple[SensorExplanation, ...]:
        """Explain what every sensor of an agent makes of the world as it is; changes nothing."""
        return tuple(
            SensorExplanation(
                agent_id=agent_id,
                index=sensor.index,
                kind=sensor.kind,
                outputs=self._outputs(sensor, tick),
                candidates=explain_sight(self._solid, self._agents, self._setup, sensor.place)
                if sensor.kind == "sight"
                else (),
            )
            for sensor in self.sensors
            if sensor.agent_id == agent_id
        )

    def cones(self, agent_id: str) -> tuple[tuple[float, float], ...]:
        """Return (half angle in degrees, range in units) of each sight sensor of an agent."""
        return tuple(
            (float(self._setup.half_angle[sensor.place]), float(self._setup.range[sensor.place]))
            for sensor in self._sight_sensors
            if sensor.agent_id == agent_id
        )

    def snapshot(self) -> SensesState:
        """Return a copy of what the sensors remember."""
        return SensesState(self._sight.copy(), tuple(self._waypoint_index))

    def restore(self, state: SensesState) -> None:
        """Take back what `snapshot` returned."""
        self._sight = state.sight.copy()
        self._waypoint_index = list(state.waypoint_index)

    def state_bytes(self) -> bytes:
        """Return what the sensors remember as bytes, the same for the same memory."""
        memory = self._sight
        arrays = (memory.visible, memory.target, memory.position, memory.seen_tick)
        return b"".join(array.tobytes() for array in arrays) + repr(self._waypoint_index).encode()

    def _look(self, tick: int, due: list[Sensor]) -> dict[int, str]:
        """Look with the sensors due; return which of them came to see something or lost it."""
        places = np.array([sensor.place for sensor in due], dtype=np.int64)
        target = look(self._solid, self._agents, self._setup, places)
        before = self._sight.visible[places]
        now = target >= 0
        self._sight.visible[places] = now
        seeing = places[now]
        self._sight.target[seeing] = target[now]
        self._sight.position[seeing] = self._agents.position[target[now]]
        self._sight.seen_tick[seeing] = tick
        changed = np.flatnonzero(before != now).tolist()
        return {int(places[row]): "seen" if now[row] else "lost" for row in changed}

    def _count_waypoint(self, sensor: Sensor, read_variable: ReadVariable) -> None:
        index = read_variable(sensor.agent_id, sensor.text("index"))
        if isinstance(index, int) and not isinstance(index, bool):
            count = len(self._paths[sensor.text("path")])
            self._waypoint_index[sensor.place] = index % count

    def _outputs(self, sensor: Sensor, tick: int) -> dict[str, Value]:
        position = self._agents.position[sensor.agent]
        if sensor.kind == "sight":
            return self._sight_outputs(sensor, tick, position)
        if sensor.kind == "distance":
            place = self._place_of(sensor.text("to"))
            return {"distance": _distance(position, place), "position": place}
        waypoints = self._paths[sensor.text("path")]
        waypoint = waypoints[self._waypoint_index[sensor.place]]
        place = self._place_of(waypoint)
        return {
            "distance": _distance(position, place),
            "position": place,
            "entity": waypoint,
            "count": len(waypoints),
        }

    def _sight_outputs(self, sensor: Sensor, tick: int, position: FloatArray) -> dict[str, Value]:
        row, memory = sensor.place, self._sight
        seen_tick = int(memory.seen_tick[row])
        outputs: dict[str, Value] = {
            "visible": bool(memory.visible[row]),
            "unseen_for": (tick - max(seen_tick, 0)) / self._rate,
        }
        if seen_tick >= 0:
            place = (float(memory.position[row, 0]), float(memory.position[row, 1]))
            outputs["target"] = self._agents.ids[int(memory.target[row])]
            outputs["position"] = place
            outputs["distance"] = _distance(position, place)
        return outputs

    def _place_of(self, entity: str) -> Vector:
        row = self._entities.row(entity)
        count = self._entities.agent_count
        place = self._agents.position[row] if row < count else self._entities.still_positions[row - count]
        return float(place[0]), float(place[1])


def _build_sensors(world: WorldDocument) -> tuple[Sensor, ...]:
    places: dict[str, int] = {}
    sensors = []
    for row, agent_id in enumerate(sorted(world.agents)):
        for index, entry in enumerate(world.agents[agent_id].sensors):
            place = places[entry.kind] = places.get(entry.kind, -1) + 1
            sensors.append(_build_sensor(row, agent_id, index, entry, place, world.rate))
    return tuple(sensors)


def _build_sensor(row: int, agent_id: str, index: int, entry: SensorEntry, place: int, rate: int) -> Sensor:
    return Sensor(
        agent=row,
        agent_id=agent_id,
        index=index,
        kind=entry.kind,
        params=entry.params,
        interval=max(1, duration_to_ticks_exact(entry.every, rate)),
        writes=tuple(sorted(entry.writes.items())),
        events=tuple(sorted(entry.raises.items())),
        place=place,
    )


def _sight_setup(sensors: list[Sensor], agents: AgentArrays) -> SightSetup:
    def numbers(name: str) -> FloatArray:
        parameter = SENSOR_KINDS["sight"].parameter(name)
        default = parameter.default if parameter is not None else None
        values = [sensor.params.get(name, default) for sensor in sensors]
        return np.array(values, dtype=np.float64)

    wanted = np.zeros((len(sensors), len(agents)), dtype=np.bool_)
    ids, teams = np.array(agents.ids, dtype=object), np.array(agents.teams, dtype=object)
    for row, sensor in enumerate(sensors):
        looked_for = sensor.text("looks_for")
        wanted[row] = (ids if looked_for in agents.ids else teams) == looked_for
        wanted[row, sensor.agent] = False
    return SightSetup(
        agent=np.array([sensor.agent for sensor in sensors], dtype=np.int64),
        half_angle=numbers("half_angle"),
        range=numbers("range"),
        wanted=wanted,
    )


def _distance(position: FloatArray, place: Vector) -> float:
    x, y = place[0] - float(position[0]), place[1] - float(position[1])
    return math.sqrt(x * x + y * y)
