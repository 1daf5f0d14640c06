"""Sense in many worlds of one document at once, with the sensors that are simple enough, to the same values.

Sight, visors, distances and waypoints of all worlds are worked out in arrays (w, k): world by sensor due. All
other kinds sense world by world.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
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
from runtime.worlds.senses.sensor_group import (
    UNKNOWN,
    Happening,
    SenseMoment,
    SensorGroup,
    Unknown,
)
from runtime.worlds.senses.sight import SightSensors, VisorSensors

Columns = Mapping[str, Sequence[Sequence[Value | Unknown]]]
"""What the sensors due of each world put out, by output."""


_Entry = tuple[int, str, str, Sequence[Sequence[Value | Unknown]], int]
"""The order of a sensor, its agent, a variable it writes, and the column and row of its value."""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """Hold what all worlds look at in one step: the places of bodies (w, n, 2), things and entities."""

    moments: Sequence[SenseMoment]
    bodies: FloatArray
    things: FloatArray
    entities: FloatArray


class _Joint(ABC):
    """Run the sensors of one kind of all worlds.

    What they remember stands in arrays of their own, by world, into which the groups look.
    """

    def __init__(self, groups: Sequence[SensorGroup]) -> None:
        self.groups = groups
        self.first = groups[0]
        self.memory: dict[str, NDArray[Any]] = {}
        for name in self.first.memory:
            self.memory[name] = np.stack([group.memory[name] for group in groups])
            for place, group in enumerate(groups):
                group.memory[name] = self.memory[name][place]

    @abstractmethod
    def sense(self, due: IntArray, look: _Look) -> Mapping[int, Sequence[Happening]]:
        """Sense with the sensors due; return what happened, by world, where anything did."""

    @abstractmethod
    def columns(self, due: IntArray, look: _Look, names: Collection[str]) -> Columns:
        """Return the outputs called `names` of the sensors due."""

    def offsets(self, due: IntArray, look: _Look, there: FloatArray) -> FloatArray:
        """Return how far places (w, k, 2) are from the sensors due (w, k)."""
        away = there - look.bodies[:, self.first.agent_rows[due]]
        distance: FloatArray = np.sqrt(away[..., 0] * away[..., 0] + away[..., 1] * away[..., 1])
        return distance


class _JointSight(_Joint):
    """Look with sight or visors."""

    first: SightSensors
    groups: Sequence[SightSensors]

    def sense(self, due: IntArray, look: _Look) -> Mapping[int, Sequence[Happening]]:
        target = self._targets(due, look)
        now, before = target >= 0, self.memory["visible"][:, due]
        self.memory["visible"][:, due] = now
        world, row = np.nonzero(now)
        place, seen = due[row], target[world, row]
        self.memory["target"][world, place] = seen
        self.memory["position"][world, place] = look.things[world, seen]
        self.memory["seen_tick"][world, place] = look.moments[0].tick
        changed = now != before
        return {
            each: self.groups[each].happenings(due[changed[each]], look.moments[each])
            for each in np.flatnonzero(changed.any(axis=1)).tolist()
        }

    def columns(self, due: IntArray, look: _Look, names: Collection[str]) -> Columns:
        found = dict[str, list[list[Value | Unknown]]]()
        seen, moment = self.memory["seen_tick"][:, due], look.moments[0]
        known, position = seen >= 0, self.memory["position"][:, due]
        if "visible" in names:
            found["visible"] = self.memory["visible"][:, due].tolist()
        if "target" in names:
            ids = self.first.around.things.ids
            found["target"] = [[ids[each] for each in row] for row in self.memory["target"][:, due].tolist()]
        if "position" in names:
            found["position"] = _vectors(position)
        if "distance" in names:
            found["distance"] = self.offsets(due, look, position).tolist()
        for name in ("target", "position", "distance"):
            if name in found:
                _mask(found[name], known)
        if "unseen_for" in names:
            found["unseen_for"] = ((moment.tick - np.maximum(seen, 0)) / moment.rate).tolist()
        return found

    def _targets(self, due: IntArray, look: _Look) -> IntArray:
        """Return the row of the thing that each sees (w, k), -1 for none."""
        pairs = [
            (row, thing)
            for row, place in enumerate(due.tolist())
            for thing in self.first.filters.listed(place)
        ]
        target = np.full((len(self.groups), len(due)), -1, dtype=np.int64)
        if not pairs:
            return target
        rows, things = np.array(pairs, dtype=np.int64).T
        eyes = look.bodies[:, self.first.agent_rows[due]]
        offset = look.things[:, things] - eyes[:, rows]
        squared = offset[..., 0] * offset[..., 0] + offset[..., 1] * offset[..., 1]
        reach = self.first.reach[due[rows]]
        world, pair = np.nonzero(squared <= reach * reach)
        near = zip(
            world.tolist(),
            rows[pair].tolist(),
            squared[world, pair].tolist(),
            things[pair].tolist(),
            offset[world, pair].tolist(),
            eyes[world, rows[pair]].tolist(),
            strict=True,
        )
        places, lines = due.tolist(), self.first.lines
        for each, row, size, thing, (off_x, off_y), (eye_x, eye_y) in sorted(near):
            if (
                target[each, row] < 0
                and self.groups[each].is_inside_one(places[row], off_x, off_y, size)
                and not lines.is_blocked(eye_x, eye_y, off_x, off_y)
            ):
                target[each, row] = thing
        return target


class _JointDistances(_Joint):
    """Know distances."""

    first: DistanceSensors

    def sense(self, due: IntArray, look: _Look) -> Mapping[int, Sequence[Happening]]:
        return {}

    def columns(self, due: IntArray, look: _Look, names: Collection[str]) -> Columns:
        there = look.entities[:, self.first.entity_rows[due]]
        found: dict[str, list[list[Value | Unknown]]] = {"distance": self.offsets(due, look, there).tolist()}
        if "position" in names:
            found["position"] = _vectors(there)
        return found


class _JointWaypoints(_Joint):
    """Know waypoints."""

    first: WaypointSensors
    groups: Sequence[WaypointSensors]

    def __init__(self, groups: Sequence[SensorGroup]) -> None:
        super().__init__(groups)
        row, paths = self.first.around.entities.row, self.first.waypoints
        longest = max(map(len, paths))
        rows = [[row(path[index % len(path)]) for index in range(longest)] for path in paths]
        self._rows = np.array(rows, dtype=np.int64)

    def sense(self, due: IntArray, look: _Look) -> Mapping[int, Sequence[Happening]]:
        for group, moment in zip(self.groups, look.moments, strict=True):
            group.sense(due, moment)
        return {}

    def columns(self, due: IntArray, look: _Look, names: Collection[str]) -> Columns:
        index = self.memory["index"][:, due]
        rows, worlds = self._rows[due, index], np.arange(len(index))[:, None]
        there, paths = look.entities[worlds, rows], [self.first.waypoints[place] for place in due.tolist()]
        found: dict[str, list[list[Value | Unknown]]] = {}
        if "distance" in names:
            found["distance"] = self.offsets(due, look, there).tolist()
        if "position" in names:
            found["position"] = _vectors(there)
        if "entity" in names:
            ids = self.first.around.entities.ids
            found["entity"] = [[ids[row] for row in each] for each in rows.tolist()]
        if "count" in names:
            found["count"] = [list(map(len, paths)) for _ in self.groups]
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
            self._groups.append((groups, _joint_of(first, groups)))

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
            if joint is not None:
                _note_events(joint.sense(due, look), groups, told)
                entries += _entries(groups[0], due, joint.columns(due, look, groups[0].written))
            else:
                for group, moment, each in zip(groups, moments, told, strict=True):
                    each += sense_with(group, due, moment)
        entries.sort(key=itemgetter(0))
        return [_results(entries, world, each) for world, each in enumerate(told)]

    def _look(self, moments: Sequence[SenseMoment]) -> _Look:
        around = self._senses[0].around
        bodies = np.stack([each.around.agents.position for each in self._senses])
        return _Look(
            moments,
            bodies,
            _with_still(bodies, around.things.still_positions),
            _with_still(bodies, around.entities.still_positions),
        )


def _joint_of(first: SensorGroup, groups: Sequence[SensorGroup]) -> _Joint | None:
    """Return what runs groups of all worlds at once, None where each has to sense alone."""
    if isinstance(first, DistanceSensors) and first.entity_rows.max() >= len(first.around.entities.ids):
        return None
    made = _JOINT.get(type(first))
    return made(groups) if made is not None else None


def _note_events(
    happened: Mapping[int, Sequence[Happening]], groups: Sequence[SensorGroup], told: list[list[Told]]
) -> None:
    for world, happenings in happened.items():
        for each in happenings:
            sensor = groups[world].sensors[each.place]
            told[world].append((sensor.order, [], events_of(sensor, each)))


def _entries(group: SensorGroup, due: IntArray, columns: Columns) -> Iterator[_Entry]:
    for row, place in enumerate(due.tolist()):
        sensor = group.sensors[place]
        for variable, output in sensor.writes:
            yield sensor.order, sensor.agent_id, variable, columns[output], row


def _results(entries: Sequence[_Entry], world: int, told: list[Told]) -> SenseResults:
    """Return what the sensors of one world write and raise, in their order."""
    if told:
        told += [
            (order, [(agent, variable, value)], [])
            for order, agent, variable, column, row in entries
            if (value := column[world][row]) is not UNKNOWN
        ]
        return results_of(told)
    return SenseResults(
        tuple(
            [
                (agent, variable, value)
                for _, agent, variable, column, row in entries
                if (value := column[world][row]) is not UNKNOWN
            ]
        )
    )


def _with_still(bodies: FloatArray, still: FloatArray) -> FloatArray:
    """Return the places of bodies (w, n, 2) and, behind them in each world, of what never moves."""
    if not len(still):
        return bodies
    return np.concatenate((bodies, np.broadcast_to(still, (len(bodies), *still.shape))), axis=1)


def _vectors(places: FloatArray) -> list[list[Value | Unknown]]:
    """Return places (w, k, 2) as vectors."""
    return [[(x, y) for x, y in row] for row in places.tolist()]


def _mask(column: list[list[Value | Unknown]], known: BoolArray) -> None:
    """Make what is not `known` (w, k) unknown."""
    for world, row in np.argwhere(~known).tolist():
        column[world][row] = UNKNOWN
