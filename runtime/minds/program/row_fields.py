"""Declare the fields of a row once, on the page of its kind: what its node is given, what it remembers.

The places handed out to it, their names in saves and after an edit (rule 3.13), the durations that they
count, its form in exports, their schema and the help about them follow from these declarations. Parts of
rows, such as guards, services and timers, declare theirs in the same way, and groups and lines too.

How often a node or transition has drawn belongs to the node, and is kept beside what it remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum, StrEnum
from inspect import get_annotations
from typing import Any, ParamSpec

from graphs.expressions.types import FLOAT, Type
from runtime.basics.context import BufferName, Slot
from runtime.minds.program.agent_state import StateLayout


class Sort(StrEnum):
    """Name a sort of value that a node can be given; exports have one form for each."""

    ARGUMENTS = "arguments"
    BINDINGS = "bindings"
    BLOCK = "block"
    BOOL = "bool"
    BOUNDS = "bounds"
    CALLS = "calls"
    CASES = "cases"
    CHILDREN = "children"
    CELLS = "cells"
    CHOICE_DECISION = "decision of a choice"
    COUNT = "count"
    COUNT_OR_NONE = "count or none"
    DECISION = "decision"
    DECISION_TREE = "decision tree"
    END = "end"
    ENDS = "ends"
    EXPRESSION = "expression"
    EXPRESSIONS = "expressions"
    FIRST_VALUES = "first values"
    FRACTION = "fraction"
    GROUP = "group"
    NODE = "node"
    NODES = "nodes"
    NUMBER = "number"
    OWNER = "owner"
    PLACE = "place"
    POSITION = "position"
    PRIORITY = "priority"
    RANDOM_QUESTIONS = "random questions"
    REFUSAL = "refusal"
    REFUSAL_OR_NONE = "refusal or none"
    RESULT = "result"
    ROW = "row"
    ROWS = "rows"
    ROW_OR_NONE = "row or none"
    SCORES = "scores"
    SECONDS = "seconds"
    STATES = "states"
    TEST = "test"
    TESTS = "tests"
    TEXT = "text"
    TEXTS = "texts"
    THRESHOLD = "threshold"
    TRANSITIONS = "transitions"
    VALUE = "value"
    VARIABLE = "variable"
    WEIGHTS = "weights"
    WEIGHTS_OF_BRANCHES = "weights of branches"


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
    along; `duration` the value that it counts, in seconds.
    """

    name: str
    meaning: Meaning
    index: int = -1
    lasting: bool = False
    only_child: bool = False
    optional: bool = False
    slot: Slot | None = None
    order: int = -1
    duration: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Given:
    """Declare a value that comes from the document; `name` is its other name in exports.

    An `optional` one may be None. What is `for_people` is left out of exports whose names were stripped, and
    is that value then.
    """

    sort: Sort
    help: str
    name: str = ""
    optional: bool = False
    for_people: object = NO_DEFAULT
    default: object = NO_DEFAULT


@dataclass(frozen=True, slots=True)
class Part:
    """Declare a part that has declarations of its own, or any number of `many`, None where it is `optional`.

    `prefix` is before the names of what each of many remembers, with its number from 1.
    """

    of: type
    help: str
    optional: bool = False
    many: bool = False
    prefix: str = ""
    name: str = ""
    default: object = NO_DEFAULT


@dataclass(frozen=True, slots=True)
class PartPage:
    """Say what a part is for: a title, a sentence, and a name for its schema where others refer to it."""

    title: str
    help: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Draws:
    """Declare the int place that counts the draws of the node, -1 for none where the row `can_lack` it."""

    help: str = "Counts its draws."
    can_lack: bool = False
    default: object = NO_DEFAULT


