"""Frame a few elements of a canvas with a word: where the run stopped, what would be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import qrect
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.scene import CanvasScene
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.theme_manager import current_theme

_ABOVE_HEAT = 9.5e5
_OUT = 8.0
"""How far outside a node its frame runs: the ring of a selection has its room inside."""
_TAB = 17.0
_FULL_SIZE = 0.85
_ROOM = 60.0
_BADGE = 14.0
"""What the badge of a transition that was taken adds to its plate."""


@dataclass(frozen=True, slots=True)
class Callout:
    """Say how an element is framed: a color token, a dash in px (none for a solid line), and a word.

    Without a frame the word alone is at its lower edge.
    """

    token: str
    words: str = ""
    dash: tuple[float, ...] = ()
    framed: bool = True


class CalloutLayer(QGraphicsItem):
    """Paint callouts above everything of one canvas; the document and the run's looks stay as they are."""

    def __init__(self, canvas: CanvasScene, camera: Camera) -> None:
        super().__init__()
        self._canvas, self._camera = canvas, camera
        self._callouts: dict[str, Callout] = {}
        self._bounds = QRectF()
        self.setZValue(_ABOVE_HEAT)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        canvas.addItem(self)

    @property
    def callouts(self) -> Mapping[str, Callout]:
        """Return what is framed now, by element."""
        return self._callouts

    def show_callouts(self, callouts: Mapping[str, Callout]) -> None:
        """Frame other elements; those that the canvas does not show are passed over."""
        if not callouts and not self._callouts:
            return
        self._callouts = dict(callouts)
        rects = [rect for rect in map(self._rect_of, callouts) if rect is not None]
        bounds = QRectF()
        for rect in rects:
            bounds = bounds.united(rect.adjusted(-_ROOM, -_ROOM, _ROOM + 120, _ROOM))
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.update()

    def _rect_of(self, element: str) -> QRectF | None:
        machine = self._canvas.machine
        rect = self._canvas.node_rect(element)
        if rect is None and machine is not None:
            row = machine.plate_row(element)
            if row is not None:
                return qrect(row).adjusted(0, 0, _BADGE, 0)
            middle = machine.middle_of(element)
            if middle is not None:
                return QRectF(middle[0] - 12, middle[1] - 10, 24, 20)
        return qrect(rect) if rect is not None else None

    def boundingRect(self) -> QRectF:
        """Return the room of all frames and their words."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the frames."""
        scale = max(1.0, _FULL_SIZE / max(self._camera.zoom, 0.1))
        for element, callout in self._callouts.items():
            rect = self._rect_of(element)
            if rect is not None:
                _paint(painter, rect, callout, min(scale, 3.0))


def _paint(painter: QPainter, rect: QRectF, callout: Callout, scale: float) -> None:
    theme = current_theme()
    color = QColor(theme.color(callout.token))
    pen = QPen(color, 2.5 * scale)
    if callout.dash:
        pen.setDashPattern([length / 2.5 for length in callout.dash])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    out = _OUT if callout.framed else 0.0
    frame = rect.adjusted(-out, -out, out, out)
    if callout.framed:
        painter.drawRoundedRect(frame, 12, 12)
    if not callout.words:
        return
    font = QFont(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD))
    if scale > 1.0:
        font.setPixelSize(round(font.pixelSize() * scale))
    size = QSizeF(QFontMetricsF(font).horizontalAdvance(callout.words) + 14 * scale, _TAB * scale)
    plate = QRectF(QPointF(frame.right() - size.width() - 8, frame.bottom() - size.height() / 2), size)
    painter.setPen(QPen(color, 1.5))
    painter.setBrush(theme.color("surface.canvas"))
    painter.drawRoundedRect(plate, 5 * scale, 5 * scale)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, callout.words)
