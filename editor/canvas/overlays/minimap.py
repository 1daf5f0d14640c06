"""A small map of the whole graph in a corner of the canvas: where everything is, what is seen, what runs."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from editor.canvas.items.pictures import RunLooks
from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Rect
from editor.theme.badges import plate_pixmap
from editor.theme.batches import Floats, draw_rects
from editor.theme.inks import NO_BRUSH, NO_PEN, faded, inks_for, set_inks
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import StatusLook

FEWEST_NODES = 30
"""A graph of fewer nodes is seen at a glance and needs no map."""
_WIDTH, _LEAST_HEIGHT, _MOST_HEIGHT = 188, 48, 124
_INSET = 8.0
_LEAST_STRIP = 32.0
"""Least height of what is shown, px: a wide tree, which would be a line, is stretched to it."""
_LEAST_BLOCK = 1.5
"""Least side of a block, px."""


class Minimap(QWidget):
    """Paint the rectangles of a graph; a click or drag goes there."""

    go_to = Signal(QPointF)
    """Carries the point of the scene that was clicked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(_WIDTH, _MOST_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Map of the graph")
        self._sides: Floats = np.empty((4, 0))
        self._bounds = QRectF()
        self._seen = QRectF()
        self._running: dict[str, QRectF] = {}
        self._blocks: QPixmap | None = None
        theme_manager().theme_changed.connect(self._forget_blocks)

    def show_blocks(self, sides: Floats) -> None:
        """Show these rectangles: rows of lefts, tops, rights and bottoms."""
        self.clear_run()
        if sides is self._sides:
            return
        self._sides = sides
        self._bounds = QRectF()
        if sides.shape[1]:
            left, top, right, bottom = sides
            x, y = float(left.min()), float(top.min())
            self._bounds = QRectF(x, y, float(right.max()) - x, float(bottom.max()) - y)
        self.setFixedSize(_WIDTH, self._fitting_height())
        self._forget_blocks()

    def _fitting_height(self) -> int:
        """Return the height that suits the graph: a wide tree needs but a strip."""
        room = _WIDTH - 2 * _INSET
        needed = self._bounds.height() / max(1.0, self._bounds.width()) * room + 2 * _INSET
        return round(min(_MOST_HEIGHT, max(_LEAST_HEIGHT, needed)))

    def show_seen(self, seen: QRectF) -> None:
        """Outline the part of the scene that the canvas shows."""
        if seen != self._seen:
            self._seen = seen
            self.update()

    def follow_run(self, looks: RunLooks, rects: dict[str, Rect]) -> None:
        """Show which of these nodes run now."""
        before = dict(self._running)
        for node_id, rect in rects.items():
            if looks.node(node_id).status == StatusLook.RUNNING:
                self._running[node_id] = qrect(rect)
            else:
                self._running.pop(node_id, None)
        if self._running != before:
            self.update()

    def clear_run(self) -> None:
        """Show nothing running."""
        if self._running:
            self._running = {}
            self.update()

    def _forget_blocks(self) -> None:
        self._blocks = None
        self.update()

    def _scales(self) -> tuple[float, float]:
        """Return px of the map for a px of the scene: across, and down, where a strip is stretched."""
        room = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        wide, high = max(1.0, self._bounds.width()), max(1.0, self._bounds.height())
        scale = min(room.width() / wide, room.height() / high)
        return scale, max(scale, min(room.height(), _LEAST_STRIP) / high)

    def _offset(self) -> QPointF:
        across, down = self._scales()
        middle, center = QRectF(self.rect()).center(), self._bounds.center()
        return QPointF(middle.x() - center.x() * across, middle.y() - center.y() * down)

    def _on_map(self, rect: QRectF) -> QRectF:
        (across, down), offset = self._scales(), self._offset()
        width, height = max(_LEAST_BLOCK, rect.width() * across), max(_LEAST_BLOCK, rect.height() * down)
        return QRectF(rect.x() * across + offset.x(), rect.y() * down + offset.y(), width, height)

    def _block_pixmap(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._blocks is None or self._blocks.devicePixelRatio() != ratio:
            theme = current_theme()
            ground = faded(theme.color("surface.popup"), 0.94)
            line = theme.color("border.strong")
            self._blocks = plate_pixmap(self.size(), ratio, ground, 8, line).copy()
            painter = QPainter(self._blocks)
            painter.setPen(NO_PEN)
            block = faded(theme.color("border.node"), 0.75)
            painter.setBrush(block)
            draw_rects(painter, self._map_rects())
            painter.end()
        return self._blocks

    def _map_rects(self) -> Floats:
        left, top, right, bottom = self._sides
        (across, down), offset = self._scales(), self._offset()
        width = np.maximum(_LEAST_BLOCK, (right - left) * across)
        height = np.maximum(_LEAST_BLOCK, (bottom - top) * down)
        return np.column_stack((left * across + offset.x(), top * down + offset.y(), width, height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate, the blocks, what runs, and the part that is seen."""
        theme = current_theme()
        inks = inks_for(theme)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._block_pixmap())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        set_inks(painter, NO_PEN, inks.brush("status.running.line"))
        for rect in self._running.values():
            painter.drawRect(self._on_map(rect))
        seen = self._on_map(self._seen).intersected(QRectF(self.rect()).adjusted(3, 3, -3, -3))
        if not self._seen.contains(self._bounds) and not seen.isEmpty():
            set_inks(painter, QPen(theme.color("accent.line"), 1.5), NO_BRUSH)
            painter.drawRoundedRect(seen, 2, 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the pointer is."""
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep the event from the canvas below."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go there, and do not let the canvas add a node."""
        self._go(event)

    def _go(self, event: QMouseEvent) -> None:
        event.accept()
        if event.buttons() & Qt.MouseButton.LeftButton and not self._bounds.isEmpty():
            (across, down), place = self._scales(), event.position() - self._offset()
            self.go_to.emit(QPointF(place.x() / across, place.y() / down))
