"""Name elements of a document in lists: icon, hue, title and place; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from editor.theme.tokens import GRAPH_LOOKS
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, Graph, StateNode


@dataclass(frozen=True, slots=True)
class ElementWords:
    """Hold how a list shows an element."""

    title: str
    icon: str
    family: str


TYPE_ICONS = {
    "bool": "bool",
    "int": "number",
    "float": "number",
    "string": "rename",
    "enum": "ranges",
    "vector": "vector",
    "entity": "entity",
    "list": "table",
    "trigger": "flag",
}
"""The icon of each type of variable."""


def graph_words(graph: Graph, graph_id: str) -> ElementWords:
    """Return how a list shows a graph."""
    look = GRAPH_LOOKS[graph.kind]
    return ElementWords(graph.title or graph_id, look.icon, look.family)


def node_words(document: Document, graph: Graph, node_id: str, registry: Registry) -> ElementWords:
    """Return how a list shows a node or state."""
    node = graph.nodes[node_id]
    kind = registry.kind(graph.kind, node.kind)
    title = node_title(node, graph.kind, registry, document)
    if isinstance(node, StateNode) and node.kind == "state" and node.children:
        return ElementWords(title, "compound", "machine")
    icon, family = (kind.icon, kind.family) if kind is not None else ("help", "value")
    action = registry.actions.get(getattr(node, "action", None) or "")
    return ElementWords(title, action.icon if action is not None else icon, family)
