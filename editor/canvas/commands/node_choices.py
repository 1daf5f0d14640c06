"""List what can be added to a graph: kinds, actions, conditions, calls of other graphs. Qt-free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from editor.canvas.items.pictures import GRAPH_ICONS, kind_icon
from editor.theme.icons import icon_names
from editor.theme.tokens import Family
from graphs.edits.adding import unique_name
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph, StateMachineGraph

_CALL_KINDS = {"behavior_tree": "subtree", "state_machine": "run_machine", "decision_tree": "decide"}
_CALL_WORDS = {"behavior_tree": "subtree", "state_machine": "state machine", "decision_tree": "decision tree"}


FIRST_KINDS = {"behavior_tree": "selector", "decision_tree": "test", "state_machine": "state"}
"""The kind that the first button of an empty canvas adds, by kind of graph."""


@dataclass(frozen=True, slots=True)
class NodeChoice:
    """One thing to add: what it is called, one line of help, and what the new node holds."""

    key: str
    title: str
    help: str
    icon: str
    family: Family
    kind: str
    fields: Mapping[str, object] = field(default_factory=dict, hash=False)

    def fields_in(self, graph: Graph) -> dict[str, object]:
        """Return what the new node holds; a state's name is made unique."""
        fields = dict(self.fields)
        if isinstance(graph, StateMachineGraph) and isinstance(fields.get("name"), str):
            fields["name"] = unique_name(graph, str(fields["name"]))
        return fields


def node_choices(document: Document, graph_id: str, registry: Registry) -> tuple[NodeChoice, ...]:
    """Return everything that can be added to a graph, in palette order."""
    graph = document.graphs[graph_id]
    return (
        *_kind_choices(graph, registry),
        *_action_choices(graph, registry),
        *_condition_choices(graph, registry),
        *_call_choices(document, graph_id, registry),
    )


def _kind_choices(graph: Graph, registry: Registry) -> Iterator[NodeChoice]:
    for kind in registry.kinds_of(graph.kind):
        icon, family = kind_icon(kind)
        yield NodeChoice(f"kind:{kind.id}", kind.title, _line(kind.summary), icon, family, kind.id)


def _action_choices(graph: Graph, registry: Registry) -> Iterator[NodeChoice]:
    for action in registry.actions.values():
        icon = action.icon if action.icon in icon_names() else "action"
        fields: dict[str, object]
        if graph.kind == "state_machine":
            fields = {"name": action.title, "activity": {"action": action.id}}
            kind = "state"
        else:
            fields, kind = {"action": action.id}, "action"
        yield NodeChoice(
            f"action:{action.id}", action.id, _line(action.summary), icon, Family(action.family), kind, fields
        )


def _condition_choices(graph: Graph, registry: Registry) -> Iterator[NodeChoice]:
    kind = {"behavior_tree": "condition", "decision_tree": "test"}.get(graph.kind)
    if kind is None:
        return
    for condition in registry.conditions.values():
        yield NodeChoice(
            f"condition:{condition.id}",
            condition.id,
            _line(condition.summary),
            "condition",
            Family.ASK,
            kind,
            {"test": f"{condition.id}()"},
        )


def _call_choices(document: Document, graph_id: str, registry: Registry) -> Iterator[NodeChoice]:
    own = document.graphs[graph_id]
    for other_id, other in document.graphs.items():
        if other_id == graph_id:
            continue
        title = other.title or other_id
        icon, family = GRAPH_ICONS[other.kind]
        fields: dict[str, object]
        if own.kind == "state_machine":
            kind, fields = "state", {"name": title, "activity": {"graph": other_id}}
        elif own.kind == "behavior_tree":
            kind, fields = _CALL_KINDS[other.kind], {"graph": other_id}
        else:
            kind, fields = "run", {"graph": other_id}
        if registry.kind(own.kind, kind) is not None:
            words = _CALL_WORDS[other.kind]
            yield NodeChoice(f"graph:{other_id}", title, f"run this {words}", icon, family, kind, fields)


def _line(summary: str) -> str:
    """Return a summary as the quiet line under a name: without full stop, in lower case."""
    text = summary.strip().rstrip(".")
    return text[:1].lower() + text[1:]
