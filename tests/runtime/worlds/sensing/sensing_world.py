"""Build worlds whose agents sense, for tests of sensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphs.expressions.types import Value
from runtime.worlds.sensor_kinds import SENSOR_KINDS
from runtime.worlds.world import World
from runtime.worlds.world_records import SensorExplanation, WorldEvent
from tests.runtime.worlds.world_builder import no_variables, world


def sensor(kind: str, every: float = 0, phase: int | None = 0, **params: object) -> dict[str, object]:
    """Return a sensor that writes all of its outputs and raises all of its events, under their own names."""
    declared = SENSOR_KINDS[kind]
    return {
        "kind": kind,
        "params": params,
        "every": every,
        "phase": phase,
        "writes": {output.name: output.name for output in declared.outputs},
        "raises": {event.name: event.name for event in declared.events},
    }


def agent(x: float, y: float, *sensors: Mapping[str, object], **fields: object) -> dict[str, Any]:
    """Return a small agent at a place with sensors."""
    return {"at": [x, y], "radius": 0.3, "sensors": list(sensors), **fields}


class Watcher:
    """Sense step by step with one agent of a world and tell what came of it."""

    def __init__(self, running: World, agent_id: str = "guard") -> None:
        self.world = running
        self.agent = agent_id
        self.values: dict[str, Value] = {}
        self.events: list[WorldEvent] = []

    def step(self) -> Mapping[str, Value]:
        """Sense, move, and return what the agent's variables hold then."""
        results = self.world.sense(self.world.tick, no_variables)
        self.values |= {name: value for who, name, value in results.writes if who == self.agent}
        self.events = [event for event in results.events if event.agent_id == self.agent]
        self.world.step()
        return self.values

    def steps(self, count: int) -> Mapping[str, Value]:
        """Step so often; `events` are those of all of the steps."""
        events: list[WorldEvent] = []
        for _ in range(count):
            self.step()
            events += self.events
        self.events = events
        return self.values

    @property
    def names(self) -> Sequence[str]:
        """Return the names of the events of the last step or steps."""
        return [event.name for event in self.events]

    def explained(self, index: int = 0) -> SensorExplanation:
        """Return what one of the agent's sensors makes of the world as it is."""
        return self.world.overlay(self.agent).sensors[index]


def watched(guard: Mapping[str, object], *, size: tuple[float, float] = (20, 14), **fields: Any) -> Watcher:
    """Return a watcher of the agent `guard`; `agents` are the others."""
    others = fields.pop("agents", {})
    return Watcher(world(size, agents={"guard": guard, **others}, **fields))
