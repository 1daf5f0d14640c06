"""Publish the JSON Schema of exports, made of the forms that write and read them.

A schema says what has the right shape. That a number names a row, or a place that is no other's, is checked
when an export is loaded.
"""

from __future__ import annotations

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.files.schema import DIALECT
from runtime.basics.time_ticks import MOST_TICKS
from runtime.export.code_forms import FIRST_VALUES
from runtime.export.curve_forms import CURVES_SCHEMA
from runtime.export.declared_forms import GROUP_FIELDS
from runtime.export.export_problem import (
    MOST_RATE,
    NAMES_FORMAT,
    NAMES_VERSION,
    RUNTIME_FORMAT,
    RUNTIME_VERSION,
)
from runtime.export.expression_forms import TYPED_SCHEMA, picked_by
from runtime.export.forms import ROUNDS_FORM, VALUE, parts_of, record_schema
from runtime.export.needs_json import NEEDS_SCHEMA
from runtime.export.row_forms import ROW_FORMS
from runtime.export.writing_and_reading import BUFFERS, MOST_PLACES


def runtime_schema() -> JsonObject:
    """Return the JSON Schema of `*.runtime.json`."""
    parts: dict[str, JsonValue] = {
        **TYPED_SCHEMA,
        **VALUE.parts,
        **FIRST_VALUES.parts,
        **parts_of(GROUP_FIELDS),
    }
    rows: dict[str, JsonObject] = {}
    for op, form in sorted(ROW_FORMS.items()):
        parts.update(form.parts())
        parts[f"row_{op}"] = form.schema()
        rows[op] = {"$ref": f"#/$defs/row_{op}"}
    parts["variable"] = _variable_schema()
    parts["trigger"] = _trigger_schema()
    parts["group"] = record_schema(GROUP_FIELDS, "Weighted group", "Transitions of which one is drawn.")
    sizes: dict[str, JsonValue] = {f"{name}s": _whole(0, MOST_PLACES) for name in BUFFERS}
    texts: JsonObject = {"type": "array", "items": {"type": "string"}}
    top: dict[str, JsonValue] = {
        "curves": CURVES_SCHEMA,
        "defaults": _described(FIRST_VALUES.schema, "What an agent's memory begins with."),
        "format": {"const": RUNTIME_FORMAT},
        "groups": _many("group", "The weighted groups of transitions."),
        "hash": {"type": "string", "description": "What names and saves of this program refer to it by."},
        "memory": {
            **_object({**sizes, "shared": _object(sizes, (*sizes,))}, (*sizes, "shared")),
            "description": "How many places the four arrays of an agent have, and those all agents share.",
        },
        "needs": NEEDS_SCHEMA,
        "rate": {**_whole(1, MOST_RATE), "description": "Ticks per second."},
        "risen": {
            **_whole(0, MOST_PLACES),
            "description": "The int with when variables last rose.",
        },
        "rounds": {**ROUNDS_FORM.schema, "description": "Rounds of a macrostep; 1,000 unless given."},
        "rows": {
            "type": "array",
            "items": picked_by("op", rows),
            "minItems": 1,
            "description": "All nodes, states and transitions in pre-order; the first is the root.",
        },
        "triggers": _many("trigger", "The triggers, which are one-shot variables."),
        "uses": {
            **_object({"functions": texts, "lines": texts, "ops": texts}, ("functions", "lines")),
            "description": "What an executor must know: functions of expressions, ops of lines and of rows.",
        },
        "variables": _many("variable", "Everything that expressions can name."),
        "version": {"const": RUNTIME_VERSION},
    }
    return {
        "$schema": DIALECT,
        "$id": f"urn:mindloom:runtime:{RUNTIME_VERSION}",
        "title": "Mindloom export",
        "description": "A mind, compiled and written down for games.",
        **_object(top, tuple(top.keys() - {"format", "rate", "rows", "uses", "version"})),
        "$defs": dict(sorted(parts.items())),
    }


