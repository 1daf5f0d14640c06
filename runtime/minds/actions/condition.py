"""The contract of a condition: a boolean function of the expression language (rule 2.4).

A condition looks at the world and changes nothing. A brain asks it at most once per tick and arguments, so an
answer holds for the whole tick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from runtime.basics.context import EvaluationError
from runtime.basics.host import Host
from runtime.basics.values import Value, Vector


class ConditionContext(Protocol):
    """Show a condition who asks and the world. There is no way to change anything through it."""

    @property
    def agent(self) -> str:
        """Return the id of the agent whose mind asks."""

    @property
    def tick(self) -> int:
        """Return the world's tick."""

    @property
    def rate(self) -> int:
        """Return the world's ticks per second."""

    def entity_field(self, entity: str, field: str) -> Value:
        """Return a field of an entity; raises `EvaluationError` when there is no such entity."""

    def position_of(self, point: Value) -> Vector:
        """Return the position that `point` names: a vector is itself, an entity its position."""


class Condition(Protocol):
    """Answer a condition: true or false, from the arguments in declared order."""

    def __call__(self, context: ConditionContext, arguments: tuple[Value, ...], /) -> bool:
        """Return the answer; raise `EvaluationError` where there is none."""


class ConditionLibrary:
    """Hold the behavior of conditions by id."""

    def __init__(self, conditions: Mapping[str, Condition] | None = None) -> None:
        self._conditions = dict(conditions or {})

    def get(self, condition: str) -> Condition | None:
        """Return the behavior of `condition`, or None when it has none here."""
        return self._conditions.get(condition)

    def __iter__(self) -> Iterator[str]:
        return iter(self._conditions)

    def extended(self, conditions: Mapping[str, Condition]) -> ConditionLibrary:
        """Return a library with more conditions; raise ValueError when an id is taken."""
        taken = [name for name in conditions if name in self._conditions]
        if taken:
            raise ValueError(f"the condition {taken[0]!r} has a behavior already")
        return ConditionLibrary({**self._conditions, **conditions})


class HostConditionContext:
    """Be the `ConditionContext` of one agent: it reads through the agent's host."""

    __slots__ = ("_host", "agent")

    def __init__(self, host: Host, agent: str) -> None:
        self._host = host
        self.agent = agent

    @property
    def tick(self) -> int:
        """Return the world's tick."""
        return self._host.tick

    @property
    def rate(self) -> int:
        """Return the world's ticks per second."""
        return self._host.rate

    def entity_field(self, entity: str, field: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` when it is lost."""
        return self._host.entity_field(entity, field)

    def position_of(self, point: Value) -> Vector:
        """Return the position that `point` names; raise `EvaluationError` for nobody."""
        if isinstance(point, tuple):
            return point
        if isinstance(point, str):
            position = self._host.entity_field(point, "position")
            assert isinstance(position, tuple)
            return position
        raise EvaluationError("There is no place to look at: the entity is nobody.")
