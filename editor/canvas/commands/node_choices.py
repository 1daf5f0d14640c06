"""List what can be added to a graph: kinds, actions, conditions, calls of other graphs. Qt-free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from editor.canvas.items.pictures import GRAPH_ICONS, kind_icon
from editor.documents.open.snippets import Snippet
from editor.theme.icons import icon_names
from editor.theme.tokens import Family
from graphs.edits.adding import unique_name
from graphs.edits.state_activity import proposed_arguments
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph, StateMachineGraph

FIRST_KINDS = {"behavior_tree": "selector", "decision_tree": "test", "state_machine": "state"}
"""The kind that the first button of an empty canvas adds, by kind of graph."""


RECENT, OWN_GRAPHS, OWN_ACTIONS, OWN_CONDITIONS = "Recent", "Your graphs", "Your actions", "Your conditions"
SNIPPETS = "Your snippets"
MOVES, ACTIONS, CONDITIONS = "Moving", "Acting", "Conditions"
CATEGORIES = {
    "composite": "Composites",
    "decorator": "Decorators",
    "state": "States",
    "mark": "Marks",
    "question": "Questions",
    "leaf": "Leaves",
}
"""Headings of kinds, in the order of the list."""
MOST_RECENT = 4


@dataclass(frozen=True, slots=True)
class NodeChoice:
    """One thing to add: what it is called, one line of help, and what the new node holds.

    `name` is the id, as files and expressions have it, where people may look for it. `group` is the heading
    it stands under.
    """

    key: str
    title: str
    help: str
    icon: str
    family: Family
    kind: str
    fields: Mapping[str, object] = field(default_factory=dict, hash=False)
    name: str = ""
    group: str = ""
    snippet: Snippet | None = None
    """What is put in instead of a new node."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return what it is found by, the best first."""
        return (self.title, self.name, self.help) if self.name else (self.title, self.help)

    def fields_in(self, document: Document, graph_id: str, registry: Registry) -> dict[str, object]:
        """Return what the new node holds: a name no other state has, and arguments that are proposed."""
        graph, fields = document.graphs[graph_id], dict(self.fields)
        what, _, name = self.key.partition(":")
        declared = registry.actions.get(name) if what == "action" else None
        proposed = proposed_arguments(document, declared.parameters) if declared is not None else {}
        if proposed and graph.kind == "state_machine":
            fields["activity"] = {"action": name, "params": proposed}
        elif proposed:
            fields["params"] = proposed
        if isinstance(graph, StateMachineGraph) and isinstance(fields.get("name"), str):
            fields["name"] = unique_name(graph, str(fields["name"]))
        return fields


def node_choices(
    document: Document,
    graph_id: str,
    registry: Registry,
    recent: Iterable[str] = (),
    snippets: Iterable[Snippet] = (),
) -> tuple[NodeChoice, ...]:
    """Return everything that can be added to a graph, in the order in which it is offered everywhere.

    First what was picked last (`recent`, by key), then the user's own graphs, those `snippets` that fit, and
    what the game declares, then kinds by category, then the actions and conditions that are always there.
    """
    graph = document.graphs[graph_id]
    kinds = sorted(_kind_choices(graph, registry), key=_category_place)
    actions, conditions = tuple(_action_choices(graph, registry)), tuple(_condition_choices(graph, registry))
    listed = (
        *_call_choices(document, graph_id, registry),
        *(snippet_choice(snippet) for snippet in snippets if snippet.kind in ("", graph.kind)),
        *(choice for choice in actions if choice.group == OWN_ACTIONS),
        *(choice for choice in conditions if choice.group == OWN_CONDITIONS),
        *kinds,
        *(choice for choice in actions if choice.group == MOVES),
        *(choice for choice in actions if choice.group == ACTIONS),
        *(choice for choice in conditions if choice.group == CONDITIONS),
    )
    return recent_first(listed, recent)


def recent_first(choices: tuple[NodeChoice, ...], recent: Iterable[str]) -> tuple[NodeChoice, ...]:
    """Return choices with those picked last under a heading of their own, on top."""
    by_key = {choice.key: choice for choice in choices}
    found = [by_key[key] for key in recent if key in by_key][:MOST_RECENT]
    others = tuple(choice for choice in choices if choice not in found)
    return (*(replace(choice, group=RECENT) for choice in found), *others)


