"""Know facts, distances, health and waypoints, walls or not (SENSE-17, STEER-18)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, cast

import numpy as np

from graphs.worlds.kinds.sensors import DISTANCE, FACT, HEALTH, WAYPOINT
from runtime.basics.context import EvaluationError
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length
from runtime.records.sense_records import SenseCandidate
from runtime.worlds.senses.sensor_group import (
    UNKNOWN,
    Column,
    Happening,
    SenseMoment,
    SenseSurroundings,
    Sensor,
    SensorGroup,
    as_vectors,
    masked,
)

_OUTPUTS = ("number", "text", "flag", "vector")


class DistanceSensors(SensorGroup):
    """Run all distance sensors; they remember nothing.

    | moment | outputs |
    |---|---|
    | every | `position` of the entity and `distance` from middle to middle, as they are now |
    | the entity was taken out of the world | both stay as they were |

    It cheats: nothing hides from it.
    """

    kind = DISTANCE.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        rows = [surroundings.entities.row(sensor.text("to")) for sensor in self.sensors]
        self.entity_rows = np.array(rows, dtype=np.int64)

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Do nothing: what is asked for is read where it is."""
        return []

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return where the entities are."""
        there, known = self._places(places), self._is_there(places)
        return {
            "distance": masked(length(there - self.positions(places)).tolist(), known),
            "position": masked(as_vectors(there), known) if "position" in names else (),
        }

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell how far the entity is."""
        chosen = np.array([place])
        there = self._places(chosen)
        distance = float(length(there - self.positions(chosen))[0])
        at = (float(there[0, 0]), float(there[0, 1]))
        entity = self.sensors[place].text("to")
        return (SenseCandidate(entity, distance, at, visible=True, strength=distance, verdict="known"),)

    def _is_there(self, places: IntArray) -> BoolArray:
        """Tell of each whether its entity has not been taken out of the world."""
        gone = self.around.entities.gone
        return np.array(
            [self.sensors[place].text("to") not in gone for place in places.tolist()], dtype=np.bool_
        )

    def _places(self, places: IntArray) -> FloatArray:
        return self.around.entities.positions(self.around.agents)[self.entity_rows[places]]


class ValueArray(Protocol):
    """Be an array of values of any kind."""

    def __setitem__(self, place: int, value: Value, /) -> None: ...


class FactSensors(SensorGroup):
    """Run all fact sensors. Memory: `known` (s,), and what each other output holds, by its name.

    | the field holds | output |
    |---|---|
    | a number | `number` |
    | a text, such as a team | `text` |
    | true or false | `flag` |
    | a vector | `vector` |
    | the entity or the field is not there | none of them; `known` is false |

    Outputs of other types keep what they held last, and are not written before they held anything.
    """

    kind = FACT.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self.memory = {name: np.full(count, UNKNOWN, dtype=object) for name in _OUTPUTS}
        self.memory["known"] = np.zeros(count, dtype=np.bool_)

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Read the fields."""
        for place in due.tolist():
            value = self._read(place, moment)
            output = output_of(value)
            self.flags("known")[place] = output is not None
            if output is not None:
                self.values(output)[place] = value if not isinstance(value, int) else number_of(value)
        return []

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return what was read."""
        columns: dict[str, Column] = {
            name: self.memory[name][places].tolist() for name in _OUTPUTS if name in names
        }
        columns["known"] = self.flags("known")[places].tolist()
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell what the field holds, or why it does not."""
        sensor = self.sensors[place]
        entity, field = sensor.text("of"), sensor.text("field")
        known = bool(self.flags("known")[place])
        held = [value for name in _OUTPUTS if (value := self.memory[name].tolist()[place]) is not UNKNOWN]
        verdict = f"{field} is {held[0] if len(held) == 1 else 'known'}" if known else f"has no {field}"
        entities = self.around.entities
        try:
            there = entities.positions(self.around.agents)[entities.row(entity)]
        except EvaluationError:
            there = np.zeros(2)
        at = (float(there[0]), float(there[1]))
        distance = float(length(there[None, :] - self.positions(np.array([place])))[0])
        return (SenseCandidate(entity, distance, at, visible=known, in_range=known, verdict=verdict),)

    def values(self, output: str) -> ValueArray:
        """Return what is held for an output; writing to it remembers."""
        return cast(ValueArray, self.memory[output])

    def _read(self, place: int, moment: SenseMoment) -> Value:
        sensor = self.sensors[place]
        try:
            return moment.read_field(sensor.text("of"), sensor.text("field"))
        except EvaluationError:
            return None


def number_of(value: int) -> float | bool:
    """Return an int as a float, and true and false as they are."""
    return value if isinstance(value, bool) else float(value)


def output_of(value: Value) -> str | None:
    """Return the output that a value belongs to, None for no value."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, (int, float)):
        return "number"
    return "text" if isinstance(value, str) else "vector"


