"""Declare how values stand in an export that are fixed or evaluated: parameters, bindings, arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.types import BOOL as BOOL_TYPE
from graphs.expressions.types import FLOAT, INT, Type, Value, fits_type
from graphs.kinds.declarations.parameter import is_number
from runtime.basics.context import Slot
from runtime.basics.status import Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.expression_forms import NUMBER, expression
from runtime.export.forms import (
    VALUE,
    Form,
    many,
    named,
    one_of,
    require_object,
    value_from_json,
    value_to_json,
    whole,
)
from runtime.export.writing_and_reading import ExportedVariable, Reading, Writing, type_words
from runtime.minds.program.code import ControlValue, Expression
from runtime.minds.trees.subtree import Binding

REFUSED = one_of({"failure": Status.FAILURE, "skipped": Status.SKIPPED})
"""What a node gives that refuses."""

END: Form[Any] = one_of({"success": Status.SUCCESS, "failure": Status.FAILURE})
"""How a node can end."""

RESULT: Form[Any] = one_of({each.name.lower(): each for each in Status if each is not Status.IDLE})
"""What a visit can give."""


# -- values that are fixed, or evaluated on use ----------------------------------------------------------


def control(sort: str, *types: Type) -> Form[ControlValue]:
    """Return the form of a parameter: a fixed value, or an expression of one of some types.

    `sort` says what it is: fixed `seconds` are a number of ticks, `any` is not checked here.
    """
    code = expression(*types)
    fixed = _TICKS.schema if sort == "seconds" else VALUE.schema
    schema: JsonObject = {"anyOf": [code.schema, fixed]}
    return Form(
        schema,
        partial(_write_control, sort),
        partial(_read_control, sort, code),
        {**code.parts, **VALUE.parts},
    )


_TICKS = whole(0, MOST_TICKS)


def _write_control(sort: str, value: ControlValue, out: Writing) -> JsonValue:
    if value.expression is not None and not value.is_left_out:
        return expression().write(value.expression, out)
    return value.constant_ticks if sort == "seconds" else value_to_json(value.constant)


def _read_control(
    sort: str, code: Form[Expression], data: JsonValue, path: str, source: Reading
) -> ControlValue:
    if isinstance(data, dict) and "node" in data:
        return ControlValue(expression=code.read(data, path, source))
    if sort == "seconds":
        ticks = _TICKS.read(data, path, source)
        return ControlValue(ticks / source.rate, ticks)
    value = value_from_json(data, path)
    if not _FIXED[sort](value):
        raise expected(_SORTS[sort], data, path)
    return ControlValue(value)


def _is_count(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_threshold(value: Value) -> bool:
    return _is_count(value) or value in ("all", "any")


_FIXED: Mapping[str, Callable[[Value], bool]] = {
    "number": is_number,
    "count": _is_count,
    "threshold": _is_threshold,
    "any": lambda value: True,
}
_SORTS = {
    "number": "a number",
    "count": "a whole number",
    "threshold": "a whole number, all or any",
    "any": "a value",
}

SECONDS = control("seconds", *NUMBER)
FRACTION = control("number", *NUMBER)
COUNT = control("count", INT)
THRESHOLD = control("threshold", INT)
ANYTHING = control("any")


# -- variables --------------------------------------------------------------------------------------


def variable(*types: Type) -> Form[ExportedVariable]:
    """Return the form of a variable, which is written as its number; without `types`, of any type."""

    def read(data: JsonValue, path: str, source: Reading) -> ExportedVariable:
        found = source.variable_at(data, path)
        if types and found.slot.type not in types:
            said = f"{found.name} is {type_words(found.slot.type)}."
            raise ExportProblem(path, said, EXPORT_AGAIN)
        return found

    schema: dict[str, JsonValue] = {
        "type": "integer",
        "minimum": 0,
        "description": "The number of a variable in the list of variables.",
    }
    return Form(schema, lambda each, out: out.variable(each.slot), read)


FirstValue = tuple[Slot, Value]


def _write_first(value: FirstValue, out: Writing) -> JsonValue:
    slot, first = value
    number = out.find_variable(slot)
    if number is not None:
        return {"value": value_to_json(first), "variable": number}
    return {"buffer": slot.buffer, "place": slot.index}


def _read_first(data: JsonValue, path: str, source: Reading) -> FirstValue:
    given = require_object(data, path)
    if set(given) == {"value", "variable"}:
        found = source.variable_at(given["variable"], f"{path}.variable")
        value = value_from_json(given["value"], f"{path}.value")
        if found.slot.type == FLOAT and _is_count(value):
            assert isinstance(value, int)
            value = float(value)
        if not fits_type(value, found.slot.type):
            raise expected(type_words(found.slot.type), given["value"], f"{path}.value")
        return found.slot, value
    if set(given) != {"buffer", "place"} or given["buffer"] not in ("byte", "int"):
        raise ExportProblem(path, "Expected a variable with its value, or a place to clear.", EXPORT_AGAIN)
    place = whole(0).read(given["place"], f"{path}.place", source)
    if given["buffer"] == "byte":
        source.last(lambda: source.claims.require_owned("byte", place, path))
        return Slot("byte", place, BOOL_TYPE), False
    source.last(lambda: source.claims.require_owned("int", place, path))
    return Slot("int", place, INT), 0


FIRST_VALUES: Form[tuple[FirstValue, ...]] = many(
    named(
        "first_value",
        Form(
            {
                "title": "First value",
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {"value": VALUE.schema, "variable": variable().schema},
                        "required": ["value", "variable"],
                        "additionalProperties": False,
                    },
                    {
                        "type": "object",
                        "properties": {
                            "buffer": {"enum": ["byte", "int"]},
                            "place": {"type": "integer", "minimum": 0},
                        },
                        "required": ["buffer", "place"],
                        "additionalProperties": False,
                    },
                ],
            },
            _write_first,
            _read_first,
            VALUE.parts,
        ),
        "The value that a variable begins with, or a place of memory that begins as 0.",
    )
)
"""What is made again with an instance."""


def _read_binding(data: JsonValue, path: str, source: Reading) -> Binding:
    given = require_object(data, path)
    if set(given) != {"value", "variable"}:
        raise ExportProblem(path, "Expected a variable and its value.", EXPORT_AGAIN)
    found = source.variable_at(given["variable"], f"{path}.variable")
    source.require(not found.slot.shared, path, f"{found.name} is no parameter.")
    value = ANYTHING.read(given["value"], f"{path}.value", source)
    return Binding(found.name, found.slot, value)


BINDINGS: Form[tuple[Binding, ...]] = many(
    named(
        "binding",
        Form(
            {
                "type": "object",
                "title": "Binding",
                "properties": {"value": ANYTHING.schema, "variable": variable().schema},
                "required": ["value", "variable"],
                "additionalProperties": False,
            },
            lambda each, out: {"value": ANYTHING.write(each.value, out), "variable": out.variable(each.slot)},
            _read_binding,
            ANYTHING.parts,
        ),
        "A parameter of a called graph and the value it is given before every tick of the call.",
    )
)
"""What is bound before every tick of a call."""


# -- lists of names with values ----------------------------------------------------------------------------


def named_values(form: Form[Any], what: str) -> Form[tuple[tuple[str, Any], ...]]:
    """Return the form of values by their names."""

    def read(data: JsonValue, path: str, source: Reading) -> tuple[tuple[str, Any], ...]:
        given = require_object(data, path)
        return tuple((name, form.read(value, f"{path}.{name[:40]}", source)) for name, value in given.items())

    return Form(
        {"type": "object", "additionalProperties": form.schema, "description": what},
        lambda values, out: {name: form.write(value, out) for name, value in values},
        read,
        form.parts,
        empty={},
    )


PAYLOAD = named_values(expression(), "The fields of the event, evaluated in the order of their names.")
ARGUMENTS = named_values(
    ANYTHING,
    "The arguments of the action, evaluated in the order of its parameters; others have their defaults.",
)
