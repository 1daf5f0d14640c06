"""Commands that line nodes and frames up, space them evenly, and leave places to the layout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits import align, clear_layout, distribute, move
from graphs.edits.aligning import Box, Side
from graphs.model import Document

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
