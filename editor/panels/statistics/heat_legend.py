"""Explain the heat on the canvas: what it measures, of whom, over which ticks, and what the shades mean."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.panels.statistics.heat import STEPS, HeatScale
from editor.panels.statistics.heat_layer import color_on, heat_color
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.theme_manager import current_theme, theme_manager

_SWATCH = 22
_HEIGHT = 26
_ABOVE_BOTTOM = 46


class HeatLegend(QWidget):
    """Lie over the lower left corner of a canvas; the pointer goes through it."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._scale = HeatScale("", "", "")
        self._note = ""
        self.hide()
        canvas.installEventFilter(self)
        theme_manager().theme_changed.connect(self.update)

    def show_scale(self, scale: HeatScale, note: str) -> None:
        """Explain a scale; the note says whose heat it is and of when."""
        self._scale, self._note = scale, note
        self.setAccessibleName(f"Heat: {scale.title}, {note}, from {scale.lowest} to {scale.highest}")
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
        parent = self.parentWidget()
        if parent is not None:
            self.move(20, max(0, parent.height() - _ABOVE_BOTTOM - _HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the title, the note, never, and the shades between their ends."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        back = QColor(theme.color("surface.popup"))
        painter.setPen(QPen(theme.color("border.strong"), 1))
        painter.setBrush(back)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        left = self._text(painter, self._scale.title, 10, "text.primary", TextWeight.SEMIBOLD) + 8
        left = self._text(painter, self._note, left, "text.tertiary", TextWeight.REGULAR) + 12
        font = ui_font(TextSize.BADGE)
        width = QFontMetrics(font).horizontalAdvance("never") + 12
        plate = QRectF(left + 0.5, 5.5, width, _HEIGHT - 11)
        dashed = QPen(theme.color("text.tertiary"), 1, Qt.PenStyle.CustomDashLine)
        dashed.setDashPattern([3.0, 3.0])
        painter.setPen(dashed)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(plate, 4, 4)
        painter.setFont(font)
        painter.setPen(theme.color("text.tertiary"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, "never")
        if self._scale.highest:
            self._paint_swatches(painter, left + width + 8)
        painter.end()

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
