"""A grid of numbers and expressions that are edited in place, with a shade by how large each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from editor.theme.fonts import TextSize, fixed_font, scaled, ui_font
from editor.theme.inks import set_inks
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.row_painting import paint_text

ROW, WIDEST_TITLE = 26, 110
CELL, WIDEST_COLUMN = 58, 120
_SHADE = Qt.ItemDataRole.UserRole
_RIGHT = Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True, slots=True)
class GridCell:
    """Hold one cell: its text, and 0..1 for how much of it is shaded, None for a cell without a shade."""

    text: str
    shade: float | None = None
    tip: str = ""


class CellGrid(QTableWidget):
    """Show cells under titles of columns and beside titles of rows; arrows walk, typing edits.

    `edited` carries row, column and what was typed; the cell itself changes once it is shown anew.
    """

    edited = Signal(int, int, str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setItemDelegate(_Cells(self))
        self.setShowGrid(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.AnyKeyPressed | triggers.DoubleClicked | triggers.EditKeyPressed)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setCornerButtonEnabled(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionsClickable(False)
            header.setHighlightSections(False)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def show_cells(
        self, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[GridCell]]
    ) -> None:
        """Show these cells; the current one stays where it is, and so does one that is being typed into."""
        where = self.currentRow(), self.currentColumn()
        if (self.rowCount(), self.columnCount()) != (len(rows), len(columns)):
            self.setRowCount(len(rows))
            self.setColumnCount(len(columns))
        self.setVerticalHeaderLabels([*rows])
        self.setHorizontalHeaderLabels([*columns])
        for row, line in enumerate(cells):
            for column, cell in enumerate(line):
                item = self.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.setItem(row, column, item)
                item.setText(cell.text)
                item.setData(_SHADE, cell.shade)
                said = f"{rows[row]}, {columns[column]}: {cell.text or 'nothing'}"
                item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
                item.setToolTip(plain_tip(cell.tip or said))
        self._fit(rows, columns)
        if rows and columns and self.currentRow() < 0:
            self.setCurrentCell(max(0, min(where[0], len(rows) - 1)), max(0, min(where[1], len(columns) - 1)))

    def _fit(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        caption = ui_font(TextSize.CAPTION)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setFont(caption)
        measure = self.horizontalHeader().fontMetrics().horizontalAdvance
        self.verticalHeader().setDefaultSectionSize(scaled(ROW))
        widest = max((measure(title) for title in rows), default=0) + 24
        self.verticalHeader().setFixedWidth(min(widest, scaled(WIDEST_TITLE)))
        for place, title in enumerate(columns):
            width = min(max(scaled(CELL), measure(title) + 16), scaled(WIDEST_COLUMN))
            self.setColumnWidth(place, width)
        head = self.horizontalHeader().sizeHint().height()
        bar = self.horizontalScrollBar().sizeHint().height() if self._is_wide() else 0
        self.setFixedHeight(head + scaled(ROW) * len(rows) + bar + 2 * self.frameWidth())

    def _is_wide(self) -> bool:
        room = self.width() - self.verticalHeader().width() - 2 * self.frameWidth()
        return self.horizontalHeader().length() > room

    def sizeHint(self) -> QSize:
        """Ask for the width of all columns."""
        width = self.verticalHeader().width() + self.horizontalHeader().length() + 2 * self.frameWidth()
        return QSize(width, self.height())

    def changeEvent(self, event: QEvent) -> None:
        """Let the titles follow the size of text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self.rowCount():
            self.viewport().update()


class _Cells(QStyledItemDelegate):
    """Paint a cell with its shade, and hand on what was typed."""

    def __init__(self, grid: CellGrid) -> None:
        super().__init__(grid)
        self._grid = grid

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """Return a line to type into."""
        line = QLineEdit(parent)
        line.setFrame(False)
        line.setFont(fixed_font(TextSize.CAPTION))
        line.setStyleSheet("min-height: 0; padding: 0 4px; border-radius: 0;")
        line.setAccessibleName(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        return line

    def setModelData(
        self, editor: QWidget, _model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Tell what was typed where it is something else."""
        typed = editor.text().strip() if isinstance(editor, QLineEdit) else ""
        if typed != index.data():
            self._grid.edited.emit(index.row(), index.column(), typed)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the shade, the number, and a ring around the current cell."""
        theme, rect, shade = current_theme(), QRect(option.rect), index.data(_SHADE)
        painter.save()
        hue = theme.family("machine")
        if shade:
            part = max(0.0, min(1.0, float(shade)))
            painter.setOpacity(0.15 + 0.85 * part)
            painter.fillRect(rect, hue.chip)
            painter.setOpacity(1)
            painter.fillRect(rect.left(), rect.bottom() - 2, round(rect.width() * part), 3, hue.line)
        color = theme.color("text.primary" if shade is None or shade else "text.tertiary")
        words = rect.adjusted(6, 0, -6, 0)
        paint_text(painter, str(index.data() or ""), words, fixed_font(TextSize.CAPTION), color, _RIGHT)
        if option.state & QStyle.StateFlag.State_Selected and self._grid.hasFocus():
            set_inks(painter, QPen(theme.color("accent.line"), 2), Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()
