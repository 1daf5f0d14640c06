"""Paint a whole tree at once, for zooms at which a node is only a block."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.bus_item import BusItem, BusLine
from editor.canvas.items.node_item import NodeItem
from editor.canvas.items.shared_look import SharedLook, qrect
from editor.canvas.painting.inks import LIVE_LOOKS, NO_PEN, inks_for
from editor.canvas.painting.node_frame import shown_status
from editor.canvas.routing.shapes import Rect, united
from editor.theme.tokens import StatusLook


class OverviewItem(QGraphicsItem):
    """Paint blocks and thin lines, grouped by color so that each color takes one call."""

    def __init__(self, look: SharedLook) -> None:
        super().__init__()
        self._look = look
        self._shaped_blocks: list[tuple[NodeItem, QRectF]] = []
        self._shaped_lines: list[tuple[BusLine, list[QLineF]]] = []
        self._bounds = QRectF()
        self._blocks: dict[str, list[QRectF]] = {}
        self._lines: dict[str, list[QLineF]] = {}
        self._is_stale = True
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_content(
        self, nodes: Mapping[str, NodeItem], buses: Mapping[str, BusItem], rects: Mapping[str, Rect]
    ) -> None:
        """Show these nodes and edges."""
        self._shaped_blocks = [(item, qrect(rects[key])) for key, item in nodes.items() if key in rects]
        self._shaped_lines = [
            (line, [QLineF(*a, *b) for a, b in itertools.pairwise(points)])
            for bus in buses.values()
            for line, points in bus.ways()
        ]
        bounds = united(rects.values())
        self.prepareGeometryChange()
        self._bounds = qrect(bounds.grown(12)) if bounds is not None else QRectF()
        self.mark_stale()

    def mark_stale(self) -> None:
        """Gather the colors anew before the next paint."""
        self._is_stale = True
        if self.isVisible():
            self.update()

    def _gather(self) -> None:
        """Group by color what was shaped by `set_content`; only this is done anew when a run recolors."""
        blocks: dict[str, list[QRectF]] = {}
        lines: dict[str, list[QLineF]] = {}
        for item, block in self._shaped_blocks:
            blocks.setdefault(_block_token(item), []).append(block)
        for line, pieces in self._shaped_lines:
            status = line.look.status
            token = f"status.{status}.line" if status in LIVE_LOOKS else "edge.idle"
            lines.setdefault(token, []).extend(pieces)
        self._blocks, self._lines, self._is_stale = blocks, lines, False

    def boundingRect(self) -> QRectF:
        """Return the rectangle around all nodes."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint lines, then blocks."""
        if self._is_stale:
            self._gather()
        inks = inks_for(self._look.theme)
        for token in sorted(self._lines):
            painter.setPen(inks.pen(token, 1.0, (), True))
            painter.drawLines(self._lines[token])
        painter.setPen(NO_PEN)
        for token in sorted(self._blocks):
            painter.setBrush(inks.brush(token))
            painter.drawRects(self._blocks[token])


def _block_token(item: NodeItem) -> str:
    if item.picture.selected:
        return "accent.line"
    status, _ = shown_status(item.picture)
    return f"status.{status}.line" if status in LIVE_LOOKS and status != StatusLook.IDLE else "border.node"
