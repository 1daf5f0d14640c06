"""Run the sensors of all agents: what they write to blackboards and which events they raise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Value
from runtime.basics.vectors import IntArray
from runtime.records.sense_records import SenseShape, SensorExplanation
from runtime.records.world_records import SenseResults, WorldEvent
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.geometry import Obstructions, part_of
from runtime.worlds.bodies.things import Things
from runtime.worlds.senses.awareness import AwarenessSensors
from runtime.worlds.senses.entities import Entities
from runtime.worlds.senses.graded_vision import GradedVisionSensors
from runtime.worlds.senses.hearing import HearingSensors
from runtime.worlds.senses.knowing import DistanceSensors, FactSensors, HealthSensors, WaypointSensors
from runtime.worlds.senses.projectile import ProjectileSensors
from runtime.worlds.senses.proximity import ProximitySensors
from runtime.worlds.senses.sensor_group import (
    UNKNOWN,
    Happening,
    MemoryArray,
    ReadField,
    ReadVariable,
    SenseMoment,
    SenseSurroundings,
    Sensor,
    SensorGroup,
    build_sensors,
)
from runtime.worlds.senses.sight import SightSensors, VisorSensors
from runtime.worlds.senses.smell import SmellSensors
from runtime.worlds.senses.touch import TouchSensors
from runtime.worlds.senses.zone import ZoneSensors
from runtime.worlds.signals.signals import Signals

SENSOR_GROUPS: Mapping[str, type[SensorGroup]] = {
    group.kind: group
    for group in (
        SightSensors,
        GradedVisionSensors,
        VisorSensors,
        HearingSensors,
        SmellSensors,
        TouchSensors,
        ProximitySensors,
        AwarenessSensors,
        ProjectileSensors,
        HealthSensors,
        ZoneSensors,
        DistanceSensors,
        FactSensors,
        WaypointSensors,
    )
}
"""What runs the sensors of each kind, by id."""

Told: TypeAlias = tuple[int, list[tuple[str, str, Value]], list[WorldEvent]]
"""What one sensor writes and raises in one step, after its order."""


@dataclass(frozen=True, slots=True)
class SensesState:
    """Hold a copy of what the sensors remember, by kind and name."""

    memories: Mapping[str, Mapping[str, MemoryArray]]


class Senses:
    """Hold the sensors of one world and what they remember, one group per kind."""

    def __init__(
        self,
        world: WorldDocument,
        agents: AgentArrays,
        things: Things,
        entities: Entities,
        solid: Obstructions,
        signals: Signals,
        seed: int,
        like: Senses | None = None,
    ) -> None:
        """Give agents their sensors; those of `like`, another start of the same world, are not read again."""
        self.rate = world.rate
        opaque = like.opaque if like is not None else opaque_part(world, solid)
        self.around = SenseSurroundings(world, agents, things, entities, solid, opaque, signals, seed)
        self.sensors: tuple[Sensor, ...] = like.sensors if like is not None else build_sensors(world)
        self.groups: list[SensorGroup] = []
        for kind, group in SENSOR_GROUPS.items():
            sensors = [sensor for sensor in self.sensors if sensor.kind.id == kind]
            if sensors:
                self.groups.append(group(sensors, self.around))
        self._own: dict[str, list[Sensor]] = {}
        for sensor in self.sensors:
            self._own.setdefault(sensor.agent_id, []).append(sensor)
        self._places: dict[int, tuple[SensorGroup, int]] = {
            sensor.order: (group, place)
            for group in self.groups
            for place, sensor in enumerate(group.sensors)
        }

    def sense(self, tick: int, read_variable: ReadVariable, read_field: ReadField) -> SenseResults:
        """Run every sensor due on `tick` and return what they write and raise (rule 1.2).

        A sensor with an interval of n steps is due on tick 0 and then on every n-th, the agents' at different
        ones. Results are in ascending agent id and sensor order.
        """
        moment = SenseMoment(tick, self.rate, read_variable, read_field)
        for group in self.groups:
            group.attend(moment)
        told = [
            each
            for group in self.groups
            if len(due := self.due(group, tick))
            for each in sense_with(group, due, moment)
        ]
        return results_of(told)

    def due(self, group: SensorGroup, tick: int) -> IntArray:
        """Return the places of the sensors that are due and whose agents are still there."""
        due = group.times.due(tick)
        return due[self.around.things.present[group.agent_rows[due]]]

    def explain(
        self, agent_id: str, tick: int, *, only_due: bool = False, most: int | None = None
    ) -> tuple[SensorExplanation, ...]:
        """Explain what every sensor of an agent makes of the world as it is; changes nothing.

        With `only_due`, those alone that sense on `tick`; with `most`, the first so many.
        """
        moment = SenseMoment(tick, self.rate, _read_nothing, _read_nothing)
        return tuple(
            _explain(sensor, *self._places[sensor.order], moment)
            for sensor in self._own.get(agent_id, ())[:most]
            if not only_due or sensor.is_due(tick)
        )

    def forget_interest(self, agent: int) -> bool:
        """Let the agent of a row be interested in nothing; tell whether it can notice anything at all."""
        aware = [group for group in self.groups if isinstance(group, AwarenessSensors)]
        for group in aware:
            group.forget(agent)
        return any((group.agent_rows == agent).any() for group in aware)

    def views(self, agent_id: str) -> tuple[SenseShape, ...]:
        """Return how far everything reaches that an agent sees with."""
        return tuple(
            shape
            for sensor in self._own.get(agent_id, ())
            for shape in self._shapes_of(sensor)
            if shape.blocked
        )

    def _shapes_of(self, sensor: Sensor) -> tuple[SenseShape, ...]:
        group, place = self._places[sensor.order]
        return group.shapes(place)

    def see_past(self, solid: Obstructions, opaque: Obstructions) -> None:
        """Let other things than before be solid, and end sight: doors have moved."""
        self.around.solid, self.around.opaque = solid, opaque

    @property
    def opaque(self) -> Obstructions:
        """Return what is solid and ends sight."""
        return self.around.opaque

    def snapshot(self) -> SensesState:
        """Return a copy of what the sensors remember."""
        return SensesState({group.kind: group.snapshot() for group in self.groups})

    def restore(self, state: SensesState) -> None:
        """Take back what `snapshot` returned."""
        for group in self.groups:
            group.restore(state.memories[group.kind])

    def state_bytes(self) -> bytes:
        """Return what the sensors remember as bytes, the same for the same memory."""
        return b"".join(group.state_bytes() for group in self.groups)


def opaque_part(world: WorldDocument, solid: Obstructions) -> Obstructions:
    """Return what of `solid`, the obstructions of `world`, ends sight."""
    clear = [
        *(world.walls[name].see_through for name in sorted(world.walls)),
        *(world.obstacles[name].see_through for name in sorted(world.obstacles)),
        *(world.doors[name].see_through for name in sorted(world.doors)),
        False,
    ]
    return part_of(solid, ~np.array(clear, dtype=np.bool_)) if any(clear) else solid


def results_of(told: list[Told]) -> SenseResults:
    """Return what all sensors write and raise, in their order."""
    told.sort(key=itemgetter(0))
    return SenseResults(
        tuple([write for _, writes, _ in told for write in writes]),
        tuple([event for _, _, events in told for event in events]),
    )


def sense_with(group: SensorGroup, due: IntArray, moment: SenseMoment) -> list[Told]:
    """Sense with some sensors of a group, and return what each writes and raises."""
    happened = group.sense(due, moment)
    columns = group.outputs(due, group.written, moment)
    told: dict[int, Told] = {}
    for row, place in enumerate(due.tolist()):
        sensor = group.sensors[place]
        agent = sensor.agent_id
        writes = [
            (agent, variable, value)
            for variable, output in sensor.writes
            if (value := columns[output][row]) is not UNKNOWN
        ]
        told[place] = (sensor.order, writes, [])
    for happening in happened:
        sensor = group.sensors[happening.place]
        told[happening.place][2].extend(events_of(sensor, happening))
    return list(told.values())


def events_of(sensor: Sensor, happening: Happening) -> list[WorldEvent]:
    """Return the events that a sensor raises when something happened."""
    return [
        WorldEvent(sensor.agent_id, event, happening.payload)
        for event, name in sensor.events
        if name == happening.name
    ]


def _explain(sensor: Sensor, group: SensorGroup, place: int, moment: SenseMoment) -> SensorExplanation:
    names = [output.name for output in sensor.kind.outputs]
    columns = group.outputs(np.array([place]), names, moment)
    return SensorExplanation(
        agent_id=sensor.agent_id,
        index=sensor.index,
        kind=sensor.kind.id,
        outputs={name: value for name in names if (value := columns[name][0]) is not UNKNOWN},
        candidates=group.explain(place, moment),
        shapes=group.shapes(place),
    )


def _read_nothing(agent: str, name: str) -> Value:
    return None


def slowest_interval(world: WorldDocument) -> int:
    """Return the longest interval of any sensor of `world`, in steps."""
    return max((sensor.interval for sensor in build_sensors(world)), default=1)
