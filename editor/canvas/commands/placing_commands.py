"""Commands that line nodes and frames up, space them evenly, and leave places to the layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.aligning import (
    Box,
    Side,
    align,
    clear_layout,
    distribute,
    lead_across,
    move,
    place_freely,
    place_tidily,
)
from graphs.layout.free_trees import all_tops, is_placed_freely, runs_across, tidied_places, tops_of
from graphs.model import Document, StateMachineGraph

_WORDS: dict[Side, str] = {
    "left": "left sides",
    "right": "right sides",
    "top": "tops",
    "bottom": "bottoms",
    "middle": "middles",
    "center": "centers",
}


class PlacingCommands:
    """Place nodes and frames by one another, by hand or by the layout; each command is one step."""

    def __init__(self, view: CanvasHost, frame_all: Callable[[], None]) -> None:
        self.view, self._frame_all = view, frame_all

    def align_selection(self, side: Side) -> None:
        """Line the selected nodes up by one side, or by their middles or centers."""
        boxes, graph_id = self._boxes(), self.view.graph_id
        if boxes:
            self.view.session.apply(
                f"Align {_WORDS[side]}", lambda document: align(self._pinned(document), graph_id, boxes, side)
            )

    def distribute_selection(self, direction: Literal["horizontal", "vertical"]) -> None:
        """Make the gaps between the selected nodes equal."""
        boxes, graph_id = self._boxes(), self.view.graph_id
        if boxes:
            where = "across" if direction == "horizontal" else "down"
            self.view.session.apply(
                f"Distribute {where}",
                lambda document: distribute(self._pinned(document), graph_id, boxes, direction),
            )

    def clear_places(self) -> None:
        """Forget all stored places of the graph and leave them to the layout."""
        self.view.session.apply("Place automatically", self.view.on_graph(clear_layout))

    def _boxes(self) -> dict[str, Box]:
        found = {}
        for node_id in self.view.selected_nodes():
            rect = self.view.canvas.node_rect(node_id)
            if rect is not None:
                found[node_id] = (rect.left, rect.top, rect.width, rect.height)
        for frame_id in self.view.selected_frames():
            rect = self.view.canvas.frames.rect(frame_id)
            if rect is not None:
                found[frame_id] = (rect.left, rect.top, rect.width, rect.height)
        return found

    def _pinned(self, document: Document) -> Document:
        """Store the places that only the layout gave the selected states and their neighbors."""
        machine = self.view.canvas.machine
        if machine is None:
            return document
        boxes = dict.fromkeys(machine.arranger.box_of(node) for node in self.view.selected_nodes())
        places: Mapping[str, tuple[float, float]] = {
            node: at for box in boxes for node, at in machine.arranger.unstored_places(box).items()
        }
        return move(document, self.view.graph_id, places)

    @property
    def is_placed_freely(self) -> bool:
        """Tell whether the graph shown is a tree that is placed freely."""
        return is_placed_freely(self.view.graph)

    def toggle_free_placement(self) -> None:
        """Let the nodes of a tree stand where they are from now on, or let it arrange itself again."""
        if self.view.canvas.tree is None:
            return
        if self.is_placed_freely:
            self.view.session.apply("Place tidily", self.view.on_graph(place_tidily))
        else:
            self.view.session.apply("Place freely", self.view.on_graph(place_freely, self._corners()))

    def toggle_across(self) -> None:
        """Let a behavior tree grow from left to right, or from top to bottom; the root stays in view."""
        across, root = not runs_across(self.view.graph), getattr(self.view.graph, "root", None)
        what = "Grow from left to right" if across else "Grow from top to bottom"
        if self.view.session.apply(what, self.view.on_graph(lead_across, across)) and root:
            self.view.bring_into_view((root,))

    def _lay_out_tree(self, nodes: tuple[str, ...] | None) -> bool:
        """Tidy up below some nodes of a tree that is placed freely, None for all; False for other graphs."""
        graph, tree = self.view.graph, self.view.canvas.tree
        if tree is None or not self.is_placed_freely or isinstance(graph, StateMachineGraph) or graph is None:
            return False
        tops = all_tops(graph) if nodes is None else tops_of(graph, nodes)
        tidy = {node: (rect.left, rect.top) for node, rect in tree.tidy_rects().items()}
        places = tidied_places(graph, tops, self._corners(), tidy)
        self.view.session.apply("Lay out", self.view.on_graph(move, places))
        return True

    def _corners(self) -> dict[str, Point]:
        tree = self.view.canvas.tree
        return {node: (rect.left, rect.top) for node, rect in tree.rects.items()} if tree is not None else {}

    def lay_out_all(self) -> None:
        """Lay the states of a machine out again, or a tree that is placed freely; others are only framed."""
        self._lay_out(None)

    def lay_out_selection(self) -> None:
        """Lay the selected states out again."""
        self._lay_out(self.view.selected_nodes())

    def _lay_out(self, nodes: tuple[str, ...] | None) -> None:
        """Lay out beside the window, then change the document in one step; canceled, nothing is changed.

        What is folded only because nothing goes on in it is laid out too.
        """
        if self.view.canvas.folded:
            self.view.canvas.fold(frozenset())
        machine = self.view.canvas.machine
        if machine is None or nodes == () or self.view.refuse_when_read_only():
            if nodes != () and machine is None:
                self._lay_out_tree(nodes)
            if nodes is None:
                self._frame_all()
            return
        graph, graph_id = self.view.graph, self.view.graph_id

        def done(places: dict[str, Point]) -> None:
            if self.view.graph is graph:
                self.view.session.apply("Lay out", lambda document: move(document, graph_id, places))
                if nodes is None:
                    self._frame_all()

        self.view.long_work.run("Laying out", partial(machine.arranger.fresh_places, nodes), done)
