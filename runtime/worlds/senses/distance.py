"""Know how far an entity is, walls or not (SENSE-17).

| moment | outputs |
|---|---|
| every | `position` of the entity and `distance` from middle to middle, as they are now |
| the entity was taken out of the world | both stay as they were |

It cheats: nothing hides from it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import DISTANCE
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length
from runtime.records.sense_records import SenseCandidate
from runtime.worlds.senses.sensor import Sensor
from runtime.worlds.senses.sensor_group import (
    Column,
    Happening,
    Moment,
    SensorGroup,
    Surroundings,
    as_vectors,
    masked,
)


class DistanceSensors(SensorGroup):
    """Run all distance sensors; they remember nothing."""

    kind = DISTANCE.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: Surroundings) -> None:
        super().__init__(sensors, surroundings)
        rows = [surroundings.entities.row(sensor.text("to")) for sensor in self.sensors]
        self._entity = np.array(rows, dtype=np.int64)

    def sense(self, due: IntArray, moment: Moment) -> list[Happening]:
        """Do nothing: what is asked for is read where it is."""
        del due, moment
        return []

    def outputs(self, places: IntArray, names: Collection[str], moment: Moment) -> Mapping[str, Column]:
        """Return where the entities are."""
        del moment
        there, known = self._places(places), self._is_there(places)
        return {
            "distance": masked(length(there - self.positions(places)).tolist(), known),
            "position": masked(as_vectors(there), known) if "position" in names else (),
        }

    def explain(self, place: int, moment: Moment) -> tuple[SenseCandidate, ...]:
        """Tell how far the entity is."""
        del moment
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
        return self.around.entities.positions(self.around.agents)[self._entity[places]]
