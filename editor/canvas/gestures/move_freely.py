"""Move nodes of a tree that is placed freely: each goes with all below it, and order stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import Gesture, Pointer
from editor.canvas.gestures.snapping import Snapping
from editor.canvas.routing.shapes import Point
from graphs.edits import move
from graphs.layout.free_trees import carried_places, tops_of
from graphs.model import StateMachineGraph
from graphs.queries import descendants

if TYPE_CHECKING:
    from editor.canvas.canvas_view import CanvasView


class MoveFreely(Gesture):
    """Carry the selected nodes, or the one grabbed, in line with others or on the grid; Ctrl: anywhere."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasView, node_id: str) -> None:
        super().__init__(view)
        self._grabbed = node_id

    def start(self, at: Pointer) -> None:
        """Note where everything stands."""
        tree, graph = self.view.canvas.tree, self.view.graph
        assert tree is not None
        assert graph is not None
        assert not isinstance(graph, StateMachineGraph)
        self._tree, self._graph, self._from = tree, graph, at.scene
        chosen = [one for one in self.view.selected_nodes() if one in tree.rects]
        self._tops = tops_of(graph, chosen if self._grabbed in chosen else [self._grabbed])
        self._carried = {*self._tops, *(below for one in self._tops for below in descendants(graph, one))}
        others = [rect for one, rect in tree.rects.items() if one not in self._carried]
        self._snapping = Snapping(tree.rects[self._grabbed], others)
        self._step: Point = (0.0, 0.0)

    def move(self, at: Pointer) -> None:
        """Show the nodes where they would be dropped."""
        self._step = self._snapping.step(at, self._from, 1.0 / self.view.camera.zoom)
        self._show(self._step)

    def _show(self, step: Point) -> None:
        shown = {one: step for one in self._carried if one in self._tree.rects} if step != (0.0, 0.0) else {}
        self._tree.show_shifted(shown, self._carried)

    def finish(self, at: Pointer) -> None:
        """Keep the new places as one step."""
        self.move(at)
        step, graph_id = self._step, self.view.graph_id
        self._snapping.hide()
        self._show((0.0, 0.0))
        if step == (0.0, 0.0):
            return
        corners = {one: (rect.left, rect.top) for one, rect in self._tree.rects.items()}
        places = carried_places(self._graph, self._tops, corners, step)
        count = len(self._tops)
        what = self.view.name_of(self._tops[0]) if count == 1 else f"{count} nodes"
        self.view.layout_glide.skip_next()
        self.view.session.apply(f"Move {what}", lambda document: move(document, graph_id, places))

    def cancel(self) -> None:
        """Leave everything where it is."""
        self._snapping.hide()
        self._show((0.0, 0.0))

    def overlay_rect(self) -> QRectF:
        """Return the room of the guides."""
        return self._snapping.room()

    def paint(self, painter: QPainter) -> None:
        """Paint the guides."""
        self._snapping.paint(painter)
