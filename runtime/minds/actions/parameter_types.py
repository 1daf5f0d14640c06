"""Write the types of a game's own parameters as Python annotations, and read them back as declarations.

| annotation | parameter |
|---|---|
| `bool`, `int`, `float`, `str` | bool, int, float, string |
| `Literal["low", "high"]` | enum with these choices |
| `Vector` | vector |
| `EntityId` | entity |
| `Point` | point: a vector or an entity |
| `Seconds` | seconds |
| `PathName`, `VariableName` | path, variable |
| `… | None` | the same, and None is let through; with the default None it may be left out |
| `Annotated[float, Range(0, 10, "u/s"), "Top speed."]` | the same, with a range, a unit and a help text |
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NewType, TypeAlias, Union, cast, get_args, get_origin

from graphs.basics.frozen import JsonValue
from graphs.expressions.names import RESERVED_NAMES, is_name
from graphs.kinds.declarations.parameter import Parameter, ParameterType, parameter_problem
from runtime.basics.values import Vector as Vector

EntityId = NewType("EntityId", str)
"""An entity by its id."""

Seconds = NewType("Seconds", float)
"""A duration in seconds."""

PathName = NewType("PathName", str)
"""The name of a path of the world."""

VariableName = NewType("VariableName", str)
"""The name of a variable of the mind."""

Point: TypeAlias = Vector | EntityId
"""A place: a vector, or an entity whose position is taken."""


class RegistrationError(TypeError):
    """Say what is wrong with a declaration of an action or a condition, and what to write instead."""


@dataclass(frozen=True, slots=True)
class Range:
    """Bound a number, both ends included, and name its unit."""

    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class TypedParameter:
    """Hold a declared parameter and how its values reach the code: numbers as float, None let through.

    `left_out` is what an argument that was left out is, `NO_DEFAULT` where there must be one. For an entity
    or a point it is nobody, whatever the default: an expression that gives nobody looks the same.
    """

    parameter: Parameter
    as_float: bool
    nullable: bool
    left_out: object


NO_DEFAULT: object = object()
"""Stand for the default of a parameter that has none."""

_PLAIN: Mapping[object, ParameterType] = {
    bool: "bool",
    int: "int",
    float: "float",
    str: "string",
    Vector: "vector",
    EntityId: "entity",
    Seconds: "seconds",
    PathName: "path",
    VariableName: "variable",
}

_KNOWN = "bool, int, float, str, Literal[…], Vector, EntityId, Point, Seconds, PathName or VariableName"

_NUMBERS = ("int", "float", "seconds")


def typed_parameter(name: str, annotation: object, default: object) -> TypedParameter:
    """Return the parameter that `name: annotation = default` declares.

    Raises
    ------
    RegistrationError
        For a name or a type that parameters cannot have, or a default that does not fit.
    """
    if not is_name(name) or name in RESERVED_NAMES:
        raise RegistrationError(f"{name!r} cannot be the name of a parameter; it is a word of the language.")
    plain, limits, text = _without_notes(name, annotation)
    plain, nullable = _without_none(plain)
    type_name, choices = _parameter_type(name, plain)
    if limits != Range() and type_name not in _NUMBERS:
        raise RegistrationError(f"The parameter {name!r} is no number and has no range.")
    if default is None and not nullable:
        raise RegistrationError(f"The parameter {name!r} has the default None; add '| None' to its type.")
    given = default is not NO_DEFAULT and default is not None
    parameter = Parameter(
        name=name,
        type=type_name,
        default=_as_json(name, default) if given else None,
        help=text,
        minimum=limits.minimum,
        maximum=limits.maximum,
        unit=limits.unit,
        choices=choices,
        optional=default is None,
    )
    problem = parameter_problem(parameter, parameter.default) if given else ""
    if problem:
        raise RegistrationError(f"The default of {name!r} does not fit: {problem}")
    left_out = None if nullable and default is NO_DEFAULT else default
    if type_name in ("entity", "point"):
        left_out = None if nullable else NO_DEFAULT
    return TypedParameter(parameter, type_name in ("float", "seconds"), nullable, left_out)


def _without_notes(name: str, annotation: object) -> tuple[object, Range, str]:
    limits, text = Range(), ""
    if get_origin(annotation) is not Annotated:
        return annotation, limits, text
    plain, *notes = get_args(annotation)
    for note in notes:
        if isinstance(note, Range):
            limits = note
        elif isinstance(note, str):
            text = note
        else:
            raise RegistrationError(f"{name!r} is annotated with {note!r}; expected a Range or a text.")
    return plain, limits, text


def _without_none(annotation: object) -> tuple[object, bool]:
    """Split `X | None` into X and True. A union keeps only what is not None."""
    parts = _union(annotation)
    left = tuple(part for part in parts if part is not types.NoneType)
    if len(left) == len(parts):
        return annotation, False
    return (left[0] if len(left) == 1 else Union[left]), True  # noqa: UP007 - made of a list of parts


def _union(annotation: object) -> tuple[object, ...]:
    if get_origin(annotation) in (Union, types.UnionType):
        return get_args(annotation)
    return (annotation,)


def _parameter_type(name: str, annotation: object) -> tuple[ParameterType, tuple[str, ...]]:
    if get_origin(annotation) is Literal:
        choices = get_args(annotation)
        if not all(isinstance(choice, str) for choice in choices):
            raise RegistrationError(f"The choices of {name!r} are to be texts; they are {choices!r}.")
        return "enum", cast("tuple[str, ...]", choices)
    if set(_union(annotation)) == set(get_args(Point)):
        return "point", ()
    found = _PLAIN.get(annotation)
    if found is None:
        shown = getattr(annotation, "__name__", None) or repr(annotation)
        raise RegistrationError(f"The parameter {name!r} has the type {shown}; expected {_KNOWN}.")
    return found, ()


def _as_json(name: str, default: object) -> JsonValue:
    if isinstance(default, (bool, int, float, str)):
        return default
    if isinstance(default, tuple) and all(isinstance(part, (int, float)) for part in default):
        return list(default)
    raise RegistrationError(f"The default of {name!r} is {default!r}, which no document can hold.")
