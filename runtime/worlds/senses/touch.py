"""Feel whom and which walls the agent's body touches (SENSE-05, SENSE-06).

Touched is a thing looked for whose body is at most `reach` away from the agent's, sources being points, and,
with `walls`, what is solid at most `reach` away, the border of the map included.

| moment | outputs | event |
|---|---|---|
| something is touched | `touching`, `count` of things, the nearest as `target`, `position` of the contact | |
| a thing comes into touch | | `touched`, once for each, by id |
| a thing is touched no more | `target` and `position` stay as touched last | `left`, once for each, by id |
| a wall is touched | `wall` is its id | `bumped`, when it is another than before |

Of equally near things the lower id is the target, agents before sources.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import TOUCH
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length, unit
from runtime.records.sense_records import SenseCandidate, SenseShape
from runtime.worlds.bodies.cell_grid import pairs_within
from runtime.worlds.bodies.geometry import Obstructions, closest_on_segments
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


class TouchSensors(SensorGroup):
    """Run all touch sensors.

    Memory: `pairs` (p, 2), the places of sensors and the rows of things that touch, sorted; `target` (s,) the
    thing touched last, -1 if none yet; `position` (s, 2) where; `wall` (s,) an index of what is solid, -1 for
    none.
    """

    kind = TOUCH.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._reach = numbers(self.sensors, "reach")
        self._walls: BoolArray = np.array([s.parameter("walls") is True for s in self.sensors])
        still = np.zeros(len(surroundings.things.still_positions))
        self._radius = np.concatenate((surroundings.agents.radius, still))
        self._filters = self.thing_filters()
        self.memory = {
            "pairs": np.zeros((0, 2), dtype=np.int64),
            "target": np.full(count, -1, dtype=np.int64),
            "position": np.zeros((count, 2)),
            "wall": np.full(count, -1, dtype=np.int64),
        }

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Feel with the sensors due."""
        places, thing, gap = self._touching(due)
        order = np.lexsort((thing, gap, places))
        rows, first = np.unique(places[order], return_index=True)
        self.ints("target")[rows] = thing[order][first]
        self.floats("position")[rows] = self._contacts(rows, thing[order][first])
        before = self.ints("pairs")
        kept = before[~np.isin(before[:, 0], due)]
        now = np.stack((places, thing), axis=1)
        joined = np.concatenate((kept, now))
        self.memory["pairs"] = joined[np.lexsort((joined[:, 1], joined[:, 0]))]
        was = {(int(place), int(other)) for place, other in before[np.isin(before[:, 0], due)].tolist()}
        is_now = {(int(place), int(other)) for place, other in now.tolist()}
        changes = sorted((*(pair for pair in is_now - was), *(pair for pair in was - is_now)))
        happened = [self._happening(pair, "touched" if pair in is_now else "left") for pair in changes]
        bumps = self._feel_walls(due[self._walls[due]])
        return sorted((*happened, *bumps), key=lambda each: each.place)

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return what is touched."""
        counts = np.bincount(self.ints("pairs")[:, 0], minlength=len(self.sensors))[places]
        target = self.ints("target")[places]
        known = target >= 0
        columns: dict[str, Column] = {"touching": (counts > 0).tolist(), "count": counts.tolist()}
        columns |= self.last_known(places, names, known)
        if "wall" in names:
            columns["wall"] = [self._wall_name(owner) for owner in self.ints("wall")[places].tolist()]
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of everything looked for how wide the gap is."""
        agent = self.sensors[place].agent
        positions = self.around.things.positions(self.around.agents)
        things = nearest_things(self._filters.of(place), positions, self.around.agents.position[agent])
        distance = length(positions[things] - positions[agent][None, :])
        found = []
        for row, thing in enumerate(things.tolist()):
            gap = float(distance[row] - self._radius[agent] - self._radius[thing])
            touched = gap <= float(self._reach[place])
            found.append(
                SenseCandidate(
                    entity_id=self.around.things.ids[thing],
                    distance=float(distance[row]),
                    position=(float(positions[thing, 0]), float(positions[thing, 1])),
                    in_range=touched,
                    visible=touched,
                    strength=max(gap, 0.0),
                    verdict="touched" if touched else f"{gap:.2f} away",
                )
            )
        return tuple(found)

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the circle around the body."""
        radius = float(self._radius[self.sensors[place].agent]) + float(self._reach[place])
        return (SenseShape("touch", radius),)

    def _touching(self, due: IntArray) -> tuple[IntArray, IntArray, FloatArray]:
        """Return (place, thing, gap between the bodies) of everything in touch."""
        positions = self.around.things.positions(self.around.agents)
        own = self.agent_rows[due]
        furthest = float((self._radius[own] + self._reach[due]).max(initial=0.0))
        row, thing = pairs_within(positions[own], positions, furthest + float(self._radius.max(initial=0.0)))
        wanted = self._filters.wants(due[row], thing)
        row, thing = row[wanted], thing[wanted]
        gap = length(positions[thing] - positions[own[row]]) - self._radius[own[row]] - self._radius[thing]
        near = gap <= self._reach[due[row]]
        return due[row[near]], thing[near], gap[near]

    def _contacts(self, places: IntArray, things: IntArray) -> FloatArray:
        """Return where the bodies meet: on the edge of the own one, on the way to the other."""
        positions = self.around.things.positions(self.around.agents)
        own = self.agent_rows[places]
        way = unit(positions[things] - positions[own])
        return positions[own] + way * self._radius[own][:, None]

    def _feel_walls(self, places: IntArray) -> list[Happening]:
        if not len(places):
            return []
        center = self.positions(places)
        owner, at = nearest_solid(self.around.solid, center)
        limit = self._radius[self.agent_rows[places]] + self._reach[places]
        owner = np.where(length(center - at) <= limit, owner, -1)
        before = self.ints("wall")[places]
        self.ints("wall")[places] = owner
        return [
            Happening(
                int(places[row]),
                "bumped",
                {"at": (float(at[row, 0]), float(at[row, 1])), "wall": self._wall_name(int(owner[row]))},
            )
            for row in np.flatnonzero((owner >= 0) & (owner != before)).tolist()
        ]

    def _wall_name(self, owner: int) -> str:
        return self.around.solid.names[owner] if owner >= 0 else ""

    def _happening(self, pair: tuple[int, int], name: str) -> Happening:
        place, thing = pair
        at = self._contacts(np.array([place]), np.array([thing]))[0]
        payload: dict[str, Value] = {
            "at": (float(at[0]), float(at[1])),
            "target": self.around.things.ids[thing],
        }
        return Happening(place, name, payload)


def nearest_solid(solid: Obstructions, points: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return what of `solid.names` is nearest to each point (n, 2), and the nearest place of it (n, 2)."""
    best = np.full(len(points), np.inf)
    owner = np.full(len(points), -1, dtype=np.int64)
    place = np.zeros((len(points), 2))
    for index in range(len(solid.start)):
        closest = closest_on_segments(points, solid.start[index][None, :], solid.end[index][None, :])
        distance = length(points - closest)
        better = distance < best
        best = np.where(better, distance, best)
        owner = np.where(better, solid.segment_owner[index], owner)
        place = np.where(better[:, None], closest, place)
    for index in range(len(solid.center)):
        way = points - solid.center[index][None, :]
        distance = np.abs(length(way) - solid.radius[index])
        better = distance < best
        best = np.where(better, distance, best)
        owner = np.where(better, solid.circle_owner[index], owner)
        place = np.where(
            better[:, None], solid.center[index][None, :] + unit(way) * solid.radius[index], place
        )
    return owner, place
