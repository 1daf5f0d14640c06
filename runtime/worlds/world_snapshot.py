"""Hold a world at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from runtime.basics.values import Value, Vector
from runtime.records.world_records import WorldEvent
from runtime.worlds.bodies.agent_arrays import KinematicState
from runtime.worlds.flight.flying import FlyingState
from runtime.worlds.navigation.trips import NavigatorSnapshot
from runtime.worlds.requests.request_store import RequestSnapshot
from runtime.worlds.senses.senses import SensesState
from runtime.worlds.signals.signals import SignalsState
from runtime.worlds.steering.steering_step import SteeringStep


@dataclass(frozen=True, slots=True)
class WorldSnapshot:
    """Hold everything of a world that changes, as a copy."""

    tick: int
    bodies: KinematicState
    requests: RequestSnapshot
    trips: NavigatorSnapshot
    senses: SensesState
    signals: SignalsState
    fields: Mapping[str, Mapping[str, Value]]
    driven: Mapping[int, Vector]
    sent: Mapping[int, Vector]
    flying: FlyingState
    gone: frozenset[str]
    events_to_come: tuple[WorldEvent, ...]
    last_step: SteeringStep | None
    parts: Mapping[str, object] = field(default_factory=dict)
