"""Write what a game must supply as JSON, and read it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.serial import TypedDataError, type_from_json, type_to_json
from graphs.expressions.types import Type, ValueType
from graphs.kinds.declarations.parameter import is_number
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import BOOL, NO_SOURCE, TEXT, Field, Form, many, record, require_object
from runtime.export.game_needs import (
    NO_FACTS,
    GameNeeds,
    NeededAction,
    NeededCondition,
    NeededEvent,
    NeededParameter,
    ParameterFacts,
)
from runtime.export.line_forms import PARAMETER_TYPES
from runtime.export.writing_and_reading import Reading, Writing

T = TypeVar("T")


def needs_to_json(needs: GameNeeds, *, names: bool) -> JsonObject:
    """Return the needs as JSON; `names` tells whether texts for people are written too."""
    return require_object(_NEEDS.write(needs, Writing(names, {}, {})), "")


def needs_from_json(data: JsonValue, path: str) -> GameNeeds:
    """Return the needs that `needs_to_json` wrote; raise `ExportProblem` for anything else."""
    return _NEEDS.read(data, path, NO_SOURCE)


def read_type(data: JsonValue, path: str) -> Type:
    """Return a type; raise `ExportProblem` for anything else."""
    try:
        found = type_from_json(data, path)
    except TypedDataError as error:
        raise ExportProblem(path, error.message, EXPORT_AGAIN) from None
    has_values = ValueType.ENUM in (found.kind, found.item)
    if has_values and not (found.values and len(set(found.values)) == len(found.values)):
        raise expected("an enum of different values", data, path)
    return found


_TYPE: Form[Type] = Form(
    {"$ref": "#/$defs/type"},
    lambda declared, out: type_to_json(declared),
    lambda data, path, source: read_type(data, path),
)
_SUMMARY = Field("summary", "summary", TEXT, "What it does, for people.", only_named=True, stripped="")


def _by_name(form: Form[T], description: str = "") -> Form[Mapping[str, T]]:
    def read(data: JsonValue, path: str, source: Reading) -> Mapping[str, T]:
        given = require_object(data, path).items()
        return {name: form.read(value, f"{path}.{name[:40]}", source) for name, value in given}

    told: JsonObject = {"description": description} if description else {}
    return Form(
        {"type": "object", **told, "additionalProperties": form.schema},
        lambda values, out: {name: form.write(value, out) for name, value in values.items()},
        read,
        empty={},
    )


# -- parameters -----------------------------------------------------------------------------------------


def _read_default(data: JsonValue, path: str, source: Reading) -> JsonValue:
    is_vector = isinstance(data, list) and len(data) == 2 and all(map(is_number, data))
    if not (data is None or isinstance(data, (bool, str)) or is_number(data) or is_vector):
        raise expected("a value", data, path)
    return data


def _read_limit(data: JsonValue, path: str, source: Reading) -> JsonValue:
    if data is not None and not is_number(data):
        raise expected("a number", data, path)
    return data


def _read_sort(data: JsonValue, path: str, source: Reading) -> tuple[str, tuple[str, ...]]:
    if isinstance(data, dict):
        return ValueType.ENUM.value, read_type(data, path).values
    found = TEXT.read(data, path, source)
    if found not in PARAMETER_TYPES or found == ValueType.ENUM.value:
        raise expected(f"one of {', '.join(PARAMETER_TYPES)}", found, path)
    return found, ()


def _write_sort(sort: tuple[str, tuple[str, ...]], out: Writing) -> JsonValue:
    name, choices = sort
    return {"enum": [*choices]} if name == ValueType.ENUM.value else name


def _with_facts(made: Any) -> Any:
    """Return what makes a parameter of fields of which some are facts."""

    def make(**values: Any) -> Any:
        facts = {key: values.pop(key) for key in [*values] if key.startswith("facts.")}
        told = ParameterFacts(**{key.removeprefix("facts."): value for key, value in facts.items()})
        return made(**values, facts=told)

    return make


_DEFAULT: Form[JsonValue] = Form({}, lambda value, out: value, _read_default)
_LIMIT: Form[Any] = Form({"type": "number"}, lambda value, out: value, _read_limit)
_SORT: Form[tuple[str, tuple[str, ...]]] = Form(
    {"anyOf": [{"enum": [name for name in PARAMETER_TYPES if name != "enum"]}, {"$ref": "#/$defs/type"}]},
    _write_sort,
    _read_sort,
)
_FACTS = (
    Field(
        "default",
        "facts.default",
        _DEFAULT,
        "What it is where a document gives it no value; it is filled in.",
        left_out=None,
    ),
    Field("maximum", "facts.maximum", _LIMIT, "The most it is declared for.", left_out=None),
    Field("minimum", "facts.minimum", _LIMIT, "The least it is declared for.", left_out=None),
    Field("optional", "facts.optional", BOOL, "It may be left out: its value then is null."),
    Field("unit", "facts.unit", TEXT, ""),
)
"""What may be told of a parameter beside its name and type."""


def _parameter(name: str, sort: tuple[str, tuple[str, ...]], facts: ParameterFacts) -> NeededParameter:
    return NeededParameter(name, *sort, facts)


_TOLD_PARAMETER = record(
    "",
    "",
    _with_facts(_parameter),
    (Field("name", "name", TEXT, ""), Field("type", "sort", _SORT, ""), *_FACTS),
)
_PARAMETER: Form[NeededParameter] = replace(
    _TOLD_PARAMETER,
    write=lambda each, out: _TOLD_PARAMETER.write(
        cast(Any, SimpleNamespace(name=each.name, sort=(each.type, each.choices), facts=each.facts)), out
    ),
)
_ARGUMENT = record(
    "",
    "",
    _with_facts(SimpleNamespace),
    (Field("name", "name", TEXT, ""), Field("type", "type", _TYPE, ""), *_FACTS),
)


# -- what is needed ---------------------------------------------------------------------------------------


def _condition(parameters: tuple[Any, ...], summary: str) -> NeededCondition:
    facts = {each.name: each.facts for each in parameters if each.facts != NO_FACTS}
    return NeededCondition(tuple((each.name, each.type) for each in parameters), summary, facts)


def _told(condition: NeededCondition) -> Any:
    """Return a condition with all that is told of each parameter at the parameter."""
    told = [
        SimpleNamespace(name=name, type=declared, facts=condition.facts.get(name, NO_FACTS))
        for name, declared in condition.parameters
    ]
    return SimpleNamespace(parameters=told, summary=condition.summary)


_ACTION = record(
    "",
    "",
    NeededAction,
    (
        Field("instant", "instant", BOOL, "It ends in the tick it starts, and can stand in lines."),
        Field("parameters", "parameters", many(_PARAMETER), ""),
        _SUMMARY,
    ),
)
_TOLD_CONDITION = record(
    "", "", _condition, (Field("parameters", "parameters", many(_ARGUMENT), ""), _SUMMARY)
)
_CONDITION: Form[NeededCondition] = Form(
    _TOLD_CONDITION.schema,
    lambda condition, out: _TOLD_CONDITION.write(_told(condition), out),
    _TOLD_CONDITION.read,
)
_EVENT = record(
    "",
    "",
    NeededEvent,
    (
        Field("listens", "listens", BOOL, "The program reacts to it: the game may post it."),
        Field("payload", "payload", _by_name(_TYPE), ""),
        Field("raises", "raises", BOOL, "The program raises it for itself."),
        Field("sends", "sends", BOOL, "The program sends it: the game delivers it."),
    ),
)
_NEEDS = record(
    "",
    "What the game must supply.",
    GameNeeds,
    (
        Field("actions", "actions", _by_name(_ACTION, "The actions that the game must do, by name."), ""),
        Field(
            "conditions",
            "conditions",
            _by_name(_CONDITION, "The conditions that the game must answer, by name."),
            "",
        ),
        Field(
            "entity_fields",
            "entity_fields",
            _by_name(_TYPE, "The fields of entities that expressions read, with their types."),
            "",
        ),
        Field("events", "events", _by_name(_EVENT, "The events that come in or go out, by name."), ""),
        Field(
            "queries",
            "queries",
            _by_name(TEXT, "The queries that the game must answer with entities, by name, with their order."),
            "",
        ),
    ),
)

NEEDS_SCHEMA: JsonObject = _NEEDS.schema
"""The schema of what a game must supply."""
