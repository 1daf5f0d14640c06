"""Be the host of each mind of a game: answer from the game, gather what minds ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphs.expressions.types import Items, Value
from graphs.model.variables_and_events import MOST_ITEMS
from runtime.basics.context import EvaluationError
from runtime.basics.host import QUERY_FIELD, ClaimRegister, RaisedEvent
from runtime.minds.actions.condition import ConditionLibrary, HostConditionContext

EntityFields = Callable[[str, str], Value]
"""Return a field of an entity, by the entity's id and the field's name."""


Query = Callable[[str, str], Sequence[str]]
"""Return the entities a query gives, in its order, by the agent's id and what the query is about."""


class AskedEffect(NamedTuple):
    """Hold something that an agent asked for once: a shot, a noise; the game does it."""

    agent: str
    name: str
    arguments: Mapping[str, Value]


def no_fields(entity: str, field: str) -> Value:
    """Know no entity."""
    raise EvaluationError(f"The game tells nothing of {entity}.{field}.")


@dataclass
class GameHost:
    """Hold what all minds of a game share: the clock, and what they asked for in one tick."""

    rate: int
    claims: ClaimRegister
    fields: EntityFields = no_fields
    queries: Mapping[str, Query] = field(default_factory=dict)
    tick: int = 0
    effects: list[AskedEffect] = field(default_factory=list)
    sent: list[tuple[str, str, RaisedEvent]] = field(default_factory=list)
    writes: list[tuple[str, str, Value]] = field(default_factory=list)


@dataclass
class AgentHost:
    """Be the host of one mind; `ahead` are the ticks that passed for it alone."""

    game: GameHost
    conditions: ConditionLibrary
    ahead: int = 0

    @property
    def tick(self) -> int:
        """Return the tick of this mind."""
        return self.game.tick + self.ahead

    @property
    def rate(self) -> int:
        """Return ticks per second."""
        return self.game.rate

    @property
    def claims(self) -> ClaimRegister:
        """Return who holds a place of what among all minds of the game."""
        return self.game.claims

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer by the behavior that the game supplied with the agent's mind."""
        behavior = self.conditions.get(name)
        if behavior is None:
            raise EvaluationError(f"The condition {name} has no behavior here.")
        return behavior(HostConditionContext(self, agent), arguments)

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return what the game tells of an entity; anything it raises is a lost entity."""
        if entity is None:
            raise EvaluationError(f"There is nobody to ask for {field}.")
        try:
            if field.startswith(QUERY_FIELD):
                query, _, of = field.removeprefix(QUERY_FIELD).partition(":")
                return Items(tuple(self.game.queries[query](entity, of))[:MOST_ITEMS])
            return self.game.fields(entity, field)
        except (KeyError, AttributeError) as error:
            raise EvaluationError(f"The game has no {entity}.{field}: {error}.") from None

    def effect(self, agent: str, name: str, arguments: Mapping[str, Value], node_path: str) -> None:
        """Keep a one-shot effect for the game."""
        self.game.effects.append(AskedEffect(agent, name, arguments))

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        """Keep an event for the next tick of its receivers."""
        self.game.sent.append((agent, receiver, event))

    def write_world(self, agent: str, name: str, value: Value) -> None:
        """Keep a write to a shared variable until all brains have ticked."""
        self.game.writes.append((agent, name, value))
