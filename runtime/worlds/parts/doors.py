"""Open, close and move the doors of a world.

A door counts the steps that it has moved, from 0 where it is closed to those it takes. One that slides stands
so far aside, one that does not stands where it is until it is open, and then nowhere. A door waits while a
body is where it would stand next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphs.worlds.model.world_file import Door
from runtime.basics.context import EvaluationError
from runtime.basics.time_ticks import duration_to_ticks
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import FloatArray, length
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.bodies.geometry import closest_on_segments, point_in_polygon
from runtime.worlds.parts.world_part import ApplyEffect, WorldPart, WorldView

DOOR_FIELD = "door:"
"""Start of the fields of a door: `door:open` tells whether it is open."""

_Moved = tuple[int, bool, bool]
"""The steps a door has moved, whether it is to be open, and whether its way is free."""


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """Hold what a door is made of: its corners (n, 2), how far it slides (1, 2), the steps it takes."""

    corners: FloatArray
    slide: FloatArray | None
    steps: int
    opens_on: str
    closes_on: str


class Doors(WorldPart):
    """Hold the doors of one world; `form` says how they stand."""

    def __init__(self, world: WorldView) -> None:
        self._world = world
        doors = world.document.doors
        self.ids: Sequence[str] = tuple(sorted(doors))
        self._made = {door: _made(doors[door], world.rate) for door in self.ids}
        self._moved: dict[str, _Moved] = {
            door: (self._made[door].steps if doors[door].open else 0, doors[door].open, doors[door].open)
            for door in self.ids
        }

    @property
    def fields(self) -> Sequence[str]:
        """Return the starts of the fields it answers."""
        return (DOOR_FIELD,)

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return what does each of its effects, by name."""
        return {"open_door": self._ordered(True), "close_door": self._ordered(False)}

    @property
    def form(self) -> tuple[int, ...]:
        """Return how all doors stand: the same for the same solid things."""
        return tuple(
            int(free) if self._made[door].slide is None else moved
            for door, (moved, _, free) in self._moved.items()
        )

    @property
    def ways(self) -> tuple[bool, ...]:
        """Tell for each door whether its way is free: from when it is open until it is to close."""
        return tuple(free and opens for _, opens, free in self._moved.values())

    def middle(self, place: int) -> Vector:
        """Return the middle of the door of a place in `ways`, where it is closed."""
        x, y = self._made[self.ids[place]].corners.mean(axis=0).tolist()
        return x, y

    def standing(self, ways: tuple[bool, ...] | None = None) -> Mapping[str, FloatArray]:
        """Return the corners of the doors that stand in the way now, by id; with `ways` those at rest so."""
        found = {}
        for place, (door, (moved, _, free)) in enumerate(self._moved.items()):
            made = self._made[door]
            if ways is not None:
                moved, free = made.steps if ways[place] else 0, ways[place]
            if made.slide is not None:
                found[door] = made.corners + made.slide * (moved / made.steps)
            elif not free:
                found[door] = made.corners
        return found

    def announce(self, event: str) -> None:
        """Let the doors hear of an event that was sent to all."""
        for door, (moved, _, free) in self._moved.items():
            made = self._made[door]
            if event and event in (made.opens_on, made.closes_on):
                self._moved[door] = moved, event == made.opens_on, free

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return whether a door is open."""
        if entity not in self._moved or rest != "open":
            raise EvaluationError(f"{entity} is no door that could be {rest}.")
        moved, _, free = self._moved[entity]
        return free and moved == self._made[entity].steps

    def step(self) -> Sequence[WorldEvent]:
        """Let each door go on by one step, unless a body is where it would stand."""
        for door, (moved, opens, free) in self._moved.items():
            made = self._made[door]
            following = min(moved + 1, made.steps) if opens else max(moved - 1, 0)
            if following == moved:
                continue
            if made.slide is not None:
                waits = self._is_touched(made.corners + made.slide * (following / made.steps))
            else:
                waits = free and following == 0 and self._is_touched(made.corners)
            if not waits:
                ends = following in (0, made.steps)
                self._moved[door] = following, opens, opens if ends else free
        return ()

    def snapshot(self) -> object:
        """Return a copy of how the doors stand."""
        return tuple(self._moved.values())

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""
        assert isinstance(saved, tuple)
        self._moved = dict(zip(self.ids, saved, strict=True))

    def state(self) -> object:
        """Return everything that decides how the doors go on."""
        return ("doors", tuple(self._moved.items()))

    def _ordered(self, opens: bool) -> Callable[[Effect], str | None]:
        def apply(effect: Effect) -> str | None:
            door = effect.arguments.get("door")
            if not isinstance(door, str) or door not in self._moved:
                known = ", ".join(self.ids)
                return f"There is no door {door!r} in this world. Known doors: {known}."
            moved, _, free = self._moved[door]
            self._moved[door] = moved, opens, free
            return None

        return apply

    def _is_touched(self, corners: FloatArray) -> bool:
        """Tell whether a body reaches into an outline."""
        agents = self._world.agents
        there = np.flatnonzero(agents.radius > 0.0)
        reach = agents.radius[there]
        near = there[
            (agents.position[there] >= corners.min(axis=0) - reach[:, None]).all(axis=1)
            & (agents.position[there] <= corners.max(axis=0) + reach[:, None]).all(axis=1)
        ]
        if not len(near):
            return False
        places, reach = agents.position[near], agents.radius[near]
        if point_in_polygon(places, corners).any():
            return True
        edges = zip(corners, np.roll(corners, -1, axis=0), strict=True)
        closest = (closest_on_segments(places, start[None, :], end[None, :]) for start, end in edges)
        return any(bool((length(places - each) < reach).any()) for each in closest)


def make_doors(world: WorldView) -> Doors | None:
    """Return the doors of a world, None where it has none."""
    return Doors(world) if world.document.doors else None


def _made(door: Door, rate: int) -> _Made:
    slide = None if door.slide is None else np.array([door.slide], dtype=np.float64)
    return _Made(
        np.array(door.polygon, dtype=np.float64),
        slide,
        max(1, duration_to_ticks(float(door.seconds), rate)),
        door.opens_on,
        door.closes_on,
    )
