"""Keep apart what a brain needs only now and then, so that a crowd of plain minds stays small.

A brain has one slot for all of it, empty until something is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar, overload

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import Value

if TYPE_CHECKING:
    from runtime.basics.context import EvaluationError
    from runtime.basics.host import RaisedEvent
    from runtime.minds.program.orders import Orders
    from runtime.records.trace_frame import RunError

Asked = tuple[str, tuple[Value, ...]]
"""A condition that was asked in this tick: its name and arguments."""

Shelved = tuple[str, Mapping[str, JsonValue]]
"""What a disabled node remembers: its kind, and its lasting memory by name."""

Write = tuple[str, Value, int]
"""A write while the tick is under way: the variable, its value, the row that wrote it or -1."""

Kept = TypeVar("Kept")


@dataclass(slots=True, eq=False)
class RareState:
    """Hold what one brain has used so far; None is for what it has not."""

    left_to_interpreter: bool | None = None
    orders: Orders | None = None
    raised: list[tuple[RaisedEvent, bool]] | None = None
    outside_writes: list[Write] | None = None
    outside_errors: list[RunError] | None = None
    errors: list[RunError] | None = None
    condition_answers: dict[Asked, bool | EvaluationError] | None = None
    trials: dict[int, object] | None = None
    shelf: Mapping[str, Shelved] | None = None
    armed_reads: list[int] | None = None
    held_triggers: Collection[int] | None = None
    transition_reads: dict[int, tuple[int, ...]] | None = None
    consumed: list[int] | None = None
    expired: list[str] | None = None


class HasRareState(Protocol):
    """Have the slot for what is used now and then."""

    rare: RareState | None


class Rarely(Generic[Kept]):
    """Be an attribute of a brain that is kept in its `RareState`.

    Reading it makes a value of the brain's own with `make`; `peek` looks without making one.
    """

    def __init__(self, make: Callable[[], Kept]) -> None:
        self._make = make
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: HasRareState, owner: type) -> Kept: ...

    def __get__(self, instance: HasRareState | None, owner: type) -> Self | Kept:
        if instance is None:
            return self
        value = self.peek(instance)
        if value is None:
            value = self._make()
            self.__set__(instance, value)
        return value

    def __set__(self, instance: HasRareState, value: Kept) -> None:
        rare = instance.rare
        if rare is None:
            rare = instance.rare = RareState()
        setattr(rare, self._name, value)

    def peek(self, instance: HasRareState) -> Kept | None:
        """Return the value of `instance`, None where it has none yet."""
        rare = instance.rare
        if rare is None:
            return None
        value: Kept | None = getattr(rare, self._name)
        return value
