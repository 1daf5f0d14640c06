"""Paint a whole graph at once, for zooms at which a node is only a block."""

from __future__ import annotations

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
        blocks, codes, boxes = self._seen_blocks(area)
        painter.setBrush(NO_BRUSH)
        for code in _codes_in(codes[boxes]):
            painter.setPen(inks.pen(_block_token(code), 1.0, (), True))
            draw_rects(painter, blocks[boxes & (codes == code)])
        lines, line_codes = self._seen_lines(area)
        for code in _codes_in(line_codes):
            painter.setPen(inks.pen(_line_token(code), 1.0, (), True))
            draw_lines(painter, lines[line_codes == code])
        painter.setPen(NO_PEN)
        for code in _codes_in(codes[~boxes]):
            painter.setBrush(inks.brush(_block_token(code)))
            draw_rects(painter, blocks[~boxes & (codes == code)])

    def _seen_blocks(self, area: QRectF) -> tuple[Floats, Codes, NDArray[np.bool_]]:
        left, top, width, height = self._blocks.T
        seen = (
            (left <= area.right())
            & (left + width >= area.left())
            & (top <= area.bottom())
            & (top + height >= area.top())
        )
        return self._blocks[seen], self.block_codes[seen], self._boxes[seen]

    def _seen_lines(self, area: QRectF) -> tuple[Floats, Codes]:
        ax, ay, bx, by = self._lines.T
        seen = (
            (np.minimum(ax, bx) <= area.right())
            & (np.maximum(ax, bx) >= area.left())
            & (np.minimum(ay, by) <= area.bottom())
            & (np.maximum(ay, by) >= area.top())
        )
        return self._lines[seen], self.line_codes[seen]


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
