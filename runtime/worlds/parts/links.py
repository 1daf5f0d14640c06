"""Switch the links of a world, and carry those who go along one that cannot be walked.

Whoever goes along a jump or a ladder is carried straight from where it sets out to the other end, whatever is
between, at its highest speed, and slower where the link costs more. It touches nobody on its way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from runtime.basics.context import EvaluationError
from runtime.basics.values import Value, Vector
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.parts.world_part import ApplyEffect, WorldPart, WorldView

LINK_FIELD = "link:"
"""Start of the fields of links: `link:active` tells whether one can be used, `link:` of an agent which it is
on, "" for none."""


@dataclass(frozen=True, slots=True)
class Ride:
    """Hold somebody's way along a link: where it began, where it ends, and how far it has come, in units."""

    link: str
    start: Vector
    end: Vector
    gone: float = 0.0


class Links(WorldPart):
    """Hold the links of one world, and who is on one."""

    def __init__(self, world: WorldView) -> None:
        self._world = world
        self.links = world.document.links
        self.ids: Sequence[str] = tuple(sorted(self.links))
        self._active = {link: self.links[link].active for link in self.ids}
        self._rides: dict[int, Ride] = {}

    @property
    def fields(self) -> Sequence[str]:
        """Return the starts of the fields it answers."""
        return (LINK_FIELD,)

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return what does each of its effects, by name."""
        return {"switch_link": self._switch}

    @property
    def active(self) -> tuple[bool, ...]:
        """Tell for each link whether it can be used."""
        return tuple(self._active.values())

    @property
    def is_active(self) -> Mapping[str, bool]:
        """Tell of each link, by id, whether it can be used."""
        return self._active

    @property
    def riders(self) -> Collection[int]:
        """Return the rows of the agents that are carried."""
        return self._rides.keys()

    def begin(self, row: int, link: str, start: Vector, end: Vector) -> None:
        """Let an agent be carried along a link from now on."""
        self._rides[row] = Ride(link, start, end)

    def landing(self, row: int) -> Vector:
        """Return where somebody who is carried gets to."""
        return self._rides[row].end

    def carries(self, link: str) -> bool:
        """Tell whether a link is one that nobody walks along."""
        return link in self.links and self.links[link].kind != "walk"

    def drop(self, row: int) -> None:
        """Let an agent be carried no further."""
        self._rides.pop(row, None)

    def carry(self) -> None:
        """Put everyone who is carried where they are one step later."""
        agents, seconds = self._world.agents, 1.0 / self._world.rate
        for row, ride in sorted(self._rides.items()):
            start, end = np.array(ride.start), np.array(ride.end)
            whole = float(np.sqrt(((end - start) ** 2).sum()))
            speed = float(agents.max_speed[row]) / max(1.0, float(self.links[ride.link].cost))
            gone = ride.gone + speed * seconds
            if gone >= whole:
                agents.position[row] = end
                del self._rides[row]
            else:
                agents.position[row] = start + (end - start) * (gone / whole)
                self._rides[row] = Ride(ride.link, ride.start, ride.end, gone)
            agents.velocity[row] = (end - start) * (speed / whole) if whole > 0.0 else 0.0

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return whether a link is active, or the link an agent is on."""
        if rest == "active" and entity in self._active:
            return self._active[entity]
        ids = self._world.agents.ids
        if rest or entity not in ids:
            raise EvaluationError(f"{entity} is no link that could be {rest or 'gone along'}.")
        ride = self._rides.get(ids.index(entity))
        return "" if ride is None else ride.link

    def step(self) -> Sequence[WorldEvent]:
        """Do nothing: those who are carried move with all other bodies."""
        return ()

    def snapshot(self) -> object:
        """Return a copy of which links are active, and who is on one."""
        return dict(self._active), dict(self._rides)

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""
        assert isinstance(saved, tuple)
        self._active, self._rides = dict(saved[0]), dict(saved[1])

    def state(self) -> object:
        """Return everything that decides how the links go on."""
        return ("links", tuple(self._active.items()), tuple(sorted(self._rides.items())))

    def _switch(self, effect: Effect) -> str | None:
        link = effect.arguments.get("link")
        if not isinstance(link, str) or link not in self._active:
            return f"There is no link {link!r} in this world. Known links: {', '.join(self.ids)}."
        self._active[link] = effect.arguments.get("on") is not False
        return None


def make_links(world: WorldView) -> Links | None:
    """Return the links of a world, None where it has none."""
    return Links(world) if world.document.links else None
