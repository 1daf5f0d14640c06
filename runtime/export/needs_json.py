"""Write what a game must supply as JSON, and read it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any, TypeVar

from graphs.basics.json_text import JsonValue
from graphs.expressions.serial import TypedDataError, type_from_json, type_to_json
from graphs.expressions.types import Type
from graphs.files.schema import JsonObject
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import require_object
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

T = TypeVar("T")

_FACTS = frozenset({"default", "maximum", "minimum", "optional", "unit"})
"""What may be told of a parameter beside its name and type."""


def needs_to_json(needs: GameNeeds, *, names: bool) -> JsonObject:
    """Return the needs as JSON; `names` tells whether texts for people are written too."""
    return {
        "actions": {
            name: _with_summary(_action(one), one.summary, names) for name, one in needs.actions.items()
        },
        "conditions": {
            name: _with_summary(
                {
                    "parameters": [
                        {"name": key, "type": type_to_json(kind), **_facts(one.facts.get(key, NO_FACTS))}
                        for key, kind in one.parameters
                    ]
                },
                one.summary,
                names,
            )
            for name, one in needs.conditions.items()
        },
        "entity_fields": {name: type_to_json(kind) for name, kind in needs.entity_fields.items()},
        "events": {
            name: {
                "listens": one.listens,
                "payload": {key: type_to_json(kind) for key, kind in one.payload.items()},
                "raises": one.raises,
                "sends": one.sends,
            }
            for name, one in needs.events.items()
        },
    }


def _action(one: NeededAction) -> JsonObject:
    return {
        "instant": one.instant,
        "parameters": [
            {"choices": [*p.choices], "name": p.name, "type": p.type, "unit": "", **_facts(p.facts)}
            for p in one.parameters
        ],
    }


def _facts(facts: ParameterFacts) -> JsonObject:
    """Return what is told of a parameter; what is not told is left out."""
    told: JsonObject = {
        "default": facts.default,
        "maximum": facts.maximum,
        "minimum": facts.minimum,
        "optional": facts.optional or None,
        "unit": facts.unit or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _with_summary(data: JsonObject, summary: str, names: bool) -> JsonObject:
    return {**data, "summary": summary} if names else data


def needs_from_json(data: JsonValue, path: str) -> GameNeeds:
    """Return the needs that `needs_to_json` wrote; raise `ExportProblem` for anything else."""
    given = _fields(data, path, {"actions", "conditions", "entity_fields", "events"})
    return GameNeeds(
        _by_name(given["actions"], f"{path}.actions", _read_action),
        _by_name(given["conditions"], f"{path}.conditions", _read_condition),
        _by_name(given["events"], f"{path}.events", _read_event),
        _by_name(given["entity_fields"], f"{path}.entity_fields", read_type),
    )


def read_type(data: JsonValue, path: str) -> Type:
    """Return a type; raise `ExportProblem` for anything else."""
    try:
        found = type_from_json(data, path)
    except TypedDataError as error:
        raise ExportProblem(path, error.message, EXPORT_AGAIN) from None
    if isinstance(data, dict) and not (found.values and len(set(found.values)) == len(found.values)):
        raise expected("an enum of different values", data, path)
    return found


def _read_action(data: JsonValue, path: str) -> NeededAction:
    given = _fields(data, path, {"instant", "parameters"}, {"summary"})
    parameters = _each(given["parameters"], f"{path}.parameters", _read_parameter)
    instant = given["instant"]
    if not isinstance(instant, bool):
        raise expected("true or false", instant, f"{path}.instant")
    return NeededAction(parameters, instant, _text(given.get("summary", ""), f"{path}.summary"))


def _read_parameter(data: JsonValue, path: str) -> NeededParameter:
    given = _fields(data, path, {"choices", "name", "type", "unit"}, _FACTS)
    kind = _text(given["type"], f"{path}.type")
    if kind not in PARAMETER_TYPES:
        raise expected(f"one of {', '.join(PARAMETER_TYPES)}", kind, f"{path}.type")
    choices = _each(given["choices"], f"{path}.choices", _text)
    return NeededParameter(_text(given["name"], f"{path}.name"), kind, choices, _read_facts(given, path))


def _read_facts(given: JsonObject, path: str) -> ParameterFacts:
    optional, default = given.get("optional", False), given.get("default")
    if not isinstance(optional, bool):
        raise expected("true or false", optional, f"{path}.optional")
    is_vector = isinstance(default, list) and len(default) == 2 and all(map(_is_number, default))
    if not (default is None or isinstance(default, (bool, str)) or _is_number(default) or is_vector):
        raise expected("a value", default, f"{path}.default")
    low, high = (_limit(given.get(name), f"{path}.{name}") for name in ("minimum", "maximum"))
    return ParameterFacts(optional, default, low, high, _text(given.get("unit", ""), f"{path}.unit"))


def _is_number(data: JsonValue) -> bool:
    return isinstance(data, (int, float)) and not isinstance(data, bool)


def _limit(data: JsonValue, path: str) -> float | None:
    if data is None:
        return None
    if isinstance(data, bool) or not isinstance(data, (int, float)):
        raise expected("a number", data, path)
    return data


def _read_condition(data: JsonValue, path: str) -> NeededCondition:
    given = _fields(data, path, {"parameters"}, {"summary"})

    facts: dict[str, ParameterFacts] = {}

    def read(one: JsonValue, inner: str) -> tuple[str, Type]:
        parameter = _fields(one, inner, {"name", "type"}, _FACTS)
        name = _text(parameter["name"], f"{inner}.name")
        told = _read_facts(parameter, inner)
        if told != NO_FACTS:
            facts[name] = told
        return name, read_type(parameter["type"], f"{inner}.type")

    parameters = _each(given["parameters"], f"{path}.parameters", read)
    return NeededCondition(parameters, _text(given.get("summary", ""), f"{path}.summary"), facts)


def _read_event(data: JsonValue, path: str) -> NeededEvent:
    given = _fields(data, path, {"listens", "payload", "raises", "sends"})
    for name in ("listens", "raises", "sends"):
        if not isinstance(given[name], bool):
            raise expected("true or false", given[name], f"{path}.{name}")
    payload = _by_name(given["payload"], f"{path}.payload", read_type)
    return NeededEvent(payload, bool(given["listens"]), bool(given["raises"]), bool(given["sends"]))


def _fields(data: JsonValue, path: str, wanted: Set[str], besides: Set[str] = frozenset()) -> JsonObject:
    given = require_object(data, path)
    missing = sorted(wanted - set(given))
    if missing:
        raise ExportProblem(path, f"The field {missing[0]!r} is missing.", EXPORT_AGAIN)
    unknown = sorted(set(given) - wanted - besides)
    if unknown:
        raise ExportProblem(path, f"There is no field {unknown[0][:40]!r} here.", EXPORT_AGAIN)
    return given


def _text(data: JsonValue, path: str) -> str:
    if isinstance(data, str):
        return data
    raise expected("a text", data, path)


def _each(data: JsonValue, path: str, read: Callable[[JsonValue, str], T]) -> tuple[T, ...]:
    if not isinstance(data, list):
        raise expected("a list", data, path)
    return tuple(read(one, f"{path}[{place}]") for place, one in enumerate(data))


def _by_name(data: JsonValue, path: str, read: Callable[[JsonValue, str], T]) -> Mapping[str, T]:
    return {name: read(one, f"{path}.{name[:40]}") for name, one in require_object(data, path).items()}


def _object(properties: Mapping[str, Any], optional: tuple[str, ...] = ()) -> JsonObject:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


_TYPE: JsonObject = {"$ref": "#/$defs/type"}
_SUMMARY: JsonObject = {"type": "string", "description": "What it does, for people."}
_FACTS_SCHEMA: JsonObject = {
    "default": {"description": "What it is where a document gives it no value; it is filled in."},
    "maximum": {"type": "number", "description": "The most it is declared for."},
    "minimum": {"type": "number", "description": "The least it is declared for."},
    "optional": {"type": "boolean", "description": "It may be left out: its value then is null."},
    "unit": {"type": "string"},
}

NEEDS_SCHEMA: JsonObject = {
    **_object(
        {
            "actions": {
                "type": "object",
                "description": "The actions that the game must do, by name.",
                "additionalProperties": _object(
                    {
                        "instant": {
                            "type": "boolean",
                            "description": "It ends in the tick it starts, and can stand in lines.",
                        },
                        "parameters": {
                            "type": "array",
                            "items": _object(
                                {
                                    "choices": {"type": "array", "items": {"type": "string"}},
                                    "name": {"type": "string"},
                                    "type": {"enum": [*PARAMETER_TYPES]},
                                    **_FACTS_SCHEMA,
                                },
                                tuple(_FACTS - {"unit"}),
                            ),
                        },
                        "summary": _SUMMARY,
                    },
                    ("summary",),
                ),
            },
            "conditions": {
                "type": "object",
                "description": "The conditions that the game must answer, by name.",
                "additionalProperties": _object(
                    {
                        "parameters": {
                            "type": "array",
                            "items": _object(
                                {"name": {"type": "string"}, "type": _TYPE, **_FACTS_SCHEMA}, tuple(_FACTS)
                            ),
                        },
                        "summary": _SUMMARY,
                    },
                    ("summary",),
                ),
            },
            "entity_fields": {
                "type": "object",
                "description": "The fields of entities that expressions read, with their types.",
                "additionalProperties": _TYPE,
            },
            "events": {
                "type": "object",
                "description": "The events that come in or go out, by name.",
                "additionalProperties": _object(
                    {
                        "listens": {
                            "type": "boolean",
                            "description": "The program reacts to it: the game may post it.",
                        },
                        "payload": {"type": "object", "additionalProperties": _TYPE},
                        "raises": {"type": "boolean", "description": "The program raises it for itself."},
                        "sends": {
                            "type": "boolean",
                            "description": "The program sends it: the game delivers it.",
                        },
                    }
                ),
            },
        }
    ),
    "description": "What the game must supply.",
}
"""The schema of what a game must supply."""
