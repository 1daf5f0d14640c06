"""The contract of an action: one stateless object shared by all agents (rule 3.12).

An action remembers nothing on itself. What it must keep between ticks are fields it declares in
`state_fields`; they live in the agent's state, are made again on enter, and reach the action as
`context.state`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol

from runtime.basics.status import Status
from runtime.basics.values import Value, Vector

FieldType = Literal["bool", "int", "float", "vector", "string", "entity"]


class ActionState(Protocol):
    """Read and write the declared fields of one running action as attributes."""

    def __getattr__(self, name: str) -> Value: ...

    def __setattr__(self, name: str, value: Value) -> None: ...


class ActionContext(Protocol):
    """Show an action its arguments, its memory and the world, and take what it asks for."""

    @property
    def agent(self) -> str:
        """Return the id of the agent that acts."""

    @property
    def tick(self) -> int:
        """Return the world's tick."""

    @property
    def rate(self) -> int:
        """Return the world's ticks per second."""

    @property
    def seconds_running(self) -> float:
        """Return the time since the action was entered."""

    @property
    def state(self) -> ActionState:
        """Return the action's own fields."""

    def argument(self, name: str) -> Value:
        """Return the argument `name`, evaluated before this tick, or the parameter's default."""

    def entity_field(self, entity: str, field: str) -> Value:
        """Return a field of an entity; raises `EvaluationError` when there is no such entity."""

    def request(
        self, behavior: str, arguments: Mapping[str, Value], weight: float = 1.0, priority: int = 1
    ) -> None:
        """Ask for a steering behavior; the request is in force as rule 9.1 says."""

    def request_again(self) -> bool:
        """Ask for what this node asked for last, where its arguments are constants; False where not."""

    def effect(self, name: str, arguments: Mapping[str, Value]) -> None:
        """Ask for a one-shot effect, applied after all brains have ticked (rule 9.3)."""

    def fail(self, reason: str) -> Status:
        """Return FAILURE, with a reason for whoever asks why (rule 3.15)."""

    def succeed(self, reason: str) -> Status:
        """Return SUCCESS, with a reason for whoever asks why (rule 3.15)."""

    def own_state(self, start: str) -> str:
        """Return how what this node asked the world for is: the field `start` and its path, "" for none."""

    def route_state(self) -> str:
        """Return how the route this node asked for is: `searching`, `walking`, or "" for none.

        Where no way leads it is `unreachable: ` with the reason. It is that of the ticks before; a node that
        asks for the first time has none.
        """

    def position_of(self, point: Value) -> Vector:
        """Return the position that `point` names: a vector is itself, an entity its position."""


class Action:
    """Be the base of all actions: override `tick`, and `enter` and `halt` where there is something to do.

    `state_fields` are what the action remembers. `resumable` is False for trials whose place no snapshot can
    hold. `stands_in` marks stand-ins of a game's own actions, `awaits_answer` those that run until
    `Session.answer_stand_in` says how they ended.
    """

    state_fields: Mapping[str, FieldType] = {}
    resumable: bool = True
    stands_in: bool = False
    awaits_answer: bool = False

    @property
    def code_name(self) -> str:
        """Return the name of the code that acts, for messages about mistakes in it."""
        return type(self).__name__

    def enter(self, context: ActionContext) -> None:
        """Begin; called once before the first tick of an activation."""

    def tick(self, context: ActionContext) -> Status:
        """Do one tick's work and return RUNNING, SUCCESS or FAILURE."""
        raise NotImplementedError

    def halt(self, context: ActionContext) -> None:
        """Stop early; called instead of an end result when something else takes over."""


class ActionLibrary:
    """Hold the behavior of actions by id."""

    def __init__(self, actions: Mapping[str, Action]) -> None:
        self._actions = dict(actions)

    def get(self, action: str) -> Action | None:
        """Return the behavior of `action`, or None when it has none here."""
        return self._actions.get(action)

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def extended(self, actions: Mapping[str, Action]) -> ActionLibrary:
        """Return a library with more actions; raise ValueError when an id is taken."""
        taken = [name for name in actions if name in self._actions]
        if taken:
            raise ValueError(f"the action {taken[0]!r} has a behavior already")
        return ActionLibrary({**self._actions, **actions})
