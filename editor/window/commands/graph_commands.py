"""Commands about the graph in view: add, order, enable, lay out, and graphs of the document."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt

from editor.commands.command import Command, worded
from editor.theme.tokens import GRAPH_LOOKS
from editor.window.frame.window_host import WindowHost, on_canvas
from graphs.edits.graph_library import add_graph, remove_graph
from graphs.edits.setting import set_root_graph
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model import StateMachineGraph

_KINDS: tuple[GraphKind, ...] = ("state_machine", "behavior_tree", "decision_tree")


def graph_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the Graph menu."""
    return (*_node_commands(window), *_library_commands(window))


def _node_commands(window: WindowHost) -> tuple[Command, ...]:
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

    on_view = partial(on_canvas, window)
    return (
        worded("graph.add_node", on_view("adding.open_add_search"), enabled=has_graph),
        worded("graph.enter", on_view("entering.enter_or_edit_selected"), enabled=has_one),
        worded("graph.fold", on_view("entering.toggle_collapsed"), enabled=has_nodes),
        worded("graph.move_earlier", on_view("structure.move_earlier"), enabled=has_one),
        worded("graph.move_later", on_view("structure.move_later"), enabled=has_one),
        worded("graph.toggle_disabled", on_view("removing.toggle_disabled"), enabled=has_selection),
        worded(
            "graph.lay_out_selection",
            on_view("placing.lay_out_selection"),
            enabled=lambda: is_machine() and has_nodes(),
        ),
        worded("graph.lay_out_all", on_view("placing.lay_out_all"), enabled=is_machine),
    )


def _library_commands(window: WindowHost) -> tuple[Command, ...]:
    def has_several() -> bool:
        return window.session is not None and len(window.session.document.graphs) > 1

    return (
        *(_add_graph_command(window, kind) for kind in _KINDS),
        worded("graph.make_root", lambda: _make_root(window), enabled=lambda: _is_no_root(window)),
        worded("graph.remove", lambda: _remove_graph(window), enabled=has_several),
    )


def _add_graph_command(window: WindowHost, kind: GraphKind) -> Command:
    look = GRAPH_LOOKS[kind]
    return Command(
        f"graph.new_{kind}",
        f"New {look.title.lower()} in this document",
        partial(_add_graph, window, kind),
        f"{look.summary.capitalize()}.",
        look.icon,
        enabled=lambda: window.session is not None,
    )


def _add_graph(window: WindowHost, kind: GraphKind) -> None:
    session = window.session
    if session is None:
        return
    title = GRAPH_LOOKS[kind].title
    new = session.make(f"Add {title.lower()}", lambda document: add_graph(document, kind, title))
    if new is not None:
        window.area.open_graph(session, new)
        window.area.setFocus(Qt.FocusReason.OtherFocusReason)


def _is_no_root(window: WindowHost) -> bool:
    session = window.session
    return session is not None and session.graph is not None and session.document.root != session.graph_id


def _make_root(window: WindowHost) -> None:
    session = window.session
    if session is not None:
        graph_id = session.graph_id
        session.apply("Run this graph", lambda document: set_root_graph(document, graph_id))


def _remove_graph(window: WindowHost) -> None:
    session = window.session
    if session is not None:
        graph_id = session.graph_id
        session.apply("Remove graph", lambda document: remove_graph(document, graph_id), select=())
