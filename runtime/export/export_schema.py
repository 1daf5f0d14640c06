"""Publish the JSON Schema of exports, made of the forms that write and read them.

A schema says what has the right shape. That a number names a row, or a place that is no other's, is checked
when an export is loaded.
"""

from __future__ import annotations

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.files.schema import DIALECT
from runtime.basics.time_ticks import MOST_TICKS
from runtime.export.code_forms import FIRST_VALUES
from runtime.export.declared_forms import GROUP_FIELDS
from runtime.export.export_problem import FIRST_RUNTIME_VERSION, MOST_RATE, RUNTIME_FORMAT, RUNTIME_VERSION
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
    parts["names"] = _names_schema()
    top: dict[str, JsonValue] = {
        "defaults": _described(FIRST_VALUES.schema, "What an agent's memory begins with."),
        "format": {"const": RUNTIME_FORMAT},
        "groups": _many("group", "The weighted groups of transitions."),
        "memory": {
            **_object({f"{name}s": _whole(0, MOST_PLACES) for name in BUFFERS}),
            "description": "How many places the four buffers of an agent's memory have.",
        },
        "names": {"$ref": "#/$defs/names"},
        "needs": NEEDS_SCHEMA,
        "rate": {**_whole(1, MOST_RATE), "description": "Ticks per second."},
        "rounds": {**ROUNDS_FORM.schema, "description": "Rounds of a macrostep; 1,000 unless given."},
        "rows": {
            "type": "array",
            "items": picked_by("op", rows),
            "minItems": 1,
            "description": "All nodes, states and transitions in pre-order; the first is the root.",
        },
        "triggers": _many("trigger", "The triggers, which are one-shot variables."),
        "variables": _many("variable", "Everything that expressions can name."),
        "version": _whole(FIRST_RUNTIME_VERSION, RUNTIME_VERSION),
    }
    return {
        "$schema": DIALECT,
        "$id": f"urn:mindloom:runtime:{RUNTIME_VERSION}",
        "title": "Mindloom export",
        "description": "A mind, compiled and written down for games.",
        **_object(top, ("names", "rounds")),
        "$defs": dict(sorted(parts.items())),
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
    end: JsonObject = {"type": ["number", "null"]}
    common: dict[str, JsonValue] = {
        "buffer": {"enum": [*BUFFERS]},
        "name": {"type": "string"},
        "place": _whole(0, MOST_PLACES),
        "type": {"$ref": "#/$defs/type"},
    }
    declared: dict[str, JsonValue] = {"max": end, "min": end, "unit": {"type": "string"}}
    return {
        "title": "Variable",
        "description": "A variable: where it lies in the memory of the agent, or of the world.",
        "oneOf": [
            _object({**common, **declared, "scope": {"const": "agent"}}),
            _object(
                {**common, **declared, "default": {"$ref": "#/$defs/value"}, "scope": {"const": "world"}}
            ),
            _object({**common, "scope": {"enum": ["graph", "parameter"]}}),
        ],
    }


def _trigger_schema() -> JsonObject:
    return {
        "title": "Trigger",
        "description": "How long a trigger stays armed.",
        **_object(
            {
                "ages": {"type": "boolean", "description": "False for one that a call binds every tick."},
                "latched": {"type": "boolean", "description": "It outlives its first tick."},
                "path": {"type": "string", "description": "The call of the graph it is of, for people."},
                "ticks": {**_whole(0, MOST_TICKS), "description": "How long it is latched; 0 for ever."},
                "until": {
                    "type": ["integer", "null"],
                    "minimum": 0,
                    "description": "The int place with the tick on which it dies.",
                },
                "variable": _whole(0, MOST_PLACES),
            },
            ("path",),
        ),
    }


def _names_schema() -> JsonObject:
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
        "title": "Names",
        "description": "What everything is called in the document, for debugging; left out where stripped.",
        **_object(
            {
                "graphs": texts,
                "instances": {"type": "array", "items": instance},
                "rows": {"type": "array", "items": row},
            }
        ),
    }
