"""Commands about the graph in view: add, order, enable, lay out, and graphs of the document."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from editor.commands.command import Command
from editor.theme.tokens import GRAPH_LOOKS
from editor.window.commands.window_context import WindowContext
from graphs.edits.graph_library import add_graph, remove_graph
from graphs.edits.roots import set_root_graph
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model import Document, StateMachineGraph

_KINDS: tuple[GraphKind, ...] = ("state_machine", "behavior_tree", "decision_tree")


def graph_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands of the Graph menu."""
    return (*_node_commands(window), *_library_commands(window))


def _node_commands(window: WindowContext) -> tuple[Command, ...]:
    def has_graph() -> bool:
        return window.session is not None and window.session.graph is not None

    def has_one() -> bool:
        return window.session is not None and len(window.session.selection) == 1

    def has_selection() -> bool:
        return window.session is not None and bool(window.session.selection)

    def has_nodes() -> bool:
        return window.view is not None and bool(window.view.selected_nodes())

    def is_machine() -> bool:
        return window.session is not None and isinstance(window.session.graph, StateMachineGraph)

    def on_view(name: str) -> Callable[[], None]:
        return lambda: getattr(window.view, name)() if window.view is not None else None

    return (
        Command(
            "graph.add_node",
            "Add node",
            on_view("open_add_search"),
            "Search for a node and add it.",
            "add",
            enabled=has_graph,
        ),
        Command(
            "graph.enter",
            "Enter",
            on_view("enter_or_edit_selected"),
            "Show the graph that the selected node runs; edit the guard of a transition.",
            "right",
            enabled=has_one,
        ),
        Command(
            "graph.fold",
            "Fold or unfold",
            on_view("toggle_collapsed"),
            "Hide what is inside, or show it.",
            "compound",
            enabled=has_nodes,
        ),
        Command(
            "graph.move_earlier",
            "Move earlier",
            on_view("move_earlier"),
            "Move the node before its sibling.",
            "up",
            enabled=has_one,
        ),
        Command(
            "graph.move_later",
            "Move later",
            on_view("move_later"),
            "Move the node after its sibling.",
            "down",
            enabled=has_one,
        ),
        Command(
            "graph.toggle_disabled",
            "Disable or enable",
            on_view("toggle_disabled"),
            "A disabled node stays in the graph and does not run.",
            "disabled",
            enabled=has_selection,
        ),
        Command(
            "graph.lay_out_selection",
            "Lay out selection",
            on_view("lay_out_selection"),
            "Place the selected states anew.",
            enabled=lambda: is_machine() and has_nodes(),
        ),
        Command(
            "graph.lay_out_all",
            "Lay out all",
            on_view("lay_out_all"),
            "Place all states anew.",
            "layout",
            enabled=is_machine,
        ),
    )


def _library_commands(window: WindowContext) -> tuple[Command, ...]:
    def has_several() -> bool:
        return window.session is not None and len(window.session.document.graphs) > 1

    return (
        *(_add_graph_command(window, kind) for kind in _KINDS),
        Command(
            "graph.make_root",
            "Run this graph",
            lambda: _make_root(window),
            "Make the graph in view the one that the document runs.",
            enabled=lambda: _is_no_root(window),
        ),
        Command(
            "graph.remove",
            "Remove this graph",
            lambda: _remove_graph(window),
            "Remove the graph in view from the document.",
            "trash",
            enabled=has_several,
        ),
    )


def _add_graph_command(window: WindowContext, kind: GraphKind) -> Command:
    look = GRAPH_LOOKS[kind]
    return Command(
        f"graph.new_{kind}",
        f"New {look.title.lower()} in this document",
        partial(_add_graph, window, kind),
        f"{look.summary.capitalize()}.",
        look.icon,
        enabled=lambda: window.session is not None,
    )


def _add_graph(window: WindowContext, kind: GraphKind) -> None:
    session = window.session
    if session is None:
        return
    made: list[str] = []

    def edit(document: Document) -> Document:
        changed, graph_id = add_graph(document, kind, GRAPH_LOOKS[kind].title)
        made.append(graph_id)
        return changed

    if session.apply(f"Add {GRAPH_LOOKS[kind].title.lower()}", edit):
        window.area.open_graph(session, made[0])


def _is_no_root(window: WindowContext) -> bool:
    session = window.session
    return session is not None and session.graph is not None and session.document.root != session.graph_id


def _make_root(window: WindowContext) -> None:
    session = window.session
    if session is not None:
        graph_id = session.graph_id
        session.apply("Run this graph", lambda document: set_root_graph(document, graph_id))


def _remove_graph(window: WindowContext) -> None:
    session = window.session
    if session is not None:
        graph_id = session.graph_id
        session.apply("Remove graph", lambda document: remove_graph(document, graph_id), select=())
