"""Check that an action of an export is there, and that what it is given fits what it declares."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.expressions.types import (
    BOOL,
    ENTITY,
    FLOAT,
    INT,
    STRING,
    VECTOR,
    Type,
    Value,
    enum_type,
    fits_type,
)
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem
from runtime.export.game_needs import NeededParameter
from runtime.export.reading import Reading, type_words
from runtime.minds.actions.action import Action
from runtime.minds.program.code import ControlValue

NO_ACTION = "Give the game an action of that name."
"""What to do about an action without a behavior."""

PARAMETER_TYPES = {
    "bool": (BOOL,),
    "int": (INT,),
    "float": (FLOAT, INT),
    "seconds": (FLOAT, INT),
    "string": (STRING,),
    "path": (STRING,),
    "variable": (STRING,),
    "vector": (VECTOR,),
    "entity": (ENTITY,),
    "point": (VECTOR, ENTITY),
    "threshold": (INT, STRING),
    "enum": (),
}


def types_of(parameter: NeededParameter) -> tuple[Type, ...]:
    """Return the types that the value of a parameter may have."""
    return (enum_type(parameter.choices),) if parameter.type == "enum" else PARAMETER_TYPES[parameter.type]


def checked_action(
    name: str, arguments: Sequence[tuple[str, ControlValue]], instant: bool, path: str, source: Reading
) -> Action:
    """Return the behavior of an action; raise `ExportProblem` where it, or what it is given, does not fit."""
    declared = source.needs.actions.get(name)
    if declared is None:
        raise ExportProblem(path, f"The action {name[:40]!r} is not declared.", EXPORT_AGAIN)
    if instant and not declared.instant:
        raise ExportProblem(path, f"The action {name} is not instant.", EXPORT_AGAIN)
    parameters = {one.name: one for one in declared.parameters}
    for argument, value in arguments:
        if argument not in parameters:
            said = f"The action {name} has no parameter {argument[:40]!r}."
            raise ExportProblem(path, said, EXPORT_AGAIN)
        _check_value(parameters[argument], value, f"{path}.{argument}")
    action = source.library.get(name)
    if action is None:
        raise ExportProblem(path, f"The action {name!r} has no behavior here.", NO_ACTION)
    return action


def _check_value(parameter: NeededParameter, value: ControlValue, path: str) -> None:
    wanted = types_of(parameter)
    if value.expression is not None:
        found = value.expression.typed.type
        if found not in wanted:
            said = f"The expression gives {type_words(found)}, and the parameter is {parameter.type}."
            raise ExportProblem(path, said, EXPORT_AGAIN)
    elif not _fits(value.constant, wanted):
        raise ExportProblem(path, f"{value.constant!r} is no {parameter.type}.", EXPORT_AGAIN)


def _fits(value: Value, wanted: Sequence[Type]) -> bool:
    return value is None or any(fits_type(value, one) for one in wanted)
