"""Put the whole map into pyqtgraph's scene as one item."""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


class WorldItem(pg.GraphicsObject):  # type: ignore[misc]
    """Paint the whole map as one item, in px of the view box."""

    def __init__(self, paint_picture: Callable[[QPainter], None]) -> None:
        super().__init__()
        self._paint_picture = paint_picture
        self._box = QRectF(0, 0, 1, 1)

    def set_size(self, width: float, height: float) -> None:
        """Cover a map of this size in px."""
        self.prepareGeometryChange()
        self._box = QRectF(0, 0, width, height)

    def boundingRect(self) -> QRectF:
        """Return the whole map."""
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the picture shown now."""
        del option, widget
        self._paint_picture(painter)
