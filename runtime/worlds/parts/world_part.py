"""Say what a part of a running world is: something with a state, fields and effects of its own.

A world has the parts its document asks for, and no others, so that what is not used costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.bodies.things import Things

ApplyEffect = Callable[[Effect], str | None]
"""Do something once; return why it cannot be done, or None."""


class WorldView(Protocol):
    """Say what a part may ask of the world it belongs to."""

    document: WorldDocument
    tick: int
    rate: int
    agents: AgentArrays
    things: Things

    @property
    def alive(self) -> BoolArray:
        """Tell of every agent, by row, whether it is there and has any health left."""

    @property
    def solid(self) -> Obstructions:
        """Return what is solid now."""

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` when there is no such entity or field."""


class WorldPart(Protocol):
    """Keep one part of a running world.

    `fields` are the starts of the fields of entities that it answers, each with a colon at its end, such as
    "influence:"; `effects` what it does once, by name.
    """

    @property
    def fields(self) -> Sequence[str]:
        """Return the starts of the fields it answers."""

    @property
    def effects(self) -> Mapping[str, ApplyEffect]:
        """Return what does each of its effects, by name."""

    def field(self, entity: str, start: str, rest: str) -> Value:
        """Return the field `start` + `rest` of an entity; raise `EvaluationError` where it has none."""

    def step(self) -> Sequence[WorldEvent]:
        """Go on by one step, after bodies have moved; return the events that brains get in the next one."""

    def snapshot(self) -> object:
        """Return a copy of everything that changes."""

    def restore(self, saved: object) -> None:
        """Take back what `snapshot` returned."""

    def state(self) -> object:
        """Return everything that decides how it goes on; its `repr` is the same for the same state."""
