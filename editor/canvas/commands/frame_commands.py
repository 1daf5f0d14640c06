"""Commands about frames: add one around the selection, add a note."""

from __future__ import annotations

from editor.canvas.gestures.gesture import snapped
from editor.canvas.items.frame_item import TITLE_HEIGHT
from editor.canvas.routing.shapes import united
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits import add_frame

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
