"""Find the help page of what is selected or offered. Qt-free."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from editor.canvas.commands.node_choices import NodeChoice
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.help.help_pages import INDEX_PAGE, TRANSITION_PAGE, action_page, condition_page, kind_page
from graphs.model import Graph, StateMachineGraph

PANEL_PAGES: Mapping[str, str] = {
    "agents": "worlds",
    "blackboard": "expressions",
    "breakpoints": "debugging#breakpoints",
    "differences": "files",
    "files": "files",
    "find": "finding-your-way",
    "history": "files",
    "log": "debugging",
    "plots": "debugging",
    "preview": "preview",
    "problems": "checks",
    "senses": "senses",
    "statistics": "debugging",
    "takes": "debugging",
    "tests": "tests",
    "timeline": "debugging",
    "transitions": "debugging",
    "why": "debugging#asking-why",
}
"""The addresses of pages about panels, by the id of the panel; others are about what is selected."""


def page_of_panel(panel: str, heading: str = "") -> str:
    """Return the address of a panel's page, at a heading of it or the row of a table that begins so."""
    page = PANEL_PAGES[panel]
    return f"{page.partition('#')[0]}#{heading}" if heading else page


def page_of_selection(graph: Graph | None, selection: Iterable[str], registry: Registry) -> str:
    """Return the page of what is selected; the index where nothing, or more than one kind, is selected."""
    pages = (
        {page_of_element(graph, element, registry) for element in selection} if graph is not None else set()
    )
    return next(iter(pages)) if len(pages) == 1 else INDEX_PAGE


def page_of_element(graph: Graph, element: str, registry: Registry) -> str:
    """Return the page of a node or transition; of its action, where a node is but that."""
    if isinstance(graph, StateMachineGraph) and element in graph.edges:
        return TRANSITION_PAGE
    node = graph.nodes.get(element)
    if node is None:
        return INDEX_PAGE
    action = getattr(node, "action", None)
    if isinstance(action, str) and action in registry.actions:
        return action_page(action)
    kind = registry.kind(graph.kind, node.kind)
    return kind_page(kind) if kind is not None else INDEX_PAGE


def page_of_choice(choice: NodeChoice, graph_kind: GraphKind, registry: Registry) -> str:
    """Return the page of what can be added."""
    source, _, name = choice.key.partition(":")
    if source == "action" and name in registry.actions:
        return action_page(name)
    if source == "condition" and name in registry.conditions:
        return condition_page(name)
    kind = registry.kind(graph_kind, choice.kind)
    return kind_page(kind) if kind is not None else INDEX_PAGE
