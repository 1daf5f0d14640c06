"""Hold a world at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runtime.navigation.trips import NavigatorSnapshot
from runtime.values import Value, Vector
from runtime.worlds.agent_arrays import KinematicState
from runtime.worlds.flying import FlyingState
from runtime.worlds.request_store import RequestSnapshot
from runtime.worlds.senses import SensesState
from runtime.worlds.signals.signals import SignalsState
from runtime.worlds.steering_step import SteeringStep
from runtime.worlds.world_records import WorldEvent


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
