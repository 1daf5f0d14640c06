"""Describe one parameter of a node kind, action or condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphs.basics.frozen import JsonValue

ParameterType = Literal[
    "bool",
    "int",
    "float",
    "string",
    "enum",
    "vector",
    "entity",
    "point",
    "variable",
    "path",
    "seconds",
    "threshold",
]
"""Types of parameters.

`point` takes a vector or an entity (its position), `variable` the name of a variable, `path` the name of a
path of the world, `seconds` a duration, which the compiler turns into ticks (rule 1.1), `threshold` a
number of children, "all" or "any".
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Describe one parameter: the single source for inspector, checks, schema and help.

    `default` None means that a value must be given. `minimum` and `maximum` are inclusive. `choices` lists
    what an enum may be. `evaluated` says when an expression is evaluated: before every tick of the node, or
    once when it is entered (rule 2.2).
    """

    name: str
    type: ParameterType
    default: JsonValue = None
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()
    evaluated: Literal["tick", "enter", "never"] = "tick"
    optional: bool = False

    @property
    def required(self) -> bool:
        """Tell whether a document must give a value."""
        return self.default is None and not self.optional

    @property
    def label(self) -> str:
        """Return the name as an inspector shows it: "Target radius" for `target_radius`."""
        return self.name.replace("_", " ").capitalize()
