"""Say what is wrong in a world, and check the values of arguments."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.parameter import Parameter


@dataclass(frozen=True, slots=True)
class WorldProblem:
    """Say what is wrong in a world. `where` is a JSON path; a world with an error is not run."""

    where: str
    message: str
    remedy: str
    severity: Literal["error", "warning"] = "error"


def argument_problems(
    where: str, parameters: Sequence[Parameter], arguments: Mapping[str, JsonValue]
) -> Iterator[WorldProblem]:
    """Yield unknown and missing parameters and values that do not fit, located below `where`."""
    names = {parameter.name: parameter for parameter in parameters}
    for name, value in arguments.items():
        parameter = names.get(name)
        if parameter is None:
            yield WorldProblem(
                f"{where}.{name}", f"There is no parameter {name!r}.", known_names("parameters", names)
            )
            continue
        yield from _value_problems(f"{where}.{name}", parameter, value)
    for parameter in parameters:
        if parameter.required and parameter.name not in arguments:
            yield WorldProblem(
                where, f"The parameter {parameter.name!r} is missing.", f"Give it: {parameter.help}"
            )


def known_names(what: str, names: Mapping[str, object] | Sequence[str] | AbstractSet[str]) -> str:
    """Return a remedy that lists what there is, such as "Known paths: east, west."."""
    listed = ", ".join(sorted(name for name in names if name))
    return f"Known {what}: {listed}." if listed else f"The world has no {what} yet."


def _value_problems(where: str, parameter: Parameter, value: JsonValue) -> Iterator[WorldProblem]:
    if value is None and parameter.optional:
        return
    if parameter.type == "bool":
        if not isinstance(value, bool):
            yield WorldProblem(where, f"Expected true or false; found {value!r}.", parameter.help)
    elif parameter.type == "enum":
        if value not in parameter.choices:
            choices = ", ".join(parameter.choices)
            yield WorldProblem(where, f"Expected one of {choices}; found {value!r}.", parameter.help)
    elif parameter.type not in ("float", "int"):
        if not isinstance(value, str):
            yield WorldProblem(where, f"Expected a text; found {value!r}.", parameter.help)
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        yield WorldProblem(where, f"Expected a number; found {value!r}.", parameter.help)
    elif parameter.type == "int" and not isinstance(value, int):
        yield WorldProblem(where, f"Expected a whole number; found {value!r}.", parameter.help)
    else:
        low = -math.inf if parameter.minimum is None else parameter.minimum
        high = math.inf if parameter.maximum is None else parameter.maximum
        if not low <= value <= high:
            yield WorldProblem(where, f"Found {value}; expected {low:g} to {high:g}.", parameter.help)
