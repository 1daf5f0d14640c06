"""Build worlds whose agents sense, for tests of sensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphs.worlds.kinds.sensors import SENSOR_KINDS
from runtime.records.world_records import SensorExplanation
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import no_variables, world


def sensor(kind: str, every: float = 0, phase: int | None = 0, **params: Any) -> dict[str, object]:
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


@dataclass(frozen=True)
class ToldEvent:
    """Hold an event that an agent was told, its fields as they are compared in tests."""

    name: str
    payload: Mapping[str, Any]


class Watcher:
    """Sense step by step with one agent of a world and tell what came of it."""

    def __init__(self, running: World, agent_id: str = "guard") -> None:
        self.world = running
        self.agent = agent_id
        self.values: dict[str, Any] = {}
        self.events: list[ToldEvent] = []

    def step(self) -> Mapping[str, Any]:
        """Sense, move, and return what the agent's variables hold then."""
        results = self.world.sense(self.world.tick, no_variables)
        self.values |= {name: value for who, name, value in results.writes if who == self.agent}
        own = [event for event in results.events if event.agent_id == self.agent]
        self.events = [ToldEvent(event.name, event.payload) for event in own]
        self.world.step()
        return self.values

    def steps(self, count: int) -> Mapping[str, Any]:
        """Step so often; `events` are those of all of the steps."""
        events: list[ToldEvent] = []
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
