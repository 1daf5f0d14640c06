"""Keep the round plates under things that are painted in every frame: blending one again costs half a ms."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap


def plate_pixmap(size: QSize, ratio: float, ground: QColor, radius: float, line: QColor | None) -> QPixmap:
    """Return a plate of `size` logical px at a pixel `ratio`: filled with `ground`, outlined by `line`.

    The same plate is painted once and kept.
    """
    edge = None if line is None else line.rgba()
    return _painted(size.width(), size.height(), ratio, ground.rgba(), radius, edge)


@lru_cache(maxsize=64)
def _painted(width: int, height: int, ratio: float, ground: int, radius: float, line: int | None) -> QPixmap:
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    box = QRectF(0, 0, width, height)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor.fromRgba(ground))
    painter.setPen(Qt.PenStyle.NoPen)
    if line is not None:
        painter.setPen(QPen(QColor.fromRgba(line), 1))
        box.adjust(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(box, radius, radius)
    painter.end()
    return pixmap
