"""Write a document as a plain tree: nested, by names, without places on the canvas."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import cast

from pydantic import BaseModel

from graphs.basics.json_text import JsonObject, JsonValue, marks_outside_strings, nesting_depth
from graphs.files.document_file import MAXIMUM_DOCUMENT_DEPTH, document_to_bytes
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model import BehaviorTreeGraph, Branch, ChildSlot, Document, Edge, StateMachineGraph, StateNode
from graphs.plain.parts import said, say
from graphs.plain.place_names import node_stem, place_ids, state_labels, state_stem, stem
from graphs.plain.tree_json import TreeRefused, written
from graphs.plain.words import (
    BY_STATES,
    CHILD_WORDS,
    FORMAT,
    GRAPH_STRUCTURE,
    GRAPH_WORDS,
    LOST,
    VERSION,
    Form,
    form_of,
    node_forms,
)

_MEND = "Run mindloom check on the document, and mend what it says."


def tree_text(document: Document, registry: Registry) -> str:
    """Return the text of the plain tree of a document, always the same.

    Raises `TreeRefused` for a document whose parts do not hang together, or that is too deep for a file.
    """
    try:
        text = written(_tree_json(document, registry))
        if nesting_depth(marks_outside_strings(text.encode())) <= MAXIMUM_DOCUMENT_DEPTH:
            return text
    except RecursionError:
        pass
    deep = f"As a tree this is nested deeper than the {MAXIMUM_DOCUMENT_DEPTH} levels a file may have."
    raise TreeRefused((), deep, "Move inner parts to graphs of their own.")


def _tree_json(document: Document, registry: Registry) -> JsonObject:
    file = cast(JsonObject, json.loads(document_to_bytes(document)))
    graphs = _objects(file, "graphs")
    tree: JsonObject = {"format": FORMAT, "version": VERSION}
    if file.get("root") != (next(iter(graphs)) if len(graphs) == 1 else None):
        tree["root"] = file.get("root")
    about = _without(file, "format", "version", "root", "graphs")
    trees: JsonObject = {key: _GraphWriting(key, graphs[key], registry).whole() for key in sorted(graphs)}
    return {**tree, **say(form_of(Document), about, registry), "trees": trees}


class _GraphWriting:
    """Write one graph. `_noted` are its parts in the order written: id, stem and what was written."""

    def __init__(self, graph_id: str, graph: JsonObject, registry: Registry) -> None:
        self._place, self._graph, self._registry = ("graphs", graph_id), graph, registry
        self._kind = cast(GraphKind, graph["kind"])
        self._nodes, self._edges = _objects(graph, "nodes"), _objects(graph, "edges")
        self._labels = state_labels({key: str(node.get("name", "")) for key, node in self._nodes.items()})
        self._noted: list[tuple[str, str, JsonObject]] = []
        self._noted_edges: list[tuple[str, str, JsonObject]] = []
        self._seen: set[str] = set()

    def whole(self) -> JsonObject:
        """Return the graph."""
        word, is_machine = GRAPH_WORDS[self._kind], self._kind == "state_machine"
        model = StateMachineGraph if is_machine else BehaviorTreeGraph
        about = self._said(model, _without(self._graph, *GRAPH_STRUCTURE, *LOST))
        loose: list[JsonValue] = []
        if is_machine:
            begin = {key: self._graph[key] for key in ("initial",) if key in self._graph}
            top: JsonValue = {**self._said(model, begin), **self._inside(self._graph, "")}
        else:
            self._forms, self._unknown = node_forms(self._registry, self._kind)
            top = None if self._graph.get("root") is None else self._item(str(self._graph["root"]))
            loose = [self._item(str(each)) for each in _list(self._graph, "loose")]
        self._leave_out_ids()
        if self._kind == "behavior_tree" and isinstance(top, dict) and not about and not loose:
            return top
        return {**about, word: top, **({"loose": loose} if loose else {})}

    def _leave_out_ids(self) -> None:
        """Take out the ids that follow from the places of parts, but for those that branches name."""
        ways = [branch for node in self._nodes.values() for branch in _list(node, "branches")]
        counts = Counter(str(cast(JsonObject, each).get("child")) for each in ways)
        counts.update(map(str, [self._graph.get("root"), *_list(self._graph, "loose")]))
        noted = [*self._noted, *self._noted_edges]
        by_place = place_ids((start, None) for _, start, _ in noted)
        for (part_id, _, out), would_be in zip(noted, by_place, strict=True):
            if part_id == would_be and counts[part_id] < 2:
                del out["id"]
        lost = {*self._nodes, *self._edges} - self._seen
        if lost:
            raise TreeRefused(self._place, f"{min(lost)!r} is in no list, so it has no place.", _MEND)

    def _take(self, parts: Mapping[str, JsonObject], part_id: str) -> JsonObject:
        if part_id not in parts:
            raise TreeRefused(self._place, f"{part_id!r} is in a list, and is not there.", _MEND)
        if part_id in self._seen:
            raise TreeRefused(self._place, f"{part_id!r} is in two lists.", _MEND)
        self._seen.add(part_id)
        return parts[part_id]

    def _item(self, node_id: str) -> JsonValue:
        """Return a node of a tree, with what its parent must know of it around it."""
        slot, node = self._nodes.get(node_id, {}).get("slot"), self._node(node_id)
        return node if slot is None else {**self._said(ChildSlot, cast(JsonObject, slot)), "child": node}

    def _node(self, node_id: str) -> JsonValue:
        """Return a node of a tree, or its id where several branches lead to it and it was given before."""
        if node_id in self._seen and self._kind == "decision_tree":
            return node_id
        record = dict(self._take(self._nodes, node_id))
        form = self._forms.get(str(record["kind"]), self._unknown)
        out: JsonObject = {"id": node_id}
        self._noted.append((node_id, node_stem(record), out))
        value = _taken_parameter(record, form)
        fields = say(form, record, self._registry)
        value = fields.pop(form.word, None) if form.field else value
        below = self._below(self._nodes[node_id])
        is_only = form.kind is not None and form.kind.children.maximum == 1 and len(below) == 1
        if form.is_list:
            out |= {**fields, form.word: below}
        elif is_only and value is None:
            out |= {**fields, form.word: below[0]}
        else:
            out |= {form.word: value} if form.word else {"kind": record["kind"]}
            held: JsonObject = {"child": below[0]} if is_only else {CHILD_WORDS[self._kind][-1]: below}
            out |= {**fields, **(held if below else {})}
        return out

    def _below(self, node: JsonObject) -> list[JsonValue]:
        below = [self._item(str(each)) for each in _list(node, "children")]
        for each in _list(node, "branches"):
            branch = cast(JsonObject, each)
            decides: JsonValue = self._said(Branch, _without(branch, "child"))
            assert isinstance(decides, dict)
            if "child" in branch:
                decides["child"] = self._node(str(branch["child"]))
            below.append(decides)
        return below

    def _inside(self, owner: JsonObject, label: str) -> JsonObject:
        """Return the transitions of a state, or of the machine, and the states in it."""
        edges: list[JsonValue] = [self._transition(str(each), label) for each in _list(owner, "transitions")]
        out: JsonObject = {"on": edges} if edges else {}
        if children := [str(each) for each in _list(owner, "children")]:
            out["states"] = {self._labels.get(each, each): self._state(each) for each in children}
        return out

    def _state(self, node_id: str) -> JsonObject:
        record, label = self._take(self._nodes, node_id), self._labels[node_id]
        kind = str(record["kind"])
        out: JsonObject = {"id": node_id, **({} if kind == "state" else {"kind": kind})}
        is_named = has_name(kind, self._registry)
        if (name := record.get("name", "")) != (label if is_named else ""):
            out["name"] = name
        self._noted.append((node_id, state_stem(label, kind, is_named), out))
        out |= self._said(StateNode, _without(record, "kind", "name", "children", "transitions"))
        out |= self._inside(record, label)
        return out

    def _transition(self, edge_id: str, source: str) -> JsonObject:
        edge = self._take(self._edges, edge_id)
        out: JsonObject = {"id": edge_id, **self._said(Edge, edge)}
        targets = [self._label(str(each)) for each in _list(edge, "targets")]
        self._noted_edges.append((edge_id, stem(" ".join([source or "any", *targets])), out))
        return out

    def _said(self, model: type[BaseModel], record: JsonObject) -> JsonObject:
        """Return a part, with the states that it leads to by their labels."""
        record = dict(record)
        for name in {"initial", "default", "targets"} & record.keys():
            way = record[name]
            if isinstance(way, dict):
                record[name] = {**way, "targets": [self._label(str(each)) for each in _list(way, "targets")]}
            elif isinstance(way, list):
                record[name] = [self._label(str(each)) for each in way]
            elif isinstance(way, str):
                record[name] = self._label(way)
        for name in {"moods", "matrix"} & record.keys():
            record[name] = self._labeled(cast(JsonObject, record[name]), name)
        return say(form_of(model), record, self._registry)

    def _labeled(self, value: JsonObject, name: str) -> JsonObject:
        """Return what is said of moods, or a matrix or row of one, with the labels of states."""
        if name == "moods":
            inner = {
                each: self._labeled(cast(JsonObject, value[each]), each)
                for each in BY_STATES
                if each in value
            }
            return {**value, **inner}
        return {
            self._label(state): self._labeled(row, "") if isinstance(row, dict) else row
            for state, row in value.items()
        }

    def _label(self, node_id: str) -> str:
        if node_id not in self._labels:
            raise TreeRefused(self._place, f"{node_id!r} is led to, and is not there.", _MEND)
        return self._labels[node_id]


def has_name(kind: str, registry: Registry) -> bool:
    """Tell whether states of a kind have a name, which then is their label unless another is said."""
    declared = registry.kind("state_machine", kind)
    return declared is not None and "name" in declared.fields


def _taken_parameter(record: JsonObject, form: Form) -> JsonValue:
    """Take the parameter that is the value of the kind's word out of a node; None if that cannot say it."""
    given = dict(cast(JsonObject, record.get("params", {})))
    value = said(given.pop(form.parameter, None))
    if value is None or (isinstance(value, dict) and value.keys() != {"="}):
        return None
    record["params"] = given
    return value


def _objects(value: JsonObject, key: str) -> Mapping[str, JsonObject]:
    return cast("Mapping[str, JsonObject]", value.get(key, {}))


def _list(value: JsonObject, key: str) -> list[JsonValue]:
    return cast("list[JsonValue]", value.get(key, []))


def _without(value: JsonObject, *names: str) -> JsonObject:
    return {key: value[key] for key in value if key not in names}
