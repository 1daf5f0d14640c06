"""Commands that copy: to the clipboard and back, and beside what is copied."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from editor.canvas.gestures.gesture import GRID, snapped
from editor.canvas.gestures.places import place_for_state
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.clipboard import copy, duplicate, paste
from graphs.edits.duplicating import duplicate_with_incoming
from graphs.edits.refusal import EditRefused
from graphs.structure.queries import TOP, children_of, parent_of
from graphs.structure.rules import may_add_child


class ClipboardCommands:
    """Copy and paste nodes and frames; what is on the clipboard is text that can be read and mailed."""

    def __init__(
        self, view: CanvasHost, delete: Callable[[], None], pointer: Callable[[], QPoint | None]
    ) -> None:
        """Cut by `delete`; paste where the `pointer` is, in px of the view, None outside of it."""
        self.view, self._delete, self._pointer = view, delete, pointer

    def _copied(self) -> tuple[str, ...]:
        return (*self.view.selected_nodes(), *self.view.selected_frames())

    def duplicate_selection(self) -> None:
        """Copy the selected nodes and frames beside themselves."""
        ids = self._copied()
        if ids:
            copied = self.view.on_graph(duplicate, ids, self.view.registry, self._beside(ids))
            self.view.apply_new("Duplicate", copied)

    def _beside(self, ids: Sequence[str]) -> Point:
        """Return how far copies go from some nodes: to the right, or where nothing beside is in the way."""
        graph, canvas = self.view.graph, self.view.canvas
        rects = [rect for key in ids if (rect := canvas.node_rect(key)) is not None]
        if graph is None or not rects:
            return GRID, GRID
        siblings = children_of(graph, parent_of(graph, ids[0]) or TOP)
        others = [rect for key in siblings if (rect := canvas.node_rect(key)) is not None]
        across = _steps(max(rect.right for rect in rects) - min(rect.left for rect in rects))
        down = _steps(max(rect.bottom for rect in rects) - min(rect.top for rect in rects))
        for way in ((across, 0.0), (0.0, down), (-across, 0.0), (0.0, -down), (across, down)):
            moved = [rect.moved(*way) for rect in rects]
            if not any(rect.overlaps(other) for rect in moved for other in others):
                return way
        return across, 0.0

    def duplicate_connected(self) -> None:
        """Copy the selected nodes beside themselves, with what leads to them."""
        ids = self.view.selected_nodes()
        if ids:
            copied = self.view.on_graph(duplicate_with_incoming, ids, self.view.registry)
            self.view.apply_new("Duplicate with connections", copied)

    def copy_selection(self) -> bool:
        """Put the selected nodes and frames on the clipboard as text; return whether there were any."""
        try:
            text = copy(self.view.document, self.view.graph_id, self._copied())
        except EditRefused as refused:
            self.view.refuse(refused.reason, refused.remedy)
            return False
        QGuiApplication.clipboard().setText(text)
        return True

    def cut_selection(self) -> None:
        """Put the selected nodes and frames on the clipboard and delete them."""
        if self._copied() and not self.view.refuse_when_read_only() and self.copy_selection():
            chosen = self._copied()
            self.view.session.select(chosen)
            self._delete()

    def paste_clipboard(self) -> None:
        """Paste from the clipboard: under the selected tree node, else at the pointer, else in the middle.

        States go into the box under the pointer.
        """
        text = QGuiApplication.clipboard().text()
        parent, at = self._paste_place()
        self.view.apply_new(
            "Paste", self.view.on_graph(paste, text, self.view.registry, parent=parent, at=at)
        )

    def _paste_place(self) -> tuple[str, Point]:
        point = self._pasting_point()
        machine = self.view.canvas.machine
        if machine is not None:
            return place_for_state(machine, point)
        at = (snapped(point[0]), snapped(point[1]))
        view, node = self.view, self.view.selected_node()
        takes_more = node and may_add_child(view.document, view.graph_id, node, view.registry).ok
        return (node if takes_more else TOP), at

    def _pasting_point(self) -> Point:
        """Return where the pointer is if it is over the canvas, else the middle of what is seen."""
        place = self._pointer()
        point = self.view.mapToScene(place) if place is not None else self.view.camera.center
        return point.x(), point.y()


def _steps(length: float) -> float:
    """Return a length with a gap behind it, in whole steps of the grid."""
    return math.ceil(length / GRID + 1) * GRID
