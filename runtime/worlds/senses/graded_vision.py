"""See more surely what is near and ahead: a detection meter that fills and drains (SENSE-04).

A thing looked for, with nothing opaque on the line to it, fills the meter by the zone it is in:

| zone | where | fills |
|---|---|---|
| near | within `near_range`, in the wide cone | at `fill_rate` per second, ahead of the agent |
| far | within `range` and `half_angle` | less with the distance, down to `far_share` of it |
| wide | within `wide_range` and `wide_half_angle` | less with distance and angle, down to `edge_share` |

Where `dark_share` is less than 1, only that share of it fills for what no lamp lights, all of it for what
stands beside a lamp, and what is between for what is in some of its light; what is opaque throws shadows.

Of several the one that fills most counts, of equals the nearer, then the lower id; there is one meter for
all. With nothing in view it drains at `drain_rate`.

| moment | outputs | event |
|---|---|---|
| the meter reaches `notice_at` from below | `noticed` is true | `noticed` |
| it reaches 1 | `detected` is true | `detected` |
| it is empty again | both are false | `lost`, if it was noticed before |

`noticed` and `detected` stay true until the meter is empty.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from graphs.worlds.kinds.sensors import GRADED_VISION
from runtime.basics.vectors import FloatArray, IntArray, length
from runtime.formulas.sensing import (
    ZONES,
    Zones,
    angles_off,
    fill_shares,
    light_at,
    meter_after,
    share_seen,
    zones_of,
)
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
from runtime.worlds.senses.sight_pairs import first_clear, sight_pairs

_UNAWARE, _NOTICED, _DETECTED = 0, 1, 2
_ROUNDING = 1e-12


_EVENTS = ("lost", "noticed", "detected")


class GradedVisionSensors(SensorGroup):
    """Run all graded vision sensors.

    Memory: `meter` (s,) 0 to 1; `level` (s,) 0 unaware, 1 noticed, 2 detected; `zone` (s,) of `ZONES`;
    `target` (s,) the row of the thing seen last, -1 if none yet; `position` (s, 2) where that was;
    `seen_tick` (s,) when, -1 if never.
    """

    kind = GRADED_VISION.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._zones = Zones(
            *(
                numbers(self.sensors, name)
                for name in (
                    "half_angle",
                    "range",
                    "near_range",
                    "wide_half_angle",
                    "wide_range",
                    "far_share",
                    "edge_share",
                )
            )
        )
        self._reach = np.maximum(
            np.maximum(self._zones.range, self._zones.wide_range), self._zones.near_range
        )
        self._fill_rate = numbers(self.sensors, "fill_rate")
        self._drain_rate = numbers(self.sensors, "drain_rate")
        self._dark_share = numbers(self.sensors, "dark_share")
        self._notice_at = numbers(self.sensors, "notice_at")
        self._filters = self.thing_filters()
        self.memory = {
            "meter": np.zeros(count),
            "level": np.zeros(count, dtype=np.int64),
            "zone": np.zeros(count, dtype=np.int64),
            "target": np.full(count, -1, dtype=np.int64),
            "position": np.zeros((count, 2)),
            "seen_tick": np.full(count, -1, dtype=np.int64),
        }

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Look with the sensors due and fill or drain their meters for the time since they looked before."""
        target, share, zone = self._look(due)
        seeing = target >= 0
        seconds = self.times.steps_since(due, moment.tick) / moment.rate
        fill = self._fill_rate[due] * share
        before = self.floats("meter")[due]
        meter = meter_after(before, fill, self._drain_rate[due], seconds, seeing)
        meter = np.where(meter >= 1.0 - _ROUNDING, 1.0, np.where(meter <= _ROUNDING, 0.0, meter))
        self.floats("meter")[due] = meter
        self.ints("zone")[due] = zone
        seen = due[seeing]
        self.ints("target")[seen] = target[seeing]
        self.floats("position")[seen] = self.around.things.positions(self.around.agents)[target[seeing]]
        self.ints("seen_tick")[seen] = moment.tick
        return self._levels(due, meter, moment)

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return the meter and what fills it."""
        seen, level = self.ints("seen_tick")[places], self.ints("level")[places]
        known = seen >= 0
        columns: dict[str, Column] = {
            "meter": self.floats("meter")[places].tolist(),
            "noticed": (level >= _NOTICED).tolist(),
            "detected": (level >= _DETECTED).tolist(),
            "visible": (self.ints("zone")[places] > 0).tolist(),
            "zone": [ZONES[zone] for zone in self.ints("zone")[places].tolist()],
            "unseen_for": ((moment.tick - np.maximum(seen, 0)) / moment.rate).tolist(),
        }
        columns |= self.last_known(places, names, known)
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of everything looked for its zone, how fast it fills the meter, and what hides it."""
        agent = self.sensors[place].agent
        positions = self.around.things.positions(self.around.agents)
        things = nearest_things(self._filters.of(place), positions, self.around.agents.position[agent])
        everything = np.ones(len(things), dtype=np.bool_)
        seen = explain_sight(self.around, agent, things, float(self._reach[place]), everything)
        rows = np.full(len(things), place)
        distance: FloatArray = np.array([each.distance for each in seen])
        angle: FloatArray = np.array([each.angle for each in seen])
        zones = self._zones.take(rows)
        zone = zones_of(zones, distance, angle)
        share = fill_shares(zones, distance, angle) * self._lit_share(rows, things)
        return tuple(
            self._graded(place, each, ZONES[int(zone[row])], float(share[row]))
            for row, each in enumerate(seen)
        )

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the wide cone, the far cone and the near one."""
        zones = self._zones
        widest = max(float(zones.wide_half_angle[place]), float(zones.half_angle[place]))
        return (
            SenseShape("wide", float(zones.wide_range[place]), widest, blocked=True),
            SenseShape("far", float(zones.range[place]), float(zones.half_angle[place]), blocked=True),
            SenseShape("near", float(zones.near_range[place]), widest, blocked=True),
        )

    def _look(self, due: IntArray) -> tuple[IntArray, FloatArray, IntArray]:
        """Return for each sensor due the thing that fills most (-1 for none), its share and its zone."""
        eyes = self.positions(due)
        positions = self.around.things.positions(self.around.agents)
        pairs = sight_pairs(self._filters, due, eyes, positions, self._reach[due])
        headings = self.around.agents.orientation[self.agent_rows[due]]
        angle = angles_off(headings.take(pairs.row), pairs.offset)
        distance = np.sqrt(pairs.squared)
        zone = zones_of(self._zones.take(due[pairs.row]), distance, angle)
        inside = np.flatnonzero(zone)
        pairs, zone, angle, distance = pairs.take(inside), zone[inside], angle[inside], distance[inside]
        sensors = due[pairs.row]
        share = fill_shares(self._zones.take(sensors), distance, angle)
        share = share * self._lit_share(sensors, pairs.thing)
        order = np.lexsort((distance, -share, pairs.row))
        row, thing, offset = pairs.row[order], pairs.thing[order], pairs.offset[order]
        zone, share = zone[order], share[order]
        first = first_clear(self.around.opaque, eyes.take(row, axis=0), offset, row)
        target = np.full(len(due), -1, dtype=np.int64)
        fills, zones_seen = np.zeros(len(due)), np.zeros(len(due), dtype=np.int64)
        target[row[first]], fills[row[first]], zones_seen[row[first]] = (
            thing[first],
            share[first],
            zone[first],
        )
        return target, fills, zones_seen

    def _lit_share(self, sensors: IntArray, things: IntArray) -> FloatArray:
        """Return for each pair of a sensor and a thing which share its light leaves."""
        dark = self._dark_share[sensors]
        if not (dark < 1.0).any():
            return np.ones(len(things))
        distinct, place = np.unique(things, return_inverse=True)
        return share_seen(light_on_things(self.around, distinct)[place], dark)

    def _levels(self, due: IntArray, meter: FloatArray, moment: SenseMoment) -> list[Happening]:
        """Raise or drop the level of each sensor due; return what that means."""
        before = self.ints("level")[due]
        level = np.where(meter >= self._notice_at[due] - _ROUNDING, np.maximum(before, _NOTICED), before)
        level = np.where(meter >= 1.0, _DETECTED, level)
        level = np.where(meter <= 0.0, _UNAWARE, level)
        self.ints("level")[due] = level
        changed = np.flatnonzero(level != before)
        return self._happenings(due[changed], before[changed], level[changed], moment)

    def _happenings(
        self, places: IntArray, before: IntArray, level: IntArray, moment: SenseMoment
    ) -> list[Happening]:
        """Tell of every mark that was passed, in the order it was."""
        happened = []
        payloads = self.payloads(places, moment, "meter")
        changes = zip(places.tolist(), before.tolist(), level.tolist(), payloads, strict=True)
        for place, was, now, payload in changes:
            passed = range(was + 1, now + 1) if now > was else (_UNAWARE,)
            happened += [Happening(place, _EVENTS[each], payload) for each in passed]
        return happened

    def _graded(self, place: int, seen: SenseCandidate, zone: str, share: float) -> SenseCandidate:
        rate = share * float(self._fill_rate[place])
        visible = zone != "none" and seen.blocked_by is None
        if zone == "none":
            verdict = "out of range" if not seen.in_range else "outside the zones"
        elif seen.blocked_by:
            verdict = seen.verdict
        else:
            verdict = f"{zone}, fills {rate:.2f} a second"
        strength = rate if visible else 0.0
        return replace(seen, in_angle=zone != "none", visible=visible, strength=strength, verdict=verdict)


def light_on_things(around: SenseSurroundings, things: IntArray) -> FloatArray:
    """Return how well the things of these rows are lit, 0 to 1: by the lamp that gives most, shadows cut off.

    A lamp lights itself.
    """
    lamps, radius, brightness = around.signals.lights()
    if not len(lamps) or not len(things):
        return np.zeros(len(things))
    positions = around.things.positions(around.agents)[things]
    thing = np.repeat(np.arange(len(things)), len(lamps))
    lamp = np.tile(np.arange(len(lamps)), len(things))
    way = positions[thing] - lamps[lamp]
    light = light_at(length(way), radius[lamp], brightness[lamp])
    shining = np.flatnonzero(light > 0.0)
    shadowed = cast_rays(around.opaque, lamps[lamp[shining]], way[shining]).hit
    light[shining[shadowed]] = 0.0
    result: FloatArray = light.reshape(len(things), len(lamps)).max(axis=1)
    return result
