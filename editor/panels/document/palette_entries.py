"""Group what can be added to a graph under the headings of the palette."""

from __future__ import annotations

from editor.canvas.commands.node_choices import NodeChoice, node_choices
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document

CHOICE_MIME = "application/x-mindloom-choice"
"""Carries the key of a palette entry while it is dragged to the canvas."""

HEADINGS = {
    "composite": "Composites",
    "decorator": "Decorators",
    "state": "States",
    "mark": "Marks",
    "question": "Questions",
    "condition": "Conditions",
    "action": "Actions",
    "leaf": "Leaves",
    "call": "Other graphs",
}
"""Headings in the order of the palette."""


def grouped_choices(
    document: Document, graph_id: str, registry: Registry, wanted: str = ""
) -> tuple[tuple[str, tuple[NodeChoice, ...]], ...]:
    """Return headings with what stands under them; only what matches `wanted`.

    Words found in names go before words found in explanations.
    """
    graph = document.graphs.get(graph_id)
    if graph is None:
        return ()
    groups: dict[str, list[NodeChoice]] = {heading: [] for heading in HEADINGS}
    choices = node_choices(document, graph_id, registry)
    named = [choice for choice in choices if matches(choice, wanted, names_only=True)]
    for choice in named or [choice for choice in choices if matches(choice, wanted)]:
        groups[_heading(choice, graph.kind, registry)].append(choice)
    return tuple((HEADINGS[heading], tuple(found)) for heading, found in groups.items() if found)


def choice_by_key(document: Document, graph_id: str, registry: Registry, key: str) -> NodeChoice | None:
    """Return the entry a drag names, or None when the graph cannot hold it."""
    if graph_id not in document.graphs:
        return None
    return next((one for one in node_choices(document, graph_id, registry) if one.key == key), None)


def matches(choice: NodeChoice, wanted: str, *, names_only: bool = False) -> bool:
    """Tell whether every word of a search stands in title or id, or else in the help."""
    text = f"{choice.title} {choice.key}{'' if names_only else f' {choice.help}'}".lower()
    return all(word in text for word in wanted.lower().split())


def _heading(choice: NodeChoice, graph_kind: GraphKind, registry: Registry) -> str:
    source = choice.key.partition(":")[0]
    if source != "kind":
        return source if source in HEADINGS else "call"
    record = registry.kind(graph_kind, choice.kind)
    return record.category if record is not None else "leaf"
