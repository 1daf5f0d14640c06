"""Notice the interests of a world, and leave one thing for another that matters more (SENSE-16).

An interest reaches an agent that is within its radius and

| sense | for which |
|---|---|
| sound | radius - distance - muffling of the walls on the way is more than 0 |
| sight | no opaque wall is on the way, and it is at most `half_angle` off the heading |

Of those reached the interest says who reacts, each team by itself: a squad draws ⌊log2 n⌋ scouts and another
one who leads, one who is alone goes; or all react, or the nearest. Who reacts notices only what has a higher
priority than its present interest. A leader leads when at least one of its scouts notices.

| moment | outputs | event |
|---|---|---|
| it notices | `interest`, `priority`, `position`, `source` of the interest | `noticed` |
| it leads | `leading` | `lead` |
| `decay` seconds after the notice | `priority` is 0, `interest` lowest; it leads no more | `forgotten` |
| it does the action Forget interest | the same | |

Interests are looked after in every step; a sensor with an interval tells of them when it is due.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import AWARENESS
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length
from runtime.formulas.sensing import is_in_cone, is_relevant
from runtime.records.sense_records import SenseCandidate
from runtime.worlds.bodies.geometry import cast_rays, muffling_by_owner, muffling_on_the_way
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
from runtime.worlds.signals.lasting import Interest, Notice

LOWEST = "lowest"
"""The interest of an agent that nothing interests."""


_NEWS = ("noticed", "lead", "forgotten")


class AwarenessSensors(SensorGroup):
    """Run all awareness sensors; attend to interests in every step.

    Memory: `priority` (s,), `interest` (s,), `position` (s, 2), `source` (s,) of the present interest;
    `noticed_tick` (s,) when it was noticed, -1 if never; `led_priority`, `led_interest`, `led_position`,
    `led_source`, `led_tick`, `scouts` of what it leads for, `leading` (s,) whether; `noticed`, `lead`,
    `forgotten` (s,) what has to be told yet.
    """

    kind = AWARENESS.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._half_angle = numbers(self.sensors, "half_angle")
        self._decay = numbers(self.sensors, "decay")
        self._muffling = muffling_by_owner(surroundings.solid, surroundings.document)
        self._filters = self.signal_filters()
        teams = [surroundings.agents.teams[sensor.agent] for sensor in self.sensors]
        self._teams = tuple(sorted(set(teams)))
        self._team: IntArray = np.array([self._teams.index(team) for team in teams], dtype=np.int64)
        self.memory = {
            "noticed_tick": np.full(count, -1, dtype=np.int64),
            "led_tick": np.full(count, -1, dtype=np.int64),
            "leading": np.zeros(count, dtype=np.bool_),
            "scouts": np.zeros(count, dtype=np.int64),
            **{name: np.zeros(count, dtype=np.bool_) for name in _NEWS},
        }
        for role in ("", "led_"):
            self.memory[f"{role}priority"] = np.zeros(count, dtype=np.int64)
            self.memory[f"{role}interest"] = np.full(count, LOWEST, dtype=object)
            self.memory[f"{role}position"] = np.zeros((count, 2))
            self.memory[f"{role}source"] = np.full(count, None, dtype=object)

    def attend(self, moment: SenseMoment) -> None:
        """Let interests decay, and let those who are reached by waiting ones react."""
        self._forget_decayed(moment)
        board = self.around.signals.interests
        noticed: set[int] = set()
        for interest in board.waiting:
            reached = np.flatnonzero(self._reached(interest))
            for team in range(len(self._teams)):
                own = reached[self._team[reached] == team]
                if len(own):
                    noticed.add(interest.number)
                    self._react(interest, own, moment)
        board.close(frozenset(noticed))

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Tell what was noticed since each of the sensors was due before."""
        happened = []
        for place in due[np.any([self.flags(name)[due] for name in _NEWS], axis=0)].tolist():
            for name in _NEWS:
                if self.flags(name)[place]:
                    self.flags(name)[place] = False
                    happened.append(self._happening(place, name))
        return happened

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return the present interest."""
        when = self.ints("noticed_tick")[places]
        known = when >= 0
        columns: dict[str, Column] = {
            "interest": self.memory["interest"][places].tolist(),
            "priority": self.ints("priority")[places].tolist(),
            "source": masked(self.memory["source"][places].tolist(), known),
            "leading": self.flags("leading")[places].tolist(),
            "noticed_for": ((moment.tick - np.maximum(when, 0)) / moment.rate).tolist(),
        }
        if "position" in names:
            columns["position"] = masked(as_vectors(self.floats("position")[places]), known)
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of every interest of the last second whether it reaches the agent."""
        return tuple(self._candidate(place, each) for each in self.around.signals.interests.recent)

    def forget(self, agent: int) -> None:
        """Let the agent of a row be interested in nothing (the action Forget interest)."""
        self._set_lowest(np.flatnonzero(self.agent_rows == agent))

    def _forget_decayed(self, moment: SenseMoment) -> None:
        decays = self._decay > 0.0
        since = (moment.tick - self.ints("led_tick")) / moment.rate
        self.flags("leading")[decays & (since >= self._decay)] = False
        since = (moment.tick - self.ints("noticed_tick")) / moment.rate
        over = decays & (self.ints("priority") > 0) & (since >= self._decay)
        self.flags("forgotten")[over] = True
        self._set_lowest(np.flatnonzero(over))

    def _set_lowest(self, places: IntArray) -> None:
        self.ints("priority")[places] = 0
        self.texts("interest")[places] = LOWEST
        self.flags("leading")[places] = False

    def _reached(self, interest: Interest) -> BoolArray:
        """Return which sensors (s,) an interest reaches."""
        everyone = np.arange(len(self.sensors))
        at = np.array([interest.at])
        wanted = self._filters.wants(everyone, interest.source, frozenset((interest.name,)))
        way = at - self.positions(everyone)
        distance = length(way)
        there = self.around.things.present[self.agent_rows]
        reached = wanted & there & (distance <= interest.radius)
        near = np.flatnonzero(reached)
        reached[near] = self._senses(interest, near, way[near], distance[near])
        return reached

    def _senses(
        self, interest: Interest, places: IntArray, way: FloatArray, distance: FloatArray
    ) -> BoolArray:
        if not len(places):
            return np.zeros(0, dtype=np.bool_)
        origin = self.positions(places)
        if interest.sense == "sight":
            heading = self.around.agents.orientation[self.agent_rows[places]]
            clear = ~cast_rays(self.around.opaque, origin, way).hit
            return clear & is_in_cone(heading, self._half_angle[places], way)
        muffling = muffling_on_the_way(self.around.solid, self._muffling, origin + way, -way)
        audible: BoolArray = (interest.radius - distance - muffling > 0.0) | (distance == 0.0)
        return audible

    def _react(self, interest: Interest, reached: IntArray, moment: SenseMoment) -> None:
        distance = length(self.positions(reached) - np.array([interest.at]))
        nearest = int(reached[np.argmin(distance)])
        notices = self.around.signals.interests.react(interest, reached.tolist(), nearest)
        scouts = [each for each in notices if not each.leads and self._is_relevant(each)]
        for each in scouts:
            self._take(each.place, "", interest)
            self.ints("noticed_tick")[each.place] = moment.tick
            self.flags("noticed")[each.place] = True
        for each in notices:
            if each.leads and scouts:
                self._take(each.place, "led_", interest)
                self.ints("scouts")[each.place] = each.scouts
                self.ints("led_tick")[each.place] = moment.tick
                self.flags("leading")[each.place] = True
                self.flags("lead")[each.place] = True

    def _is_relevant(self, notice: Notice) -> bool:
        return is_relevant(notice.interest.priority, int(self.ints("priority")[notice.place]))

    def _take(self, place: int, role: str, interest: Interest) -> None:
        self.ints(f"{role}priority")[place] = interest.priority
        self.texts(f"{role}interest")[place] = interest.name
        self.floats(f"{role}position")[place] = interest.at
        self.texts(f"{role}source")[place] = interest.source

    def _happening(self, place: int, name: str) -> Happening:
        role = "led_" if name == "lead" else ""
        at = self.floats(f"{role}position")[place]
        payload: dict[str, Value] = {
            "at": (float(at[0]), float(at[1])),
            "source": self.memory[f"{role}source"][place],
            "interest": self.memory[f"{role}interest"][place],
            "priority": int(self.ints(f"{role}priority")[place]),
        }
        if name == "lead":
            payload["scouts"] = int(self.ints("scouts")[place])
        return Happening(place, name, payload)

    def _candidate(self, place: int, interest: Interest) -> SenseCandidate:
        chosen = np.array([place])
        way = np.array([interest.at]) - self.positions(chosen)
        distance = length(way)
        in_range = float(distance[0]) <= interest.radius
        wanted = bool(self._filters.wants(chosen, interest.source, frozenset((interest.name,)))[0])
        sensed = in_range and bool(self._senses(interest, chosen, way, distance)[0])
        matters = is_relevant(interest.priority, int(self.ints("priority")[place]))
        if not wanted:
            verdict = "not looked for"
        elif not in_range:
            verdict = "out of its radius"
        elif not sensed:
            verdict = "not in view" if interest.sense == "sight" else "too faint through walls"
        else:
            verdict = (
                "matters more, but others were chosen" if matters else "matters no more than its interest"
            )
        return SenseCandidate(
            entity_id=interest.source or "",
            distance=float(distance[0]),
            position=interest.at,
            in_range=in_range,
            visible=wanted and sensed and matters,
            strength=float(interest.priority),
            verdict=f"{interest.name}: {verdict}",
        )
