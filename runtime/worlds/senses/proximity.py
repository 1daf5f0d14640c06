"""Sense who is near, all around (SENSE-05).

Near is a thing looked for whose center is at most `radius` away. With the certainty `by_distance` it is
sensed only with the probability 1 - distance / radius, drawn again each time the sensor is due (rule 1.4,
with the path `sensor N`, where N counts the agent's sensors from 0). Unless `through_walls`, what is opaque
hides.

| moment | outputs | event |
|---|---|---|
| somebody is sensed | `near`, `count`; the nearest as `target`, its `position` and `distance` | |
| the first is sensed | | `entered` |
| no agent is sensed any more | `target` and `position` stay as sensed last | `left` |

Of equally near things the lower id is the target, agents before sources.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from graphs.worlds.kinds.sensors import PROXIMITY
from runtime.basics.random_batches import draw_units, stream_start
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, safe_divide
from runtime.formulas.sensing import squared_length
from runtime.records.sense_records import SenseCandidate, SenseShape
from runtime.worlds.bodies.geometry import cast_rays
from runtime.worlds.bodies.things import nearest_things
from runtime.worlds.senses.sensor_group import (
    Column,
    Happening,
    SenseMoment,
    SenseSurroundings,
    Sensor,
    SensorGroup,
    numbers,
)
from runtime.worlds.senses.sight import explain_sight
from runtime.worlds.senses.sight_pairs import SightPairs, sight_pairs


class ProximitySensors(SensorGroup):
    """Run all proximity sensors.

    Memory: `count` (s,) of those sensed; `target` (s,) the thing sensed last, -1 if none yet; `position`
    (s, 2) where; `draws` (s,) made so far.
    """

    kind = PROXIMITY.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._radius = numbers(self.sensors, "radius")
        texts = [sensor.text("certainty") for sensor in self.sensors]
        self._draws_by_distance: BoolArray = np.array([text == "by_distance" for text in texts])
        self._hidden: BoolArray = np.array([s.parameter("through_walls") is False for s in self.sensors])
        streams = [
            stream_start(surroundings.seed, sensor.agent_id, f"sensor {sensor.index}")
            for sensor in self.sensors
        ]
        self._streams: IntArray = np.array(streams, dtype=np.int64)
        self._filters = self.thing_filters()
        self.memory = {
            "count": np.zeros(count, dtype=np.int64),
            "target": np.full(count, -1, dtype=np.int64),
            "position": np.zeros((count, 2)),
            "draws": np.zeros(count, dtype=np.int64),
        }

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Sense with the sensors due."""
        pairs = self._sensed(due)
        order = np.lexsort((pairs.squared, pairs.row))
        first = order[np.diff(pairs.row[order], prepend=-1) != 0]
        counts = np.bincount(pairs.row, minlength=len(due))
        sensing = due[pairs.row[first]]
        changed = due[(self.ints("count")[due] > 0) != (counts > 0)]
        self.ints("count")[due] = counts
        self.ints("target")[sensing] = pairs.thing[first]
        self.floats("position")[sensing] = self.around.things.positions(self.around.agents)[
            pairs.thing[first]
        ]
        return self._happenings(changed, moment)

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return who is near, or was last."""
        count, target = self.ints("count")[places], self.ints("target")[places]
        known = target >= 0
        columns: dict[str, Column] = {"near": (count > 0).tolist(), "count": count.tolist()}
        columns |= self.last_known(places, names, known)
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of everyone looked for whether it is near, and how likely it is sensed."""
        agent, around = self.sensors[place].agent, self.around
        positions = around.things.positions(around.agents)
        things = nearest_things(self._filters.of(place), positions, around.agents.position[agent])
        everything = np.ones(len(things), dtype=np.bool_)
        radius = float(self._radius[place])
        found = explain_sight(around, agent, things, radius, everything)
        return tuple(self._candidate(place, each) for each in found)

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the circle."""
        return (SenseShape("proximity", float(self._radius[place])),)

    def _sensed(self, due: IntArray) -> SightPairs:
        eyes = self.positions(due)
        positions = self.around.things.positions(self.around.agents)
        pairs = sight_pairs(self._filters, due, eyes, positions, self._radius[due])
        hidden = np.flatnonzero(self._hidden[due][pairs.row])
        if len(hidden):
            rows = pairs.row[hidden]
            behind = cast_rays(self.around.opaque, eyes[rows], pairs.offset[hidden]).hit
            kept = np.ones(len(pairs.row), dtype=np.bool_)
            kept[hidden[behind]] = False
            pairs = pairs.take(np.flatnonzero(kept))
        if self._draws_by_distance[due].any():
            pairs = pairs.take(np.flatnonzero(self._is_drawn(due, pairs)))
        return pairs

    def _is_drawn(self, due: IntArray, pairs: SightPairs) -> BoolArray:
        """Tell which pairs are sensed by chance; count the draws."""
        sensors = due[pairs.row]
        starts = np.searchsorted(pairs.row, pairs.row)
        rank = np.arange(len(pairs.row)) - starts
        units = draw_units(self._streams[sensors], self.ints("draws")[sensors] + rank)
        by_distance = self._draws_by_distance[sensors]
        counts = np.bincount(pairs.row[by_distance], minlength=len(due))
        self.ints("draws")[due] += counts
        chance = likelihood(np.sqrt(squared_length(pairs.offset)), self._radius[sensors])
        return ~by_distance | (units < chance)

    def _happenings(self, changed: IntArray, moment: SenseMoment) -> list[Happening]:
        counts = self.ints("count")[changed].tolist()
        told = zip(changed.tolist(), counts, self.payloads(changed, moment), strict=True)
        return [Happening(place, "entered" if count else "left", payload) for place, count, payload in told]

    def _candidate(self, place: int, seen: SenseCandidate) -> SenseCandidate:
        hidden = bool(self._hidden[place]) and seen.blocked_by is not None
        radius = np.array([self._radius[place]])
        chance = 1.0
        if self._draws_by_distance[place]:
            chance = float(likelihood(np.array([seen.distance]), radius)[0])
        near = seen.in_range and not hidden
        if near:
            verdict = "near" if chance == 1.0 else f"near, sensed in {chance:.0%} of looks"
        else:
            verdict = "out of range" if not seen.in_range else f"behind {seen.blocked_by}"
        return replace(
            seen,
            blocked_by=seen.blocked_by if hidden else None,
            blocked_at=seen.blocked_at if hidden else None,
            visible=near,
            strength=chance if near else 0.0,
            verdict=verdict,
        )


def likelihood(distance: FloatArray, radius: FloatArray) -> FloatArray:
    """Return how likely somebody is sensed: 1 at no distance, in a straight line to 0 at the radius."""
    return np.clip(1.0 - safe_divide(distance, radius, 0.0), 0.0, 1.0)
