"""Commands about how a graph is built: wrap, extract, change kind, insert, connect, order, align."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter

from editor.commands.command import Command
from editor.window.frame.window_host import WindowHost
from graphs.edits.aligning import Side
from graphs.edits.graph_library import duplicate_graph
from graphs.model import Document, StateMachineGraph

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
    chosen = _Selection(window)

    def on_view(name: str) -> Callable[[], None]:
        return lambda: attrgetter(name)(window.view)() if window.view is not None else None

    def one_node() -> bool:
        return chosen.nodes() == 1

    def any_node() -> bool:
        return chosen.nodes() > 0

    return (
        Command(
            "graph.wrap",
            "Wrap",
            on_view("structure.wrap"),
            "Put a compound state around states, or a branch into a tree of its own.",
            "group",
            enabled=any_node,
        ),
        Command(
            "graph.unwrap",
            "Unwrap",
            on_view("structure.unwrap"),
            "Take the box away from around states, or put a called tree in the place of its call.",
            enabled=one_node,
        ),
        Command(
            "graph.extract",
            "Extract to a graph",
            on_view("structure.extract"),
            "Move what is inside into a graph of its own, with parameters for the variables it uses.",
            "subtree",
            enabled=any_node,
        ),
        Command(
            "graph.change_kind",
            "Change kind…",
            on_view("structure.open_change_kind"),
            "Make another kind of node of the selected one; children and what fits stay.",
            enabled=one_node,
        ),
        Command(
            "graph.insert",
            "Insert…",
            on_view("structure.open_insert"),
            "Put a state into the selected transition, or a node above the selected one.",
            "add",
            enabled=lambda: chosen.edges() == 1 or (chosen.is_tree() and one_node()),
        ),
        Command(
            "graph.connect",
            "Connect to…",
            on_view("structure.open_connect"),
            "Choose the node that the selected one leads to.",
            "transition",
            enabled=one_node,
        ),
        Command(
            "graph.from_any_state",
            "Lead here from any state",
            on_view("structure.connect_from_any_state"),
            "Draw a transition that is asked wherever the machine is, to the selected state.",
            "any",
            enabled=lambda: chosen.is_machine() and one_node(),
        ),
        Command(
            "graph.retarget",
            "Lead elsewhere…",
            on_view("structure.open_retarget"),
            "Choose another state for the selected transition to lead to.",
            enabled=lambda: chosen.edges() == 1,
        ),
        Command(
            "graph.detach",
            "Detach",
            on_view("removing.detach_selected"),
            "Take the node off its parent; it stays as a loose fragment.",
            enabled=lambda: chosen.is_tree() and one_node(),
        ),
        Command(
            "graph.pull_out",
            "Pull out",
            on_view("removing.pull_out_selected"),
            "Take the node out from between its neighbors, which are joined.",
            enabled=one_node,
        ),
        Command(
            "graph.swap",
            "Swap",
            on_view("structure.swap"),
            "Let the two selected nodes change places.",
            enabled=lambda: chosen.nodes() == 2,
        ),
        Command(
            "edit.duplicate_connected",
            "Duplicate with connections",
            on_view("clipboard.duplicate_connected"),
            "Copy what is selected, and what leads to it.",
            enabled=any_node,
        ),
        *_order_commands(window, chosen),
        *_place_commands(window, chosen),
        Command(
            "graph.add_frame",
            "Add frame",
            on_view("adding.add_frame_here"),
            "Put a titled frame around the selected nodes, or into the middle of the view.",
            "comment",
            enabled=lambda: chosen.is_machine() or chosen.is_tree(),
        ),
        Command(
            "graph.add_note",
            "Add note",
            on_view("adding.add_note_here"),
            "Put a note into the middle of the view.",
            "comment",
            enabled=lambda: chosen.is_machine() or chosen.is_tree(),
        ),
        Command(
            "graph.duplicate",
            "Duplicate this graph",
            lambda: _duplicate_graph(window),
            "Copy the graph in view within the document.",
            "copy",
            enabled=lambda: window.session is not None and window.session.graph is not None,
        ),
    )


def _order_commands(window: WindowHost, chosen: _Selection) -> tuple[Command, ...]:
    def on_view(name: str) -> Callable[[], None]:
        return lambda: attrgetter(name)(window.view)() if window.view is not None else None

    return (
        Command(
            "graph.move_out",
            "Move out",
            on_view("structure.move_out"),
            "Move the node out of its parent, right after it.",
            enabled=lambda: chosen.nodes() == 1,
        ),
        Command(
            "graph.move_in",
            "Move in",
            on_view("structure.move_in"),
            "Move the node into the sibling before it.",
            enabled=lambda: chosen.nodes() == 1,
        ),
        Command(
            "graph.make_start",
            "Begin here",
            on_view("structure.make_start"),
            "Let the machine begin at the state, or make a loose node the root.",
            "flag",
            enabled=lambda: chosen.nodes() == 1,
        ),
    )


def _place_commands(window: WindowHost, chosen: _Selection) -> tuple[Command, ...]:
    def align(side: Side) -> None:
        if window.view is not None:
            window.view.placing.align_selection(side)

    def distribute(across: bool) -> None:
        if window.view is not None:
            window.view.placing.distribute_selection("horizontal" if across else "vertical")

    def place_freely() -> None:
        if window.view is not None:
            window.view.placing.toggle_free_placement()

    def clear() -> None:
        if window.view is not None:
            window.view.placing.clear_places()

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
        Command(
            "graph.distribute_across",
            "Distribute across",
            partial(distribute, True),
            "Make the gaps from left to right equal.",
            enabled=lambda: chosen.placed() > 2,
        ),
        Command(
            "graph.distribute_down",
            "Distribute down",
            partial(distribute, False),
            "Make the gaps from top to bottom equal.",
            enabled=lambda: chosen.placed() > 2,
        ),
        Command(
            "graph.place_freely",
            "Free placement",
            place_freely,
            "Let the nodes of this tree stand where they are dragged; off, it arranges itself again.",
            "hand",
            enabled=chosen.is_tree,
            checked=lambda: window.view is not None and window.view.placing.is_placed_freely,
        ),
        Command(
            "graph.clear_places",
            "Place automatically",
            clear,
            "Forget the stored places of the graph and leave them to the layout.",
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
    made: list[str] = []

    def edit(document: Document) -> Document:
        changed, new = duplicate_graph(document, graph_id)
        made.append(new)
        return changed

    if session.apply("Duplicate graph", edit):
        window.area.open_graph(session, made[0])
