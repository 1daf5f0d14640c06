"""Hear noises: how loud they still are, walls included (SENSE-05, SENSE-09, SENSE-10).

A noise is heard when it is at most `range` away and loudness - attenuation · distance - muffling of the walls
on the way is at least the threshold. A sensor with an interval hears, when it is due, everything made since
it was due before. No agent hears its own noises.

| moment | outputs | event |
|---|---|---|
| a noise is heard | `heard`; `loudness`, `position`, `distance`, `source`, `tag` of the loudest | `heard` |
| none is heard | `heard` is false, the rest stays, `silent_for` counts | |
| none was ever heard | only `heard` and `silent_for` are written | |

The event comes once for each noise, the loudest first. Of equally loud ones the one made last counts.
`looks_for` chooses by who makes a noise and by its tag; noises of nobody, such as the user's, have a tag
alone, and `anything` chooses all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import HEARING
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray, FloatArray, IntArray, length
from runtime.formulas.sensing import is_heard, loudness_at
from runtime.records.sense_records import SenseCandidate, SenseShape
from runtime.worlds.bodies.geometry import crossed_owners, muffling_by_owner, muffling_on_the_way
from runtime.worlds.senses.sensor_group import (
    Column,
    Happening,
    SenseMoment,
    SenseSurroundings,
    Sensor,
    SensorGroup,
    masked,
    numbers,
)
from runtime.worlds.signals.lasting import Noise


class HearingSensors(SensorGroup):
    """Run all hearing sensors.

    Memory: `heard` (s,); of the noise heard last `loudness` (s,), `position` (s, 2), `source` and `tag` (s,);
    `heard_tick` (s,) when, -1 if never; `listened_to` (s,) the number of the next noise to listen to.
    """

    kind = HEARING.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._threshold = numbers(self.sensors, "threshold")
        self._range = numbers(self.sensors, "range")
        self._muffling = muffling_by_owner(surroundings.solid, surroundings.document)
        self._filters = self.signal_filters()
        self.memory = {
            "heard": np.zeros(count, dtype=np.bool_),
            "loudness": np.zeros(count),
            "position": np.zeros((count, 2)),
            "source": np.full(count, None, dtype=object),
            "tag": np.full(count, "", dtype=object),
            "heard_tick": np.full(count, -1, dtype=np.int64),
            "listened_to": np.zeros(count, dtype=np.int64),
        }

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Listen to every noise made since each of the sensors was due before."""
        board = self.around.signals.noises
        oldest = int(self.ints("listened_to")[due].min())
        noises = [noise for noise in board.recent if noise.number >= oldest]
        self.flags("heard")[due] = False
        happened = self._listen(due, noises, moment) if noises else []
        self.ints("listened_to")[due] = board.count
        return happened

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return what was heard last."""
        when = self.ints("heard_tick")[places]
        known = when >= 0
        columns = dict[str, Column]()
        if "heard" in names:
            columns["heard"] = self.flags("heard")[places].tolist()
        if "loudness" in names:
            columns["loudness"] = masked(self.floats("loudness")[places].tolist(), known)
        columns |= self.last_known(places, names, known)
        for name in {"source", "tag"} & set(names):
            columns[name] = masked(self.memory[name][places].tolist(), known)
        if "silent_for" in names:
            columns["silent_for"] = ((moment.tick - np.maximum(when, 0)) / moment.rate).tolist()
        return columns

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of every noise of the last second how loud it is here."""
        since = moment.tick - moment.rate
        noises = [noise for noise in self.around.signals.noises.recent if noise.tick >= since]
        return tuple(self._candidate(place, noise) for noise in noises)

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the circle of the range."""
        return (SenseShape("hearing", float(self._range[place])),)

    def _listen(self, due: IntArray, noises: Sequence[Noise], moment: SenseMoment) -> list[Happening]:
        which, noise, loudness, distance = self._heard_pairs(due, noises)
        order = np.lexsort((-noise, -loudness, which))
        happened = []
        last = -1
        for pair in order.tolist():
            place, heard = int(due[which[pair]]), noises[int(noise[pair])]
            if place != last:
                self._remember(place, heard, float(loudness[pair]), moment.tick)
                last = place
            payload: dict[str, Value] = {
                "at": heard.at,
                "source": heard.maker,
                "distance": float(distance[pair]),
                "loudness": float(loudness[pair]),
                "tag": heard.tag,
            }
            happened.append(Happening(place, "heard", payload))
        return happened

    def _heard_pairs(
        self, due: IntArray, noises: Sequence[Noise]
    ) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
        """Return (row of `due`, row of `noises`, loudness here, distance) of everything that is heard."""
        numbers_made = np.array([noise.number for noise in noises], dtype=np.int64)
        at = np.array([noise.at for noise in noises], dtype=np.float64)
        loudness = np.array([noise.loudness for noise in noises], dtype=np.float64)
        attenuation = np.array([noise.attenuation for noise in noises], dtype=np.float64)
        ears = self.positions(due)
        x = ears[:, 0][:, None] - at[:, 0][None, :]
        y = ears[:, 1][:, None] - at[:, 1][None, :]
        distance = np.sqrt(x * x + y * y)
        could = (distance <= self._range[due][:, None]) & (
            loudness[None, :] - attenuation[None, :] * distance >= self._threshold[due][:, None]
        )
        could &= numbers_made[None, :] >= self.ints("listened_to")[due][:, None]
        could &= self._chosen(due, noises)
        which, noise = np.nonzero(could)
        origin = at[noise]
        muffling = muffling_on_the_way(self.around.solid, self._muffling, origin, ears[which] - origin)
        apart = distance[which, noise]
        here = loudness_at(loudness[noise], attenuation[noise], apart, muffling)
        heard = is_heard(here, self._threshold[due[which]])
        return which[heard], noise[heard], here[heard], apart[heard]

    def _chosen(self, due: IntArray, noises: Sequence[Noise]) -> BoolArray:
        columns = [self._filters.wants(due, noise.maker, frozenset((noise.tag,))) for noise in noises]
        return np.stack(columns, axis=1)

    def _remember(self, place: int, noise: Noise, loudness: float, tick: int) -> None:
        self.flags("heard")[place] = True
        self.floats("loudness")[place] = loudness
        self.floats("position")[place] = noise.at
        self.texts("source")[place] = noise.maker
        self.texts("tag")[place] = noise.tag
        self.ints("heard_tick")[place] = tick

    def _candidate(self, place: int, noise: Noise) -> SenseCandidate:
        origin = np.array([noise.at])
        ray = self.positions(np.array([place])) - origin
        distance = length(ray)
        muffling = muffling_on_the_way(self.around.solid, self._muffling, origin, ray)
        here = loudness_at(np.array([noise.loudness]), np.array([noise.attenuation]), distance, muffling)
        in_range = float(distance[0]) <= float(self._range[place])
        loud = bool(is_heard(here, self._threshold[place : place + 1])[0])
        wanted = bool(self._filters.wants(np.array([place]), noise.maker, frozenset((noise.tag,)))[0])
        met = crossed_owners(self.around.solid, origin, ray)[0] & (self._muffling > 0.0)
        walls = [name for name, there in zip(self.around.solid.names, met, strict=True) if there]
        threshold = float(self._threshold[place])
        if not wanted:
            verdict = "own noise" if noise.maker == self.sensors[place].agent_id else "not listened for"
        elif not in_range:
            verdict = "out of range"
        elif loud:
            verdict = f"heard, {float(here[0]):.1f} loud"
        else:
            through = f" through {', '.join(walls)}" if walls else ""
            verdict = f"too faint{through}, {max(float(here[0]), 0.0):.1f} of {threshold:g}"
        return SenseCandidate(
            entity_id=noise.maker or "",
            distance=float(distance[0]),
            position=noise.at,
            in_range=in_range,
            blocked_by=walls[0] if walls and not loud else None,
            visible=wanted and in_range and loud,
            strength=max(float(here[0]), 0.0),
            verdict=verdict,
        )
