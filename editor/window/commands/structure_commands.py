"""Commands about how a graph is built: wrap, extract, change kind, insert, connect, order, align."""

from __future__ import annotations

from functools import partial

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost, on_canvas
from graphs.edits.aligning import Side
from graphs.edits.graph_library import duplicate_graph
from graphs.layout.free_trees import runs_across
from graphs.model import BehaviorTreeGraph, StateMachineGraph

_ALIGN: tuple[tuple[Side, str], ...] = (
    ("left", "Align left sides"),
    ("right", "Align right sides"),
    ("top", "Align tops"),
    ("bottom", "Align bottoms"),
    ("middle", "Align middles"),
    ("center", "Align centers"),
)


class _Selection:
    """Tell what is selected in a window, for the commands that need it."""

    def __init__(self, window: WindowHost) -> None:
        self._window = window

    def nodes(self) -> int:
        """Return how many nodes are selected."""
        return len(self._window.view.selected_nodes()) if self._window.view is not None else 0

    def placed(self) -> int:
        """Return how many nodes and frames are selected."""
        view = self._window.view
        return len((*view.selected_nodes(), *view.selected_frames())) if view is not None else 0

    def edges(self) -> int:
        """Return how many transitions are selected."""
        return len(self._window.view.selected_edges()) if self._window.view is not None else 0

    def is_machine(self) -> bool:
        """Tell whether a machine is in view."""
        return self._window.session is not None and isinstance(self._window.session.graph, StateMachineGraph)

    def is_tree(self) -> bool:
        """Tell whether a tree is in view."""
        session = self._window.session
        return session is not None and session.graph is not None and not self.is_machine()


def structure_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands that build graphs, beside those that add and remove."""
    chosen, on_view = _Selection(window), partial(on_canvas, window)

    def one_node() -> bool:
        return chosen.nodes() == 1

    def any_node() -> bool:
        return chosen.nodes() > 0

    return (
        worded("graph.wrap", on_view("structure.wrap"), enabled=any_node),
        worded("graph.unwrap", on_view("structure.unwrap"), enabled=one_node),
        worded("graph.extract", on_view("structure.extract"), enabled=any_node),
        worded("graph.change_kind", on_view("structure.open_change_kind"), enabled=one_node),
        worded(
            "graph.insert",
            on_view("structure.open_insert"),
            enabled=lambda: chosen.edges() == 1 or (chosen.is_tree() and one_node()),
        ),
        worded("graph.connect", on_view("structure.open_connect"), enabled=one_node),
        worded(
            "graph.from_any_state",
            on_view("structure.connect_from_any_state"),
            enabled=lambda: chosen.is_machine() and one_node(),
        ),
        worded("graph.retarget", on_view("structure.open_retarget"), enabled=lambda: chosen.edges() == 1),
        worded(
            "graph.detach",
            on_view("removing.detach_selected"),
            enabled=lambda: chosen.is_tree() and one_node(),
        ),
        worded("graph.pull_out", on_view("removing.pull_out_selected"), enabled=one_node),
        worded("graph.swap", on_view("structure.swap"), enabled=lambda: chosen.nodes() == 2),
        worded("edit.duplicate_connected", on_view("clipboard.duplicate_connected"), enabled=any_node),
        worded("graph.move_out", on_view("structure.move_out"), enabled=one_node),
        worded("graph.move_in", on_view("structure.move_in"), enabled=one_node),
        worded("graph.make_start", on_view("structure.make_start"), enabled=one_node),
        *_place_commands(window, chosen),
        worded(
            "graph.add_frame",
            on_view("adding.add_frame_here"),
            enabled=lambda: chosen.is_machine() or chosen.is_tree(),
        ),
        worded(
            "graph.add_note",
            on_view("adding.add_note_here"),
            enabled=lambda: chosen.is_machine() or chosen.is_tree(),
        ),
        worded(
            "graph.duplicate",
            lambda: _duplicate_graph(window),
            enabled=lambda: window.session is not None and window.session.graph is not None,
        ),
    )


def _place_commands(window: WindowHost, chosen: _Selection) -> tuple[Command, ...]:
    def align(side: Side) -> None:
        if window.view is not None:
            window.view.placing.align_selection(side)

    def distribute(across: bool) -> None:
        if window.view is not None:
            window.view.placing.distribute_selection("horizontal" if across else "vertical")

    return (
        *(
            Command(
                f"graph.align_{side}",
                title,
                partial(align, side),
                "Line the selected nodes and frames up.",
                enabled=lambda: chosen.placed() > 1,
            )
            for side, title in _ALIGN
        ),
        worded("graph.distribute_across", partial(distribute, True), enabled=lambda: chosen.placed() > 2),
        worded("graph.distribute_down", partial(distribute, False), enabled=lambda: chosen.placed() > 2),
        worded(
            "graph.place_freely",
            on_canvas(window, "placing.toggle_free_placement"),
            enabled=chosen.is_tree,
            checked=lambda: window.view is not None and window.view.placing.is_placed_freely,
        ),
        worded(
            "graph.grow_across",
            on_canvas(window, "placing.toggle_across"),
            enabled=lambda: window.view is not None and isinstance(window.view.graph, BehaviorTreeGraph),
            checked=lambda: window.view is not None and runs_across(window.view.graph),
        ),
        worded(
            "graph.clear_places",
            on_canvas(window, "placing.clear_places"),
            enabled=lambda: _has_places(window),
        ),
    )


def _has_places(window: WindowHost) -> bool:
    graph = window.session.graph if window.session is not None else None
    return graph is not None and bool(graph.layout)


def _duplicate_graph(window: WindowHost) -> None:
    session = window.session
    if session is None:
        return
    graph_id = session.graph_id
    new = session.make("Duplicate graph", lambda document: duplicate_graph(document, graph_id))
    if new is not None:
        window.area.open_graph(session, new)
