"""Lay out single lines of text once, and paint them again and again."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QStaticText, QTransform

from editor.theme.fonts import TextWeight, canvas_font, canvas_metrics


class TextLine:
    """One laid-out line: what is drawn after eliding, its width, and the top for a given middle."""

    __slots__ = ("font", "is_elided", "layout", "rise", "text", "width")

    def __init__(self, text: str, size: int, weight: int, fixed: bool, max_width: float) -> None:
        metrics = canvas_metrics(size, weight, fixed)
        shown = text
        if max_width and metrics.horizontalAdvance(text) > max_width:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max_width)
        self.text = shown
        self.is_elided = shown != text
        self.width: float = metrics.horizontalAdvance(shown)
        self.font: QFont = canvas_font(size, weight, fixed=fixed)
        # Half of the capitals' height above the baseline puts the capitals' middle on the line's middle.
        self.rise: float = metrics.capHeight() / 2 - metrics.ascent()
        self.layout = QStaticText(shown)
        self.layout.setTextFormat(Qt.TextFormat.PlainText)
        self.layout.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        self.layout.prepare(QTransform(), self.font)

    def draw(self, painter: QPainter, x: float, middle: float, pen: QPen) -> None:
        """Paint the line with its left end at `x` and its capitals centered on `middle`."""
        painter.setFont(self.font)
        painter.setPen(pen)
        painter.drawStaticText(QPointF(x, middle + self.rise), self.layout)


@lru_cache(maxsize=8192)
def text_line(
    text: str, size: int, weight: int = TextWeight.REGULAR, fixed: bool = False, max_width: float = 0.0
) -> TextLine:
    """Return the cached layout of a line; `max_width` > 0 elides it at the right."""
    return TextLine(text, size, weight, fixed, max_width)


@lru_cache(maxsize=256)
def passing_line(text: str, size: int, weight: int = TextWeight.REGULAR, max_width: float = 0.0) -> TextLine:
    """Return the layout of a line that says something else all the time, as a clock does: few are kept."""
    return TextLine(text, size, weight, False, max_width)


@lru_cache(maxsize=8192)
def text_width(text: str, size: int, weight: int = TextWeight.REGULAR, fixed: bool = False) -> float:
    """Return the advance of a text in px at zoom 1."""
    return canvas_metrics(size, weight, fixed).horizontalAdvance(text) if text else 0.0
