"""Define what an expression reads while it is evaluated: slots in buffers, the clock and the host."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar

from graphs.curves.curve_tables import Table
from graphs.expressions.types import Type, Value, ValueType

BufferName: TypeAlias = Literal["byte", "int", "float", "object"]


@dataclass(frozen=True, slots=True)
class Slot:
    """Say where a variable's value lies.

    ``shared`` picks the world's buffers instead of the agent's. The items of a list lie one after the other
    from ``index`` on, as many as there can be; how many there are is the int at ``length``. A vector takes
    two consecutive floats from ``index`` on; a bool one byte (0 or 1), a trigger one that is 0 unless it is
    armed; an enum the index of its value in ``type.values`` in the ``int`` buffer; a string or entity one
    object.
    """

    buffer: BufferName
    index: int
    type: Type
    shared: bool = False
    length: int = -1

    def item(self, place: int) -> Slot:
        """Return where an item of a list lies."""
        kind = self.type.item_type
        width = 2 if kind.kind is ValueType.VECTOR else 1
        return Slot(self.buffer, self.index + width * place, kind, self.shared)


class EvaluationError(Exception):
    """Tell that an expression failed at run time (rule 2.6).

    ``start`` and ``end`` are the character span of the part that failed; -1 while it is not known.
    A host raises it without a place, evaluation adds the place. ``detail`` is the traceback of a mistake in
    user code (rule 3.12), empty for any other failure.
    """

    def __init__(self, message: str, start: int = -1, end: int = -1, detail: str = "") -> None:
        super().__init__(message, start, end)
        self.message = message
        self.start = start
        self.end = end
        self.detail = detail

    def __str__(self) -> str:
        return self.message

    def located(self, start: int, end: int) -> EvaluationError:
        """Return this error with a place, or itself if it has one already."""
        return self if self.start >= 0 else EvaluationError(self.message, start, end, self.detail)


Held = TypeVar("Held", covariant=True)


class Buffer(Protocol[Held]):
    """Give values of one sort by index, as a memoryview or bytearray gives bytes."""

    def __getitem__(self, index: int, /) -> Held:
        """Return the value at an index."""


class EvaluationContext(Protocol):
    """Give an expression everything it may read; reading has no side effects, but armed triggers are noted.

    ``time`` and ``state_time`` are seconds. Each method may raise EvaluationError without a place.
    """

    @property
    def bytes_(self) -> Buffer[int]:
        """Give the agent's bools and triggers."""

    @property
    def ints(self) -> Buffer[int]:
        """Give the agent's ints and enum indices."""

    @property
    def floats(self) -> Buffer[float]:
        """Give the agent's floats and vectors."""

    @property
    def objects(self) -> Buffer[Value]:
        """Give the agent's strings and entities."""

    @property
    def world_bytes(self) -> Buffer[int]:
        """Give the shared bools."""

    @property
    def world_ints(self) -> Buffer[int]:
        """Give the shared ints and enum indices."""

    @property
    def world_floats(self) -> Buffer[float]:
        """Give the shared floats and vectors."""

    @property
    def world_objects(self) -> Buffer[Value]:
        """Give the shared strings and entities."""

    @property
    def curves(self) -> Mapping[str, Table]:
        """Give the tables of curves by name: the agent's own, else those of its program."""

    @property
    def time(self) -> float:
        """Give the world's time in seconds."""

    @property
    def state_time(self) -> float:
        """Give the seconds since the state around the expression was entered."""

    @property
    def self_entity(self) -> str:
        """Give the agent's own id."""

    @property
    def event_name(self) -> str:
        """Give the name of the event being taken."""

    @property
    def event_fields(self) -> Mapping[str, Value]:
        """Give the payload of the event being taken."""

    @property
    def held_triggers(self) -> Collection[int]:
        """Give the places of triggers that count as armed for now, armed or not (rule 2.3)."""

    def note_armed(self, index: int, /) -> bool:
        """Note that the trigger at this byte was read armed, and return True."""

    def condition(self, name: str, arguments: tuple[Value, ...], /) -> bool:
        """Answer a registered condition, at most once per brain tick and arguments."""

    def entity_field(self, entity: str | None, field: str, /) -> Value:
        """Return a field of an entity; raise EvaluationError when it is None or gone."""

    def received(self, event: str, /) -> bool:
        """Tell whether the brain takes this event in the current tick."""

    def last_field(self, event: str, field: str, /) -> Value:
        """Return a field of the latest such event of this tick; raise EvaluationError without one."""
