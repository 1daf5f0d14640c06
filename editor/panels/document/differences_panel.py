"""The panel that lists what differs between two versions; a click goes there on the canvas."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter

from editor.comparison.comparison import ComparedRow
from editor.comparison.graph_marks import MARK_SIGNS, paint_plate
from editor.theme.fonts import TextSize, ui_font
from editor.theme.inks import inks_for
from editor.theme.plain_texts import plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_text


class DifferencesModel(RowModel[ComparedRow]):
    """Hold the lines of a comparison."""

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
        self.focus_on = self.view = row_list(self.model, _DifferenceDelegate(self, 25), "Differences")
        self.view.clicked.connect(lambda index: self.picked.emit(index.row()))
        self.view.activated.connect(lambda index: self.picked.emit(index.row()))
        self.empty = EmptyNote()
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self.view, 1)
        self.show_nothing()

    def show_rows(self, rows: Sequence[ComparedRow]) -> None:
        """List the lines of a comparison."""
        if tuple(rows) != self.model.rows:
            self.model.show_rows(tuple(rows))
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
        row = DifferencesModel.row_at(index)
        theme = current_theme()
        sign = MARK_SIGNS[row.mark]
        paint_plate(painter, rect.left() + 24, rect.center().y() + 1, row.mark, sign, inks_for(theme))
        words = rect.adjusted(44, 0, -12, 0)
        paint_text(painter, row.text, words, ui_font(TextSize.BODY), theme.color("text.primary"))