class HealthSensors(SensorGroup):
    """Run all health sensors. Memory: `health` (s,) as each found it last.

    | moment | outputs | event |
    |---|---|---|
    | every | `health`, `alive` | |
    | it is less than the sensor found before | | `hurt` |
    | it is more | | `healed` |

    Watching another it cheats: nothing hides it.
    """

    kind = HEALTH.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        self._whose = [sensor.text("of") or sensor.agent_id for sensor in self.sensors]
        self.memory = {"health": self._now(np.arange(len(self.sensors)))}

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Take notice of the health; what changed happened."""
        before, now = self.floats("health")[due].copy(), self._now(due)
        self.floats("health")[due] = now
        happened = []
        for row, place in enumerate(due.tolist()):
            change = float(now[row] - before[row])
            if change != 0.0:
                payload: dict[str, Value] = {"amount": abs(change), "health": float(now[row])}
                happened.append(Happening(place, "healed" if change > 0.0 else "hurt", payload))
        return happened

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return the health as it was found last."""
        health = self.floats("health")[places]
        return {"health": health.tolist(), "alive": (health > 0.0).tolist()}

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell how much is left."""
        left = float(self._now(np.array([place]))[0])
        entity = self._whose[place]
        row = self.around.entities.row(entity)
        x, y = self.around.entities.positions(self.around.agents)[row].tolist()
        return (SenseCandidate(entity, 0.0, (x, y), visible=True, strength=left, verdict=f"{left:g} left"),)

    def _now(self, places: IntArray) -> FloatArray:
        health = self.around.entities.health
        return np.array([health.of(self._whose[place]) for place in places.tolist()], dtype=np.float64)


class WaypointSensors(SensorGroup):
    """Run all waypoint sensors. Memory: `index` (s,) the index of each waypoint on its path.

    | moment | outputs |
    |---|---|
    | the variable holds an int | the waypoint of that index on the path, which wraps round |
    | the variable holds anything else | the waypoint of before, the first one at the start |
    """

    kind = WAYPOINT.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        paths = surroundings.document.paths
        self.waypoints = [paths[sensor.text("path")].waypoints for sensor in self.sensors]
        self._counters = [(sensor.agent_id, sensor.text("index")) for sensor in self.sensors]
        self.memory = {"index": np.zeros(len(self.sensors), dtype=np.int64)}

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Read the variables."""
        indices = self.ints("index")
        for place in due.tolist():
            index = moment.read_variable(*self._counters[place])
            if isinstance(index, int) and not isinstance(index, bool):
                indices[place] = index % len(self.waypoints[place])
        return []

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return the waypoints counted to."""
        there = self._places(places)
        return {
            "distance": length(there - self.positions(places)).tolist() if "distance" in names else (),
            "position": as_vectors(there) if "position" in names else (),
            "entity": [self._waypoint(place) for place in places.tolist()],
            "count": [len(self.waypoints[place]) for place in places.tolist()],
        }

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell which waypoint it is and how far."""
        chosen = np.array([place])
        there = self._places(chosen)
        distance = float(length(there - self.positions(chosen))[0])
        at = (float(there[0, 0]), float(there[0, 1]))
        verdict = f"waypoint {int(self.ints('index')[place])} of {self.sensors[place].text('path')}"
        waypoint = self._waypoint(place)
        return (SenseCandidate(waypoint, distance, at, visible=True, strength=distance, verdict=verdict),)

    def _waypoint(self, place: int) -> str:
        return self.waypoints[place][int(self.ints("index")[place])]

    def _places(self, places: IntArray) -> FloatArray:
        entities = self.around.entities
        rows = [entities.row(self._waypoint(place)) for place in places.tolist()]
        return entities.positions(self.around.agents)[np.array(rows, dtype=np.int64)]
