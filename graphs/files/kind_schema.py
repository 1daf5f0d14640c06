"""Say in JSON Schema what the kinds of nodes and the actions of a registry take."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry


EXPRESSION_SCHEMA: JsonObject = {
    "title": "Expression",
    "description": "An expression that is worked out while the mind runs.",
    "type": "object",
    "properties": {"expr": {"type": "string"}},
    "required": ["expr"],
    "additionalProperties": False,
}

_VECTOR: JsonObject = {
    "type": "array",
    "prefixItems": [{"type": "number"}, {"type": "number"}],
    "minItems": 2,
    "maxItems": 2,
}
_TEXT: JsonObject = {"type": "string", "minLength": 1}


def kind_property(registry: Registry, graph_kind: GraphKind, description: str) -> JsonObject:
    """Return the schema of a node's `kind`: the known kinds with what they do, or any other text."""
    known: list[JsonValue] = [
        {"const": kind.id, "title": kind.title, "description": kind.summary}
        for kind in registry.kinds_of(graph_kind)
    ]
    return {"description": description, "anyOf": [*known, {"type": "string"}]}


def parameter_definitions(registry: Registry) -> JsonObject:
    """Return the definitions that the rules refer to: the `params` of each kind and action, by name."""
    definitions: JsonObject = {"Expression": EXPRESSION_SCHEMA}
    for (graph_kind, kind_id), kind in registry.kinds.items():
        if kind.parameters:
            definitions[_kind_name(graph_kind, kind_id)] = _parameters(kind.title, kind.parameters)
    for action in registry.actions.values():
        if action.parameters:
            definitions[_action_name(action.id)] = _parameters(action.title, action.parameters)
    return definitions


def node_rules(registry: Registry, graph_kind: GraphKind) -> list[JsonValue]:
    """Return what the `params` of a node must be, by its kind and by the action it names."""
    kinds = registry.kinds_of(graph_kind)
    rules = [_rule({"kind": kind.id}, _kind_name(graph_kind, kind.id)) for kind in kinds if kind.parameters]
    for kind in kinds:
        if "action" in kind.fields and not kind.parameters:
            rules += _action_rules(registry, {"kind": kind.id})
    return rules


def activity_rules(registry: Registry) -> list[JsonValue]:
    """Return what the `params` of a state's activity must be, by the action it names."""
    return _action_rules(registry, {})


def parameter_schema(parameter: Parameter) -> JsonObject:
    """Return what a value given for a parameter must be."""
    forms: list[JsonValue] = [_literal(parameter)]
    if parameter.evaluated != "never" and parameter.type != "variable":
        forms.append({"$ref": "#/$defs/Expression"})
    if not parameter.required:
        forms.append({"type": "null"})
    schema: JsonObject = {"title": parameter.label, "anyOf": forms}
    text = f"{parameter.help} In {parameter.unit}.".strip() if parameter.unit else parameter.help
    if text:
        schema["description"] = text
    if parameter.default is not None:
        schema["default"] = parameter.default
    return schema


def _action_rules(registry: Registry, where: dict[str, str]) -> list[JsonValue]:
    return [
        _rule({**where, "action": action.id}, _action_name(action.id))
        for action in registry.actions.values()
        if action.parameters
    ]


def _rule(where: dict[str, str], definition: str) -> JsonValue:
    """Return the rule that holds `params` to a definition where some fields have these values."""
    return {
        "if": {"properties": {name: {"const": value} for name, value in where.items()}, "required": [*where]},
        "then": {"properties": {"params": {"$ref": f"#/$defs/{definition}"}}},
    }


def _parameters(title: str, parameters: Sequence[Parameter]) -> JsonObject:
    return {
        "title": f"Parameters of {title}",
        "properties": {parameter.name: parameter_schema(parameter) for parameter in parameters},
    }


def _kind_name(graph_kind: GraphKind, kind_id: str) -> str:
    return f"{graph_kind}.{kind_id}"


def _action_name(action_id: str) -> str:
    return f"action.{action_id}"


def _literal(parameter: Parameter) -> JsonObject:
    match parameter.type:
        case "bool":
            return {"type": "boolean"}
        case "int":
            return _in_range({"type": "integer"}, parameter)
        case "float" | "seconds":
            return _in_range({"type": "number"}, parameter)
        case "enum":
            return {"enum": [*parameter.choices]}
        case "vector":
            return {**_VECTOR}
        case "point":
            return {"anyOf": [{**_VECTOR}, {**_TEXT}]}
        case "threshold":
            return {"anyOf": [_in_range({"type": "integer"}, parameter), {"enum": ["all", "any"]}]}
        case "string":
            return {"type": "string"}
        case "entity" | "variable" | "path":
            return {**_TEXT}


def _in_range(schema: JsonObject, parameter: Parameter) -> JsonObject:
    if parameter.minimum is not None:
        schema["minimum"] = parameter.minimum
    if parameter.maximum is not None:
        schema["maximum"] = parameter.maximum
    return schema
