"""Say what a part of a running world is: something with a state, fields and effects of its own.

A world has the parts its document asks for, and no others, so that what is not used costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Value
from runtime.basics.vectors import BoolArray, FloatArray
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.geometry import Obstructions
from runtime.worlds.bodies.things import Things

Part = TypeVar("Part")

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

    @property
    def opaque(self) -> Obstructions:
        """Return what is solid and ends sight."""

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` when there is no such entity or field."""

    def part(self, kind: type[Part]) -> Part | None:
        """Return the part of a kind that the world has by now, None without one."""

    def has_room(self, points: FloatArray, radius: float) -> BoolArray:
        """Tell for each of n points whether a body of a radius can be there."""

    def counts_for(self, agent_id: str, waypoint: str) -> bool:
        """Tell whether the condition of a waypoint, if it has one, holds for an agent (TAC-07)."""

    def draw(self, agent_id: str, path: str, key: int) -> float:
        """Return the next random number in [0, 1) of an agent's stream of that path (rule 1.4)."""


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
        """Return everything that decides how it goes on; its `repr` is the same for the same state.

        () is the state of one in which nothing happened yet.
        """
