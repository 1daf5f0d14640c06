"""An action or a condition of the game that game trees use: what its parameters are is found in its uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TypeGuard

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import quoted
from graphs.formats.basics.legal_names import LegalNames
from graphs.model.variables_and_events import VariableType
from graphs.projects.manifest_file import (
    ManifestAction,
    ManifestCondition,
    ManifestParameter,
    ManifestStandIn,
)

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)

Given = Mapping[str, JsonValue]
"""Values by their parameters' names in the file; an expression is `{"expr": …, "type": …}`."""


@dataclass
class GameLeaf:
    """Gather what is given to one action or condition of the game."""

    name: str
    title: str
    uses: list[Given] = field(default_factory=list)
    names: LegalNames = field(default_factory=LegalNames)

    def type_of(self, parameter: str) -> str:
        """Return the type that all values given to a parameter have; a string where they differ."""
        types = {type_of(use[parameter]) for use in self.uses if use.get(parameter) is not None}
        return str(types.pop()) if len(types) == 1 else "float" if types == {"int", "float"} else "string"

    def values(self, use: Given) -> dict[str, JsonValue]:
        """Return what is given in one use, each value of the type of its parameter."""
        found: dict[str, JsonValue] = {}
        for parameter, value in use.items():
            if value is not None:
                as_text = self.type_of(parameter) == "string" != type_of(value)
                bare = {"expr": value["expr"]} if isinstance(value, dict) else value
                found[self.names.legal(parameter, "value")] = plain_text(value) if as_text else bare
        return found

    def action(self) -> ManifestAction:
        """Return it as an action that succeeds where the game is not there."""
        stand_in = ManifestStandIn(result="success")
        return ManifestAction(title=self.title, parameters=self._parameters(), stand_in=stand_in)

    def condition(self) -> ManifestCondition:
        """Return it as a condition."""
        return ManifestCondition(title=self.title, parameters=self._parameters())

    def _parameters(self) -> tuple[ManifestParameter, ...]:
        """Return the declarations of its parameters, in the order in which the file names them."""
        return tuple(
            ManifestParameter(name=self.names.legal(name, "value"), type=self.type_of(name), optional=True)
            for name in dict.fromkeys(name for use in self.uses for name in use)
        )


def is_number(value: object) -> TypeGuard[int | float]:
    """Tell whether a value is a number: true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def number_of(text: str) -> int | float | None:
    """Return the number that a text is, None for none, or one that files of documents cannot hold."""
    if _NUMBER.fullmatch(text) is None or len(text) > 40:
        return None
    value = int(text) if text.lstrip("+-").isdigit() else float(text)
    is_small = isfinite(value) and (isinstance(value, float) or abs(value) < 2**31)
    return value if is_small else None


def type_of(value: JsonValue) -> VariableType | None:
    """Return the type of a value or an expression, None for no value."""
    if isinstance(value, dict):
        return value.get("type", "string")  # type: ignore[return-value]
    types: dict[type, VariableType] = {bool: "bool", int: "int", float: "float", str: "string"}
    return "vector" if isinstance(value, list) else types.get(type(value))


def plain_text(value: JsonValue) -> str:
    """Return a value as text that people read."""
    if isinstance(value, dict):
        return str(value["expr"])
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"({', '.join(map(plain_text, value))})"
    return str(value)


def literal(value: JsonValue) -> str:
    """Return a value as it is written in an expression."""
    if isinstance(value, list):
        return f"vec({', '.join(map(literal, value))})"
    return quoted(value).replace("\t", "\\t") if isinstance(value, str) else plain_text(value)
