"""Variables and events as a document declares them (rules 2.1 to 2.3)."""

from __future__ import annotations

from typing import Literal

from graphs.basics.frozen import Frozen, JsonValue, Number

VariableType = Literal["bool", "int", "float", "string", "enum", "vector", "entity", "trigger"]
"""The types a value on the blackboard can have."""

Scope = Literal["agent", "world"]
"""Who shares a variable of a document: one agent, or every document of a world."""


class Variable(Frozen):
    """Declare one blackboard variable.

    `minimum` and `maximum` stand as `min` and `max` in the file. `values` lists what an enum may be.
    `latched` keeps a trigger armed longer: true, or a number of seconds.
    """

    type: VariableType
    default: JsonValue = None
    scope: Scope = "agent"
    min: Number | None = None
    max: Number | None = None
    unit: str = ""
    values: tuple[str, ...] = ()
    latched: bool | Number = False
    note: str = ""


class Event(Frozen):
    """Declare one event: the names and types of what it carries."""

    payload: dict[str, VariableType] = {}
    note: str = ""
