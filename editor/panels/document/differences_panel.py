"""The panel that lists what differs between two versions; a click goes there on the canvas."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QWidget

from editor.comparison.comparison import ComparedRow
from editor.comparison.graph_marks import MARK_SIGNS, paint_plate
from editor.theme.fonts import TextSize, ui_font
from editor.theme.inks import inks_for
from editor.theme.plain_texts import plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_painting import Index, RowDelegate, paint_text


class DifferencesModel(QAbstractListModel):
    """Hold the lines of a comparison."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[ComparedRow, ...] = ()

    def show_rows(self, rows: Sequence[ComparedRow]) -> None:
        """Show other lines."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line."""
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return plain_tip_data(row.text, role)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.mark}: {row.text}"
        return None


class DifferencesPanel(Panel):
    """List differences. `picked` carries the number of the line clicked, or reached by the arrow keys."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__("differences", "Differences", "diff")
        self.model = DifferencesModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_DifferenceDelegate(self, 25))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setAccessibleName("Differences")
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(lambda index: self.picked.emit(index.row()))
        self.view.activated.connect(lambda index: self.picked.emit(index.row()))
        self.empty = EmptyNote()
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self.view, 1)
        self.show_nothing()

    def focus_target(self) -> QWidget:
        """Return the list."""
        return self.view

    def show_rows(self, rows: Sequence[ComparedRow]) -> None:
        """List the lines of a comparison."""
        if tuple(rows) != self.model.rows:
            self.model.show_rows(rows)
        self.view.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        self.empty.setText("Nothing differs.")

    def show_nothing(self) -> None:
        """Say how to compare, while nothing is compared."""
        self.model.show_rows(())
        self.view.hide()
        self.empty.show()
        self.empty.setText(
            "Compare the document in view with its saved version, another file or the last commit: "
            "File ▸ Compare with."
        )

    def show_current(self, row: int) -> None:
        """Mark the line that is looked at."""
        if 0 <= row < len(self.model.rows):
            self.view.setCurrentIndex(self.model.index(row))


class _DifferenceDelegate(RowDelegate):
    """Paint the plate of a mark and the sentence."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        model = index.model()
        if not isinstance(model, DifferencesModel):
            return
        row = model.rows[index.row()]
        theme = current_theme()
        sign = MARK_SIGNS[row.mark]
        paint_plate(painter, rect.left() + 24, rect.center().y() + 1, row.mark, sign, inks_for(theme))
        words = rect.adjusted(44, 0, -12, 0)
        paint_text(painter, row.text, words, ui_font(TextSize.BODY), theme.color("text.primary"))
