"""Layers over the nodes of a canvas: rings around what was found, dimmed idle nodes, frames with a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.pictures import RunLooks
from editor.canvas.items.shared_look import qrect
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.scene import CanvasScene
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import faded, set_inks
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import StatusLook

_ABOVE_ALL = 9e5
_AROUND = 3.5
"""How far outside of a thing its ring runs, screen px at 100 %."""
_WIDTH = 5.0
_RADIUS = 9.0
_RING_OPACITY = 0.45


class FoundItem(QGraphicsItem):
    """Paint a soft ring around each rectangle, in the color of what the user does."""

    def __init__(self) -> None:
        super().__init__()
        self.rects: tuple[QRectF, ...] = ()
        """What is ringed."""
        self._bounds = QRectF()
        self.setZValue(_ABOVE_ALL)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def set_rects(self, rects: Sequence[QRectF]) -> None:
        """Ring these rectangles of the scene."""
        if tuple(rects) == self.rects:
            return
        self.rects = tuple(rects)
        bounds = QRectF()
        for rect in self.rects:
            bounds |= rect
        self.prepareGeometryChange()
        # A ring keeps its width on the screen, so far out it reaches further in the scene.
        self._bounds = bounds.adjusted(-200, -200, 200, 200) if self.rects else QRectF()
        self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the rings that are to be seen."""
        zoom = max(painter.worldTransform().m11(), 1e-6)
        least = min(1.0, zoom)
        around, width = _AROUND / least, _WIDTH / least
        color = faded(current_theme().color("accent.line"), _RING_OPACITY)
        set_inks(painter, QPen(color, width), Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        exposed: QRectF = option.exposedRect.adjusted(-around, -around, around, around)
        for rect in self.rects:
            if rect.intersects(exposed):
                ring = rect.adjusted(-around, -around, around, around)
                painter.drawRoundedRect(ring, _RADIUS / least, _RADIUS / least)


_ABOVE_NODES = 8e5
_DIMMED_OPACITY = 0.72
_DIMMED_OUT = 2.0
_BELOW = 6.0
"""How far the sheet under a node that calls a graph reaches."""


class IdleDimming(QGraphicsItem):
    """Dim the nodes and states that were not visited, or are not active, in the tick shown."""

    def __init__(self, canvas: CanvasScene, looks: Callable[[], RunLooks]) -> None:
        super().__init__()
        self._canvas, self._looks = canvas, looks
        self.idle: frozenset[str] = frozenset()
        """What is dimmed."""
        self._bounds = QRectF()
        self.setZValue(_ABOVE_NODES)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        canvas.addItem(self)

    def refresh(self, *, on: bool) -> None:
        """Dim what is idle now, or nothing; without a run nothing is idle."""
        idle = self._idle_now() if on else frozenset()
        bounds = self._canvas.content_rect() if idle else QRectF()
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        if idle != self.idle:
            self.idle = idle
            self.update()

    def _idle_now(self) -> frozenset[str]:
        contents, looks = self._canvas.contents, self._looks()
        if contents is None or not looks.nodes:
            return frozenset()
        boxes = self._canvas.machine.open_boxes() if self._canvas.machine is not None else frozenset()
        return frozenset(
            node
            for node in contents.node_ids()
            if node not in boxes and looks.node(node).status == StatusLook.IDLE
        )

    def boundingRect(self) -> QRectF:
        """Return the room of the whole graph."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the ground, nearly opaque, over what is idle."""
        ground = faded(current_theme().color("surface.canvas"), _DIMMED_OPACITY)
        set_inks(painter, Qt.PenStyle.NoPen, ground)
        for node in self.idle:
            rect = self._canvas.node_rect(node)
            if rect is not None:
                painter.drawRoundedRect(
                    qrect(rect).adjusted(-_DIMMED_OUT, -_DIMMED_OUT, _DIMMED_OUT, _BELOW), 8, 8
                )


_ABOVE_HEAT = 9.5e5
_OUT = 8.0
"""How far outside a node its frame runs: the ring of a selection has its room inside."""
_TAB = 17.0
_FULL_SIZE = 0.85
_ROOM = 60.0


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
        self.callouts: dict[str, Callout] = {}
        """What is framed now, by element."""
        self._bounds = QRectF()
        self.setZValue(_ABOVE_HEAT)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        canvas.addItem(self)

    def show_callouts(self, callouts: Mapping[str, Callout]) -> None:
        """Frame other elements; those that the canvas does not show are passed over."""
        if not callouts and not self.callouts:
            return
        self.callouts = dict(callouts)
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
                return qrect(row)
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
        for element, callout in self.callouts.items():
            rect = self._rect_of(element)
            if rect is not None:
                _paint(painter, rect, callout, min(scale, 3.0))


def _paint(painter: QPainter, rect: QRectF, callout: Callout, scale: float) -> None:
    theme = current_theme()
    color = QColor(theme.color(callout.token))
    pen = QPen(color, 2.5 * scale)
    if callout.dash:
        pen.setDashPattern([length / 2.5 for length in callout.dash])
    set_inks(painter, pen, Qt.BrushStyle.NoBrush)
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
    set_inks(painter, QPen(color, 1.5), theme.color("surface.canvas"))
    painter.drawRoundedRect(plate, 5 * scale, 5 * scale)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, callout.words)
