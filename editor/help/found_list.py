"""List the pages that a search of the help found: title, and the piece of text below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from editor.help.help_search import HelpHit
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.row_delegate import RowDelegate
from editor.widgets.row_painting import paint_text

_HIT = Qt.ItemDataRole.UserRole
_ROW = 46


class FoundList(QListWidget):
    """List pages that were found, the best first; a click or Enter opens one."""

    page_wanted = Signal(str)
    """Carries the address of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(_FoundDelegate(self, _ROW))
        self.setAccessibleName("Pages found")
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._open)
        self.itemActivated.connect(self._open)

    def show_hits(self, hits: Sequence[HelpHit]) -> None:
        """List these pages, with the first of them current."""
        self.clear()
        for hit in hits:
            item = QListWidgetItem(hit.title)
            item.setData(_HIT, hit)
            item.setToolTip(plain_tip(f"{hit.heading}\n{hit.piece}" if hit.heading else hit.piece))
            self.addItem(item)
        self.setCurrentRow(0)

    def open_current(self) -> None:
        """Open the page that is current; nothing in an empty list."""
        item = self.currentItem()
        if item is not None:
            self._open(item)

    def step(self, step: int) -> None:
        """Make the next or the previous page current."""
        self.setCurrentRow(min(max(self.currentRow() + step, 0), self.count() - 1))

    def _open(self, item: QListWidgetItem) -> None:
        hit = item.data(_HIT)
        if isinstance(hit, HelpHit):
            self.page_wanted.emit(hit.address)


class _FoundDelegate(RowDelegate):
    """Paint the title of a page over a piece of its text."""

    def paint_row(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint a page that was found."""
        hit = index.data(_HIT)
        theme = current_theme()
        inside = rect.adjusted(12, 3, -10, -3)
        half = inside.height() // 2
        paint_text(
            painter,
            hit.title,
            QRect(inside.left(), inside.top(), inside.width(), half),
            ui_font(TextSize.BODY, TextWeight.SEMIBOLD),
            theme.color("text.primary"),
        )
        paint_text(
            painter,
            hit.piece,
            QRect(inside.left(), inside.top() + half, inside.width(), inside.height() - half),
            ui_font(TextSize.CAPTION),
            theme.color("text.secondary"),
        )
