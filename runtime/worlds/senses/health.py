"""Know how much an agent can still take: the one that has the sensor, or another (SENSE-17).

| moment | outputs | event |
|---|---|---|
| every | `health`, `alive` | |
| it is less than the sensor found before | | `hurt` |
| it is more | | `healed` |

Watching another it cheats: nothing hides it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import HEALTH
from runtime.basics.values import Value
from runtime.basics.vectors import FloatArray, IntArray
from runtime.records.sense_records import SenseCandidate
from runtime.worlds.senses.sensor import Sensor
from runtime.worlds.senses.sensor_group import Column, Happening, Moment, SensorGroup, Surroundings


class HealthSensors(SensorGroup):
    """Run all health sensors. Memory: `health` (s,) as each found it last."""

    kind = HEALTH.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: Surroundings) -> None:
        super().__init__(sensors, surroundings)
        self._whose = [sensor.text("of") or sensor.agent_id for sensor in self.sensors]
        self.memory = {"health": self._now(np.arange(len(self.sensors)))}

    def sense(self, due: IntArray, moment: Moment) -> list[Happening]:
        """Take notice of the health; what changed happened."""
        del moment
        before, now = self.floats("health")[due].copy(), self._now(due)
        self.floats("health")[due] = now
        happened = []
        for row, place in enumerate(due.tolist()):
            change = float(now[row] - before[row])
            if change != 0.0:
                payload: dict[str, Value] = {"amount": abs(change), "health": float(now[row])}
                happened.append(Happening(place, "healed" if change > 0.0 else "hurt", payload))
        return happened

    def outputs(self, places: IntArray, names: Collection[str], moment: Moment) -> Mapping[str, Column]:
        """Return the health as it was found last."""
        del names, moment
        health = self.floats("health")[places]
        return {"health": health.tolist(), "alive": (health > 0.0).tolist()}

    def explain(self, place: int, moment: Moment) -> tuple[SenseCandidate, ...]:
        """Tell how much is left."""
        del moment
        left = float(self._now(np.array([place]))[0])
        entity = self._whose[place]
        row = self.around.entities.row(entity)
        x, y = self.around.entities.positions(self.around.agents)[row].tolist()
        return (SenseCandidate(entity, 0.0, (x, y), visible=True, strength=left, verdict=f"{left:g} left"),)

    def _now(self, places: IntArray) -> FloatArray:
        health = self.around.entities.health
        return np.array([health.of(self._whose[place]) for place in places.tolist()], dtype=np.float64)
