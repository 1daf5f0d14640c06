"""Publish the JSON Schema of files, made from the models that read them.

A schema says what loads: fields of newer versions and other programs may stand beside the known ones. What a
document means, such as that an id names something, is checked apart (`graphs.checks`).
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from pydantic import BaseModel

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.files.field_descriptions import DEFINITION_TITLES, FIELD_DESCRIPTIONS
from graphs.files.kind_schema import activity_rules, kind_property, node_rules, parameter_definitions
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import FORMAT, NEWEST_VERSION, VERSION, Document

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Descriptions = Mapping[str, Mapping[str, str]]

_NODES: Mapping[str, GraphKind] = {
    "StateNode": "state_machine",
    "TreeNode": "behavior_tree",
    "DecisionNode": "decision_tree",
}


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
        activity["allOf"] = activity_rules(registry)
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

    `titles` names models as people call them; `descriptions` has the text of each field under the name of
    the model that declares it. `version` is the only one that a file of the schema may have, if not an
    `oldest` one is named.
    """
    raw = model.model_json_schema(by_alias=True, mode="validation")
    definitions = raw.pop("$defs", {})
    parts = {one.__name__: one for one in models_in(model)}
    for name, definition in definitions.items():
        if name in parts:
            _describe(definition, parts[name], titles, descriptions)
    _describe(raw, model, titles, descriptions)
    if oldest is None:
        raw["properties"]["version"]["const"] = version
    else:
        raw["properties"]["version"] |= {"minimum": oldest, "maximum": version}
    schema = _simplified({**raw, "$defs": definitions})
    assert isinstance(schema, dict)
    return {"$schema": DIALECT, "$id": identifier, **schema}


def models_in(model: type[BaseModel]) -> list[type[BaseModel]]:
    """Return a model and all models that its fields mention."""
    found = [model]
    for one in found:
        for info in one.model_fields.values():
            found += [part for part in _mentioned(info.annotation) if part not in found]
    return found


def _mentioned(annotation: object) -> list[type[BaseModel]]:
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        return [annotation]
    return [one for part in getattr(annotation, "__args__", ()) for one in _mentioned(part)]


def _describe(
    schema: dict[str, object],
    model: type[BaseModel],
    titles: Mapping[str, str],
    descriptions: Descriptions,
) -> None:
    """Put a title on a definition and a description on each of its properties."""
    schema["title"] = titles.get(model.__name__, model.__name__)
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
    for one in model.__mro__:
        text = descriptions.get(one.__name__, {}).get(field)
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
        kept = [one for one in choices if one != {"type": "integer"}]
        if len(kept) > 1:
            return {**plain, "anyOf": kept}
        return {**{key: entry for key, entry in plain.items() if key != "anyOf"}, "type": "number"}
    return plain
