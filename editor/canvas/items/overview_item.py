"""Paint a whole graph at once, for zooms at which a node is only a block."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import SharedLook
from editor.theme.batches import Floats, draw_lines, draw_rects
from editor.theme.inks import LIVE_LOOKS, NO_BRUSH, NO_PEN, inks_for
from editor.theme.tokens import StatusLook

_LOOKS = tuple(StatusLook)
CODES: dict[StatusLook, int] = {look: code for code, look in enumerate(_LOOKS)}
"""The number of each look in the arrays."""
IDLE, SELECTED, DISABLED = (
    CODES[look] for look in (StatusLook.IDLE, StatusLook.SELECTED, StatusLook.DISABLED)
)
Codes = NDArray[np.uint8]
_MARGIN = 12.0


class OverviewItem(QGraphicsItem):
    """Paint blocks and thin lines, grouped by color so that each color takes one call.

    `blocks` are rows of left, top, width and height, `lines` rows of two points; `block_codes` and
    `line_codes` say how each looks. Boxes around other nodes are outlines under everything.
    """

    def __init__(self, look: SharedLook) -> None:
        super().__init__()
        self.block_codes: Codes = np.zeros(0, np.uint8)
        self.line_codes: Codes = np.zeros(0, np.uint8)
        self._look = look
        self._blocks: Floats = np.empty((0, 4))
        self._lines: Floats = np.empty((0, 4))
        self._boxes: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def set_shapes(self, sides: Floats, lines: Floats, boxes: NDArray[np.bool_] | None = None) -> None:
        """Show blocks, whose `sides` are rows of lefts, tops, rights and bottoms, and lines, all idle."""
        left, top, right, bottom = sides
        self._blocks = np.column_stack((left, top, right - left, bottom - top))
        self._lines = lines
        self._boxes = boxes if boxes is not None else np.zeros(len(self._blocks), np.bool_)
        self.block_codes = np.zeros(len(self._blocks), np.uint8)
        self.line_codes = np.zeros(len(lines), np.uint8)
        self.prepareGeometryChange()
        self._bounds = QRectF()
        if len(self._blocks):
            size = (float(right.max() - left.min()), float(bottom.max() - top.min()))
            whole = QRectF(float(left.min()), float(top.min()), *size)
            self._bounds = whole.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the rectangle around all nodes."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint boxes, lines, then blocks: what is live comes last."""
        area: QRectF = option.exposedRect
        inks = inks_for(self._look.theme)
        blocks, codes, boxes, lines, line_codes = self._seen(area)
        if boxes.any():
            painter.setBrush(NO_BRUSH)
            for code, rows in _by_look(blocks[boxes], codes[boxes]):
                painter.setPen(inks.pen(_block_token(code), 1.0, (), True))
                draw_rects(painter, rows)
            blocks, codes = blocks[~boxes], codes[~boxes]
        for code, rows in _by_look(lines, line_codes):
            painter.setPen(inks.pen(_line_token(code), 1.0, (), True))
            draw_lines(painter, rows)
        painter.setPen(NO_PEN)
        for code, rows in _by_look(blocks, codes):
            painter.setBrush(inks.brush(_block_token(code)))
            draw_rects(painter, rows)

    def _seen(self, area: QRectF) -> tuple[Floats, Codes, NDArray[np.bool_], Floats, Codes]:
        """Return what an area touches: blocks, their looks, which are boxes, lines, their looks."""
        blocks, lines = self._blocks, self._lines
        if area.contains(self._bounds):
            return blocks, self.block_codes, self._boxes, lines, self.line_codes
        left, top, width, height = blocks.T
        seen = _touching(area, left, top, left + width, top + height)
        ax, ay, bx, by = lines.T
        led = _touching(area, np.minimum(ax, bx), np.minimum(ay, by), np.maximum(ax, bx), np.maximum(ay, by))
        return blocks[seen], self.block_codes[seen], self._boxes[seen], lines[led], self.line_codes[led]


def _touching(area: QRectF, left: Floats, top: Floats, right: Floats, bottom: Floats) -> NDArray[np.bool_]:
    across = (left <= area.right()) & (right >= area.left())
    found: NDArray[np.bool_] = across & (top <= area.bottom()) & (bottom >= area.top())
    return found


def _by_look(rows: Floats, codes: Codes) -> Iterator[tuple[int, Floats]]:
    """Yield the rows of each look that occurs, those that are idle first."""
    found = _codes_in(codes)
    for code in found:
        yield code, rows if len(found) == 1 else rows[codes == code]


def _codes_in(codes: Codes) -> list[int]:
    """Return the looks that occur, idle first."""
    found = np.flatnonzero(np.bincount(codes, minlength=len(_LOOKS)))
    return sorted((int(code) for code in found), key=lambda code: (code != IDLE, code))


def _block_token(code: int) -> str:
    look = _LOOKS[code]
    if look == StatusLook.SELECTED:
        return "accent.line"
    return f"status.{look}.line" if look in LIVE_LOOKS else "border.node"


def _line_token(code: int) -> str:
    look = _LOOKS[code]
    if look == StatusLook.SELECTED:
        return "accent.line"
    return f"status.{look}.line" if look in LIVE_LOOKS and look != StatusLook.DISABLED else "edge.idle"
