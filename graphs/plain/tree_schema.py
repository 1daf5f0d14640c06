"""Publish the JSON Schema of plain trees, made from that of documents and from the kinds."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import cast

from pydantic import BaseModel

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.files.schema import DIALECT, EXPRESSION_SCHEMA, document_schema, models_in, parameter_schema
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model import (
    BehaviorTreeGraph,
    Branch,
    ChildSlot,
    DecisionNode,
    DecisionTreeGraph,
    Document,
    Edge,
    Frame,
    Layout,
    StateMachineGraph,
    StateNode,
    TreeNode,
)
from graphs.plain.words import (
    CHILD_WORDS,
    FORMAT,
    GRAPH_STRUCTURE,
    GRAPH_WORDS,
    LOST,
    SHORT,
    VERSION,
    Form,
    form_of,
    node_forms,
)

_GRAPHS: Mapping[type[BaseModel], GraphKind] = {
    BehaviorTreeGraph: "behavior_tree",
    StateMachineGraph: "state_machine",
    DecisionTreeGraph: "decision_tree",
}
_NODES: Mapping[type[BaseModel], GraphKind] = {TreeNode: "behavior_tree", DecisionNode: "decision_tree"}
_TEXT: JsonObject = {"type": "string", "minLength": 1}
_ID: JsonObject = {"id": {**_TEXT, "description": "Its id, where it is not the one that its place gives."}}
_MORE: Mapping[type[BaseModel], JsonObject] = {
    Edge: _ID,
    StateNode: _ID
    | {
        "on": {"type": "array", "items": {"$ref": "#/$defs/Edge"}},
        "states": {"type": "object", "additionalProperties": {"$ref": "#/$defs/StateNode"}},
    },
    ChildSlot: {"child": {"$ref": "#/$defs/behavior_tree"}},
    Branch: {"child": {"anyOf": [_TEXT, {"$ref": "#/$defs/decision_tree"}]}},
}


def tree_schema(registry: Registry) -> JsonObject:
    """Return the JSON Schema of `*.tree.json`; it knows the kinds and actions of a registry."""
    document = document_schema(registry)
    source = cast("dict[str, JsonObject]", document["$defs"])
    expression: JsonObject = {"properties": {"=": {"type": "string"}}, "required": ["="]}
    kept = [name for name in source if name.startswith("action.") or name in ("ActionLine", "JsonValue")]
    defs: JsonObject = {name: source[name] for name in kept}
    defs["Expression"] = {**EXPRESSION_SCHEMA, **expression}
    defs["Call"] = {"allOf": [_call(each.id) for each in registry.actions.values() if each.parameters]}
    graphs: list[JsonValue] = [{"$ref": "#/$defs/behavior_tree"}]
    for model in models_in(Document):
        if model in _GRAPHS:
            graphs.append(_graph(source[model.__name__], model))
        elif model in _NODES:
            defs |= _nodes(registry, source[model.__name__], model)
        elif model not in (Document, Layout, Frame):
            part = _part(source[model.__name__], form_of(model), _MORE.get(model, {}))
            sole = cast("dict[str, JsonObject]", source[model.__name__]["properties"]).get(
                SHORT.get(model, "")
            )
            defs[model.__name__] = {"anyOf": [sole, part]} if sole else part
    head: JsonObject = {
        "$schema": {"type": "string"},
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "trees": {"type": "object", "additionalProperties": {"anyOf": graphs}},
    }
    whole = _part(document, form_of(Document), head, ("format", "version", "graphs"))
    about: JsonObject = {"$schema": DIALECT, "$id": f"urn:{FORMAT}:{VERSION}", "title": "Mindloom plain tree"}
    text = json.dumps(
        {**whole, **about, "required": ["format", "version"], "$defs": defs}, ensure_ascii=False
    )
    return cast(JsonObject, json.loads(text.replace(r"{\"expr\": ", r"{\"=\": ")))


def _part(schema: JsonObject, form: Form, more: JsonObject, hidden: Collection[str] = ()) -> JsonObject:
    """Return the definition of a part; one that calls something takes the names of what it calls too."""
    gone = {"children", "transitions", "child", *hidden}
    given = cast(JsonObject, schema["properties"])
    properties: JsonObject = {form.words[name]: given[name] for name in given if name not in gone} | more
    if "to" in properties:
        properties["to"] = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}
    required = {*cast("list[str]", schema.get("required", []))} - {"kind", *hidden}
    is_open = not {"params", "arguments"}.isdisjoint(form.words)
    return {
        **{key: schema[key] for key in ("title", "description") if key in schema},
        **({"$ref": "#/$defs/Call"} if "do" in properties else {}),
        "type": "object",
        "properties": properties,
        "required": [*map(form.words.__getitem__, sorted(required))],
        "additionalProperties": is_open,
    }


def _call(action: str) -> JsonValue:
    known: JsonObject = {"properties": {"do": {"const": action}}, "required": ["do"]}
    return {"if": known, "then": {"$ref": f"#/$defs/action.{action}"}}


def _graph(schema: JsonObject, model: type[BaseModel]) -> JsonObject:
    kind = _GRAPHS[model]
    inner: JsonObject = {"anyOf": [{"$ref": f"#/$defs/{kind}"}, {"type": "null"}]}
    more: JsonObject = {"loose": {"type": "array", "items": {"$ref": f"#/$defs/{kind}"}}}
    if kind == "state_machine":
        initial = cast(JsonObject, schema["properties"])["initial"]
        states = {**_MORE[StateNode], "initial": initial}
        del states["id"]
        inner, more = {"type": "object", "properties": states, "additionalProperties": False}, {}
    graph = _part(schema, form_of(model), {GRAPH_WORDS[kind]: inner, **more}, (*GRAPH_STRUCTURE, *LOST))
    return {**graph, "required": [GRAPH_WORDS[kind]]}


def _nodes(registry: Registry, schema: JsonObject, model: type[BaseModel]) -> JsonObject:
    """Return the definitions of the nodes of a sort of tree: one a kind, what they share, any of them."""
    kind = _NODES[model]
    fields, child_words = cast(JsonObject, schema["properties"]), CHILD_WORDS[kind]
    child: JsonObject = {"$ref": "#/$defs/Branch" if kind == "decision_tree" else f"#/$defs/{kind}"}
    children: JsonObject = {"type": "array", "items": child}
    ways: JsonObject = dict(zip(child_words[::-1], (children, child), strict=False))
    forms, unknown = node_forms(registry, kind)
    shared = {name for name in unknown.words if all(name in form.words for form in forms.values())}
    common: JsonObject = {**_ID, **ways, **{name: fields[name] for name in shared}}
    defs: JsonObject = {f"{kind}.any": {"properties": common}}
    of_any: JsonObject = {name: {"$ref": f"#/$defs/{kind}.any/properties/{name}"} for name in common}
    for name, form in forms.items():
        assert form.kind is not None
        values: list[JsonValue] = [{"type": "null"}]
        if form.is_list:
            values = [children]
        elif form.field:
            values.append(fields[form.field])
        elif form.parameter:
            values.append(parameter_schema(form.kind.parameters[0]))
        if form.kind.children.maximum == 1:
            values.append(child)
        own: JsonObject = {word: fields[field] for field, word in form.words.items() if field not in shared}
        parameters = [each for each in form.kind.parameters if each.name not in unknown.taken]
        own |= {each.name: parameter_schema(each) for each in parameters}
        defs[f"{kind}.{name}"] = {
            "title": form.kind.title,
            "description": form.kind.summary,
            "required": [form.word],
            "type": "object",
            "properties": {**of_any, **own, form.word: {"anyOf": values}},
            "additionalProperties": form.word == "do" or "arguments" in form.words,
            **({"$ref": "#/$defs/Call"} if form.word == "do" else {}),
        }
    # What a node says it is decides: else each kind was held against all that is below it, at each level.
    any_kind: list[JsonValue] = [
        {"if": {"required": [form.word]}, "then": {"$ref": f"#/$defs/{kind}.{name}"}, "else": False}
        for name, form in forms.items()
    ]
    entry: list[JsonValue] = [_TEXT] if kind == "decision_tree" else [{"$ref": "#/$defs/ChildSlot"}]
    later: JsonObject = {"type": "object", "properties": {"kind": _TEXT}, "required": ["kind"]}
    return {**defs, kind: {"anyOf": [*any_kind, *entry, later]}}
