"""Smell the trails that agents and sources leave, and where they lead (SENSE-05, SENSE-11).

Every trace within `range` that somebody looked for has left counts, walls or not, by how fresh and how near
it is.

| moment | outputs | event |
|---|---|---|
| its strength is at least `threshold` | `smelled`, and all of the others | |
| it comes up to the threshold | | `smelled` |
| it falls below it | `smelled` is false, the rest stays as it was last | `lost` |
| nothing was ever smelled | only `smelled`, `strength` and `direction` are written | |

`position` is the middle of the traces by their strength, `direction` the unit vector up the scent, `freshest`
the place of the strongest trace and `source` who left that. Of equally strong traces the one left
last is the freshest. No agent smells itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import SMELL
from runtime.basics.vectors import FloatArray, IntArray, length
from runtime.formulas.sensing import centroid, smell
from runtime.records.sense_records import SenseCandidate, SenseShape
from runtime.worlds.bodies.cell_grid import pairs_within
from runtime.worlds.bodies.things import MOST_EXPLAINED
from runtime.worlds.senses.sensor_group import (
    Column,
    Happening,
    SenseMoment,
    SenseSurroundings,
    Sensor,
    SensorGroup,
    as_vectors,
    masked,
    numbers,
)


class SmellSensors(SensorGroup):
    """Run all smell sensors.

    Memory: `smelled` (s,), `strength` (s,), `direction` (s, 2); of the last scent `position` and `freshest`
    (s, 2) and `source` (s,), the row of a thing, -1 if nothing was smelled yet.
    """

    kind = SMELL.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._range = numbers(self.sensors, "range")
        self._threshold = numbers(self.sensors, "threshold")
        self._filters = self.thing_filters()
        self.memory = {
            "smelled": np.zeros(count, dtype=np.bool_),
            "strength": np.zeros(count),
            "direction": np.zeros((count, 2)),
            "position": np.zeros((count, 2)),
            "freshest": np.zeros((count, 2)),
            "source": np.full(count, -1, dtype=np.int64),
        }

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Smell with the sensors due."""
        traces = self.around.signals.scents.traces
        noses = self.positions(due)
        strength_now = traces.strength_at(moment.tick)
        row, trace = pairs_within(noses, traces.position, float(self._range[due].max(initial=0.0)))
        offset = traces.position[trace] - noses[row]
        near = (length(offset) <= self._range[due[row]]) & (strength_now[trace] > 0.0)
        near &= self._filters.wants(due[row], traces.thing[trace])
        row, trace, offset = row[near], trace[near], offset[near]
        strength, direction = smell(row, offset, strength_now[trace], self._range[due[row]], len(due))
        now = (strength >= self._threshold[due]) & (strength > 0.0)
        changed = due[self.flags("smelled")[due] != now]
        self.flags("smelled")[due] = now
        self.floats("strength")[due] = strength
        self.floats("direction")[due] = direction
        smelling = due[now]
        middle = centroid(row, traces.position[trace], strength_now[trace], len(due))
        self.floats("position")[smelling] = middle[now]
        freshest = self._freshest(row, trace, strength_now[trace], len(due))[now]
        self.floats("freshest")[smelling] = traces.position[freshest]
        self.ints("source")[smelling] = traces.thing[freshest]
        return [self._happening(place) for place in changed.tolist()]

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return the scent as it was last smelled."""
        source = self.ints("source")[places]
        known = source >= 0
        ids = self.around.things.ids
        columns: dict[str, Column] = {
            "smelled": self.flags("smelled")[places].tolist(),
            "strength": self.floats("strength")[places].tolist(),
            "source": masked([ids[row] for row in source.tolist()], known),
        }
        if "direction" in names:
            columns["direction"] = as_vectors(self.floats("direction")[places])
        for name in {"position", "freshest"} & set(names):
            columns[name] = masked(as_vectors(self.floats(name)[places]), known)
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of everyone who left traces around how strong they are together."""
        traces = self.around.signals.scents.traces
        nose = self.positions(np.array([place]))[0]
        reach_of = float(self._range[place])
        offset = traces.position - nose[None, :]
        distance = length(offset)
        strength = traces.strength_at(moment.tick)
        found = []
        left_some = np.intersect1d(self._filters.of(place), traces.thing[strength > 0.0])
        for thing in left_some[:MOST_EXPLAINED].tolist():
            own = np.flatnonzero((traces.thing == thing) & (strength > 0.0))
            nearest = own[np.argmin(distance[own])]
            near = own[distance[own] <= reach_of]
            rows, reaches = np.zeros(len(near), dtype=np.int64), np.full(len(near), reach_of)
            total, _ = smell(rows, offset[near], strength[near], reaches, 1)
            in_range = bool(len(near))
            found.append(
                SenseCandidate(
                    entity_id=self.around.things.ids[thing],
                    distance=float(distance[nearest]),
                    position=(float(traces.position[nearest, 0]), float(traces.position[nearest, 1])),
                    in_range=in_range,
                    visible=in_range and float(total[0]) > 0.0,
                    strength=float(total[0]),
                    verdict=f"{len(near)} traces, {float(total[0]):.2f}" if in_range else "out of range",
                )
            )
        return tuple(found)

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the circle of the range."""
        return (SenseShape("smell", float(self._range[place])),)

    @staticmethod
    def _freshest(row: IntArray, trace: IntArray, strength: FloatArray, count: int) -> IntArray:
        """Return the strongest trace around each nose, of equals the later one; -1 where there is none."""
        order = np.lexsort((-trace, -strength, row))
        rows, first = np.unique(row[order], return_index=True)
        result = np.full(count, -1, dtype=np.int64)
        result[rows] = trace[order][first]
        return result

    def _happening(self, place: int) -> Happening:
        at = self.floats("freshest")[place]
        return Happening(
            place,
            "smelled" if self.flags("smelled")[place] else "lost",
            {
                "at": (float(at[0]), float(at[1])),
                "source": self.around.things.ids[int(self.ints("source")[place])],
                "strength": float(self.floats("strength")[place]),
            },
        )
