"""Variables and events as a document declares them, and the names events may have (rules 2.1 to 2.3, 4.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from graphs.basics.frozen import Frozen, JsonValue, Number
from graphs.basics.since import Since

VariableType = Literal["bool", "int", "float", "string", "enum", "vector", "entity", "trigger"]
"""The types a value on the blackboard can have."""

DeclaredType = VariableType | Literal["list"]
"""The types that a variable can be declared with; parameters and events carry no lists."""

ItemType = Literal["bool", "int", "float", "string", "enum", "vector", "entity"]
"""The types that the items of a list can have."""

USUAL_ITEMS = 8
"""How many items a list can have that does not say."""

MOST_ITEMS = 64
"""The greatest length that a list can be declared with."""

Scope = Literal["agent", "world"]
"""Who shares a variable of a document: one agent, or every document of a world."""

RESERVED_EVENTS = frozenset({"tick", "always", "done", "error"})
"""First parts that no event of a document may have."""
COMPLETIONS = frozenset({"done", "done.success", "done.failure"})
"""Descriptors of a state's completion (rule 4.15)."""
ERRORS = frozenset({"error", "error.execution"})
"""Descriptors of a failing expression (rule 4.7)."""
POLLED_OR_EVENTLESS = ("tick", "always")
"""Descriptors that name no event."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*\Z")


def _is_expression(value: JsonValue) -> bool:
    return isinstance(value, dict)


class Variable(Frozen):
    """Declare one blackboard variable; its default may be `{"expr": …}` of other defaults.

    A list has at most `most` items of the type `of`, `values` if that is an enum.

    `minimum` and `maximum` stand as `min` and `max` in the file. `values` lists what an enum may be.
    `latched` keeps a trigger armed longer: true, or a number of seconds. `rise` is how much a float of scope
    agent changes by itself in a second.
    """

    type: Annotated[DeclaredType, Since(2, only="list".__eq__)]
    of: Annotated[ItemType, Since(2)] = "entity"
    most: Annotated[int, Since(2)] = Field(default=USUAL_ITEMS, ge=1, le=MOST_ITEMS)
    default: Annotated[JsonValue, Since(2, only=_is_expression)] = None
    scope: Scope = "agent"
    min: Number | None = None
    max: Number | None = None
    unit: str = ""
    values: tuple[str, ...] = ()
    latched: bool | Number = False
    rise: Annotated[Number, Since(4)] = 0
    note: str = ""


class Event(Frozen):
    """Declare one event: the names and types of what it carries."""

    payload: dict[str, VariableType] = {}
    note: str = ""


def is_event_name(name: str) -> bool:
    """Tell whether a document may declare an event of this name."""
    return bool(_NAME.match(name)) and name.partition(".")[0] not in RESERVED_EVENTS


def is_known_descriptor(descriptor: str, declared: Iterable[str]) -> bool:
    """Tell whether anything can ever match a transition's descriptor."""
    if descriptor in ("tick", "always", "*") or descriptor in COMPLETIONS or descriptor in ERRORS:
        return True
    prefix = descriptor.removesuffix(".*")
    return any(name == prefix or name.startswith(prefix + ".") for name in declared)


def matching_events(descriptors: Iterable[str], declared: Iterable[str]) -> list[str]:
    """Return the declared events that any of the descriptors matches (rule 4.2)."""
    listed = list(descriptors)
    return [
        name
        for name in declared
        if any(key == "*" or name == key or name.startswith(key + ".") for key in listed)
    ]
