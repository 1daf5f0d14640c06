"""The gestures that change no document: a box that selects, and panning."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import CanvasGesture, Pointer
from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Point, Rect
from editor.theme.inks import make_pen
from editor.theme.theme_manager import current_theme


class BoxSelect(CanvasGesture):
    """Drag a box on empty canvas; Shift adds to the selection, Ctrl toggles what the box touches."""

    edits = False

    def start(self, at: Pointer) -> None:
        """Note where the box begins and what is selected."""
        self._from: Point = at.scene
        self._box = Rect(*at.scene, *at.scene)
        self._before = self.view.session.selection
        self._adds, self._toggles = at.shift, at.ctrl

    def move(self, at: Pointer) -> None:
        """Select what the box touches now."""
        (ax, ay), (bx, by) = self._from, at.scene
        self._box = Rect(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        contents = self.view.canvas.contents
        found = contents.within(self._box) if contents is not None else set()
        touched = frozenset(found | self.view.canvas.frames.within(self._box))
        if self._toggles:
            touched = self._before ^ touched
        elif self._adds:
            touched = self._before | touched
        self.view.session.select(touched)

    def cancel(self) -> None:
        """Select what was selected before."""
        self.view.session.select(self._before)

    def overlay_rect(self) -> QRectF:
        """Return the box with room for its line."""
        margin = 2 / self.view.camera.zoom
        return qrect(self._box.grown(margin))

    def paint(self, painter: QPainter) -> None:
        """Paint the box."""
        theme = current_theme()
        fill = theme.color("accent.line")
        opacity = theme.opacity("box_select")
        painter.setPen(make_pen(fill, 1.0, cosmetic=True))
        shade = type(fill)(fill)
        shade.setAlphaF(opacity)
        painter.setBrush(shade)
        painter.drawRect(qrect(self._box))


class Pan(CanvasGesture):
    """Drag the canvas; Esc goes back to where the view was."""

    cursor = Qt.CursorShape.ClosedHandCursor
    edits = False

    def start(self, at: Pointer) -> None:
        """Note where the view is."""
        self._zoom = self.view.camera.zoom
        self._center = self.view.camera.center
        self._last: QPoint = at.view

    def move(self, at: Pointer) -> None:
        """Move the view along."""
        step = at.view - self._last
        self._last = at.view
        self.view.camera.pan(step.x(), step.y())

    def cancel(self) -> None:
        """Go back to where the view was."""
        self.view.camera.go(self._zoom, self._center, animated=False)
