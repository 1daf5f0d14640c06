"""A picture of the canvas to paint on, whose pixels tests look at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.theme.tokens import Theme

MARGIN = 40
"""Room around whatever is painted; (0, 0) of the thing lies there."""


class Canvas:
    """A picture of the canvas color on which things are painted at (0, 0)."""

    def __init__(self, width: float, height: float, theme: Theme, scale: float = 1.0) -> None:
        self.theme = theme
        self.scale = scale
        self.image = QImage(
            round((width + 2 * MARGIN) * scale),
            round((height + 2 * MARGIN) * scale),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        self.image.fill(theme.color("surface.canvas"))

    def paint(self, draw: Callable[[QPainter], None]) -> Canvas:
        painter = QPainter(self.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(self.scale, self.scale)
        painter.translate(MARGIN, MARGIN)
        draw(painter)
        painter.end()
        return self

    def at(self, x: float, y: float) -> QColor:
        return self.image.pixelColor(round((x + MARGIN) * self.scale), round((y + MARGIN) * self.scale))

    def colors_in(self, rect: QRectF) -> set[str]:
        return {
            self.at(x, y).name()
            for x in range(round(rect.left()), round(rect.right()) + 1)
            for y in range(round(rect.top()), round(rect.bottom()) + 1)
        }

    def touched(self) -> QRectF:
        """Return the bounds of all pixels that differ from the canvas, at scale 1."""
        ground = self.theme.color("surface.canvas")
        xs, ys = [], []
        for y in range(self.image.height()):
            for x in range(self.image.width()):
                if self.image.pixelColor(x, y) != ground:
                    xs.append(x - MARGIN)
                    ys.append(y - MARGIN)
        return QRectF(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1) if xs else QRectF()
