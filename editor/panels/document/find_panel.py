"""The panel that finds text in all minds and worlds of a project or folder, open or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from editor.basics.slices import StepsInSlices
from editor.documents.folders.file_search import FileMatch, FileTrouble, Result, SearchedDocument
from editor.panels.document.find_bar import QueryRow
from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.inks import set_inks
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.panel import Panel
from editor.widgets.push_buttons import push_button
from editor.widgets.row_list import RowModel, row_list
from editor.widgets.row_painting import Index, RowDelegate, paint_badge, paint_icon, paint_text
from graphs.searching.find_in_document import TextQuery

ROW_HEIGHT = 26
_BEFORE = 24
"""Letters shown before a match in a long text."""
_PLACE_SHARE = 0.36


@dataclass(slots=True)
class FileRow:
    """Head the matches of a file."""

    source: SearchedDocument
    count: int = 0


@dataclass(frozen=True, slots=True)
class GraphRow:
    """Head the matches of a graph."""

    title: str


FoundRow = FileRow | GraphRow | FileMatch | FileTrouble


class FoundModel(RowModel["FoundRow"]):
    """Hold the rows in the order found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[FoundRow] = []
        self._file: FileRow | None = None
        self._graph = ""

    def clear(self) -> None:
        """Forget everything."""
        self._file, self._graph = None, ""
        self.show_rows([])

    def add(self, results: list[Result]) -> None:
        """Add what was found since, with the heads of new files and graphs."""
        added: list[FoundRow] = []
        counted: set[int] = set()
        for result in results:
            if self._file is None or self._file.source is not result.source:
                self._file, self._graph = FileRow(result.source), ""
                added.append(self._file)
            if isinstance(result, FileMatch):
                self._file.count += 1
                counted.add(id(self._file))
                if result.graph_id + "/" + result.graph_title != self._graph:
                    self._graph = result.graph_id + "/" + result.graph_title
                    added.append(GraphRow(result.graph_title))
            added.append(result)
        if added:
            first = len(self.rows)
            self.beginInsertRows(QModelIndex(), first, first + len(added) - 1)
            self.rows += added
            self.endInsertRows()

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let only matches be picked."""
        if index.isValid() and isinstance(self.rows[index.row()], FileMatch):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.ItemIsEnabled

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row in words."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            if isinstance(row, FileMatch):
                return plain_tip(f"{row.found.text}\n{row.found.what} of {row.place or row.graph_title}")
            if isinstance(row, FileRow | FileTrouble):
                return plain_tip(str(row.source.path or row.source.name))
            return None
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if isinstance(row, FileRow):
            return f"{row.source.name}, {count_words(row.count)}"
        if isinstance(row, GraphRow):
            return row.title
        if isinstance(row, FileTrouble):
            return f"{row.source.name} cannot be searched: {row.message}"
        return f"{row.place}, {row.found.what}: {row.found.text}"


def count_words(count: int) -> str:
    """Return a number of matches in words."""
    return "1 match" if count == 1 else f"{count:,} matches"


class FoundDelegate(RowDelegate):
    """Paint a file's name, a graph's title, or a match: its element, what matches, the text."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, ROW_HEIGHT)

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint one row."""
        row, theme = FoundModel.row_at(index), current_theme()
        if isinstance(row, FileRow):
            font = ui_font(TextSize.BODY, TextWeight.SEMIBOLD)
            kind = "world" if row.source.is_world else "doc"
            paint_icon(painter, kind, rect.left() + 12, rect, theme.color("text.secondary"), 14)
            words = rect.adjusted(34, 0, -120, 0)
            paint_text(painter, row.source.name, words, font, theme.color("text.primary"))
            width = QFontMetrics(font).horizontalAdvance(row.source.name)
            note = words.adjusted(min(width, words.width()) + 10, 0, 110, 0)
            caption = ui_font(TextSize.CAPTION)
            paint_text(painter, count_words(row.count), note, caption, theme.color("text.tertiary"))
        elif isinstance(row, GraphRow):
            words = rect.adjusted(34, 0, -12, 0)
            paint_text(painter, row.title, words, ui_font(TextSize.BODY), theme.color("text.secondary"))
        elif isinstance(row, FileTrouble):
            paint_badge(painter, "warning", rect.left() + 42, rect)
            words = rect.adjusted(56, 0, -12, 0)
            paint_text(painter, row.message, words, ui_font(TextSize.BODY), theme.color("text.primary"))
        else:
            _paint_match(painter, rect, row)


def _paint_match(painter: QPainter, rect: QRect, row: FileMatch) -> None:
    theme = current_theme()
    left = rect.left() + 50
    share = max(110, min(340, int(rect.width() * _PLACE_SHARE)))
    place = QRect(left, rect.top(), share, rect.height())
    caption = ui_font(TextSize.CAPTION)
    what_width = min(96, QFontMetrics(caption).horizontalAdvance(row.found.what) + 4)
    name = place.adjusted(0, 0, -what_width - 10, 0)
    shown = row.place or row.graph_title
    paint_text(painter, shown, name, ui_font(TextSize.BODY), theme.color("text.primary"))
    right = Qt.AlignmentFlag.AlignRight
    what = QRect(place.right() - what_width, rect.top(), what_width, rect.height())
    paint_text(painter, row.found.what, what, caption, theme.color("text.tertiary"), right)
    text = QRect(place.right() + 16, rect.top(), rect.right() - place.right() - 28, rect.height())
    _paint_marked(painter, text, row)


def _paint_marked(painter: QPainter, rect: QRect, row: FileMatch) -> None:
    """Paint a text with its matches on a wash; the beginning of a long one is cut so that the first shows."""
    theme = current_theme()
    font: QFont = fixed_font(TextSize.CAPTION)
    metrics = QFontMetrics(font)
    text, spans = row.found.text.replace("\n", " "), row.found.spans
    begin = max(0, spans[0][0] - _BEFORE) if metrics.horizontalAdvance(text) > rect.width() else 0
    lead = "…" if begin else ""
    offset = begin - len(lead)
    shown = metrics.elidedText(lead + text[begin:], Qt.TextElideMode.ElideRight, rect.width())
    for first, last in spans:
        start, end = first - offset, min(last - offset, len(shown))
        if 0 <= start < end:
            x = rect.left() + metrics.horizontalAdvance(shown[:start])
            width = metrics.horizontalAdvance(shown[:end]) - metrics.horizontalAdvance(shown[:start])
            mark = QRect(x - 2, rect.top() + 4, width + 4, rect.height() - 8)
            set_inks(painter, theme.color("accent.line"), theme.color("accent.wash"))
            painter.drawRoundedRect(mark, 3, 3)
    paint_text(painter, shown, rect, font, theme.color("text.secondary"), mode=Qt.TextElideMode.ElideNone)


TYPING_PAUSE = 200
"""Milliseconds after the last letter until the search begins."""

_SEARCHED = "Titles, kinds, expressions, variables, events and notes are searched; in worlds names, too."

MOST_MATCHES = 5000
"""The search stops here: no one reads on, and a longer word finds less."""


@dataclass(frozen=True)
class Search:
    """Hold one search: where it looks, in words, and its steps."""

    where: str
    steps: Iterator[Result | None]


class FindPanel(Panel):
    """Ask for a text, show the matches by file and graph. `go_to` carries the match picked.

    `searching` makes a search from a query.
    """

    go_to = Signal(object)

    def __init__(self, searching: Callable[[TextQuery], Search]) -> None:
        super().__init__("find", "Find", "search")
        self._searching = searching
        self._count = 0
        self.row = QueryRow("Find in all files", "Find in all files")
        self.row.setMaximumWidth(scaled(420))
        self.words = PlainLabel(role="caption", wrap=True)
        self.cancel = push_button("Cancel", self.stop, role="quiet")
        self.cancel.hide()
        self.model = FoundModel(self)
        self.view = row_list(self.model, FoundDelegate(self), "Matches in files")
        top = row_box(margins=(12, 6, 12, 6), spacing=10)
        top.addWidget(self.row, 2)
        top.addWidget(self.words, 3)
        top.addWidget(self.cancel)
        self.body.addLayout(top)
        self.body.addWidget(self.view, 1)
        self._steps = StepsInSlices(self)
        self._fresh: list[Result] = []
        self._where = ""
        self._soon = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._soon.timeout.connect(self.search)
        self.row.asked.connect(lambda _query: self._soon.start())
        self.row.stepped.connect(self._entered)
        self.row.left.connect(self.stop)
        self._steps.passed.connect(self._take)
        self._steps.finished.connect(self._over)
        self.view.clicked.connect(self._pick)
        self.view.activated.connect(self._pick)
        self._show_words("")

    def focus_target(self) -> QWidget:
        """Return the field."""
        return self.row.field

    def begin(self, text: str = "") -> None:
        """Take the focus, with a text to look for already there."""
        self.row.begin(text)

    def search(self) -> None:
        """Look for what is in the field, from the beginning."""
        self._soon.stop()
        self._steps.drop()
        self.model.clear()
        self._fresh, self._count = [], 0
        query = self.row.query
        if query.is_empty:
            self.cancel.hide()
            self._show_words("")
            return
        search = self._searching(query)
        self._where = search.where
        self.cancel.show()
        self._show_words("Searching")
        self._steps.begin(self._noted(search.steps))

    def finish(self) -> None:
        """Search to the end at once."""
        if self._soon.isActive():
            self.search()
        self._steps.finish()

    def stop(self) -> None:
        """Search no further; what was found stays."""
        if self._steps.is_under_way:
            self._steps.drop()
            self._take()
            self.cancel.hide()
            self._show_words(f"Canceled after {count_words(self._count)}")

    def _noted(self, steps: Iterator[Result | None]) -> Iterator[None]:
        for result in steps:
            if result is not None:
                self._fresh.append(result)
                self._count += isinstance(result, FileMatch)
                if self._count >= MOST_MATCHES:
                    return
            yield None

    def _take(self) -> None:
        fresh, self._fresh = self._fresh, []
        self.model.add(fresh)
        if self._steps.is_under_way:
            self._show_words(f"Searching, {count_words(self._count)} so far")

    def _over(self) -> None:
        self.cancel.hide()
        if not self._count:
            self._show_words(f"No match in {self._where}. Try fewer letters.")
        elif self._count >= MOST_MATCHES:
            self._show_words(f"The first {MOST_MATCHES:,} matches in {self._where}. Type more to see fewer.")
        else:
            self._show_words(f"{count_words(self._count)} in {self._where}")

    def _show_words(self, words: str) -> None:
        self.words.setText(words or _SEARCHED)

    def _entered(self, _way: int) -> None:
        """Search at once, or go to the first match when that is done."""
        if self._soon.isActive():
            self.search()
            return
        first = next((row for row, found in enumerate(self.model.rows) if isinstance(found, FileMatch)), None)
        if first is not None:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.setCurrentIndex(self.model.index(first))
            self._pick(self.model.index(first))

    def _pick(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if isinstance(row, FileMatch):
            self.go_to.emit(row)
