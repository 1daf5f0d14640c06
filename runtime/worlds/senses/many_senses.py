"""Sense in many worlds of one document at once, with the sensors that are simple enough, to the same values.

Sight, visors, distances and waypoints of all worlds are worked out in arrays (w, k): world by sensor due. All
other kinds sense world by world.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphs.expressions.types import Value
from runtime.basics.vectors import BoolArray, FloatArray, IntArray
from runtime.records.world_records import SenseResults
from runtime.worlds.senses.knowing import DistanceSensors, WaypointSensors
from runtime.worlds.senses.senses import Senses, Told, events_of, results_of, sense_with
from runtime.worlds.senses.sensor_group import UNKNOWN, Happening, SenseMoment, SensorGroup, Unknown
from runtime.worlds.senses.sight import SightSensors, VisorSensors

Rows = Sequence[Sequence[Value | Unknown]]
"""What the sensors due of each world put out."""

_Entry = tuple[int, str, str, Rows, int]
"""The order of a sensor, its agent, a variable it writes, and the column and row of its value."""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """Hold what all worlds look at in one step: the places of bodies (w, n, 2), things and entities."""

    moments: Sequence[SenseMoment]
    bodies: FloatArray
    things: FloatArray
    entities: FloatArray


class _Joint:
    """Run the sensors of one kind of all worlds, each where its group would be asked for its outputs.

    What they remember stands in arrays of their own, by world, into which the groups look.
    """

    def __init__(self, groups: Sequence[SensorGroup]) -> None:
        self.groups, self.first = groups, groups[0]
        self.memory: dict[str, NDArray[Any]] = {}
        for name in self.first.memory:
            self.memory[name] = np.stack([group.memory[name] for group in groups])
            for place, group in enumerate(groups):
                group.memory[name] = self.memory[name][place]

    def sense(self, due: IntArray, look: _Look) -> Mapping[int, Sequence[Happening]]:
        """Sense with the sensors due; return what happened, by world, where anything did."""
        for group, moment in zip(self.groups, look.moments, strict=True):
            group.sense(due, moment)
        return {}

    def known(self, due: IntArray) -> BoolArray | None:
        """Tell which of the sensors due (w, k) know a place at all, None where all do."""
        return None

    def places(self, due: IntArray, look: _Look) -> FloatArray:
        """Return the places (w, k, 2) that the sensors due know."""
        raise NotImplementedError

    def column(self, name: str, due: IntArray, look: _Look) -> Rows:
        """Return one output of the sensors due."""
        if name not in ("position", "distance"):
            outputs = (group.outputs(due, (name,), look.moments[0])[name] for group in self.groups)
            return [list(output) for output in outputs]
        there = self.places(due, look)
        if name == "position":
            found: list[list[Value | Unknown]] = [[(x, y) for x, y in row] for row in there.tolist()]
        else:
            away = there - look.bodies[:, self.first.agent_rows[due]]
            found = np.sqrt(away[..., 0] * away[..., 0] + away[..., 1] * away[..., 1]).tolist()
        known = self.known(due)
        for world, row in () if known is None else np.argwhere(~known).tolist():
            found[world][row] = UNKNOWN
        return found


class _JointSight(_Joint):
    """Look with sight or visors."""

    first: SightSensors
    groups: Sequence[SightSensors]

    def sense(self, due: IntArray, look: _Look) -> Mapping[int, Sequence[Happening]]:
        target = self._targets(due, look)
        now = target >= 0
        changed = now != self.memory["visible"][:, due]
        self.memory["visible"][:, due] = now
        world, row = np.nonzero(now)
        place, seen = due[row], target[world, row]
        self.memory["target"][world, place] = seen
        self.memory["position"][world, place] = look.things[world, seen]
        self.memory["seen_tick"][world, place] = look.moments[0].tick
        return {
            each: self.groups[each].happenings(due[changed[each]], look.moments[each])
            for each in np.flatnonzero(changed.any(axis=1)).tolist()
        }

    def known(self, due: IntArray) -> BoolArray:
        return self.memory["seen_tick"][:, due] >= 0

    def places(self, due: IntArray, look: _Look) -> FloatArray:
        return self.memory["position"][:, due]

    def column(self, name: str, due: IntArray, look: _Look) -> Rows:
        if name == "visible":
            found: list[list[Value | Unknown]] = self.memory["visible"][:, due].tolist()
            return found
        return super().column(name, due, look)

    def _targets(self, due: IntArray, look: _Look) -> IntArray:
        """Return the row of the thing that each sees (w, k), -1 for none."""
        target = np.full((len(self.groups), len(due)), -1, dtype=np.int64)
        listed = self.first.filters.listed
        pairs = [(row, thing) for row, place in enumerate(due.tolist()) for thing in listed(place)]
        if not pairs:
            return target
        rows, things = np.array(pairs, dtype=np.int64).T
        eyes = look.bodies[:, self.first.agent_rows[due[rows]]]
        offset = look.things[:, things] - eyes
        squared = offset[..., 0] * offset[..., 0] + offset[..., 1] * offset[..., 1]
        reach = self.first.reach[due[rows]]
        world, pair = np.nonzero(squared <= reach * reach)
        near = zip(
            world.tolist(),
            rows[pair].tolist(),
            squared[world, pair].tolist(),
            things[pair].tolist(),
            offset[world, pair].tolist(),
            eyes[world, pair].tolist(),
            strict=True,
        )
        for each, row, size, thing, (off_x, off_y), (eye_x, eye_y) in sorted(near):
            if (
                target[each, row] < 0
                and self.groups[each].is_inside_one(int(due[row]), off_x, off_y, size)
                and not self.first.lines.is_blocked(eye_x, eye_y, off_x, off_y)
            ):
                target[each, row] = thing
        return target


class _JointDistances(_Joint):
    """Know distances."""

    first: DistanceSensors

    def places(self, due: IntArray, look: _Look) -> FloatArray:
        return look.entities[:, self.first.entity_rows[due]]


class _JointWaypoints(_Joint):
    """Know waypoints."""

    first: WaypointSensors

    def __init__(self, groups: Sequence[SensorGroup]) -> None:
        super().__init__(groups)
        row, paths = self.first.around.entities.row, self.first.waypoints
        longest = max(map(len, paths))
        rows = [[row(path[index % len(path)]) for index in range(longest)] for path in paths]
        self._rows: IntArray = np.array(rows, dtype=np.int64)

    def places(self, due: IntArray, look: _Look) -> FloatArray:
        rows = self._rows[due, self.memory["index"][:, due]]
        found: FloatArray = look.entities[np.arange(len(rows))[:, None], rows]
        return found


_JOINT: Mapping[type[SensorGroup], type[_Joint]] = {
    SightSensors: _JointSight,
    VisorSensors: _JointSight,
    DistanceSensors: _JointDistances,
    WaypointSensors: _JointWaypoints,
}


class ManySenses:
    """Hold the sensors of worlds of one document, from which nobody is gone."""

    def __init__(self, senses: Sequence[Senses]) -> None:
        self._senses = senses
        self._groups: list[tuple[Sequence[SensorGroup], _Joint | None]] = []
        for place, first in enumerate(senses[0].groups):
            groups = [each.groups[place] for each in senses]
            made = _JOINT.get(type(first))
            flies = isinstance(first, DistanceSensors) and first.entity_rows.max() >= len(
                first.around.entities.ids
            )
            self._groups.append((groups, None if made is None or flies else made(groups)))

    def sense(self, moments: Sequence[SenseMoment]) -> list[SenseResults]:
        """Run every sensor due; return what `Senses.sense` does of each world."""
        look = self._look(moments)
        told: list[list[Told]] = [[] for _ in moments]
        entries: list[_Entry] = []
        for groups, joint in self._groups:
            if joint is None:
                for group, moment in zip(groups, moments, strict=True):
                    group.attend(moment)
        for groups, joint in self._groups:
            due = self._senses[0].due(groups[0], moments[0].tick)
            if not len(due):
                continue
            if joint is None:
                for group, moment, each in zip(groups, moments, told, strict=True):
                    each += sense_with(group, due, moment)
                continue
            for world, happened in joint.sense(due, look).items():
                sensors = groups[world].sensors
                told[world] += [
                    (sensors[each.place].order, [], events_of(sensors[each.place], each)) for each in happened
                ]
            entries += _entries(joint, due, look)
        entries.sort(key=itemgetter(0))
        return [_results(entries, world, each) for world, each in enumerate(told)]

    def _look(self, moments: Sequence[SenseMoment]) -> _Look:
        around = self._senses[0].around
        bodies = np.stack([each.around.agents.position for each in self._senses])
        things, entities = (
            np.concatenate((bodies, np.broadcast_to(still, (len(bodies), *still.shape))), axis=1)
            for still in (around.things.still_positions, around.entities.still_positions)
        )
        return _Look(moments, bodies, things, entities)


def _entries(joint: _Joint, due: IntArray, look: _Look) -> Iterator[_Entry]:
    columns = {name: joint.column(name, due, look) for name in sorted(joint.first.written)}
    for row, place in enumerate(due.tolist()):
        sensor = joint.first.sensors[place]
        for variable, output in sensor.writes:
            yield sensor.order, sensor.agent_id, variable, columns[output], row


def _results(entries: Sequence[_Entry], world: int, told: list[Told]) -> SenseResults:
    """Return what the sensors of one world write and raise, in their order."""
    if not told:
        writes = [
            (agent, variable, value)
            for _, agent, variable, column, row in entries
            if (value := column[world][row]) is not UNKNOWN
        ]
        return SenseResults(tuple(writes))
    for order, agent, variable, column, row in entries:
        value = column[world][row]
        if value is not UNKNOWN:
            told.append((order, [(agent, variable, value)], []))
    return results_of(told)
