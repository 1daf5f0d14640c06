"""Hold rows, and list them: each row has one height and is painted as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, cast

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QListView, QPlainTextEdit, QSplitter

from editor.theme.fonts import TextSize, fixed_font
from editor.widgets.boxes import add_all
from editor.widgets.hairline import paint_focus_ring
from editor.widgets.row_painting import Index

Row = TypeVar("Row")


class RowModel(QAbstractListModel, Generic[Row]):
    """Hold rows of one type; a subclass says in `data` what a row is in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[Row] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def update_rows(self, rows: Sequence[Row], key: Callable[[Row], object]) -> None:
        """Show other rows; where all have the keys of the former, the place in the list is kept."""
        if [key(row) for row in rows] != [key(row) for row in self.rows]:
            self.show_rows(rows)
        else:
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    @classmethod
    def row_at(cls, index: Index) -> Row:
        """Return the row at a valid index of such a model."""
        return cast("RowModel[Row]", index.model()).rows[index.row()]


class RowList(QListView):
    """Paint the ring of the focus where no row has it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or the ring."""
        super().paintEvent(event)
        if not self.currentIndex().isValid():
            paint_focus_ring(QPainter(self.viewport()), self)


def row_list(model: QAbstractListModel, delegate: QAbstractItemDelegate, name: str) -> QListView:
    """Return a list of the rows of a model; `name` is what screen readers call it."""
    view = RowList()
    set_up_row_list(view, model, delegate, name)
    return view


def set_up_row_list(
    view: QListView, model: QAbstractListModel, delegate: QAbstractItemDelegate, name: str
) -> None:
    """Let a list show rows of one height."""
    view.setModel(model)
    view.setItemDelegate(delegate)
    view.setUniformItemSizes(True)
    view.setMouseTracking(True)
    view.setAccessibleName(name)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def detail_beside(view: QListView, name: str, sizes: tuple[int, int]) -> tuple[QSplitter, QPlainTextEdit]:
    """Return a list with the text of its current row beside it, and that text's field."""
    detail = QPlainTextEdit(readOnly=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap)
    detail.setFont(fixed_font(TextSize.CAPTION))
    detail.setAccessibleName(name)
    detail.setProperty("role", "plain")
    split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
    add_all(split, view, detail)
    split.setSizes(list(sizes))
    return split, detail
