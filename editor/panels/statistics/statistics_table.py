"""Hold and paint the table of statistics; it can be sorted by every column."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from editor.panels.statistics.statistics_rows import Column, StatisticsRow, columns_for
from editor.theme.fonts import TextSize, fixed_font, scaled, ui_font
from editor.theme.plain_texts import plain_tip, plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.row_painting import Index, paint_icon, paint_row_back, paint_text

_HEIGHT = 25
_PADDING = 10
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WIDTHS = {"Element": 206, "Graph": 92, "Missing": 150, "Drawn / expected": 190}
_WIDEST = {"Element": 360, "Graph": 190}
"""What these take of the room that the others leave."""
_NUMBER_WIDTH = 70


class StatisticsModel(QAbstractTableModel):
    """Hold rows in the order wanted: that of the program, or sorted by a column."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[StatisticsRow, ...] = ()
        self.columns: tuple[Column, ...] = ()
        self._given: tuple[StatisticsRow, ...] = ()
        self._sorted_by: tuple[str, Qt.SortOrder] | None = None

    def show_rows(self, rows: tuple[StatisticsRow, ...], columns: tuple[Column, ...]) -> None:
        """Show other rows, in the order chosen before; numbers change without losing the place."""
        same = [row.counted.key for row in rows] == [row.counted.key for row in self._given]
        self._given = rows
        if same and columns == self.columns and self._sorted_by is None:
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(columns) - 1))
            return
        self.beginResetModel()
        self.columns = columns
        self._order()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order of the program. What has no value comes last."""
        known = 0 <= column < len(self.columns)
        self._sorted_by = (self.columns[column].title, order) if known else None
        self.beginResetModel()
        self._order()
        self.endResetModel()

    def _order(self) -> None:
        title, order = self._sorted_by or ("", Qt.SortOrder.AscendingOrder)
        column = next((known for known in self.columns if known.title == title), None)
        if column is None:
            self.rows = self._given
            return
        keyed = [(column.sorts_by(row), row) for row in self._given]
        having = [pair for pair in keyed if pair[0] is not None]
        having.sort(
            key=lambda pair: pair[0],  # type: ignore[arg-type,return-value]
            reverse=order == Qt.SortOrder.DescendingOrder,
        )
        self.rows = tuple(row for _, row in having) + tuple(row for value, row in keyed if value is None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of elements."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the words of a cell."""
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.words(row)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            said = f"{row.title}, {column.title.lower()}: {column.words(row) or 'none'}. {column.hint}."
            return plain_tip_data(said, role)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title of a column, or what it means."""
        if orientation is Qt.Orientation.Vertical or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(column.hint)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_RIGHT if column.is_number else _LEFT)
        return None


class StatisticsView(QTableView):
    """Show the table with its columns as wide as they need."""

    def __init__(self, model: StatisticsModel) -> None:
        super().__init__()
        self._model = model
        self._fitted: list[int] = []
        self.setModel(model)
        self.setItemDelegate(_CellDelegate(self))
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Statistics")
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setStyleSheet("QTableView { selection-background-color: transparent; }")
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(_HEIGHT))
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.sortIndicatorChanged.connect(model.sort)

    def show_rows(self, rows: tuple[StatisticsRow, ...]) -> None:
        """Show other rows; what is current stays so."""
        index = self.currentIndex()
        current = self._model.rows[index.row()].counted.key if index.isValid() else None
        titles = [column.title for column in self._model.columns]
        self._model.show_rows(rows, columns_for(rows))
        if titles != [column.title for column in self._model.columns]:
            self._fit()
        self.show_current(current)

    def show_current(self, key: tuple[str, str] | None) -> None:
        """Mark the row of an element, if it is listed."""
        for place, row in enumerate(self._model.rows):
            if row.counted.key == key:
                if self.currentIndex().row() != place:
                    self.setCurrentIndex(self._model.index(place, 0))
                return
        self.clearSelection()

    def _fit(self) -> None:
        titles = [column.title for column in self._model.columns]
        widths = [scaled(_WIDTHS.get(title, _NUMBER_WIDTH)) for title in titles]
        spare = max(0, self.viewport().width() - sum(widths))
        for place, (title, width) in enumerate(zip(titles, widths, strict=True)):
            most = max(width, scaled(_WIDEST.get(title, 0)))
            self.setColumnWidth(place, min(most, width + spare // 2))
        self._fitted = self._widths()

    def _widths(self) -> list[int]:
        return [self.columnWidth(place) for place in range(len(self._model.columns) - 1)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the room again, unless a column was made wider or narrower by hand."""
        super().resizeEvent(event)
        if self._widths() == self._fitted:
            self._fit()


class _CellDelegate(QStyledItemDelegate):
    """Paint a cell: the element with its icon, shares with a bar behind them, other words as they are."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, StatisticsModel):
            return
        row, column = model.rows[index.row()], model.columns[index.column()]
        theme = current_theme()
        rect: QRect = option.rect
        painter.save()
        paint_row_back(painter, option, inset=0)
        words = column.words(row)
        if column.title == "Element":
            paint_icon(painter, row.icon, rect.left() + 12, rect, theme.family(row.family).line, 14)
            room = rect.adjusted(34, 0, -4, 0)
            paint_text(painter, words, room, ui_font(TextSize.BODY), theme.color("text.primary"))
        elif not column.is_number:
            token = "text.tertiary" if column.title == "Graph" else "status.warning.text"
            room = rect.adjusted(_PADDING, 0, -4, 0)
            paint_text(painter, words, room, ui_font(TextSize.CAPTION), theme.color(token))
        else:
            share = _bar_share(row, column)
            if share is not None:
                bar = QRectF(rect.left() + 6, rect.bottom() - 3, (rect.width() - 16) * min(1.0, share), 2)
                painter.fillRect(bar, theme.family("tree").line)
            room = rect.adjusted(4, 0, -_PADDING, 0)
            font = fixed_font(TextSize.CAPTION)
            paint_text(painter, words, room, font, theme.color("text.primary"), Qt.AlignmentFlag.AlignRight)
        painter.restore()


def _bar_share(row: StatisticsRow, column: Column) -> float | None:
    """Return how long the bar of a cell is, 0 to 1; None for a cell without."""
    if column.title == "Time" and column.words(row):
        return row.counted.share
    return row.counted.success_rate if column.title == "Succeeds" else None
