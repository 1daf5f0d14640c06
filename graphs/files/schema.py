"""Publish the JSON Schema of files, made from the models that read them.

A schema says what loads: fields of newer versions and other programs may stand beside the known ones. What a
document means, such as that an id names something, is checked apart (`graphs.checks`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from graphs.basics.json_text import JsonObject, JsonValue, WrittenAs
from graphs.basics.since import mentioned_models
from graphs.files.field_descriptions import DEFINITION_TITLES, FIELD_DESCRIPTIONS
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model.action_rows import rows_to_file
from graphs.model.document import FORMAT, NEWEST_VERSION, VERSION, Document

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

ACTION_LINE_SCHEMA: JsonObject = {
    "title": "Line",
    "description": "A line of an action block, or a condition with the lines it decides.",
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {
                "if": {"type": "string", "minLength": 1, "description": "The test."},
                "then": {"type": "array", "items": {"$ref": "#/$defs/ActionLine"}},
                "else": {"type": "array", "items": {"$ref": "#/$defs/ActionLine"}},
            },
            "required": ["if", "then"],
            "additionalProperties": False,
        },
    ],
}

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Descriptions = Mapping[str, Mapping[str, str]]
_IS_BLOCK = WrittenAs(rows_to_file)
_NODES: Mapping[str, GraphKind] = {
    "StateNode": "state_machine",
    "TreeNode": "behavior_tree",
    "DecisionNode": "decision_tree",
}


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
            return {
                "anyOf": [
                    _in_range({"type": "integer"}, parameter),
                    {"enum": ["all", "any", *parameter.words]},
                ]
            }
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


def document_schema(registry: Registry | None = None) -> JsonObject:
    """Return the JSON Schema of `*.mind.json`.

    With a registry the schema knows its kinds and actions: it offers them and holds their parameters to type
    and range. An unknown kind is allowed all the same.
    """
    schema = model_schema(
        Document,
        f"urn:{FORMAT}:document:{NEWEST_VERSION}",
        DEFINITION_TITLES,
        FIELD_DESCRIPTIONS,
        version=NEWEST_VERSION,
        oldest=VERSION,
    )
    if registry is None:
        return schema
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    definitions.update(parameter_definitions(registry))
    for name, graph_kind in _NODES.items():
        definition = definitions[name]
        assert isinstance(definition, dict)
        properties = definition["properties"]
        assert isinstance(properties, dict)
        properties["kind"] = kind_property(registry, graph_kind, FIELD_DESCRIPTIONS["NodeBase"]["kind"])
        rules = node_rules(registry, graph_kind)
        if rules:
            definition["allOf"] = rules
    activity = definitions["Activity"]
    assert isinstance(activity, dict)
    if registry.actions:
        activity["allOf"] = _action_rules(registry, {})
    return schema


def model_schema(
    model: type[BaseModel],
    identifier: str,
    titles: Mapping[str, str],
    descriptions: Descriptions,
    *,
    version: int,
    oldest: int | None = None,
) -> JsonObject:
    """Return the JSON Schema of a model and all it is made of, with titles and descriptions.

    `titles` names models as people call them where that is not their name in words; `descriptions` has the
    text of each field under the name of the model that declares it. `version` is the only one that a file of
    the schema may have, if not an `oldest` one is named.
    """
    raw = model.model_json_schema(by_alias=True, mode="validation")
    definitions = raw.pop("$defs", {})
    parts = {each.__name__: each for each in models_in(model)}
    for name, definition in definitions.items():
        if name in parts:
            _describe(definition, parts[name], titles, descriptions)
            _let_blocks_have_conditions(definition, parts[name])
    if any(_blocks_of(part) for part in parts.values()):
        definitions["ActionLine"] = ACTION_LINE_SCHEMA
    _describe(raw, model, titles, descriptions)
    if oldest is None:
        raw["properties"]["version"]["const"] = version
    else:
        raw["properties"]["version"] |= {"minimum": oldest, "maximum": version}
    schema = _simplified({**raw, "$defs": definitions})
    assert isinstance(schema, dict)
    return {"$schema": DIALECT, "$id": identifier, **schema}


def _blocks_of(model: type[BaseModel]) -> list[str]:
    return [name for name, info in model.model_fields.items() if _IS_BLOCK in info.metadata]


def _let_blocks_have_conditions(schema: dict[str, JsonObject], model: type[BaseModel]) -> None:
    for name in _blocks_of(model):
        block = schema["properties"][name]
        assert isinstance(block, dict)
        block["items"] = {"$ref": "#/$defs/ActionLine"}


def models_in(model: type[BaseModel]) -> list[type[BaseModel]]:
    """Return a model and all models that its fields mention."""
    found = [model]
    for each in found:
        for info in each.model_fields.values():
            found += [part for part in mentioned_models(info.annotation) if part not in found]
    return found


def _describe(
    schema: dict[str, object], model: type[BaseModel], titles: Mapping[str, str], descriptions: Descriptions
) -> None:
    """Put a title on a definition and a description on each of its properties."""
    name_in_words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.__name__).capitalize()
    schema["title"] = titles.get(model.__name__, name_in_words)
    schema["description"] = " ".join((inspect.getdoc(model) or "").split())
    properties = schema["properties"]
    assert isinstance(properties, dict)
    for name, info in model.model_fields.items():
        entry = properties[info.alias or name]
        entry.pop("title", None)
        text = field_description(model, info.alias or name, descriptions)
        if text:
            entry["description"] = text


def field_description(model: type[BaseModel], field: str, descriptions: Descriptions) -> str:
    """Return the text of a field, looked up at the model and what it is derived from; "" without one."""
    for each in model.__mro__:
        text = descriptions.get(each.__name__, {}).get(field)
        if text:
            return text
    return ""


def _simplified(value: object) -> JsonValue:
    """Return a schema without what says nothing: a number is a number, and a default is no empty thing."""
    if isinstance(value, list):
        return [_simplified(item) for item in value]
    if not isinstance(value, dict):
        assert value is None or isinstance(value, (str, int, float, bool))
        return value
    plain = {str(key): _simplified(entry) for key, entry in value.items()}
    choices = plain.get("anyOf")
    if isinstance(choices, list) and {"type": "integer"} in choices and {"type": "number"} in choices:
        kept = [choice for choice in choices if choice != {"type": "integer"}]
        if len(kept) > 1:
            return {**plain, "anyOf": kept}
        return {**{key: entry for key, entry in plain.items() if key != "anyOf"}, "type": "number"}
    return plain
