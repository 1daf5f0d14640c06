"""Know where the waypoint is that a variable of the agent counts to (STEER-18).

| moment | outputs |
|---|---|
| the variable holds an int | the waypoint of that index on the path, which wraps round |
| the variable holds anything else | the waypoint of before, the first one at the start |
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import WAYPOINT
from runtime.basics.vectors import FloatArray, IntArray, length
from runtime.records.sense_records import SenseCandidate
from runtime.worlds.senses.sensor import Sensor
from runtime.worlds.senses.sensor_group import (
    Column,
    Happening,
    Moment,
    SensorGroup,
    Surroundings,
    as_vectors,
)


class WaypointSensors(SensorGroup):
    """Run all waypoint sensors. Memory: `index` (s,) the index of each waypoint on its path."""

    kind = WAYPOINT.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: Surroundings) -> None:
        super().__init__(sensors, surroundings)
        paths = surroundings.document.paths
        self._waypoints = [paths[sensor.text("path")].waypoints for sensor in self.sensors]
        self.memory = {"index": np.zeros(len(self.sensors), dtype=np.int64)}

    def sense(self, due: IntArray, moment: Moment) -> list[Happening]:
        """Read the variables."""
        for place in due.tolist():
            sensor = self.sensors[place]
            index = moment.read_variable(sensor.agent_id, sensor.text("index"))
            if isinstance(index, int) and not isinstance(index, bool):
                self.ints("index")[place] = index % len(self._waypoints[place])
        return []

    def outputs(self, places: IntArray, names: Collection[str], moment: Moment) -> Mapping[str, Column]:
        """Return the waypoints counted to."""
        del moment
        there = self._places(places)
        return {
            "distance": length(there - self.positions(places)).tolist() if "distance" in names else (),
            "position": as_vectors(there) if "position" in names else (),
            "entity": [self._waypoint(place) for place in places.tolist()],
            "count": [len(self._waypoints[place]) for place in places.tolist()],
        }

    def explain(self, place: int, moment: Moment) -> tuple[SenseCandidate, ...]:
        """Tell which waypoint it is and how far."""
        del moment
        chosen = np.array([place])
        there = self._places(chosen)
        distance = float(length(there - self.positions(chosen))[0])
        at = (float(there[0, 0]), float(there[0, 1]))
        verdict = f"waypoint {int(self.ints('index')[place])} of {self.sensors[place].text('path')}"
        waypoint = self._waypoint(place)
        return (SenseCandidate(waypoint, distance, at, visible=True, strength=distance, verdict=verdict),)

    def _waypoint(self, place: int) -> str:
        return self._waypoints[place][int(self.ints("index")[place])]

    def _places(self, places: IntArray) -> FloatArray:
        entities = self.around.entities
        rows = [entities.row(self._waypoint(place)) for place in places.tolist()]
        return entities.positions(self.around.agents)[np.array(rows, dtype=np.int64)]
