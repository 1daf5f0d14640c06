"""See what is inside a cone or a visor, in range and not behind a wall (SENSE-01, SENSE-02, SENSE-03).

In view is a thing looked for whose center is at most `range` away and at most `half_angle` off the heading,
both inclusive, with nothing opaque on the line from center to center. One at the same place always is. The
target is the nearest in view, of equally near ones the lower id, agents before sources.

| moment | outputs | event |
|---|---|---|
| something is in view | `visible`, its id as `target`, its `position` and `distance` | |
| it comes into view | | `seen` |
| another becomes the nearest | `target` changes | |
| nothing is in view any more | `target` and `position` stay as last seen, `unseen_for` counts | `lost` |
| nothing was ever in view | only `visible` and `unseen_for` are written | |

`distance` is to the remembered position from where the agent is now.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import SIGHT, VISOR
from runtime.basics.angles import cosine, direction
from runtime.basics.vectors import RADIANS_PER_DEGREE, BoolArray, IntArray, heading_vectors, length
from runtime.formulas.sensing import angles_off, is_in_volume, is_inside, squared_length
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
from runtime.worlds.senses.sight_lines import SightLines
from runtime.worlds.senses.sight_pairs import SightPairs, first_clear, sight_pairs

_FEW_PAIRS = 64
"""So few pairs of an eye and a thing are looked at one by one, which takes less time."""


class SightSensors(SensorGroup):
    """Run all sight sensors.

    Memory: `visible` (s,); `target` (s,) the row of the thing seen last, -1 if none yet; `position` (s, 2)
    where that was; `seen_tick` (s,) when, -1 if never.
    """

    kind = SIGHT.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._half_angle = numbers(self.sensors, "half_angle")
        self.reach = numbers(self.sensors, "range")
        self.filters = self.thing_filters()
        self._lines = SightLines(surroundings.opaque)
        self._lines_of = surroundings.opaque
        self.memory = {
            "visible": np.zeros(count, dtype=np.bool_),
            "target": np.full(count, -1, dtype=np.int64),
            "position": np.zeros((count, 2)),
            "seen_tick": np.full(count, -1, dtype=np.int64),
        }

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Look with the sensors due."""
        target = self._look(due)
        now = target >= 0
        changed = due[self.flags("visible")[due] != now]
        seeing = due[now]
        self.flags("visible")[due] = now
        self.ints("target")[seeing] = target[now]
        self.floats("position")[seeing] = self.around.things.positions(self.around.agents)[target[now]]
        self.ints("seen_tick")[seeing] = moment.tick
        return self.happenings(changed, moment)

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return what is in view or was last."""
        columns = dict[str, Column]()
        seen = self.ints("seen_tick")[places]
        known = seen >= 0
        if "visible" in names:
            columns["visible"] = self.flags("visible")[places].tolist()
        columns |= self.last_known(places, names, known)
        if "unseen_for" in names:
            columns["unseen_for"] = ((moment.tick - np.maximum(seen, 0)) / moment.rate).tolist()
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of everything looked for whether it is in range, in the cone and in the open."""
        agent, around = self.sensors[place].agent, self.around
        positions = around.things.positions(around.agents)
        things = nearest_things(self.filters.of(place), positions, around.agents.position[agent])
        offset = positions[things] - around.agents.position[agent][None, :]
        rows = np.zeros(len(things), dtype=np.int64)
        pairs = SightPairs(rows, things, offset, squared_length(offset))
        inside = self.is_inside(np.array([place]), pairs)
        return explain_sight(around, agent, things, float(self.reach[place]), inside)

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the cone."""
        return (SenseShape("sight", float(self.reach[place]), float(self._half_angle[place]), blocked=True),)

    def _look(self, due: IntArray) -> IntArray:
        """Return the row of the thing that each of the sensors `due` (k,) sees, -1 for none."""
        eyes = self.positions(due)
        positions = self.around.things.positions(self.around.agents)
        if len(due) * len(positions) <= _FEW_PAIRS:
            return np.array(
                self._look_singly(due.tolist(), eyes.tolist(), positions.tolist()), dtype=np.int64
            )
        pairs = sight_pairs(self.filters, due, eyes, positions, self.reach[due])
        pairs = pairs.take(np.flatnonzero(self.is_inside(due, pairs)))
        pairs = pairs.take(np.lexsort((pairs.squared, pairs.row)))
        first = first_clear(self.around.opaque, eyes.take(pairs.row, axis=0), pairs.offset, pairs.row)
        result = np.full(len(due), -1, dtype=np.int64)
        result[pairs.row[first]] = pairs.thing[first]
        return result

    def _look_singly(
        self, due: Sequence[int], eyes: Sequence[Sequence[float]], positions: Sequence[Sequence[float]]
    ) -> list[int]:
        """Return the same, looking at one pair after the other."""
        found, lines = [], self.lines
        for place, (eye_x, eye_y) in zip(due, eyes, strict=True):
            reach, near = float(self.reach[place]), []
            for thing in self.filters.listed(place):
                off_x, off_y = positions[thing][0] - eye_x, positions[thing][1] - eye_y
                squared = off_x * off_x + off_y * off_y
                if squared <= reach * reach:
                    near.append((squared, thing, off_x, off_y))
            found.append(-1)
            for squared, thing, off_x, off_y in sorted(near):
                inside = self.is_inside_one(place, off_x, off_y, squared)
                if inside and not lines.is_blocked(eye_x, eye_y, off_x, off_y):
                    found[-1] = thing
                    break
        return found

    @property
    def lines(self) -> SightLines:
        """Return the lines among what is opaque now: doors open and close."""
        if self._lines_of is not self.around.opaque:
            self._lines_of = self.around.opaque
            self._lines = SightLines(self._lines_of)
        return self._lines

    def is_inside_one(self, place: int, off_x: float, off_y: float, squared: float) -> bool:
        """Tell whether what lies at this offset from a sensor is inside the cone."""
        half_angle = float(self._half_angle[place])
        ahead_x, ahead_y = direction(float(self.around.agents.orientation[self.sensors[place].agent]))
        edge = cosine(half_angle)
        return ahead_x * off_x + ahead_y * off_y >= edge * math.sqrt(squared) or half_angle >= 180.0

    def is_inside(self, due: IntArray, pairs: SightPairs) -> BoolArray:
        """Tell which pairs of one of the sensors `due` (k,) and a thing are inside the cone."""
        ahead = heading_vectors(self.around.agents.orientation[self.agent_rows[due]])
        return is_inside(
            ahead.take(pairs.row, axis=0), self._half_angle[due].take(pairs.row), pairs.offset, pairs.squared
        )

    def happenings(self, changed: IntArray, moment: SenseMoment) -> list[Happening]:
        """Tell of the sensors `changed` that something came into view or left it."""
        visible = self.flags("visible")[changed].tolist()
        told = zip(changed.tolist(), visible, self.payloads(changed, moment), strict=True)
        return [Happening(place, "seen" if there else "lost", payload) for place, there, payload in told]


def explain_sight(
    around: SenseSurroundings, agent: int, things: IntArray, reach: float, in_angle: BoolArray
) -> tuple[SenseCandidate, ...]:
    """Return, for one eye, what it looks for and what decided about it, agents first, by id.

    `things` are rows, at most `MOST_EXPLAINED`; `in_angle` tells of each whether it is inside the cone.
    """
    eye = around.agents.position[agent]
    positions = around.things.positions(around.agents)[things]
    offset = positions - eye[None, :]
    heading = np.full(len(things), around.agents.orientation[agent])
    distance, angle = length(offset), angles_off(heading, offset)
    in_range = squared_length(offset) <= reach * reach
    hits = cast_rays(around.opaque, np.broadcast_to(eye, offset.shape), offset)
    found = []
    for row, thing in enumerate(things.tolist()):
        blocker = around.opaque.names[int(hits.owner[row])] if hits.hit[row] else None
        visible = bool(in_range[row] and in_angle[row]) and blocker is None
        found.append(
            SenseCandidate(
                entity_id=around.things.ids[thing],
                distance=float(distance[row]),
                position=(float(positions[row, 0]), float(positions[row, 1])),
                angle=float(angle[row]),
                in_range=bool(in_range[row]),
                in_angle=bool(in_angle[row]),
                blocked_by=blocker,
                blocked_at=(float(hits.point[row, 0]), float(hits.point[row, 1])) if blocker else None,
                visible=visible,
                verdict=sight_verdict(bool(in_range[row]), bool(in_angle[row]), blocker),
            )
        )
    return tuple(found)


def sight_verdict(in_range: bool, in_angle: bool, blocker: str | None) -> str:
    """Return in a few words what decided about a thing looked for."""
    if not in_range:
        return "out of range"
    if not in_angle:
        return "outside the cone"
    return f"behind {blocker}" if blocker else "in view"


class VisorSensors(SightSensors):
    """Run all visors; they remember what sight does.

    The volume begins at the eyes with `near_width` and ends `range` ahead with `far_width`; its sides are
    straight and belong to it. In view is a thing looked for whose center is inside, with nothing opaque on
    the line to it. Everything else is as with sight: what is remembered, written and raised, and which of
    several is the target.
    """

    kind = VISOR.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        self._ahead = numbers(self.sensors, "range")
        self._near = numbers(self.sensors, "near_width") / 2.0
        self._far = numbers(self.sensors, "far_width") / 2.0
        widest = np.maximum(self._near, self._far)
        self.reach = np.sqrt(self._ahead * self._ahead + widest * widest)

    def is_inside(self, due: IntArray, pairs: SightPairs) -> BoolArray:
        """Tell which pairs of one of the sensors `due` (k,) and a thing are inside the volume."""
        sensors = due[pairs.row]
        heading = heading_vectors(self.around.agents.orientation[self.agent_rows[sensors]])
        return is_in_volume(
            heading, self._ahead[sensors], self._near[sensors], self._far[sensors], pairs.offset
        )

    def is_inside_one(self, place: int, off_x: float, off_y: float, squared: float) -> bool:
        """Tell whether what lies at this offset from a sensor is inside the volume."""
        offset = np.array([[off_x, off_y]])
        rows = np.zeros(1, dtype=np.int64)
        pairs = SightPairs(rows, rows, offset, np.array([squared]))
        return bool(self.is_inside(np.array([place]), pairs)[0])

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the volume."""
        ahead, near, far = (float(each[place]) for each in (self._ahead, self._near, self._far))
        angle = float(np.arctan2(far, max(ahead, 1e-9))) / RADIANS_PER_DEGREE
        return (SenseShape("visor", ahead, angle, blocked=True, near_width=2 * near, far_width=2 * far),)
