"""The bar over the canvas that finds text in the graph in view."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from editor.panels.document.graph_finder import GraphFinder
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.icon_button import IconButton
from editor.widgets.query_row import QueryRow

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
        self.count = PlainLabel()
        self.count.setProperty("role", "caption")
        self.count.setMinimumWidth(scaled(104))
        self.count.setAccessibleName("Matches")
        self.previous = IconButton("up", "Previous match (Shift+F3)", lambda: self.step(-1), side=26)
        self.next = IconButton("down", "Next match (F3)", lambda: self.step(1), side=26)
        self.close_button = IconButton("close", "Close (Esc)", self.close_bar, side=26)
        box = QHBoxLayout(self)
        box.setContentsMargins(8, 6, 6, 6)
        box.setSpacing(4)
        box.addWidget(self.row, 1)
        box.addSpacing(4)
        for part in (self.count, self.previous, self.next, self.close_button):
            box.addWidget(part)
        self.row.asked.connect(finder.look_for)
        self.row.stepped.connect(self.step)
        self.row.left.connect(self.close_bar)
        finder.changed.connect(self._show_count)
        theme_manager().theme_changed.connect(self.update)
        self._show_count()
        self.hide()

    def open_bar(self) -> None:
        """Show the bar and take the focus; what was looked for last stands there."""
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
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("border.strong"), 1))
        painter.setBrush(theme.color("surface.popup"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()

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
