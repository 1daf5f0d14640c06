"""Say by which words each part of a document is said in a plain tree, derived from models and kinds.

| part | is said |
|---|---|
| a node of a tree | `{word of its kind: value, parameters and fields by name, what is below it}` |
| its value | the field that its kind requires, else its children, else its first parameter |
| a part that needs one thing | that alone, as a text, where nothing else is given |
| values for an action or a graph | beside its name; in `params` or `arguments` if their name is a word here |
| `{"expr": "…"}` | `{"=": "…"}` |
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import get_origin

from pydantic import BaseModel

from graphs.basics.json_text import JsonObject
from graphs.basics.since import mentioned_models
from graphs.kinds.declarations.node_kind import GraphKind, NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.model import Activity, DecisionNode, Edge, Guard, InitialTransition, Service, TreeNode, Variable
from graphs.model.state_machine import ChoiceDecision

FORMAT, VERSION, SUFFIX = "mindloom-tree", 1, ".tree.json"

GRAPH_WORDS: Mapping[GraphKind, str] = {
    "behavior_tree": "tree",
    "state_machine": "machine",
    "decision_tree": "decision",
}
CHILD_WORDS: Mapping[GraphKind, tuple[str, ...]] = {
    "behavior_tree": ("child", "children"),
    "decision_tree": ("branches",),
}
"""Words for what is below a node where that is not its value; the last also is the field that holds it."""

GRAPH_STRUCTURE = ("kind", "root", "loose", "nodes", "edges", "children", "transitions", "initial")
"""Fields of graphs that are said by where nodes are."""
LOST = ("layout", "notes")
"""Fields of graphs that are not said."""
STRUCTURE = ("id", "kind", "child", "children", "branches", "slot")
"""Words and fields of nodes that say where they are and what is below them."""

BY_STATES = ("shares", "matrix")
"""Fields of moods whose keys are states."""

SHORT: Mapping[type[BaseModel], str] = {Variable: "type", Guard: "test", ChoiceDecision: "graph"}
"""Parts that a text can say, and the field that this is."""

_NODES: Mapping[GraphKind, type[BaseModel]] = {"behavior_tree": TreeNode, "decision_tree": DecisionNode}
_KIND_WORDS = {("behavior_tree", "condition"): "test"} | {(kind, "action"): "do" for kind in GRAPH_WORDS}
_FIELD_WORDS: Mapping[type[BaseModel], Mapping[str, str]] = {
    Activity: {"action": "do", "graph": "run"},
    Service: {"action": "do"},
    Edge: {"targets": "to", "guard": "if"},
    InitialTransition: {"targets": "to"},
}
_GIVEN_TO = {"params": "action", "arguments": "graph"}
"""Fields that hold values by name, and the field that names what these are given to."""


@dataclass(frozen=True)
class Form:
    """Hold how a part of a document is said: its fields in order, with their words.

    `parts` are the models of fields that have parts of their own, `maps` fields that hold such by name;
    `taken` are words that no value given by name may have. Of a node `word` says its kind, and has as its
    value a `field`, a `parameter`, or the list of its children.
    """

    words: Mapping[str, str]
    parts: Mapping[str, type[BaseModel]]
    maps: frozenset[str]
    taken: frozenset[str]
    kind: NodeKind | None = None
    word: str = ""
    field: str = ""
    parameter: str = ""
    is_list: bool = False

    def holders(self, record: JsonObject, registry: Registry) -> Mapping[str, Collection[str] | None]:
        """Return the fields whose values are given beside the others, each with the names it knows.

        None is for what may take any name: an action that is not declared, a graph.
        """
        found: dict[str, Collection[str] | None] = {}
        if self.kind is not None and self.kind.parameters:
            found["params"] = [each.name for each in self.kind.parameters]
        for holder, caller in _GIVEN_TO.items():
            if {holder, caller} <= self.words.keys() and record.get(caller) is not None:
                action = registry.actions.get(str(record[caller])) if caller == "action" else None
                found.setdefault(holder, [each.name for each in action.parameters] if action else None)
        return found


@cache
def form_of(model: type[BaseModel]) -> Form:
    """Return how a part of a document is said that is no node of a tree."""
    hints = {info.alias or name: info.annotation for name, info in model.model_fields.items()}
    renamed = _FIELD_WORDS.get(model, {})
    words = {field: renamed.get(field, field) for field in hints}
    parts = {field: found[0] for field, hint in hints.items() if (found := mentioned_models(hint))}
    maps = frozenset(field for field, hint in hints.items() if get_origin(hint) is dict)
    return Form(words, parts, maps, frozenset(words.values()))


def node_forms(registry: Registry, graph_kind: GraphKind) -> tuple[Mapping[str, Form], Form]:
    """Return how nodes of a tree are said, by the id of their kind, and one of a kind that is not known.

    The fields that a kind of this sort of graph uses, but not the node's own, are not said.
    """
    kinds, whole = registry.kinds_of(graph_kind), form_of(_NODES[graph_kind])
    words = {field: field for field in whole.words if field not in STRUCTURE}
    taken = whole.taken.union(STRUCTURE, (_word_of(kind) for kind in kinds))
    unknown = replace(whole, words=words, taken=taken)
    others = {field for kind in kinds for field in kind.fields}
    return {kind.id: _form_of_kind(unknown, kind, others) for kind in kinds}, unknown


def _form_of_kind(unknown: Form, kind: NodeKind, others: Collection[str]) -> Form:
    is_several = kind.children.maximum is None or kind.children.maximum > 1
    field = next(iter(kind.required_fields), "")
    words = {name: name for name in unknown.words if name in kind.fields or name not in others}
    parameter = kind.parameters[0].name if kind.parameters and not field and not is_several else ""
    return replace(
        unknown,
        words=words | ({field: _word_of(kind)} if field else {}),
        kind=kind,
        word=_word_of(kind),
        field=field,
        parameter=parameter,
        is_list=is_several and not field,
    )


def _word_of(kind: NodeKind) -> str:
    return _KIND_WORDS.get((kind.graph_kind, kind.id), kind.id)