@dataclass(frozen=True, slots=True)
class Remembered:
    """Declare a memory: the attribute holds its first place, or the slot where `is_slot`.

    `names` are those of one memory a place, the attribute's where none are given, or the attribute that has
    them; `name` is another one in exports. `lasting` memory outlives the run of the node, as long as the
    attribute it may name is true; that `of_instance` goes when the graph it is in is made again. A row that
    lacks one that `can_lack` has -1. `type` is that of a field's value. `counts` names the duration, given to
    the row, that it counts. The rest is said of `Memory`.
    """

    meaning: Meaning
    help: str
    names: tuple[str, ...] | str = ()
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


Declared = Given | Part | Draws | Remembered
Told = ParamSpec("Told")


def _declaring(made: Callable[Told, Declared]) -> Callable[Told, Any]:
    """Return what makes a field of a dataclass that carries a declaration."""

    def declare(*given_: Told.args, **named: Told.kwargs) -> Any:
        declared = made(*given_, **named)
        default = MISSING if declared.default is NO_DEFAULT else declared.default
        return field(default=default, metadata={"declared": declared})

    return declare


given, holds = _declaring(Given), _declaring(Part)
counts_draws, remembers = _declaring(Draws), _declaring(Remembered)
"""What the fields of a page are set to, as to `dataclasses.field`."""


def declared_fields(made: type) -> dict[str, Declared]:
    """Return what a class of rows or parts declares, by attribute, in order; what is declared again moves."""
    known = _KNOWN.get(made)
    if known is None:
        all_fields = {each.name: each.metadata.get("declared") for each in fields(made)}
        places = {
            name: (depth, place)
            for depth, base in enumerate(reversed(made.__mro__))
            for place, name in enumerate(get_annotations(base))
        }
        ordered = sorted(all_fields, key=places.__getitem__)
        known = _KNOWN[made] = {name: declared for name in ordered if (declared := all_fields[name])}
    return known


_KNOWN: dict[type, dict[str, Declared]] = {}


def declared_memories(holder: object, prefix: str = "") -> Iterator[Memory]:
    """Yield what a row or part remembers by the declarations of its class, then what its parts do.

    An order comes before the place in it.
    """
    declared = declared_fields(type(holder)).items()
    memories = [(name, each) for name, each in declared if isinstance(each, Remembered)]
    for attribute, remembered in sorted(memories, key=lambda memory: bool(memory[1].order)):
        yield from _memories(holder, attribute, remembered, prefix)
    for attribute, part in declared:
        if isinstance(part, Part):
            value = getattr(holder, attribute)
            parts = value if part.many else () if value is None else (value,)
            for number, inner in enumerate(parts, 1):
                yield from declared_memories(inner, part.prefix.format(number))


def places_of(made: type, layout: StateLayout, children: int = 0) -> dict[str, Any]:
    """Hand out the places of what a row or part always remembers, by attribute, in order."""
    return {
        name: layout.allocate(declared.buffer, declared.count(children))
        for name, declared in declared_fields(made).items()
        if isinstance(declared, Remembered) and not declared.can_lack
    }


def _memories(holder: object, attribute: str, declared: Remembered, prefix: str) -> Iterator[Memory]:
    value = getattr(holder, attribute)
    first = value.index if isinstance(value, Slot) else value if isinstance(value, int) else -1
    if declared.can_lack and first < 0:
        return
    slot = value if isinstance(value, Slot) else None
    if slot is None and declared.type is not None:
        slot = Slot(declared.buffer, first, declared.type)
    names = getattr(holder, declared.names) if isinstance(declared.names, str) else declared.names
    for place, name in enumerate(names or (attribute,)):
        yield Memory(
            prefix + name,
            declared.meaning,
            first + place if first >= 0 else first,
            lasting=_is_so(holder, declared.lasting),
            only_child=declared.only_child,
            optional=_is_so(holder, declared.optional),
            slot=slot,
            order=getattr(holder, declared.order) if declared.order else -1,
            duration=getattr(holder, declared.counts) if declared.counts else None,
        )


def _is_so(holder: object, told: bool | str) -> bool:
    return getattr(holder, told) is True if isinstance(told, str) else told
