"""Keep how much agents can take: the field `health`, which ends at 0."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

import numpy as np

from runtime.basics.values import Value, Vector
from runtime.basics.vectors import BoolArray, FloatArray
from runtime.records.world_records import WorldEvent

FULL_HEALTH = 100.0
"""The health of an agent whose world says nothing of it."""

HEALTH = "health"

AgentFields = MutableMapping[str, Mapping[str, Value]]


def health_of(fields: Mapping[str, Value]) -> float:
    """Return how much an agent with these further fields can still take."""
    value = fields.get(HEALTH)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return FULL_HEALTH
    return float(value)


class Health:
    """Take from the health of agents and tell them so.

    `left` (n,) is how much each has, `alive` (n,) who has any; whoever has none is not hit any more.
    """

    def __init__(self, ids: Sequence[str], fields: AgentFields) -> None:
        self._ids = ids
        self.take(fields)

    def take(self, fields: AgentFields) -> None:
        """Work on these further fields of all agents from now on."""
        self._fields = fields
        self.left: FloatArray = np.array([health_of(fields[agent]) for agent in self._ids], dtype=np.float64)
        self.alive: BoolArray = self.left > 0.0

    def of(self, agent: str) -> float:
        """Return how much an agent can still take, 0 for what is no agent."""
        return health_of(self._fields[agent]) if agent in self._fields else 0.0

    def hit(
        self, row: int, damage: float, by: str, at: Vector, *, blast: bool = False
    ) -> tuple[WorldEvent, ...]:
        """Take `damage` from an agent and return the events of it, in this order.

        `hit` goes to whoever is hit: `by`, `at`, `damage`, the `health` left, and whether it was a `blast`.
        `died` goes to whoever has none left now: `by`, `at`. `struck` goes to whoever did it to somebody
        else: `target`, `at`, `damage`, and whether the target `died`. Nobody is an agent's id or None.
        """
        victim, doer = self._ids[row], by or None
        had = health_of(self._fields[victim])
        left = self.change(row, -damage)
        died = had > 0.0 >= left
        payload: dict[str, Value] = {"by": doer, "at": at, "damage": damage, "health": left, "blast": blast}
        events = [WorldEvent(victim, "hit", payload)]
        if died:
            events.append(WorldEvent(victim, "died", {"by": doer, "at": at}))
        if doer is not None and doer != victim:
            told: dict[str, Value] = {"target": victim, "at": at, "damage": damage, "died": died}
            events.append(WorldEvent(doer, "struck", told))
        return tuple(events)

    def change(self, row: int, amount: float) -> float:
        """Add `amount`, which may be negative, to an agent's health; return what there is then.

        Never below 0. Where the world gives a whole number it stays one, rounded down.
        """
        agent = self._ids[row]
        fields = self._fields[agent]
        if amount != 0.0:
            left = max(0.0, health_of(fields) + amount)
            whole = isinstance(fields.get(HEALTH), int) and not isinstance(fields.get(HEALTH), bool)
            # Snapshots share the fields of an agent: others take their place.
            fields = self._fields[agent] = {**fields, HEALTH: int(left) if whole else left}
        left = health_of(fields)
        self.left[row] = left
        self.alive[row] = left > 0.0
        return left
