"""Describe what an expression may name at the place where it is (rules 2.2, 2.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from graphs.expressions.types import FLOAT, STRING, VECTOR, Type, Value
from graphs.model.fuzzy_sheets import FuzzySheet

VariableScope: TypeAlias = Literal["agent", "world", "graph", "parameter"]


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """Describe a variable: its type, the key of its slot at run time, its scope, if it may be written."""

    type: Type
    slot_key: str
    scope: VariableScope = "agent"
    writable: bool = True


@dataclass(frozen=True, slots=True)
class CallParameter:
    """Describe one parameter; without ``required`` a call may leave it out and gets ``default``."""

    name: str
    type: Type
    default: Value = None
    required: bool = True


@dataclass(frozen=True, slots=True)
class Signature:
    """Hold the ordered parameters of a registered condition."""

    parameters: tuple[CallParameter, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionSignature:
    """Hold the ordered parameters of an action; only ``instant`` ones may be in action blocks."""

    parameters: tuple[CallParameter, ...] = ()
    instant: bool = False


ENTITY_FIELDS: Mapping[str, Type] = {
    "emote": STRING,
    "heading": FLOAT,
    "health": FLOAT,
    "height": FLOAT,
    "landing": VECTOR,
    "landing_in": FLOAT,
    "position": VECTOR,
    "radius": FLOAT,
    "team": STRING,
    "velocity": VECTOR,
}
"""Fields every entity has: heading in degrees, position, radius and velocity in world units.

`height` is that above the ground, `landing` where it comes down and `landing_in` in how many seconds: its own
place and 0 for what does not fly. `health` is what it can still take, 0 for what cannot be hurt.
"""

REDECLARABLE_FIELDS = frozenset({"health"})
"""Fields that a manifest may declare as its game has them."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Hold everything an expression can refer to.

    ``events`` maps event names to payload fields. ``current_event`` is the event (or the events) whose
    taking the expression belongs to: fields that all of them declare alike are readable as
    ``event.field``. ``allow_event`` admits ``event`` at all, ``allow_state_time`` admits ``state_time``.
    ``curves`` are the names of the document's curves, ``sheets`` its fuzzy sheets, which are read in the
    scope ``of_document``, None for this one; ``asked_axes`` are those on the way to an expression in a sheet.
    """

    variables: Mapping[str, VariableInfo] = field(default_factory=dict)
    events: Mapping[str, Mapping[str, Type]] = field(default_factory=dict)
    current_event: str | Sequence[str] | None = None
    entity_fields: Mapping[str, Type] = field(default_factory=lambda: ENTITY_FIELDS)
    conditions: Mapping[str, Signature] = field(default_factory=dict)
    actions: Mapping[str, ActionSignature] = field(default_factory=dict)
    allow_event: bool = False
    allow_state_time: bool = False
    curves: Collection[str] = ()
    sheets: tuple[FuzzySheet, ...] = ()
    of_document: Scope | None = None
    asked_axes: tuple[str, ...] = ()

    def current_event_fields(self) -> dict[str, Type]:
        """Return the payload fields that every event the expression may stand for declares alike."""
        current = self.current_event
        names = [current] if isinstance(current, str) else list(current or ())
        return shared_fields([self.events.get(name, {}) for name in names])


def shared_fields(payloads: Sequence[Mapping[str, Type]]) -> dict[str, Type]:
    """Return the fields that all payloads declare alike."""
    if not payloads:
        return {}
    return {
        name: declared
        for name, declared in payloads[0].items()
        if all(payload.get(name) == declared for payload in payloads[1:])
    }
