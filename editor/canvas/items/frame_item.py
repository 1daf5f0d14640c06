"""Show a frame: a titled rectangle with a note, behind the nodes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import SharedLook
from editor.canvas.painting.detail import Detail
from editor.canvas.routing.shapes import Rect
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import NO_BRUSH, make_pen
from graphs.model.graph_parts import Frame

TITLE_HEIGHT = 32.0
"""Height of the strip in which the title stands, px; it can be grabbed without a title too."""
_RADIUS = 9.0
_INSET = 12.0
_RING = 4.0


class FrameItem(QGraphicsItem):
    """Paint one frame; the selection ring stands outside of it, as it does around nodes."""

    def __init__(self, look: SharedLook) -> None:
        super().__init__()
        self.frame = Frame()
        self._look = look
        self._rect = QRectF()
        self._selected = False
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_frame(self, frame: Frame, rect: Rect) -> None:
        """Show a frame at a rectangle of the scene."""
        if rect.width != self._rect.width() or rect.height != self._rect.height():
            self.prepareGeometryChange()
            self._rect = QRectF(0, 0, rect.width, rect.height)
        if self.pos() != QPointF(rect.left, rect.top):
            self.setPos(rect.left, rect.top)
        if frame is not self.frame:
            self.frame = frame
            self.update()

    def set_selected(self, selected: bool) -> None:
        """Show the ring of the selection, or not."""
        if selected != self._selected:
            self._selected = selected
            self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._rect.adjusted(-_RING - 2, -_RING - 2, _RING + 2, _RING + 2)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the ground, the border, and where there is room the words."""
        theme = self._look.theme
        painter.setPen(make_pen(theme.color("border.strong"), 1.0))
        painter.setBrush(theme.color("surface.region"))
        painter.drawRoundedRect(self._rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        if self._look.detail >= Detail.TITLE:
            self._paint_words(painter)
        if self._selected:
            painter.setBrush(NO_BRUSH)
            painter.setPen(make_pen(theme.color("accent.line"), 2.0))
            ring = self._rect.adjusted(-_RING, -_RING, _RING, _RING)
            painter.drawRoundedRect(ring, _RADIUS + _RING, _RADIUS + _RING)

    def _paint_words(self, painter: QPainter) -> None:
        room = self._rect.adjusted(_INSET, 0, -_INSET, -8)
        if self.frame.title:
            line = QRectF(room.left(), room.top(), room.width(), TITLE_HEIGHT)
            font = ui_font(TextSize.TITLE, TextWeight.SEMIBOLD)
            self._paint(painter, line, self.frame.title, font, "text.primary", wrapped=False)
        if self.frame.text and self._look.detail >= Detail.FULL:
            top = room.top() + (TITLE_HEIGHT if self.frame.title else _INSET)
            body = QRectF(room.left(), top, room.width(), max(0.0, room.bottom() - top))
            self._paint(
                painter, body, self.frame.text, ui_font(TextSize.BODY), "text.secondary", wrapped=True
            )

    def _paint(
        self, painter: QPainter, room: QRectF, text: str, font: QFont, token: str, *, wrapped: bool
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._look.theme.color(token))
        if wrapped:
            flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        else:
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(flags), text)
