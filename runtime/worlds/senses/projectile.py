"""Know of something thrown that comes down near, and where (PROJ-02).

Counted is what flies in an arc or rolls, and lands or stops at most `within` from the agent; with `what` set
to `blasts` only what explodes, within `within` of the reach of its blast. Of several the nearest counts.

| moment | outputs | event |
|---|---|---|
| every | `incoming`; `distance` is from the agent to the landing, `seconds` the time left | |
| something begins to come | `projectile`, `landing` and `shooter` are of it | `incoming` |
| nothing comes any more | they stay as they were last | `over` |

It cheats: it sees through walls and behind its back, and knows where a throw will end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from graphs.worlds.kinds.sensors import PROJECTILE
from runtime.basics.values import Value, Vector, distance_between
from runtime.basics.vectors import IntArray
from runtime.records.sense_records import SenseCandidate, SenseShape
from runtime.worlds.flight.projectiles import Projectile
from runtime.worlds.senses.sensor_group import (
    Column,
    Happening,
    SenseMoment,
    SenseSurroundings,
    Sensor,
    SensorGroup,
    masked,
)


class ProjectileSensors(SensorGroup):
    """Run all projectile sensors.

    Memory, one row per sensor: `incoming`; `known` tells whether anything ever came; of what came last `id`,
    `shooter` and `landing`.
    """

    kind = PROJECTILE.id

    def __init__(self, sensors: Sequence[Sensor], surroundings: SenseSurroundings) -> None:
        super().__init__(sensors, surroundings)
        count = len(self.sensors)
        self._within = [sensor.number("within") for sensor in self.sensors]
        self._blasts = [sensor.text("what") == "blasts" for sensor in self.sensors]
        self.memory = {
            "incoming": np.zeros(count, dtype=np.bool_),
            "known": np.zeros(count, dtype=np.bool_),
            "id": np.full(count, None, dtype=object),
            "shooter": np.full(count, None, dtype=object),
            "landing": np.zeros((count, 2)),
        }

    def sense(self, due: IntArray, moment: SenseMoment) -> list[Happening]:
        """Look where everything thrown comes down; what changed happened."""
        happened = []
        for place in due.tolist():
            before = bool(self.flags("incoming")[place])
            nearest = min(self._near(place), key=lambda found: found[0], default=None)
            if nearest is not None:
                self._remember(place, nearest[2])
            self.flags("incoming")[place] = nearest is not None
            if before != (nearest is not None):
                happened.append(self._happening(place, nearest[2] if nearest is not None else None))
        return happened

    def outputs(self, places: IntArray, names: Collection[str], moment: SenseMoment) -> Mapping[str, Column]:
        """Return what comes, with the distance to its landing as it is now."""
        known, incoming = self.flags("known")[places], self.flags("incoming")[places]
        landings = [self._landing(place) for place in places.tolist()]
        distances = [
            distance_between(landing, self._position(place))
            for place, landing in zip(places.tolist(), landings, strict=True)
        ]
        return {
            "incoming": incoming.tolist(),
            "projectile": masked(self.memory["id"][places].tolist(), known),
            "landing": masked(list(landings), known),
            "distance": masked(distances, known),
            "seconds": [self._seconds(place) for place in places.tolist()],
            "shooter": masked(self.memory["shooter"][places].tolist(), known),
        }

    def explain(self, place: int, moment: SenseMoment) -> tuple[SenseCandidate, ...]:
        """Tell of everything thrown how near it comes down."""
        near = {projectile.id for _, _, projectile in self._near(place)}
        return tuple(
            SenseCandidate(
                projectile.id,
                distance_between(projectile.landing, self._position(place)),
                projectile.landing,
                in_range=projectile.id in near,
                visible=projectile.id in near,
                strength=projectile.landing_in,
                verdict="comes down near" if projectile.id in near else "comes down further off",
            )
            for projectile in sorted(self._thrown(place), key=lambda each: each.id)
        )

    def shapes(self, place: int) -> tuple[SenseShape, ...]:
        """Return the circle that landings count in."""
        return (SenseShape("landings", self._within[place]),)

    def _thrown(self, place: int) -> Iterator[Projectile]:
        for projectile in self.around.entities.flying.projectiles:
            moves = projectile.velocity != (0.0, 0.0) or not projectile.resting
            explodes = projectile.blast_radius > 0.0
            if projectile.gravity > 0.0 and (explodes if self._blasts[place] else moves or explodes):
                yield projectile

    def _near(self, place: int) -> Iterator[tuple[float, str, Projectile]]:
        """Yield what comes down near: the distance, the id, and the thing."""
        own = self._position(place)
        for projectile in self._thrown(place):
            distance = distance_between(projectile.landing, own)
            if distance - projectile.blast_radius * self._blasts[place] <= self._within[place]:
                yield distance, projectile.id, projectile

    def _remember(self, place: int, projectile: Projectile) -> None:
        self.flags("known")[place] = True
        self.texts("id")[place] = projectile.id
        self.texts("shooter")[place] = projectile.shooter or None
        self.floats("landing")[place] = projectile.landing

    def _happening(self, place: int, projectile: Projectile | None) -> Happening:
        landing = self._landing(place)
        payload: dict[str, Value] = {"at": landing, "target": self.memory["id"][place]}
        if projectile is None:
            return Happening(place, "over", payload)
        payload |= {
            "distance": distance_between(landing, self._position(place)),
            "seconds": projectile.landing_in,
        }
        return Happening(place, "incoming", payload)

    def _seconds(self, place: int) -> float:
        found = self.around.entities.flying.find(self.memory["id"][place])
        return found.landing_in if found is not None and self.flags("incoming")[place] else 0.0

    def _landing(self, place: int) -> Vector:
        x, y = self.floats("landing")[place].tolist()
        return x, y

    def _position(self, place: int) -> Vector:
        x, y = self.around.agents.position[self.agent_rows[place]].tolist()
        return x, y
