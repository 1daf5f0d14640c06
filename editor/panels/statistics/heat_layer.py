"""Paint over the nodes and transitions of one canvas how often and how long they were active."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import qrect
from editor.canvas.view.canvas_view import CanvasView
from editor.panels.statistics.heat import STEPS, Heat
from editor.theme.contrast import contrast
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import mix
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import Theme

_SHARES = (0.2, 0.42, 0.68, 1.0)
_BEYOND = 0.35
"""How much of the hue is in the ground on each step but the last, and how far that one goes on."""
_ABOVE_NODES = 9e5
_RING = 3.0
_TAB = 15.0
_FULL_SIZE = 0.85
"""Under this zoom tabs of nodes keep their size on the screen."""
_READABLE = 0.45
"""Under this zoom blocks are filled and words left out."""
_MARGIN = 60.0


def heat_color(theme: Theme, step: int) -> QColor:
    """Return the color of a step, 1 to `STEPS`: one hue, from the ground to its full strength and beyond.

    On each of them the theme's words or those of its ground can be read.
    """
    hue = theme.family("tree").line
    if step >= STEPS:
        return mix(hue, theme.color("text.primary"), _BEYOND)
    return mix(theme.color("surface.region"), hue, _SHARES[step - 1])


def color_on(theme: Theme, step: int) -> QColor:
    """Return the color of words that are read on a step."""
    back = heat_color(theme, step)
    choices = (theme.color("text.primary"), theme.color("surface.canvas"))
    return max(choices, key=lambda color: contrast(color, back))


class HeatLayer(QGraphicsItem):
    """Show heats on the canvas: a ring in the shade of the step, and a tab with the number.

    What never happened has a dashed ring and says so. The document and the looks of the run stay as they are.
    """

    def __init__(self, view: CanvasView) -> None:
        super().__init__()
        self._view = view
        self._heats: Mapping[str, Heat] = {}
        self._bounds = QRectF()
        self.setZValue(_ABOVE_NODES)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        view.canvas.addItem(self)

    def show_heats(self, heats: Mapping[str, Heat]) -> None:
        """Show other heats; none takes everything away."""
        if not heats and not self._heats:
            return
        self._heats = dict(heats)
        bounds = self._view.canvas.content_rect() if heats else QRectF()
        wanted = bounds.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN) if heats else bounds
        if wanted != self._bounds:
            self.prepareGeometryChange()
            self._bounds = wanted
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the room of the whole graph."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint what lies in the part that is seen."""
        contents = self._view.canvas.contents
        if contents is None or not self._heats:
            return
        seen = option.exposedRect.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        zoom = self._view.camera.zoom
        near = zoom >= _READABLE
        boxes = self._view.canvas.machine.open_boxes() if self._view.canvas.machine else frozenset()
        for element in contents.node_ids():
            heat = self._heats.get(element)
            rect = contents.node_rect(element)
            if heat is None or rect is None or not seen.intersects(qrect(rect)):
                continue
            if near or element in boxes:
                _paint_node(painter, qrect(rect), heat, zoom)
            else:
                _paint_block(painter, qrect(rect), heat)
        if near:
            self._paint_edges(painter, seen)

    def _paint_edges(self, painter: QPainter, seen: QRectF) -> None:
        machine = self._view.canvas.machine
        if machine is None:
            return
        for edge in machine.edge_ids():
            heat, middle = self._heats.get(edge), machine.middle_of(edge)
            if heat is None or not heat.words or middle is None:
                continue
            words = "0" if heat.is_never else heat.words
            row, size = machine.plate_row(edge), _tab_size(words, 1.0)
            center = QPointF(*middle) if row is None else QPointF(row.right + size.width() / 2, row.center[1])
            tab = QRectF(center.x() - size.width() / 2, center.y() - _TAB / 2, size.width(), _TAB)
            if seen.intersects(tab):
                _paint_tab(painter, tab, heat, words)


def _paint_node(painter: QPainter, rect: QRectF, heat: Heat, zoom: float) -> None:
    theme = current_theme()
    if heat.is_never:
        pen = QPen(theme.color("text.tertiary"), 1.5)
        pen.setDashPattern([3.0, 3.0])
        painter.setPen(pen)
    elif heat.step:
        painter.setPen(QPen(heat_color(theme, heat.step), _RING))
    else:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), 9, 9)
    if heat.words:
        size = _tab_size(heat.words, max(1.0, _FULL_SIZE / max(zoom, _READABLE)))
        at = QPointF(rect.left() + 4, rect.top() - 4 - size.height())
        _paint_tab(painter, QRectF(at, size), heat, heat.words)


def _paint_block(painter: QPainter, rect: QRectF, heat: Heat) -> None:
    """Paint the whole node in its shade, where words are too small to be read; hatched for never."""
    theme = current_theme()
    if heat.is_never:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("surface.region"))
        painter.drawRect(rect)
        painter.setPen(QPen(theme.color("text.tertiary"), 0))
        painter.setBrush(QBrush(theme.color("text.tertiary"), Qt.BrushStyle.BDiagPattern))
        painter.drawRect(rect)
    elif heat.step:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(heat_color(theme, heat.step))
        painter.drawRect(rect)


def _tab_size(words: str, scale: float) -> QSizeF:
    """Return the size of the plate of some words, drawn so many times as large."""
    width = QFontMetricsF(ui_font(TextSize.BADGE, TextWeight.SEMIBOLD)).horizontalAdvance(words) + 10
    return QSizeF(width * scale, _TAB * scale)


def _paint_tab(painter: QPainter, plate: QRectF, heat: Heat, words: str) -> None:
    """Paint the number on a plate in the shade of its step; what never happened has an outlined plate."""
    theme = current_theme()
    scale = plate.height() / _TAB
    font = QFont(ui_font(TextSize.BADGE, TextWeight.SEMIBOLD))
    if scale > 1.0:
        font.setPixelSize(round(font.pixelSize() * scale))
    painter.setFont(font)
    if heat.is_never or not heat.step:
        painter.setPen(QPen(theme.color("text.tertiary"), 1))
        painter.setBrush(theme.color("surface.canvas"))
        painter.drawRoundedRect(plate, 4 * scale, 4 * scale)
        painter.setPen(theme.color("text.tertiary"))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(heat_color(theme, heat.step))
        painter.drawRoundedRect(plate, 4 * scale, 4 * scale)
        painter.setPen(color_on(theme, heat.step))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)
