"""The bar over the canvas that finds text in the graph in view, and the field for what is to be found."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from editor.panels.document.graph_finder import GraphFinder
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import theme_manager
from editor.widgets.boxes import add_all, row_box
from editor.widgets.icon_button import IconButton
from editor.widgets.plates import paint_plate
from graphs.searching.find_in_document import TextQuery


class QueryRow(QWidget):
    """Be a field for what is looked for. `asked` carries the query whenever it changes."""

    asked = Signal(object)
    stepped = Signal(int)
    """Carries +1 for Enter and -1 for Shift+Enter."""
    left = Signal()
    """Tells that Esc was pressed."""

    def __init__(self, name: str, placeholder: str) -> None:
        super().__init__()
        self.field = QLineEdit(placeholderText=placeholder)
        self.field.setAccessibleName(name)
        self.field.setMinimumWidth(scaled(120))
        self.whole_words = _switch("ab", "Whole words", underlined=True)
        self.match_case = _switch("Aa", "Match upper and lower case")
        box = row_box(self, margins=(0, 0, 0, 0), spacing=4)
        box.addWidget(self.field, 1)
        add_all(box, self.whole_words, self.match_case)
        self.setFocusProxy(self.field)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._ask)
        self.whole_words.toggled.connect(self._ask)
        self.match_case.toggled.connect(self._ask)

    @property
    def query(self) -> TextQuery:
        """Return what is asked for now."""
        return TextQuery(self.field.text(), self.whole_words.isChecked(), self.match_case.isChecked())

    def begin(self, text: str = "") -> None:
        """Take the focus with everything selected, so that typing replaces it; `text` is there first."""
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter, Shift+Enter and Esc of the field."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self.stepped.emit(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        return super().eventFilter(watched, event)

    def _ask(self, *_arguments: object) -> None:
        self.asked.emit(self.query)


def _switch(text: str, name: str, *, underlined: bool = False) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    font = button.font()
    font.setUnderline(underlined)
    button.setFont(font)
    button.setCheckable(True)
    button.setToolTip(plain_tip(name))
    button.setAccessibleName(name)
    button.setProperty("role", "toggle")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setFixedSize(scaled(30), scaled(26))
    return button


WIDTH = 440
_HEIGHT = 40
_MARGIN = 12


class FindBar(QWidget):
    """Lie over the upper right corner of the canvas. `closed` tells that the canvas should have the focus."""

    closed = Signal()

    def __init__(self, finder: GraphFinder, parent: QWidget) -> None:
        super().__init__(parent)
        self._finder = finder
        self.row = QueryRow("Find in graph", "Find in graph")
        self.count = PlainLabel(role="caption")
        self.count.setMinimumWidth(scaled(104))
        self.count.setAccessibleName("Matches")
        self.previous = IconButton("up", "Previous match (Shift+F3)", lambda: self.step(-1), side=26)
        self.next = IconButton("down", "Next match (F3)", lambda: self.step(1), side=26)
        self.close_button = IconButton("close", "Close (Esc)", self.close_bar, side=26)
        box = row_box(self, margins=(8, 6, 6, 6), spacing=4)
        box.addWidget(self.row, 1)
        box.addSpacing(4)
        add_all(box, self.count, self.previous, self.next, self.close_button)
        self.row.asked.connect(finder.look_for)
        self.row.stepped.connect(self.step)
        self.row.left.connect(self.close_bar)
        finder.changed.connect(self._show_count)
        theme_manager().theme_changed.connect(self.update)
        self._show_count()
        self.hide()

    def open_bar(self) -> None:
        """Show the bar and take the focus; what was looked for last is there."""
        self.show()
        self.raise_()
        self._finder.show_rings(True)
        self.row.begin()

    def close_bar(self) -> None:
        """Hide the bar and take the rings away; F3 goes on finding what was typed last."""
        if self.isVisible():
            self.hide()
            self._finder.show_rings(False)
            self.closed.emit()

    def step(self, way: int) -> None:
        """Go to the next or the previous match."""
        self._finder.step(way)

    def place_over(self, room: QRectF) -> None:
        """Lie in the upper right corner of a part of the parent."""
        width = min(scaled(WIDTH), max(120, int(room.width()) - 2 * _MARGIN))
        left = int(room.right()) - width - _MARGIN
        self.setGeometry(left, int(room.top()) + 8, width, scaled(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate."""
        paint_plate(self)

    def _show_count(self) -> None:
        finder = self._finder
        count, found = len(finder.hits), finder.hits.get(finder.current)
        if finder.query.is_empty:
            words = ""
        elif not count:
            words = "Searching" if finder.is_searching else "No match"
        elif found is None:
            words = "1 match" if count == 1 else f"{count:,} matches"
        else:
            words = f"{finder.place:,} of {count:,} · {found.what}"
        metrics = self.count.fontMetrics()
        room = self.count.minimumWidth()
        self.count.setText(metrics.elidedText(words, Qt.TextElideMode.ElideRight, room))
        self.count.setToolTip(plain_tip(f"{words}: {found.text}" if found is not None else ""))
        self.count.setAccessibleDescription(words)
        for button in (self.previous, self.next):
            button.setEnabled(bool(count))
