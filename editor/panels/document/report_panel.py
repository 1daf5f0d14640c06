"""The panel that lists what became of each part of a file of another program; a row leads to its node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QCheckBox

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.plain_texts import ElidedLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.push_buttons import low_button
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_badge, paint_text
from graphs.formats.basics.format_report import FormatRow, How, counts

LOOKS: dict[How, str] = {"exact": "success", "changed": "warning", "kept": "disabled", "lost": "error"}
"""The badge of each sort of row."""

_HINT = (
    "File ▸ Import… reads trees and machines of other programs, File ▸ Export as… writes them. "
    "What became of each part is listed here."
)
_HOW_WIDTH, _PLACE_SHARE = 66, 4


@dataclass(frozen=True)
class ShownReport:
    """Hold a report as it is shown: what was made of what, in words, and its rows."""

    title: str
    rows: tuple[FormatRow, ...]


class ReportPanel(Panel):
    """List the rows of the last import or export.

    `go_to` carries the row picked, `save_wanted` tells that the report is to be kept in a file.
    """

    go_to = Signal(object)
    save_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("report", "Report", "table")
        self.report: ShownReport | None = None
        self.words = ElidedLabel()
        self.all_rows = QCheckBox("Exact ones too")
        self.all_rows.toggled.connect(lambda _on: self._list())
        self.save = low_button("Save report…")
        self.save.clicked.connect(lambda _checked=False: self.save_wanted.emit())
        self.head = row_box(margins=(14, 4, 8, 4), spacing=12)
        self.head.addWidget(self.words, 1)
        self.head.addWidget(self.all_rows)
        self.head.addWidget(self.save)
        self.model = _Rows(self)
        self.view = row_list(self.model, _RowPainter(self, 26), "What became of each part")
        self.view.clicked.connect(self._pick)
        self.view.activated.connect(self._pick)
        self.empty = EmptyNote(_HINT)
        self.body.addLayout(self.head)
        self.body.addWidget(self.empty)
        self.body.addWidget(self.view, 1)
        self.show_report(None)

    def show_report(self, report: ShownReport | None) -> None:
        """Show another report, None for none; exact rows are left out where others say more."""
        self.report = report
        rows = () if report is None else report.rows
        found = counts(rows)
        said = ", ".join(f"{number} {how}" for how, number in found.items() if number)
        self.words.setText("" if report is None else f"{report.title}: {said or 'nothing in it'}")
        self.all_rows.setChecked(found["exact"] == len(rows))
        for each in (self.words, self.all_rows, self.save):
            each.setVisible(report is not None)
        self._list()

    def _list(self) -> None:
        rows = () if self.report is None else self.report.rows
        self.model.show_rows([row for row in rows if self.all_rows.isChecked() or row.how != "exact"])
        has_rows = bool(self.model.rows)
        self.view.setVisible(has_rows)
        self.empty.setVisible(not has_rows)
        self.empty.setText(_HINT if self.report is None else "Nothing is changed, kept as it is, or lost.")
        self.focus_on = self.view if has_rows else None

    def _pick(self, index: QModelIndex) -> None:
        self.go_to.emit(_Rows.row_at(index))


class _Rows(RowModel[FormatRow]):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the sentence of a row."""
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.sentence()
        if role == Qt.ItemDataRole.ToolTipRole:
            rule = f"Rule {row.rule} of the semantics." if row.rule else ""
            return plain_tip("\n".join(each for each in (row.what, row.reason, row.remedy, rule) if each))
        return None


class _RowPainter(RowDelegate):
    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint badge, how, what and why, and at the right end the place in the file."""
        row, theme = _Rows.row_at(index), current_theme()
        caption, body = ui_font(TextSize.CAPTION), ui_font(TextSize.BODY)
        paint_badge(painter, LOOKS[row.how], rect.left() + 22, rect)
        how = QRect(rect.left() + 40, rect.top(), _HOW_WIDTH, rect.height())
        paint_text(painter, row.how, how, caption, theme.color("text.secondary"))
        place = _place(row)
        width = min(QFontMetrics(caption).horizontalAdvance(place) + 4, rect.width() // _PLACE_SHARE)
        where = QRect(rect.right() - 14 - width, rect.top(), width, rect.height())
        right, middle = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideMiddle
        paint_text(painter, place, where, caption, theme.color("text.tertiary"), right, middle)
        what = QRect(how.right() + 6, rect.top(), where.left() - how.right() - 20, rect.height())
        strong = ui_font(TextSize.BODY, TextWeight.SEMIBOLD)
        paint_text(painter, row.what, what, strong, theme.color("text.primary"))
        taken = min(QFontMetrics(strong).horizontalAdvance(row.what), what.width()) + 12
        said = f"{row.reason} {row.remedy}".strip()
        paint_text(painter, said, what.adjusted(taken, 0, 0, 0), body, theme.color("text.secondary"))


def _place(row: FormatRow) -> str:
    return f"{row.file}:{row.line}" if row.file and row.line else row.file


def shown_rows(rows: Sequence[FormatRow]) -> str:
    """Return in a few words what is not exact: "2 changed, 1 lost", "all exact"."""
    found = counts(rows)
    return ", ".join(f"{number} {how}" for how, number in found.items() if number and how != "exact") or (
        "all exact"
    )
