"""Declare the fields of a row once, on the page of its kind: what its node is given, what it remembers.

The places handed out to it, their names in saves and after an edit (rule 3.13), its form in exports,
their schema and the help about them follow from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum, StrEnum
from typing import Any, ParamSpec

from graphs.expressions.types import FLOAT, Type
from runtime.basics.context import BufferName, Slot
from runtime.minds.program.rows import Row


class Sort(StrEnum):
    """Name a sort of value that a node can be given; exports have one form for each."""

    ARGUMENTS = "arguments"
    BINDINGS = "bindings"
    BLOCK = "block"
    BOOL = "bool"
    CASES = "cases"
    COUNT = "count"
    COUNT_OR_NONE = "count or none"
    DECISION = "decision"
    END = "end"
    ENDS = "ends"
    EXPRESSION = "expression"
    FIRST_VALUES = "first values"
    FRACTION = "fraction"
    PLACE = "place"
    REFUSAL = "refusal"
    REFUSAL_OR_NONE = "refusal or none"
    RESULT = "result"
    ROW_OR_NONE = "row or none"
    SCORES = "scores"
    SECONDS = "seconds"
    TEST = "test"
    TEXT = "text"
    THRESHOLD = "threshold"
    VALUE = "value"
    WEIGHTS = "weights"


class Meaning(Enum):
    """Say what the places of one memory hold, and so how they are written."""

    FLAG = "flag"
    RESULT = "result"
    NUMBER = "number"
    TICK = "tick"
    CHILD = "child"
    ORDER = "order"
    PLACE_IN_ORDER = "place in order"
    BRANCH = "branch"
    RESULTS = "results"
    TESTS = "tests"
    STATES = "states"
    FIELD = "field"


NO_DEFAULT = object()
"""In place of the default of a field that every row must be given."""

_OF_BYTES = frozenset({Meaning.FLAG, Meaning.RESULT, Meaning.RESULTS, Meaning.TESTS})
_OF_CHILDREN = frozenset({Meaning.ORDER, Meaning.RESULTS, Meaning.TESTS})


@dataclass(frozen=True, slots=True)
class Memory:
    """Name one thing a row remembers: the index of its first place, whether it outlives the row's run.

    `only_child` tells that no other child than the one it names may run, `optional` that it may name none.
    `slot` is the place of a declared field; `order` the first place of the order that a place in it counts
    along.
    """

    name: str
    meaning: Meaning
    index: int = -1
    lasting: bool = False
    only_child: bool = False
    optional: bool = False
    slot: Slot | None = None
    order: int = -1


@dataclass(frozen=True, slots=True)
class Given:
    """Declare a value that comes from the node's parameters; `name` is its other name in exports."""

    sort: Sort
    help: str
    name: str = ""
    default: object = NO_DEFAULT


@dataclass(frozen=True, slots=True)
class Draws:
    """Declare the int place that counts the draws of the node."""

    default: object = NO_DEFAULT


@dataclass(frozen=True, slots=True)
class Remembered:
    """Declare a memory: the attribute holds its first place, or the slot where `is_slot`.

    `names` are those of one memory a place, the attribute's where none are given; `name` is another one in
    exports. `lasting` memory outlives the run of the node, as long as the attribute it may name is true;
    that `of_instance` goes when the graph it is in is made again. A row that lacks one that `can_lack` has
    -1. `type` is that of a field's value. `counts` names the duration, given to the row, that it counts.
    The rest is said of `Memory`.
    """

    meaning: Meaning
    help: str
    names: tuple[str, ...] = ()
    name: str = ""
    lasting: bool | str = False
    of_instance: bool = False
    can_lack: bool = False
    only_child: bool = False
    optional: bool | str = False
    order: str = ""
    type: Type | None = None
    is_slot: bool = False
    counts: str = ""
    default: object = NO_DEFAULT

    @property
    def buffer(self) -> BufferName:
        """Return where its places are."""
        if self.type is not None:
            return "float" if self.type == FLOAT else "object"
        return "byte" if self.meaning in _OF_BYTES else "int"

    def count(self, children: int) -> int:
        """Return how many places it has, for a row with so many children."""
        return children if self.meaning in _OF_CHILDREN else max(len(self.names), 1)


Declared = Given | Draws | Remembered
Told = ParamSpec("Told")


def _declaring(made: Callable[Told, Declared]) -> Callable[Told, Any]:
    """Return what makes a field of a dataclass that carries a declaration."""

    def declare(*given_: Told.args, **named: Told.kwargs) -> Any:
        declared = made(*given_, **named)
        default = MISSING if declared.default is NO_DEFAULT else declared.default
        return field(default=default, metadata={"declared": declared})

    return declare


given, counts_draws, remembers = _declaring(Given), _declaring(Draws), _declaring(Remembered)
"""What the fields of a page are set to, as to `dataclasses.field`."""


def declared_fields(row: type[Row]) -> dict[str, Declared]:
    """Return what a class of rows declares, by attribute, in the order of its fields."""
    known = _KNOWN.get(row)
    if known is None:
        found = ((each.name, each.metadata.get("declared")) for each in fields(row))
        known = _KNOWN[row] = {name: declared for name, declared in found if declared is not None}
    return known


_KNOWN: dict[type[Row], dict[str, Declared]] = {}


def declared_memories(row: Row) -> Iterator[Memory]:
    """Yield what a row remembers by the declarations of its class, an order before the place in it."""
    declared = declared_fields(type(row)).items()
    memories = [(name, each) for name, each in declared if isinstance(each, Remembered)]
    for attribute, remembered in sorted(memories, key=lambda memory: bool(memory[1].order)):
        yield from _memories(row, attribute, remembered)


def declared_durations(row: Row) -> Iterator[tuple[str, Any]]:
    """Yield the names of memories that count a duration, each with that duration."""
    for attribute, declared in declared_fields(type(row)).items():
        if isinstance(declared, Remembered) and declared.counts:
            for name in declared.names or (attribute,):
                yield name, getattr(row, declared.counts)


def _memories(row: Row, attribute: str, declared: Remembered) -> Iterator[Memory]:
    value = getattr(row, attribute)
    first = value.index if isinstance(value, Slot) else value
    if declared.can_lack and first < 0:
        return
    slot = value if isinstance(value, Slot) else None
    if slot is None and declared.type is not None:
        slot = Slot(declared.buffer, first, declared.type)
    for index, name in enumerate(declared.names or (attribute,), first):
        yield Memory(
            name,
            declared.meaning,
            index,
            lasting=_holds(row, declared.lasting),
            only_child=declared.only_child,
            optional=_holds(row, declared.optional),
            slot=slot,
            order=getattr(row, declared.order) if declared.order else -1,
        )


def _holds(row: Row, told: bool | str) -> bool:
    return getattr(row, told) is True if isinstance(told, str) else told
