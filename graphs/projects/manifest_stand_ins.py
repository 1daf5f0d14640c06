"""Check the stand-in of a game's action and turn it into a declaration."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.expressions.names import nearest_name
from graphs.kinds.declarations.action_declarations import (
    ActionDeclaration,
    ClickedStandIn,
    MappedStandIn,
    ParameterOf,
    StandIn,
    TimedStandIn,
)
from graphs.kinds.declarations.parameter import Parameter, ParameterType, expression_text, parameter_problem
from graphs.projects.manifest_file import ManifestAction, ManifestStandIn
from graphs.projects.manifest_reading import ManifestReading

LONGEST_TIME = 86_400
"""Longest time, in seconds, until a stand-in gives its result."""

_ALSO_FITS: dict[ParameterType, tuple[ParameterType, ...]] = {
    "float": ("int", "seconds"),
    "seconds": ("int", "float"),
    "point": ("vector", "entity"),
    "string": ("enum", "path", "variable"),
    "path": ("string",),
}
"""What, beside its own type, a built-in parameter takes from a parameter of the game's action."""


def stand_in_of(
    reading: ManifestReading, where: str, action: ManifestAction, parameters: tuple[Parameter, ...]
) -> StandIn:
    """Return what the game's action runs as where the game is not there; refuse what does not fit.

    Without a stand-in an action runs until the user clicks how it ended; an instant one succeeds.
    """
    given = action.stand_in or ManifestStandIn()
    if given.action is not None:
        return _mapped(reading, where, action, parameters, given, given.action)
    if given.params:
        reading.refuse(f"{where}.params", "Parameters are given, but no action.", "Name a built-in action.")
    if not 0 <= given.after <= LONGEST_TIME:
        words = "less than 0 s" if given.after < 0 else "longer than a day"
        reading.refuse(f"{where}.after", f"The time is {words}.", f"Give seconds from 0 to {LONGEST_TIME}.")
        return ClickedStandIn()
    if given.result is None:
        if given.after:
            reading.refuse(
                f"{where}.after", "A time is given, but no result.", 'Add "result": "success" or "failure".'
            )
        return TimedStandIn() if action.instant else ClickedStandIn()
    if action.instant and given.after:
        reading.refuse(
            f"{where}.after", "An instant action ends in the tick it starts.", "Remove the field 'after'."
        )
    return TimedStandIn(given.result, float(given.after))


def _mapped(
    reading: ManifestReading,
    where: str,
    action: ManifestAction,
    parameters: tuple[Parameter, ...],
    given: ManifestStandIn,
    name: str,
) -> StandIn:
    if given.result is not None or given.after:
        reading.refuse(
            where, "The stand-in is both an action and a result.", "Keep 'action', or 'result' and 'after'."
        )
    target = reading.base.actions.get(name)
    if target is None:
        _refuse_unknown_action(reading, f"{where}.action", name)
        return ClickedStandIn()
    if action.instant and not target.instant:
        said = f"{target.title} takes time, but the action is instant."
        reading.refuse(f"{where}.action", said, "Name an instant action, or a result.")
    mapped: dict[str, JsonValue | ParameterOf] = {}
    for key, value in given.params.items():
        mapped[key] = _argument(reading, f"{where}.params.{key}", target, key, value, parameters)
    for parameter in target.parameters:
        if parameter.required and parameter.name not in given.params:
            remedy = 'Give a literal, or {"parameter": "…"} to take one of the action\'s own.'
            reading.refuse(f"{where}.params", f"{target.title} needs a value for {parameter.name!r}.", remedy)
    return MappedStandIn(name, mapped)


def _refuse_unknown_action(reading: ManifestReading, where: str, name: str) -> None:
    if name in reading.file.manifest.actions or name in reading.registry.actions:
        message, remedy = f"{name!r} is an action of the game itself.", "Name a built-in action."
    else:
        nearest = nearest_name(name[:60], reading.base.actions)
        message = f"There is no built-in action {name[:60]!r}."
        remedy = f"Use {nearest!r}." if nearest else f"Known are {', '.join(sorted(reading.base.actions))}."
    reading.refuse(where, message, remedy)


def _argument(
    reading: ManifestReading,
    where: str,
    target: ActionDeclaration,
    key: str,
    value: JsonValue,
    parameters: tuple[Parameter, ...],
) -> JsonValue | ParameterOf:
    wanted = target.parameter(key)
    if wanted is None:
        known = [parameter.name for parameter in target.parameters]
        nearest = nearest_name(key[:60], known)
        remedy = (
            f"Use {nearest!r}." if nearest else f"Known are {', '.join(known)}." if known else "Remove it."
        )
        reading.refuse(where, f"{target.title} has no parameter {key[:60]!r}.", remedy)
        return value
    if isinstance(value, dict) and set(value) == {"parameter"}:
        return _own_parameter(reading, f"{where}.parameter", wanted, value["parameter"], parameters)
    problem = parameter_problem(wanted, value)
    if expression_text(value) is not None:
        problem = f"{wanted.label} takes no expression in a stand-in."
    if problem:
        reading.refuse(where, problem, 'Give a literal that fits, or {"parameter": "…"}.')
    return value


def _own_parameter(
    reading: ManifestReading,
    where: str,
    wanted: Parameter,
    name: JsonValue,
    parameters: tuple[Parameter, ...],
) -> JsonValue | ParameterOf:
    own = next((parameter for parameter in parameters if parameter.name == name), None)
    if own is None:
        known = [each.name for each in parameters]
        nearest = nearest_name(str(name)[:60], known)
        remedy = (
            f"Use {nearest!r}." if nearest else f"Known are {', '.join(known)}." if known else "Declare it."
        )
        reading.refuse(where, f"The action has no parameter {str(name)[:60]!r}.", remedy)
        return None
    if own.type != wanted.type and own.type not in _ALSO_FITS.get(wanted.type, ()):
        said = f"{own.name!r} is of type {own.type}, but {wanted.name!r} takes {wanted.type}."
        reading.refuse(where, said, "Take another parameter, or give a literal.")
    elif own.type == "enum" and wanted.type == "enum" and not set(own.choices) <= set(wanted.choices):
        said = f"{own.name!r} may be what {wanted.name!r} does not take."
        reading.refuse(where, said, f"It takes {', '.join(wanted.choices)}.")
    elif own.optional and own.default is None and wanted.required:
        reading.refuse(
            where, f"{own.name!r} may be left out, but {wanted.name!r} is needed.", "Give it a default."
        )
    return ParameterOf(own.name)
