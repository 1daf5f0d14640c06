"""Commands that copy: to the clipboard and back, and beside what is copied."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from editor.canvas.gestures.gesture import snapped
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.clipboard import copy, duplicate, paste
from graphs.edits.refusal import EditRefused
from graphs.structure.queries import TOP
from graphs.structure.rules import may_add_child


class ClipboardCommands(CanvasHost):
    """Copy and paste nodes and frames; what is on the clipboard is text that can be read and mailed."""

    _pointer: QPoint
    _pointer_is_known: bool

    def delete_selection(self) -> None:
        """Delete what is selected, with all that hangs on it."""
        raise NotImplementedError

    def place_for_state(self, point: Point, offset: Point) -> tuple[str, Point]:
        """Return the innermost open box at a point, and the place for a new state there, on the grid."""
        raise NotImplementedError

    def _copied(self) -> tuple[str, ...]:
        return (*self.selected_nodes(), *self.selected_frames())

    def duplicate_selection(self) -> None:
        """Copy the selected nodes and frames beside themselves."""
        ids, registry = self._copied(), self.session.registry
        if ids:
            self.apply_new("Duplicate", lambda document: duplicate(document, self.graph_id, ids, registry))

    def copy_selection(self) -> bool:
        """Put the selected nodes and frames on the clipboard as text; return whether there were any."""
        try:
            text = copy(self.session.document, self.graph_id, self._copied())
        except EditRefused as refused:
            self.session.refused.emit(refused.reason, refused.remedy)
            return False
        QGuiApplication.clipboard().setText(text)
        return True

    def cut_selection(self) -> None:
        """Put the selected nodes and frames on the clipboard and delete them."""
        if self._copied() and not self.refuse_when_read_only() and self.copy_selection():
            chosen = self._copied()
            self.session.select(chosen)
            self.delete_selection()

    def paste_clipboard(self) -> None:
        """Paste from the clipboard: under the selected tree node, else at the pointer, else in the middle.

        States go into the box under the pointer.
        """
        text = QGuiApplication.clipboard().text()
        parent, at = self._paste_place()
        registry, graph_id = self.session.registry, self.graph_id
        self.apply_new(
            "Paste", lambda document: paste(document, graph_id, text, registry, parent=parent, at=at)
        )

    def _paste_place(self) -> tuple[str, Point]:
        point = self._pasting_point()
        if self.canvas.machine is not None:
            return self.place_for_state(point, (0.0, 0.0))
        at = (snapped(point[0]), snapped(point[1]))
        chosen, session = self.selected_nodes(), self.session
        if len(chosen) == 1:
            verdict = may_add_child(session.document, self.graph_id, chosen[0], session.registry)
            return (chosen[0] if verdict.ok else TOP), at
        return TOP, at

    def _pasting_point(self) -> Point:
        """Return where the pointer is if it is over the canvas, else the middle of what is seen."""
        if self._pointer_is_known and self.viewport().rect().contains(self._pointer):
            point = self.mapToScene(self._pointer)
            return point.x(), point.y()
        center = self.camera.center
        return center.x(), center.y()
