"""Resize the box of a compound state by its lower right corner."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import Gesture, Pointer, snapped
from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Rect
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.inks import NO_BRUSH, make_pen
from editor.theme.theme_manager import current_theme
from graphs.edits import resize
from graphs.layout.compound_boxes import WALL_DISTANCE


class ResizeCompound(Gesture):
    """Drag the corner; the box never becomes smaller than what stands in it."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def __init__(self, view: CanvasHost, node_id: str) -> None:
        super().__init__(view)
        self._node = node_id

    def start(self, at: Pointer) -> None:
        """Note the box and how small it may become."""
        machine = self.view.canvas.machine
        assert machine is not None
        self._before = machine.arrangement.rects[self._node]
        self._rect = self._before
        inside = [machine.arrangement.rects[one] for one in machine.shape.children.get(self._node, ())]
        right = max((rect.right for rect in inside), default=self._before.left + 136)
        bottom = max((rect.bottom for rect in inside), default=self._before.top + 72)
        self._least = (right + WALL_DISTANCE, bottom + WALL_DISTANCE)

    def move(self, at: Pointer) -> None:
        """Show the new box."""
        x, y = at.scene
        if not at.ctrl:
            x, y = snapped(x), snapped(y)
        right, bottom = max(self._least[0], x), max(self._least[1], y)
        self._rect = Rect(self._before.left, self._before.top, right, bottom)

    def finish(self, at: Pointer) -> None:
        """Keep the new size as one step."""
        self.move(at)
        if self._rect != self._before:
            size = (self._rect.width, self._rect.height)
            session = self.view.session
            session.apply(
                f"Resize {self.view.name_of(self._node)}",
                lambda document: resize(document, self.view.graph_id, self._node, size),
            )

    def overlay_rect(self) -> QRectF:
        """Return the new box with room for its line."""
        return qrect(self._rect.grown(3))

    def paint(self, painter: QPainter) -> None:
        """Paint the outline of the new box."""
        painter.setBrush(NO_BRUSH)
        painter.setPen(make_pen(current_theme().color("accent.line"), 2.0))
        painter.drawRoundedRect(qrect(self._rect), 12, 12)
