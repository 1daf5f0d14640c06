"""Paint over the nodes and transitions of one canvas how active they were, and explain the shades."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import qrect
from editor.canvas.view.canvas_view import CanvasView
from editor.panels.statistics.heat import STEPS, Heat, HeatScale
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import mix, set_inks, smooth_painter
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import Theme, contrast

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
        set_inks(painter, Qt.PenStyle.NoPen, theme.color("surface.region"))
        painter.drawRect(rect)
        painter.setPen(QPen(theme.color("text.tertiary"), 0))
        painter.setBrush(QBrush(theme.color("text.tertiary"), Qt.BrushStyle.BDiagPattern))
        painter.drawRect(rect)
    elif heat.step:
        set_inks(painter, Qt.PenStyle.NoPen, heat_color(theme, heat.step))
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
        set_inks(painter, QPen(theme.color("text.tertiary"), 1), theme.color("surface.canvas"))
        painter.drawRoundedRect(plate, 4 * scale, 4 * scale)
        painter.setPen(theme.color("text.tertiary"))
    else:
        set_inks(painter, Qt.PenStyle.NoPen, heat_color(theme, heat.step))
        painter.drawRoundedRect(plate, 4 * scale, 4 * scale)
        painter.setPen(color_on(theme, heat.step))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)


_SWATCH = 22
_HEIGHT = 26
_ABOVE_BOTTOM = 46
_BELOW_WAY = 46
_ASIDE = 20
_REST = 200
"""Milliseconds after the last move of the camera."""


class HeatLegend(QWidget):
    """Lie over a corner of a canvas, one without nodes where there is one; the pointer goes through it."""

    def __init__(self, canvas: CanvasView) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._corner, self._has_note, self._whole_note = 0, True, ""
        self._at_rest = QTimer(self, singleShot=True, interval=_REST)
        self._at_rest.timeout.connect(self._make_way)
        canvas.camera.moved.connect(self._at_rest.start)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._scale = HeatScale("", "", "")
        self._note = ""
        self.hide()
        canvas.installEventFilter(self)
        theme_manager().theme_changed.connect(self.update)

    def show_scale(self, scale: HeatScale, note: str) -> None:
        """Explain a scale; the note says whose heat it is and of when."""
        self._scale, self._note, self._whole_note = scale, note if self._has_note else "", note
        self.setAccessibleName(f"Heat: {scale.title}, {note}, from {scale.lowest} to {scale.highest}")
        if self.isHidden():
            self._choose_place()
        if self.size() != self.sizeHint():
            self._at_rest.start()
        self.resize(self.sizeHint())
        self._place()
        self.show()
        self.raise_()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room that all words and swatches take."""
        metrics = QFontMetrics(ui_font(TextSize.CAPTION))
        bold = QFontMetrics(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD))
        words = bold.horizontalAdvance(self._scale.title) + metrics.horizontalAdvance(self._note)
        return QSize(words + self._swatches_width() + 46, _HEIGHT)

    def _swatches_width(self) -> int:
        metrics = QFontMetrics(ui_font(TextSize.BADGE))
        never = metrics.horizontalAdvance("never") + 12
        if not self._scale.highest:
            return never
        ends = metrics.horizontalAdvance(self._scale.lowest) + metrics.horizontalAdvance(self._scale.highest)
        return never + 8 + STEPS * _SWATCH + ends + 12

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the corner when the canvas has another size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        self.move(self._corners()[self._corner])

    def _corners(self) -> tuple[QPoint, QPoint, QPoint]:
        """Return where it can lie: at the lower left, the upper right and the upper left."""
        room = self._canvas.viewport().rect()
        below, right = max(0, room.height() - _ABOVE_BOTTOM - _HEIGHT), room.width() - self.width() - _ASIDE
        return QPoint(_ASIDE, below), QPoint(max(0, right), _BELOW_WAY), QPoint(_ASIDE, _BELOW_WAY)

    def _make_way(self) -> None:
        """Go elsewhere if it lies over nodes once the camera is at rest: it does not hop meanwhile."""
        if self.isVisible() and self._nodes_covered()[self._corner]:
            self._choose_place()
            self._place()
            self.update()

    def _choose_place(self) -> None:
        """Choose the corner with the fewest nodes, and leave the note out where it would lie over some."""
        for shown in (self._whole_note, ""):
            self._note = shown
            self.resize(self.sizeHint())
            covered = self._nodes_covered()
            self._corner = covered.index(min(covered))
            if not min(covered):
                break
        self._has_note = bool(self._note)

    def _nodes_covered(self) -> list[int]:
        """Return how many nodes it would lie over in each corner; the map of a large graph is one more."""
        contents, minimap = self._canvas.canvas.contents, self._canvas.corners.minimap
        places = [QRect(corner, self.size()) for corner in self._corners()]
        covered = [int(minimap.isVisible() and minimap.geometry().intersects(place)) for place in places]
        if contents is None:
            return covered
        left, top, right, bottom = contents.sides()
        for number, place in enumerate(places):
            room = self._canvas.mapToScene(place).boundingRect()
            beside = (left > room.right()) | (right < room.left())
            covered[number] += int((~beside & (top < room.bottom()) & (bottom > room.top())).sum())
        return covered

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the title, the note, never, and the shades between their ends."""
        theme = current_theme()
        painter = smooth_painter(self)
        back = QColor(theme.color("surface.popup"))
        set_inks(painter, QPen(theme.color("border.strong"), 1), back)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        left = self._text(painter, self._scale.title, 10, "text.primary", TextWeight.SEMIBOLD) + 8
        left = self._text(painter, self._note, left, "text.tertiary", TextWeight.REGULAR) + 12
        font = ui_font(TextSize.BADGE)
        width = QFontMetrics(font).horizontalAdvance("never") + 12
        plate = QRectF(left + 0.5, 5.5, width, _HEIGHT - 11)
        dashed = QPen(theme.color("text.tertiary"), 1, Qt.PenStyle.CustomDashLine)
        dashed.setDashPattern([3.0, 3.0])
        set_inks(painter, dashed, Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(plate, 4, 4)
        painter.setFont(font)
        painter.setPen(theme.color("text.tertiary"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, "never")
        if self._scale.highest:
            self._paint_swatches(painter, left + width + 8)

    def _paint_swatches(self, painter: QPainter, left: float) -> None:
        theme = current_theme()
        metrics = QFontMetrics(ui_font(TextSize.BADGE))
        first = metrics.horizontalAdvance(self._scale.lowest) + 6
        last = metrics.horizontalAdvance(self._scale.highest) + 6
        for step in range(1, STEPS + 1):
            width = _SWATCH + (first if step == 1 else last if step == STEPS else 0)
            swatch = QRectF(left, 5, width, _HEIGHT - 10)
            painter.fillRect(swatch, heat_color(theme, step))
            word = {1: self._scale.lowest, STEPS: self._scale.highest}.get(step, "")
            painter.setPen(color_on(theme, step))
            painter.drawText(swatch, Qt.AlignmentFlag.AlignCenter, word)
            left += width

    def _text(self, painter: QPainter, text: str, left: float, token: str, weight: TextWeight) -> float:
        font = ui_font(TextSize.CAPTION, weight)
        painter.setFont(font)
        painter.setPen(current_theme().color(token))
        width = painter.fontMetrics().horizontalAdvance(text)
        painter.drawText(QRectF(left, 0, width + 2, _HEIGHT), Qt.AlignmentFlag.AlignVCenter, text)
        return left + width
