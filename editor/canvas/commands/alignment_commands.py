"""Commands that line nodes and frames up, space them evenly, and leave places to the layout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from editor.canvas.gestures.gesture import snapped
from editor.canvas.items.frame_item import TITLE_HEIGHT
from editor.canvas.routing.shapes import Point, united
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.aligning import Box, Side, align, clear_layout, distribute, move, place_freely, place_tidily
from graphs.edits.frames import add_frame
from graphs.layout.free_trees import all_tops, is_placed_freely, tidied_places, tops_of
from graphs.model import Document, StateMachineGraph

_WORDS: dict[Side, str] = {
    "left": "left sides",
    "right": "right sides",
    "top": "tops",
    "bottom": "bottoms",
    "middle": "middles",
    "center": "centers",
}


class AlignmentCommands(CanvasHost):
    """Place the selected nodes and frames by one another; each command is one step."""

    def align_selection(self, side: Side) -> None:
        """Line the selected nodes up by one side, or by their middles or centers."""
        boxes, graph_id = self._boxes(), self.graph_id
        if boxes:
            self.session.apply(
                f"Align {_WORDS[side]}",
                lambda document: align(self._pinned(document), graph_id, boxes, side),
            )

    def distribute_selection(self, direction: Literal["horizontal", "vertical"]) -> None:
        """Make the gaps between the selected nodes equal."""
        boxes, graph_id = self._boxes(), self.graph_id
        if boxes:
            where = "across" if direction == "horizontal" else "down"
            self.session.apply(
                f"Distribute {where}",
                lambda document: distribute(self._pinned(document), graph_id, boxes, direction),
            )

    def clear_places(self) -> None:
        """Forget all stored places of the graph and leave them to the layout."""
        graph_id = self.graph_id
        self.session.apply("Place automatically", lambda document: clear_layout(document, graph_id))

    def _boxes(self) -> dict[str, Box]:
        found = {}
        for node_id in self.selected_nodes():
            rect = self.canvas.node_rect(node_id)
            if rect is not None:
                found[node_id] = (rect.left, rect.top, rect.width, rect.height)
        for frame_id in self.selected_frames():
            rect = self.canvas.frames.rect(frame_id)
            if rect is not None:
                found[frame_id] = (rect.left, rect.top, rect.width, rect.height)
        return found

    def _pinned(self, document: Document) -> Document:
        """Store the places that only the layout gave the selected states and their neighbors."""
        machine = self.canvas.machine
        if machine is None:
            return document
        boxes = dict.fromkeys(machine.arranger.box_of(one) for one in self.selected_nodes())
        places: Mapping[str, tuple[float, float]] = {
            one: at for box in boxes for one, at in machine.arranger.unstored_places(box).items()
        }
        return move(document, self.graph_id, places)


_AROUND = 24.0
"""Room between a frame and what it is put around, px."""
_FRAME_SIZE = (320.0, 200.0)
_NOTE_SIZE = (224.0, 112.0)


class FrameCommands(CanvasHost):
    """Add frames to the graph shown, each as one step."""

    def add_frame_here(self) -> None:
        """Put a frame around the selected nodes, or into the middle of the view, and ask for its title."""
        found = (self.canvas.node_rect(one) for one in self.selected_nodes())
        around = united(rect for rect in found if rect is not None)
        if around is None:
            at, size = self._middle(_FRAME_SIZE), _FRAME_SIZE
        else:
            rect = around.grown(_AROUND)
            at, size = (rect.left, rect.top - TITLE_HEIGHT + 8), (rect.width, rect.height + TITLE_HEIGHT - 8)
        self._add("Add frame", at, size, "Frame", "")

    def add_note_here(self) -> None:
        """Put a note into the middle of the view; its text is written in the inspector."""
        self._add("Add note", self._middle(_NOTE_SIZE), _NOTE_SIZE, "Note", "")

    def _add(
        self, label: str, at: tuple[float, float], size: tuple[float, float], title: str, text: str
    ) -> None:
        graph_id = self.graph_id
        if self.graph is None:
            return
        done = self.apply_new(
            label, lambda document: add_frame(document, graph_id, at, size, title=title, text=text)
        )
        if done:
            self.rename_in_place(next(iter(self.session.selection)))

    def _middle(self, size: tuple[float, float]) -> tuple[float, float]:
        center = self.camera.center
        return snapped(center.x() - size[0] / 2), snapped(center.y() - size[1] / 2)


class FreePlacementCommands(CanvasHost):
    """Place trees by hand; each command is one step."""

    @property
    def is_placed_freely(self) -> bool:
        """Tell whether the graph shown is a tree that is placed freely."""
        return is_placed_freely(self.graph)

    def toggle_free_placement(self) -> None:
        """Let the nodes of a tree stand where they are from now on, or let it arrange itself again."""
        graph_id, tree = self.graph_id, self.canvas.tree
        if tree is None:
            return
        if self.is_placed_freely:
            self.session.apply("Place tidily", lambda document: place_tidily(document, graph_id))
        else:
            corners = self._corners()
            self.session.apply("Place freely", lambda document: place_freely(document, graph_id, corners))

    def lay_out_tree(self, nodes: tuple[str, ...] | None) -> bool:
        """Tidy up below some nodes of a tree that is placed freely, None for all; False for other graphs."""
        graph, tree, graph_id = self.graph, self.canvas.tree, self.graph_id
        if tree is None or not self.is_placed_freely or isinstance(graph, StateMachineGraph) or graph is None:
            return False
        tops = all_tops(graph) if nodes is None else tops_of(graph, nodes)
        tidy = {one: (rect.left, rect.top) for one, rect in tree.tidy_rects().items()}
        places = tidied_places(graph, tops, self._corners(), tidy)
        self.session.apply("Lay out", lambda document: move(document, graph_id, places))
        return True

    def _corners(self) -> dict[str, Point]:
        tree = self.canvas.tree
        return {one: (rect.left, rect.top) for one, rect in tree.rects.items()} if tree is not None else {}
