"""Predict where a moving thing comes into a zone, bouncing off what is solid (rule 11.41)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.values import Value, Vector
from runtime.formulas.bouncing import Arrival, Hit, arrival, bounced_way
from runtime.records.world_records import WorldEvent
from runtime.worlds.flight.flight_hits import Sweep, touched_walls
from runtime.worlds.parts.world_part import ApplyEffect, WorldView

IMPACT, IMPACT_IN = "impact:", "impact_in:"

USUAL_HITS, MOST_HITS = 3, 10
"""How often something may bounce before it arrives, unless the question says otherwise, and at most."""

_SHOWN_SECONDS = 0.25
"""How long a question stays among those that are drawn."""


class Arrivals:
    """Be the part of a world that predicts arrivals; `asked` are the latest questions, with their ticks.

    What was asked is kept to be drawn alone: it decides nothing.
    """

    def __init__(self, world: WorldView) -> None:
        self._world = world
        self.asked: dict[tuple[str, str], int] = {}

    @property
    def fields(self) -> Sequence[str]:
        """Return the starts of the fields it answers."""
        return (IMPACT, IMPACT_IN)

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return nothing: predictions do nothing."""
        return {}

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return where an entity comes into a zone, or in how many seconds; -1 where it does not come."""
        found = self.arrival(entity, rest)
        self.asked[entity, rest] = self._world.tick
        if start == IMPACT_IN:
            return -1.0 if found is None else found.seconds
        if found is None:
            raise EvaluationError(f"{entity} does not come to {rest!r} on the way it has now.")
        return found.at

    def arrival(self, entity: str, question: str) -> Arrival | None:
        """Return where an entity comes into the zone of a question, such as `goal` or `goal:5`.

        Raises `EvaluationError` where there is no such zone, entity or number of hits.
        """
        name, _, hits = question.partition(":")
        zone = self._world.document.zones.get(name)
        if zone is None:
            known = ", ".join(self._world.document.zones)
            raise EvaluationError(f"There is no zone {name!r} in this world. Known zones: {known}.")
        most_hits = int(hits) if hits.isdecimal() else -1 if hits else USUAL_HITS
        if not 0 <= most_hits <= MOST_HITS:
            raise EvaluationError(f"{hits!r} is no number of bounces; expected 0 to {MOST_HITS}.")
        place, velocity = self._vector(entity, "position"), self._vector(entity, "velocity")
        bounce = self._number(entity, "bounce") if entity not in self._world.agents.ids else 0.0
        solid = self._world.solid
        legs = bounced_way(
            place,
            velocity,
            bounce,
            most_hits if bounce > 0.0 else 0,
            solid.width + solid.height,
            self._meeting(entity),
        )
        return arrival(place, legs, [(float(x), float(y)) for x, y in zone.polygon])

    def step(self) -> Sequence[WorldEvent]:
        """Forget the questions that were asked some time ago."""
        since = self._world.tick - max(1.0, _SHOWN_SECONDS * self._world.rate)
        self.asked = {each: tick for each, tick in self.asked.items() if tick >= since}
        return ()

    def snapshot(self) -> object:
        """Return a copy of everything that changes."""
        return dict(self.asked)

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""
        assert isinstance(saved, dict)
        self.asked = dict(saved)

    def state(self) -> object:
        """Return nothing: it has no state of its own."""
        return ()

    # -- inside ------------------------------------------------------------------------------------

    def _meeting(self, entity: str) -> Callable[[Vector, Vector], Hit | None]:
        """Return what tells what a thing as large and as high as an entity meets first on a way."""
        radius = np.array([self._number(entity, "radius")])
        height = np.array([self._number(entity, "height")])
        nothing, second = np.zeros(1), np.ones(1)

        def next_hit(start: Vector, way: Vector) -> Hit | None:
            sweep = Sweep(np.array([start]), np.array([way]), second, height, nothing, nothing, radius)
            met = touched_walls(self._world.solid, sweep)
            if met.what[0] < 0:
                return None
            return Hit(float(met.share[0]), (float(met.normal[0, 0]), float(met.normal[0, 1])))

        return next_hit

    def _vector(self, entity: str, field: str) -> Vector:
        value = self._world.entity_field(entity, field)
        assert isinstance(value, tuple)
        return value

    def _number(self, entity: str, field: str) -> float:
        value = self._world.entity_field(entity, field)
        assert isinstance(value, (int, float))
        return float(value)


def arrivals_of(world: WorldView) -> Arrivals | None:
    """Return the predictions of a world that has zones."""
    return Arrivals(world) if world.document.zones else None