def names_schema() -> JsonObject:
    """Return the JSON Schema of `*.names.json`."""
    texts: JsonObject = {"type": "array", "items": {"type": "string"}}
    row: JsonObject = {
        "type": "array",
        "prefixItems": [_whole(0, MOST_PLACES), {"type": "string"}, {"type": "string"}],
        "minItems": 3,
        "maxItems": 3,
        "description": "The number of its graph, the id of its node, the ids of the calls that lead to it.",
    }
    place: JsonObject = {"type": "array", "minItems": 2, "maxItems": 2}
    instance = _object(
        {
            "draws": {"type": "object", "additionalProperties": _whole(0, MOST_PLACES)},
            "graph": {"type": "string"},
            "path": {"type": "string"},
            "variables": {"type": "object", "additionalProperties": place},
        }
    )
    return {
        "$schema": DIALECT,
        "$id": f"urn:mindloom:names:{NAMES_VERSION}",
        "title": "Mindloom names",
        "description": "What everything in an export is called in its document, for debugging.",
        **_object(
            {
                "format": {"const": NAMES_FORMAT},
                "graphs": texts,
                "instances": {"type": "array", "items": instance},
                "program": {"type": "string", "description": "The hash of the program."},
                "rows": {"type": "array", "items": row},
                "texts": {"type": "object", "description": "What is for people, by JSON pointers."},
                "version": {"const": NAMES_VERSION},
            }
        ),
    }


def _described(schema: JsonObject, description: str) -> JsonObject:
    return {**schema, "description": description}


def _object(properties: dict[str, JsonValue], optional: tuple[str, ...] = ()) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _whole(least: int, most: int) -> JsonObject:
    return {"type": "integer", "minimum": least, "maximum": most}


def _many(part: str, description: str) -> JsonObject:
    return {"type": "array", "items": {"$ref": f"#/$defs/{part}"}, "description": description}


def _variable_schema() -> JsonObject:
    common: dict[str, JsonValue] = {
        "length": {**_whole(0, MOST_PLACES), "description": "The int with the number of a list's items."},
        "name": {"type": "string"},
        "place": _whole(0, MOST_PLACES),
        "type": {"$ref": "#/$defs/type"},
    }
    told: dict[str, JsonValue] = {"max": _NUMBER, "min": _NUMBER, "unit": {"type": "string"}}
    by_scope: dict[str, dict[str, JsonValue]] = {
        "agent": {**told, "rise": _described(_NUMBER, "How much it changes by itself in a second.")},
        "world": {**told, "default": {"$ref": "#/$defs/value"}},
        "graph": {},
        "parameter": {},
    }
    return {
        "title": "Variable",
        "description": "A variable: where it lies in the memory of the agent, or of the world.",
        "oneOf": [
            _object(
                {**common, **own, "scope": {"const": scope}},
                (*common.keys() - {"place", "type", *(("name",) if own else ())}, *own, *_left_out(scope)),
            )
            for scope, own in by_scope.items()
        ],
    }


_NUMBER: JsonObject = {"type": "number"}


def _left_out(scope: str) -> tuple[str, ...]:
    return ("scope",) if scope == "agent" else ()


def _trigger_schema() -> JsonObject:
    fields: dict[str, JsonValue] = {
        "ages": {"type": "boolean", "description": "False for one that a call binds every tick."},
        "latched": {"type": "boolean", "description": "It outlives its first tick."},
        "ticks": {**_whole(0, MOST_TICKS), "description": "How long it is latched; 0 for ever."},
        "until": {"type": "integer", "minimum": 0, "description": "The int place with the tick it dies on."},
        "variable": _whole(0, MOST_PLACES),
    }
    return {
        "title": "Trigger",
        "description": "How long a trigger stays armed.",
        **_object(fields, ("ages", "latched", "ticks", "until")),
    }
