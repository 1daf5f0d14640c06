"""Know who is in a zone: the agent itself, or whoever is looked for (SENSE-06).

In a zone is whose center is inside its polygon, by the even-odd rule.

| moment | outputs | event |
|---|---|---|
| every | `inside`, `count` | |
| the first comes in | `target` is the one of the lowest id, agents before sources | `entered` |
| the last has gone | `target` stays as it was last | `left` |

Watching others it cheats: walls do not hide them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import ZONE
from runtime.basics.values import Value
from runtime.basics.vectors import FloatArray, IntArray
from runtime.records.sense_records import SenseCandidate
from runtime.worlds.bodies.geometry import point_in_polygon
from runtime.worlds.bodies.things import nearest_things
from runtime.worlds.senses.sensor_group import (
    Column,
    Happening,
    SenseMoment,
    SenseSurroundings,
    Sensor,
    SensorGroup,
    masked,
)


class ZoneSensors(SensorGroup):
    """Run all zone sensors.

    Memory: `count` (s,) of those inside; `target` (s,) the row of the thing inside last, -1 if none yet.
    """

    kind = ZONE.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        zones = surroundings.document.zones
        self._zone = [sensor.text("zone") for sensor in self.sensors]
        self._polygons = {
            name: np.array(zones[name].polygon, dtype=np.float64) for name in dict.fromkeys(self._zone)
        }
        self._filters = self.thing_filters()
        count = len(self.sensors)
        self.memory = {"count": np.zeros(count, dtype=np.int64), "target": np.full(count, -1, dtype=np.int64)}

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Count who is in the zones."""
        positions = self.around.things.positions(self.around.agents)
        watched = {self._zone[place] for place in due.tolist()}
        inside = {name: point_in_polygon(positions, self._polygons[name]) for name in sorted(watched)}
        happened = []
        for place in due.tolist():
            there = self._who(place)
            there = there[inside[self._zone[place]][there]]
            before = int(self.ints("count")[place])
            self.ints("count")[place] = len(there)
            if len(there):
                self.ints("target")[place] = there[0]
            if (before > 0) != (len(there) > 0):
                happened.append(self._happening(place, "entered" if len(there) else "left"))
        return happened

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return who is in the zones."""
        count, target = self.ints("count")[places], self.ints("target")[places]
        ids = self.around.things.ids
        return {
            "inside": (count > 0).tolist(),
            "count": count.tolist(),
            "target": masked([ids[row] for row in target.tolist()], target >= 0),
        }

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of everyone who counts whether it is in the zone."""
        positions = self.around.things.positions(self.around.agents)
        inside = point_in_polygon(positions, self._polygons[self._zone[place]])
        return tuple(
            SenseCandidate(
                entity_id=self.around.things.ids[thing],
                distance=0.0,
                position=(float(positions[thing, 0]), float(positions[thing, 1])),
                in_range=bool(inside[thing]),
                visible=bool(inside[thing]),
                verdict="in the zone" if inside[thing] else "not in the zone",
            )
            for thing in nearest_things(self._who(place), positions, self._middle(place)).tolist()
        )

    def _middle(self, place: int) -> FloatArray:
        middle: FloatArray = self._polygons[self._zone[place]].mean(axis=0)
        return middle

    def _who(self, place: int) -> IntArray:
        sensor = self.sensors[place]
        own = np.array([sensor.agent], dtype=np.int64)
        return self._filters.of(place) if sensor.text("looks_for") else own

    def _happening(self, place: int, name: str) -> Happening:
        target = self.around.things.ids[int(self.ints("target")[place])]
        payload: dict[str, Value] = {"zone": self._zone[place], "target": target}
        return Happening(place, name, payload)
