"""Declare what a game shares with all its documents: events, variables, types of values, entity fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.model.variables import Variable, VariableType


@dataclass(frozen=True, slots=True)
class ValueShape:
    """Describe what a value may be: a type and, for an enum, what it may say."""

    type: VariableType
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueTypeDeclaration:
    """Declare a type of the game by name: an enum with its values, in order."""

    id: str
    title: str
    values: tuple[str, ...]
    help: str = ""


@dataclass(frozen=True, slots=True)
class EventDeclaration:
    """Declare an event that the game posts or takes: what it carries, by name."""

    id: str
    title: str
    payload: Mapping[str, ValueShape] = field(default_factory=dict)
    help: str = ""


@dataclass(frozen=True, slots=True)
class EntityFieldDeclaration:
    """Declare a field that entities of the game have beside the built-in ones, as in `target.armor`.

    One that is `of_world` no manifest declares: its type is that of the values in the worlds at hand.
    """

    id: str
    title: str
    shape: ValueShape
    help: str = ""
    of_world: bool = False


@dataclass(frozen=True, slots=True)
class SharedVariable:
    """Declare a variable that the game keeps; a document that declares it too must agree (rule 2.2)."""

    id: str
    title: str
    variable: Variable
    help: str = ""
