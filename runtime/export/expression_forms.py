"""Write expressions as typed trees, and read them back (rule 2.7).

The tree is that of `graphs.expressions.serial`, but a variable is its number in the list of variables, a type
is left out where it follows, and the text, spans and names for people are in the file of names. Reading is by
allow-list: every name, type and number of arguments is checked, so that what is loaded can be evaluated,
whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.functions import LIST_FUNCTIONS, PURE_FUNCTIONS
from graphs.expressions.scope import shared_fields
from graphs.expressions.serial import TypedDataError, type_to_json, typed_from_json, typed_to_json
from graphs.expressions.typed import (
    ConditionCall,
    CurveRead,
    EntityField,
    EventField,
    EventName,
    LastField,
    TypedExpression,
    VariableRead,
    walk_typed,
)
from graphs.expressions.types import BOOL as BOOL_TYPE
from graphs.expressions.types import ENTITY, FLOAT, INT, STRING, Type, ValueType, readable_type
from graphs.model.variables_and_events import MOST_ITEMS, POLLED_OR_EVENTLESS, matching_events
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem
from runtime.export.forms import TEXT, Form, require_object
from runtime.export.writing_and_reading import Reading, Writing, type_words, variable_key
from runtime.minds.machines.machine_rows import TransitionRow
from runtime.minds.program.code import Expression

# -- the schema ---------------------------------------------------------------------------------------


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


_TYPE_NAMES = tuple(kind.value for kind in ValueType if kind not in (ValueType.ENUM, ValueType.LIST))

TYPE_SCHEMA: JsonObject = {
    "title": "Type",
    "description": "The type of a value: a name, the values of an enum, or the items of a list.",
    "anyOf": [
        {"enum": [*_TYPE_NAMES]},
        {
            "type": "object",
            "properties": {"enum": {"type": "array", "items": {"type": "string"}}},
            "required": ["enum"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {
                "list": {"$ref": "#/$defs/type"},
                "most": {"type": "integer", "minimum": 1, "maximum": MOST_ITEMS},
            },
            "required": ["list", "most"],
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
    "curve": (
        "Is the value of a table of `curves` for x, on the line between the points around it.",
        {"curve": _TEXT, "operand": _TREE},
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
        {"arguments": _TREES, "function": {"enum": [*sorted({*PURE_FUNCTIONS, *LIST_FUNCTIONS})]}},
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
    properties: dict[str, JsonValue] = {"node": {"const": name}, "type": {"$ref": "#/$defs/type"}, **own}
    return {
        "type": "object",
        "title": name,
        "description": description,
        "properties": properties,
        "required": ["node", *(field for field in own if field != "arguments")],
        "additionalProperties": False,
    }


TYPED_SCHEMA: Mapping[str, JsonObject] = {
    "type": TYPE_SCHEMA,
    "typed": {
        "title": "Typed tree",
        "description": (
            "One node of an expression; `node` says which. A type that is left out is bool for truths, that "
            "of the variable, of time and self, string for event_name, that of a constant's JSON, else float."
        ),
        **picked_by("node", {name: _node(name, *declared) for name, declared in sorted(_NODES.items())}),
    },
}
"""The schemas that an expression refers to."""


# -- writing and reading ------------------------------------------------------------------------------

NUMBER = (FLOAT, INT)
"""The types of what is calculated with."""


def expression(*types: Type) -> Form[Expression]:
    """Return the form of an expression that gives one of some types; without any, whatever it gives."""
    schema: JsonObject = {"$ref": "#/$defs/typed"}
    if types:
        words = " or ".join(type_words(each) for each in types)
        schema = {"allOf": [schema], "description": f"An expression that gives {words}."}
    return Form(schema, _write, partial(_read, types), TYPED_SCHEMA)


def _write(code: Expression, out: Writing) -> JsonValue:
    tree = typed_to_json(code.typed)
    _rename(tree, partial(_shorten, code, out))
    return {"text": code.text, **require_object(tree, "")} if out.names else tree


def _shorten(code: Expression, out: Writing, node: dict[str, JsonValue]) -> None:
    """Name a variable by its number; leave out a type that follows, and without names what is for people."""
    declared: Type | None = None
    if node["node"] == "variable_read":
        key = node.pop("slot_key")
        assert isinstance(key, str)
        declared = code.slots[key].type
        node["variable"] = out.variable(code.slots[key])
    if not out.names:
        node.pop("span")
        node.pop("name") if node["node"] == "variable_read" else None
    if node["type"] == _type_of(node, declared):
        del node["type"]
    if node.get("arguments") == []:
        del node["arguments"]


_BOOLS = frozenset({"comparison", "condition_call", "logical", "not", "received"})


def _type_of(node: Mapping[str, JsonValue], declared: Type | None) -> JsonValue:
    """Return the type that a node has where none is written; `declared` is that of the variable it reads."""
    match node["node"]:
        case "variable_read" if declared is not None:
            return type_to_json(readable_type(declared))
        case "context_read" if node.get("name") == "self":
            return ENTITY.kind.value
        case "event_name":
            return STRING.kind.value
        case "constant":
            return _type_of_value(node.get("value"))
        case name:
            return (BOOL_TYPE if isinstance(name, str) and name in _BOOLS else FLOAT).kind.value


def _type_of_value(value: JsonValue) -> JsonValue:
    if isinstance(value, bool):
        return BOOL_TYPE.kind.value
    return (STRING if isinstance(value, str) else ENTITY if value is None else FLOAT).kind.value


def _rename(data: object, change: Callable[[dict[str, JsonValue]], None]) -> None:
    """Change every node of a typed tree, without recursion: trees may be deep."""
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, dict):
            waiting.extend(each for each in one.values() if isinstance(each, (dict, list)))
            if "node" in one:
                change(one)


def _read(types: tuple[Type, ...], data: JsonValue, path: str, source: Reading) -> Expression:
    tree = _copied(require_object(data, path), path)
    assert isinstance(tree, dict)
    text = TEXT.read(tree.pop("text", ""), f"{path}.text", source)
    _rename(tree, partial(_complete, source, path))
    try:
        typed = typed_from_json(tree)
    except TypedDataError as error:
        place = f"{path}.{error.path}" if error.path else path
        raise ExportProblem(place, f"{error.message.rstrip('.')}.", EXPORT_AGAIN) from None
    for node in walk_typed(typed):
        _check_node(node, path, source)
    if types and typed.type not in types:
        words = " or ".join(type_words(each) for each in types)
        said = f"Expected {words}, but the expression gives {type_words(typed.type)}."
        raise ExportProblem(path, said, EXPORT_AGAIN)
    return Expression(text, typed, source.slots, _triggers(typed, source))


_DEEPEST = 400
"""Levels of lists and objects in a tree that is read at all."""


def _copied(data: JsonValue, path: str, depth: int = 0) -> JsonValue:
    """Return a copy of a tree that may be changed."""
    if depth > _DEEPEST:
        raise ExportProblem(path, f"The tree is more than {_DEEPEST} levels deep.", EXPORT_AGAIN)
    if isinstance(data, list):
        return [_copied(each, path, depth + 1) for each in data]
    if isinstance(data, dict):
        return {name: _copied(key, path, depth + 1) for name, key in data.items()}
    return data


def _complete(source: Reading, path: str, node: dict[str, JsonValue]) -> None:
    """Give a node what its short form leaves out, and the key of its variable."""
    node.setdefault("span", [0, 0])
    declared: Type | None = None
    if node["node"] == "variable_read":
        number = node.pop("variable", None)
        variable = source.variable_at(number, path)
        assert isinstance(number, int)
        declared = variable.slot.type
        node.setdefault("name", variable.name)
        node["slot_key"] = variable_key(number)
    if node["node"] in ("condition_call", "function_call"):
        node.setdefault("arguments", [])
    node.setdefault("type", _type_of(node, declared))
    value = node.get("value")
    if node["node"] == "constant" and node["type"] == FLOAT.kind.value and type(value) is int:
        node["value"] = float(value)


def _triggers(typed: TypedExpression, source: Reading) -> tuple[int, ...]:
    slots = [source.slots[node.slot_key] for node in walk_typed(typed) if isinstance(node, VariableRead)]
    return tuple(sorted({slot.index for slot in slots if slot.type.kind is ValueType.TRIGGER}))


def _check_node(node: TypedExpression, path: str, source: Reading) -> None:
    """Refuse what could fail in another way than expressions do when it is evaluated."""
    needs = source.needs
    wanted: Type | None = node.type
    what = ""
    match node:
        case VariableRead():
            wanted, what = readable_type(source.slots[node.slot_key].type), f"The variable {node.name}"
        case EntityField():
            wanted, what = needs.entity_fields.get(node.field), f"The entity field {node.field}"
        case LastField():
            event = needs.events.get(node.event)
            wanted, what = event.payload.get(node.field) if event else None, f"{node.event}.{node.field}"
        case EventField():
            wanted, what = _event_fields(source).get(node.field), f"event.{node.field}"
        case EventName():
            source.require(isinstance(source.row, TransitionRow), path, "There is no event here.")
        case ConditionCall():
            _check_condition(node, path, source)
        case CurveRead():
            source.require(node.curve in source.curves, path, f"There is no curve {node.curve[:40]!r}.")
    if wanted is None:
        raise ExportProblem(path, f"{what[:60]} is not declared.", EXPORT_AGAIN)
    if wanted != node.type:
        said = f"{what[:60]} is {type_words(wanted)}, but is read as {type_words(node.type)}."
        raise ExportProblem(path, said, EXPORT_AGAIN)


def _event_fields(source: Reading) -> dict[str, Type]:
    """Return the payload fields that every event which the transition being read can be taken by has."""
    if not isinstance(source.row, TransitionRow):
        return {}
    events = source.needs.events
    waited = [event for event in source.row.events if event not in POLLED_OR_EVENTLESS]
    payloads = [events[name].payload for name in matching_events(waited, events)] if waited else []
    return shared_fields(payloads)


def _check_condition(node: ConditionCall, path: str, source: Reading) -> None:
    condition = source.needs.conditions.get(node.condition)
    if condition is None:
        raise ExportProblem(path, f"The condition {node.condition[:40]!r} is not declared.", EXPORT_AGAIN)
    given = [argument.type for argument in node.arguments]
    if given != [declared for _, declared in condition.parameters]:
        said = f"The arguments of the condition {node.condition} do not fit its declaration."
        raise ExportProblem(path, said, EXPORT_AGAIN)


TEST = expression(BOOL_TYPE)
"""The form of a guard, a condition."""
