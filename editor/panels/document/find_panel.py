"""The panel that finds text in all minds and worlds of a project or folder, open or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from editor.basics.steps_in_slices import StepsInSlices
from editor.documents.folders.file_search import FileMatch, Result
from editor.panels.document.find_bar import QueryRow
from editor.panels.document.found_rows import FoundDelegate, FoundModel, count_words
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel
from editor.widgets.boxes import row_box
from editor.widgets.panel import Panel
from editor.widgets.row_list import row_list
from graphs.searching.findable_text import TextQuery

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
        self.words = PlainLabel(role="caption")
        self.cancel = QPushButton("Cancel", autoDefault=False)
        self.cancel.setProperty("role", "quiet")
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
        self.cancel.clicked.connect(self.stop)
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
