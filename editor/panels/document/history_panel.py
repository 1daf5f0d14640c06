"""The panel that lists the steps of editing: a click goes there, the saved point is marked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QShowEvent

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import set_inks
from editor.theme.plain_texts import PlainLabel, plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all
from editor.widgets.element_header import ElementHeader
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_icon, paint_text


class StepsOfEditing(Protocol):
    """Be a history, as far as the panel knows it."""

    @property
    def index(self) -> int:
        """Return how many of the steps are done."""

    @property
    def saved_index(self) -> int | None:
        """Return after how many steps the file was written, None if that is gone."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Return what the steps are called, the oldest first."""


NEW = "New"
"""What a document that has no file began with."""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """Hold one line: the document after `place` steps; `is_about` tells that it changed what is selected."""

    place: int
    text: str
    is_done: bool
    is_now: bool
    is_saved: bool
    is_about: bool = False


def history_rows(history: StepsOfEditing, first: str, about: Collection[int] = ()) -> tuple[HistoryRow, ...]:
    """Return the lines of a history, the newest step first; `first` is what it began with.

    `about` are the steps, counted from 1, that changed what is selected. What began as `NEW` is in no file as
    it was then.
    """
    texts = (first, *history.labels)
    saved = history.saved_index if history.saved_index or first != NEW else None
    return tuple(
        HistoryRow(
            place,
            texts[place],
            place <= history.index,
            place == history.index,
            place == saved,
            place in about,
        )
        for place in reversed(range(len(texts)))
    )


class HistoryModel(RowModel[HistoryRow]):
    """Hold the lines."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a line says."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            notes = [
                words
                for words, holds in (
                    ("shown now", row.is_now),
                    ("as the file has it", row.is_saved),
                    ("undone", not row.is_done),
                    ("changed what is selected", row.is_about),
                )
                if holds
            ]
            words = f"{row.text} ({', '.join(notes)})" if notes else row.text
            return plain_tip_data(words, role)
        return None


class HistoryPanel(Panel):
    """List the steps of what is edited. `go_to` carries after how many steps the document is wanted."""

    go_to = Signal(int)

    def __init__(self) -> None:
        super().__init__("history", "History", "history")
        self._history: StepsOfEditing | None = None
        self._first = ""
        self._is_stale = False
        self.model = HistoryModel(self)
        self.focus_on = self.view = row_list(self.model, _StepDelegate(self, 25), "History")
        self.view.clicked.connect(self._picked)
        self.view.activated.connect(self._picked)
        self.subject = ElementHeader((14, 12, 14, 2))
        self.about = PlainLabel(role="caption", margins=(46, 0, 14, 6))
        self.about.hide()
        self._about: frozenset[int] = frozenset()
        add_all(self.body, self.subject, self.about)
        self.empty = EmptyNote("Open a document: every step of editing it is listed here.")
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self.view, 1)
        self.view.hide()

    def show_history(self, history: StepsOfEditing | None, first: str) -> None:
        """List the steps of another history, None for none; `first` is what it began with."""
        self._history, self._first = history, first
        self.refresh()

    def show_about(self, about: frozenset[int] | None) -> None:
        """Mark the steps, counted from 1, that changed what is selected; None for nothing selected."""
        count = len(about or ())
        steps = "No step" if not count else "1 step" if count == 1 else f"{count} steps"
        self.about.setText(f"{steps} of this history changed it")
        self.about.setVisible(about is not None)
        self._about = about or frozenset()
        self.refresh()

    def refresh(self) -> None:
        """List the steps as they are now; a hidden panel waits until it is seen."""
        if not self.isVisible():
            self._is_stale = True
            return
        self._is_stale = False
        history = self._history
        self.view.setVisible(history is not None)
        self.empty.setVisible(history is None)
        rows = history_rows(history, self._first, self._about) if history is not None else ()
        if rows != self.model.rows:
            self.model.show_rows(rows)
        now = next((number for number, row in enumerate(rows) if row.is_now), -1)
        if now >= 0:
            index = self.model.index(now)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)

    def showEvent(self, event: QShowEvent) -> None:
        """List what was done while the panel was hidden."""
        super().showEvent(event)
        if self._is_stale:
            self.refresh()

    def _picked(self, index: QModelIndex) -> None:
        self.go_to.emit(self.model.rows[index.row()].place)


class _StepDelegate(RowDelegate):
    """Paint the thread of steps: a dot for each, the one shown now filled, and a mark at the saved one."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        model = index.model()
        if not isinstance(model, HistoryModel):
            return
        row = model.rows[index.row()]
        theme = current_theme()
        line = theme.color("accent.line" if row.is_done else "border.control")
        if row.is_about:
            painter.fillRect(rect.adjusted(34, 1, -6, -1), theme.color("accent.wash"))
            paint_icon(painter, "pin", rect.right() - 28, rect, theme.color("accent.line"), 14)
        middle, x = rect.center().y() + 1, rect.left() + 20.0
        painter.setPen(QPen(line, 1.5))
        if index.row() + 1 < len(model.rows):
            painter.drawLine(int(x), middle + 5, int(x), rect.bottom() + 1)
        if index.row() > 0:
            above = theme.color("accent.line" if model.rows[index.row() - 1].is_done else "border.control")
            painter.setPen(QPen(above, 1.5))
            painter.drawLine(int(x), rect.top(), int(x), middle - 5)
        set_inks(painter, QPen(line, 1.5), line if row.is_now else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(x - 4, middle - 4, 8, 8))
        weight = TextWeight.SEMIBOLD if row.is_now else TextWeight.REGULAR
        color = theme.color("text.primary" if row.is_done else "text.tertiary")
        marks = row.is_saved + row.is_about
        words = rect.adjusted(40, 0, -12 - 24 * marks, 0)
        paint_text(painter, row.text, words, ui_font(TextSize.BODY, weight), color)
        if row.is_saved:
            left = rect.right() - 28 - 24 * row.is_about
            paint_icon(painter, "save", left, rect, theme.color("text.secondary"), 14)