def pick_choices(document: Document, graph_id: str, registry: Registry) -> tuple[NodeChoice, ...]:
    """Return those of the same list that a state may do: actions and graphs."""
    listed = node_choices(document, graph_id, registry)
    return tuple(choice for choice in listed if choice.key.partition(":")[0] in ("action", "graph"))


_CATEGORY_ORDER = {heading: place for place, heading in enumerate(CATEGORIES.values())}


def _category_place(choice: NodeChoice) -> int:
    """Return the place of the heading of a kind; parts of kinds come last."""
    return _CATEGORY_ORDER.get(choice.group, len(_CATEGORY_ORDER))


def offered_at_top(choices: Iterable[NodeChoice], graph: Graph, registry: Registry) -> tuple[NodeChoice, ...]:
    """Return what can be added where nothing is above it: no part of another kind."""
    kinds = ((choice, registry.kind(graph.kind, choice.kind)) for choice in choices)
    return tuple(choice for choice, kind in kinds if kind is None or not kind.part_of)


def _kind_choices(graph: Graph, registry: Registry) -> Iterator[NodeChoice]:
    for kind in registry.kinds_of(graph.kind):
        icon, family = kind_icon(kind)
        group = CATEGORIES.get(kind.category, CATEGORIES["leaf"])
        whole = registry.kind(graph.kind, kind.part_of) if kind.part_of else None
        if whole is not None:
            group = f"Parts of {whole.title}"
        yield NodeChoice(
            f"kind:{kind.id}", kind.title, _line(kind.summary), icon, family, kind.id, group=group
        )


def _action_choices(graph: Graph, registry: Registry) -> Iterator[NodeChoice]:
    for action in registry.actions.values():
        if action.written:
            continue
        icon = action.icon if action.icon in icon_names() else "action"
        fields: dict[str, object]
        if graph.kind == "state_machine":
            fields = {"name": action.title, "activity": {"action": action.id}}
            kind = "state"
        else:
            fields, kind = {"action": action.id}, "action"
        is_own = action.id not in builtin_registry().actions
        yield NodeChoice(
            f"action:{action.id}",
            action.title,
            _line(action.summary),
            icon,
            Family(action.family),
            kind,
            fields,
            action.id,
            OWN_ACTIONS if is_own else MOVES if action.steering is not None else ACTIONS,
        )


def _condition_choices(graph: Graph, registry: Registry) -> Iterator[NodeChoice]:
    kind = {"behavior_tree": "condition", "decision_tree": "test"}.get(graph.kind)
    if kind is None:
        return
    for condition in registry.conditions.values():
        yield NodeChoice(
            f"condition:{condition.id}",
            condition.title,
            _line(condition.summary),
            "condition",
            Family.ASK,
            kind,
            {"test": f"{condition.id}()"},
            condition.id,
            OWN_CONDITIONS if condition.id not in builtin_registry().conditions else CONDITIONS,
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
            calls = (each.id for each in registry.kinds_of(own.kind) if other.kind in each.calls)
            kind, fields = next(calls, ""), {"graph": other_id}
        else:
            kind, fields = "run", {"graph": other_id}
        if registry.kind(own.kind, kind) is not None:
            words = "subtree" if other.kind == "behavior_tree" else other.kind.replace("_", " ")
            yield NodeChoice(
                f"graph:{other_id}", title, f"run this {words}", icon, family, kind, fields, group=OWN_GRAPHS
            )


def snippet_choice(snippet: Snippet) -> NodeChoice:
    """Return the choice that puts a snippet in."""
    icon, family = GRAPH_ICONS[snippet.kind] if snippet.kind else ("comment", Family.VALUE)
    words = "frames" if not snippet.count else f"{snippet.count} node{'s' if snippet.count > 1 else ''}"
    key, line = f"snippet:{snippet.name}", f"{words}, saved by you"
    return NodeChoice(key, snippet.name, line, icon, family, "", group=SNIPPETS, snippet=snippet)


def _line(summary: str) -> str:
    """Return a summary as the quiet line under a name: without full stop, in lower case."""
    text = summary.strip().rstrip(".")
    return text[:1].lower() + text[1:]
