"""The JSON Schema of typed trees of expressions."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.types import ValueType


def picked_by(field: str, schemas: Mapping[str, JsonObject]) -> JsonObject:
    """Return the schema of an object of which the text in `field` picks one of some schemas.

    It says what `oneOf` does, but a validator looks at one of them only, and tells what is wrong in it.
    """
    picked: list[JsonValue] = [
        {"if": {"properties": {field: {"const": name}}, "required": [field]}, "then": schema}
        for name, schema in schemas.items()
    ]
    return {
        "type": "object",
        "properties": {field: {"enum": [*schemas]}},
        "required": [field],
        "allOf": picked,
    }


_TYPE_NAMES = tuple(kind.value for kind in ValueType if kind is not ValueType.ENUM)

TYPE_SCHEMA: JsonObject = {
    "title": "Type",
    "description": "The type of a value: a name, or the values of an enum.",
    "anyOf": [
        {"enum": [*_TYPE_NAMES]},
        {
            "type": "object",
            "properties": {"enum": {"type": "array", "items": {"type": "string"}}},
            "required": ["enum"],
            "additionalProperties": False,
        },
    ],
}

_TREE: JsonObject = {"$ref": "#/$defs/typed"}
_TREES: JsonObject = {"type": "array", "items": _TREE}
_TEXT: JsonObject = {"type": "string"}

_NODES: Mapping[str, tuple[str, Mapping[str, JsonObject]]] = {
    "arithmetic": (
        "Calculates.",
        {"left": _TREE, "operator": {"enum": ["+", "-", "*", "/", "%"]}, "right": _TREE},
    ),
    "comparison": (
        "Compares neighbors, and stops at the first pair that fails.",
        {
            "operands": _TREES,
            "operators": {"type": "array", "items": {"enum": ["<", "<=", ">", ">=", "==", "!="]}},
        },
    ),
    "condition_call": ("Asks a condition of the game.", {"arguments": _TREES, "condition": _TEXT}),
    "conditional": (
        "Picks one of two, and evaluates no other.",
        {"condition": _TREE, "when_false": _TREE, "when_true": _TREE},
    ),
    "constant": (
        "Is a fixed value; null is nobody.",
        {"value": {"type": ["boolean", "number", "string", "null"]}},
    ),
    "context_read": (
        "Reads the time in seconds, the time since the state was entered, or the agent itself.",
        {"name": {"enum": ["time", "state_time", "self"]}},
    ),
    "entity_field": ("Reads a field of an entity.", {"entity": _TREE, "field": _TEXT}),
    "event_field": ("Reads a field of the event being taken.", {"field": _TEXT}),
    "event_name": ("Is the name of the event being taken.", {}),
    "function_call": (
        "Calls a pure function.",
        {"arguments": _TREES, "function": {"enum": [*sorted(PURE_FUNCTIONS)]}},
    ),
    "last_field": ("Reads a field of the last such event of this tick.", {"event": _TEXT, "field": _TEXT}),
    "logical": (
        "Joins truths, and stops at the first that decides.",
        {"operands": _TREES, "operator": {"enum": ["and", "or"]}},
    ),
    "negate": ("Turns the sign.", {"operand": _TREE}),
    "not": ("Is the opposite.", {"operand": _TREE}),
    "received": ("Tells whether this tick takes such an event.", {"event": _TEXT}),
    "to_float": ("Is the same number as a float.", {"operand": _TREE}),
    "variable_read": (
        "Reads a variable by its number; a trigger reads as bool.",
        {"variable": {"type": "integer", "minimum": 0}},
    ),
    "vector_component": ("Is x or y of a vector.", {"component": {"enum": ["x", "y"]}, "vector": _TREE}),
}


def _node(name: str, description: str, own: Mapping[str, JsonObject]) -> JsonObject:
    span: JsonObject = {
        "type": "array",
        "items": {"type": "integer", "minimum": 0},
        "minItems": 2,
        "maxItems": 2,
        "description": "First and last character in the text, for people.",
    }
    properties: dict[str, JsonValue] = {
        "node": {"const": name},
        "span": span,
        "type": {"$ref": "#/$defs/type"},
        **own,
    }
    if name == "variable_read":
        properties["name"] = {"type": "string", "description": "The variable's name in the text, for people."}
    return {
        "type": "object",
        "title": name,
        "description": description,
        "properties": properties,
        "required": ["node", "type", *own],
        "additionalProperties": False,
    }


TYPED_SCHEMA: Mapping[str, JsonObject] = {
    "type": TYPE_SCHEMA,
    "typed": {
        "title": "Typed tree",
        "description": "One node of an expression; `node` says which.",
        **picked_by("node", {name: _node(name, *declared) for name, declared in sorted(_NODES.items())}),
    },
}
"""The schemas that an expression refers to."""
