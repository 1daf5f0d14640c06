"""Commands about the graph in view: add, order, enable, lay out, and graphs of the document."""

from __future__ import annotations

from functools import partial

from editor.commands.adding import add_entry
from editor.commands.command import Command
from editor.commands.edit_commands import selected_nodes
from editor.commands.window_context import WindowContext
from editor.documents.document_session import DocumentSession
from editor.graph_looks import GRAPH_LOOKS
from graphs.edits.graph_library import add_graph, remove_graph
from graphs.edits.ordering import move_child, move_transition
from graphs.edits.placing import clear_layout, move
from graphs.edits.roots import set_root_graph
from graphs.edits.setting import set_enabled
from graphs.kinds.node_kind import GraphKind
from graphs.model import Document, StateMachineGraph
from graphs.queries import children_of, parent_of, source_of, transitions_of

_KINDS: tuple[GraphKind, ...] = ("state_machine", "behavior_tree", "decision_tree")


def graph_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands of the Graph menu."""

    def has_graph() -> bool:
        return window.session is not None and window.session.graph is not None

    def has_one() -> bool:
        return window.session is not None and len(window.session.selection) == 1

    def has_selection() -> bool:
        return window.session is not None and bool(window.session.selection)

    def is_machine() -> bool:
        return window.session is not None and isinstance(window.session.graph, StateMachineGraph)

    def has_states() -> bool:
        return is_machine() and window.session is not None and bool(selected_nodes(window.session))

    return (
        Command(
            "graph.add_node",
            "Add node",
            lambda: _add(window),
            "Search for a node and add it.",
            "add",
            enabled=has_graph,
        ),
        Command(
            "graph.enter",
            "Enter",
            lambda: _enter(window),
            "Show the graph that the selected node runs.",
            "right",
            enabled=has_one,
        ),
        Command(
            "graph.move_earlier",
            "Move earlier",
            lambda: _reorder(window, -1),
            "Move the node before its sibling, or the transition one place up.",
            enabled=has_one,
        ),
        Command(
            "graph.move_later",
            "Move later",
            lambda: _reorder(window, 1),
            "Move the node after its sibling, or the transition one place down.",
            enabled=has_one,
        ),
        Command(
            "graph.toggle_disabled",
            "Disable or enable",
            lambda: _toggle_disabled(window),
            "A disabled node stays in the graph and does not run.",
            "disabled",
            enabled=has_selection,
        ),
        Command(
            "graph.lay_out_selection",
            "Lay out selection",
            lambda: _lay_out_selection(window),
            "Leave the places of the selected states to the layout.",
            enabled=has_states,
        ),
        Command(
            "graph.lay_out_all",
            "Lay out all",
            lambda: _lay_out_all(window),
            "Leave the places of all states to the layout.",
            "layout",
            enabled=is_machine,
        ),
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
            enabled=lambda: window.session is not None and len(window.session.document.graphs) > 1,
        ),
    )


def add_to_graph(
    window: WindowContext, kind: str, fields: dict[str, str], at: tuple[float, float] | None = None
) -> None:
    """Add a node from the palette under the selected one, or at a place of the canvas."""
    session, view = window.session, window.view
    if session is None or view is None:
        return
    place = at
    if place is None:
        center = view.mapToScene(view.viewport().rect().center())
        place = (center.x(), center.y())
    add_entry(session, kind, fields, place, under_selection=at is None)


def _add(window: WindowContext) -> None:
    if window.view is not None:
        window.view.open_add_search()


def _enter(window: WindowContext) -> None:
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or graph is None or len(session.selection) != 1:
        return
    node = graph.nodes.get(next(iter(session.selection)))
    called = getattr(node, "graph", None)
    activity = getattr(node, "activity", None)
    target = called or (activity.graph if activity is not None else None)
    if target is not None:
        window.area.enter(target)


def _reorder(window: WindowContext, step: int) -> None:
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or graph is None or len(session.selection) != 1:
        return
    one, graph_id = next(iter(session.selection)), session.graph_id
    if isinstance(graph, StateMachineGraph) and one in graph.edges:
        source = source_of(graph, one)
        if source is not None:
            index = transitions_of(graph, source).index(one) + step
            session.apply(
                "Reorder transition", lambda document: move_transition(document, graph_id, one, max(0, index))
            )
        return
    parent = parent_of(graph, one)
    if parent is not None and one in children_of(graph, parent):
        index = children_of(graph, parent).index(one) + step
        session.apply("Reorder", lambda document: move_child(document, graph_id, one, max(0, index)))


def _toggle_disabled(window: WindowContext) -> None:
    session = window.session
    graph = session.graph if session is not None else None
    if session is None or graph is None or not session.selection:
        return
    ids, graph_id = session.selection, session.graph_id
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    elements = [graph.nodes.get(one) or edges.get(one) for one in ids]
    enable = all(element is not None and element.disabled for element in elements)
    session.apply(
        "Enable" if enable else "Disable", lambda document: set_enabled(document, graph_id, ids, enable)
    )


def _lay_out_selection(window: WindowContext) -> None:
    session = window.session
    if session is not None:
        graph_id = session.graph_id
        places: dict[str, tuple[float, float] | None] = dict.fromkeys(sorted(selected_nodes(session)))
        session.apply("Lay out selection", lambda document: move(document, graph_id, places))


def _lay_out_all(window: WindowContext) -> None:
    session = window.session
    if session is not None:
        graph_id = session.graph_id
        session.apply("Lay out all", lambda document: clear_layout(document, graph_id))


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
    session: DocumentSession | None = window.session
    if session is not None:
        graph_id = session.graph_id
        session.apply("Run this graph", lambda document: set_root_graph(document, graph_id))


def _remove_graph(window: WindowContext) -> None:
    session = window.session
    if session is not None:
        graph_id = session.graph_id
        session.apply("Remove graph", lambda document: remove_graph(document, graph_id), select=())
