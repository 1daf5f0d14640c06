"""Be a tree whose rows are painted like those of the lists."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTreeView

from editor.widgets.focus_ring import shows_focus
from editor.widgets.row_painting import paint_row_back


class RowTree(QTreeView):
    """Paint the wash of a row over its whole width, the branches included."""

    def __init__(self) -> None:
        super().__init__()
        self.setStyleSheet(
            "QTreeView { selection-background-color: transparent; }"
            "QTreeView::branch, QTreeView::item:selected, QTreeView::item:hover { background: transparent; }"
        )

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the back of a row from edge to edge, then the row."""
        row = QStyleOptionViewItem(option)
        row.rect = QRect(0, option.rect.top(), self.viewport().width(), option.rect.height())
        if self.selectionModel().isSelected(index):
            row.state |= QStyle.StateFlag.State_Selected
        if index == self.currentIndex() and shows_focus(self):
            row.state |= QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
        painter.save()
        paint_row_back(painter, row)
        painter.restore()
        super().drawRow(painter, option, index)
