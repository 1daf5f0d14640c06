"""Be a delegate that paints the rows of a list: the shared back, then what the list puts on it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from editor.theme.fonts import scaled
from editor.widgets.row_painting import paint_row_back

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Paint rows of one height; a subclass paints their contents in `paint_row`."""

    def __init__(self, parent: QObject, height: int) -> None:
        """Begin with rows of `height` pixels at the text size of 100 %."""
        super().__init__(parent)
        self._height = height

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a row; lists are as wide as they are."""
        return QSize(120, scaled(self._height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the back of a row and its contents."""
        painter.save()
        paint_row_back(painter, option)
        self.paint_row(painter, option.rect, index)
        painter.restore()

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint what stands in a row; the painter is put back afterwards."""
        raise NotImplementedError
