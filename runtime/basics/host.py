"""The host: a brain's only door to the world. A game that embeds the runtime supplies one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from graphs.expressions.types import Value

ROUTE_FIELD = "route:"
"""Start of the field of an agent that tells how the route of the node whose path follows it is."""
AMBUSH_FIELD = "ambush:"
"""Start of the field of an agent that tells the way of its own that the node behind it asked for."""
FINDING_FIELD = "finding:"
"""Start of the field of an agent that tells how the question for a place of the node behind it is."""
ROUTE_COST_FIELD = "route_cost:"
"""Field of an agent: what is left to pay of the route it walks, by what areas cost; -1 without one."""
NEAREST_FIELD = "nearest:"
"""Start of the field of an agent that tells what the node whose path follows found to be nearest."""
DOOR_OPEN_FIELD = "door:open"
"""Field of a door that tells whether it is open."""
LINK_ACTIVE_FIELD = "link:active"
"""Field of a link that tells whether it can be used."""
LINK_ON_FIELD = "link:"
"""Field of an agent: the link that it is carried along, "" for none."""
GOAL_MOVED = 0.5
"""How far a goal moves, in units, before a new route is searched."""
SIGHT_FIELD = "sight:"
"""Start of the field of an entity that tells what hides the entity named behind it, "" for nothing."""
ZONE_FIELD = "zone:"
"""Start of the field of an entity that tells whether it is in the zone named behind it."""
SWITCH_FIELD = "switched_on"
"""Field of an entity that tells whether it gives off anything."""
TAG_FIELD = "tag:"
"""Start of the field of an entity that tells whether it has the tag named behind it."""
SHOT_FIELD = "shot:"
"""Start of the field of an agent that names what ends a straight shot at the entity whose id follows."""
THROW_FIELD = "throw:"
"""Start of the field of an agent that tells whether a throw comes down: `x,y,speed,gravity,arc` follow."""
LANDING_GAP_FIELD = "landing_gap"
"""Field of an agent: the distance to where something thrown comes down next to it, infinity for none."""
BLAST_GAP_FIELD = "blast_gap"
"""Field of an agent: the gap to the nearest blast to come, negative inside it, infinity for none."""
SHOT_IN_FIELD = "shot_in"
"""Field of an agent: the seconds until something that flies would hit it, infinity for nothing."""

SQUAD_FIELD = "squad:"
"""Start of the fields of an entity about its squad (rule 11.30)."""
SLOT_FIELD = "slot:"
"""Start of the fields of an entity about its place in a formation or a fighting circle (rule 11.32)."""
ATTACK_FIELD = "attack:"
"""Start of the field of an agent about its leave to attack (rule 11.37)."""
TOKEN_FIELD = "token:"
"""Start of the fields of an agent about tokens (rule 11.35)."""
HIDE_FIELD = "hide:"
"""Start of the field of an agent that is the nearest place hidden from somebody: `range,margin,id` follow.

It is "" where there is none.
"""

QUERY_FIELD = "query:"
"""Start of the field of an agent that is a list of entities: `query:NAME:OF`; the queries are below."""
QUERIES: Mapping[str, str] = {
    "foes_seen": "nearest first, those equally far in ascending id",
    "path_waypoints": "along the path",
}
"""What a node can ask a world for a list, by name, with the order of what comes."""


class Claimed(NamedTuple):
    """Name what is claimed: the places that a world variable counts, or an entity, which has one."""

    sort: Literal["places", "entity"]
    name: str


class ClaimRegister:
    """Hold which agents claim what; `held` yields each agent with what it remembers to hold.

    It is worked out when it is first asked and kept up after that; `forget` it when brains are given another
    memory.
    """

    def __init__(self, held: Callable[[], Iterable[tuple[str, Claimed]]]) -> None:
        self._held = held
        self._known: dict[Claimed, set[str]] | None = None

    def holders(self, claimed: Claimed) -> tuple[str, ...]:
        """Return the agents that hold a place, in ascending id."""
        return tuple(sorted(self._holders().get(claimed, ())))

    def is_free(self, claimed: Claimed, left: int | None) -> bool:
        """Tell whether there is a place; `left` are those a world variable counts, None for an entity."""
        return left > 0 if left is not None else not self.holders(claimed)

    def note(self, agent: str, claimed: Claimed, *, holds: bool) -> None:
        """Note that an agent took a place, or gave it back."""
        holders = self._holders().setdefault(claimed, set())
        if holds:
            holders.add(agent)
        else:
            holders.discard(agent)

    def forget(self) -> None:
        """Work it out again when it is next asked."""
        self._known = None

    def _holders(self) -> dict[Claimed, set[str]]:
        if self._known is None:
            self._known = {}
            for agent, claimed in self._held():
                self._known.setdefault(claimed, set()).add(agent)
        return self._known


@dataclass(frozen=True, slots=True)
class RaisedEvent:
    """Carry one event: its name and declared payload."""

    name: str
    fields: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """Ask for one steering behavior on behalf of the node at `node_path` (rule 9.1).

    `stream` is the number of the node in draws, -1 where it is the hash of `node_path`.
    """

    behavior: str
    arguments: Mapping[str, Value]
    weight: float
    priority: int
    node_path: str
    stream: int = -1


class Host(Protocol):
    """Answer a brain's questions and take what it asks for."""

    @property
    def claims(self) -> ClaimRegister:
        """Return what its brains have claimed (rule 3.16)."""

    @property
    def tick(self) -> int:
        """Return the world's tick."""

    @property
    def rate(self) -> int:
        """Return ticks per second."""

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer a registered condition; free of side effects (rule 2.4)."""

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` when there is no such entity."""

    def effect(self, agent: str, name: str, arguments: Mapping[str, Value], node_path: str) -> None:
        """Take a one-shot effect that the node at `node_path` asks for.

        It is to be applied after all brains have ticked (rule 9.3).
        """

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        """Post an event for the next tick of `receiver`: an agent id, `team` or `all`."""

    def write_world(self, agent: str, name: str, value: Value) -> None:
        """Take a write to a world variable, to be applied after all brains have ticked."""
