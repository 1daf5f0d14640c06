"""Show the contents of the help as a tree; a click or Enter opens a page."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from editor.help.help_contents import ContentsEntry
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme, theme_manager

_ADDRESS = Qt.ItemDataRole.UserRole


class ContentsTree(QTreeWidget):
    """List sections and pages; sections of the first level are unfolded."""

    page_wanted = Signal(str)
    """Carries the address of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setIndentation(scaled(14))
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Contents of the help")
        self.setExpandsOnDoubleClick(False)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._following = False
        self.currentItemChanged.connect(self._moved)
        self.itemClicked.connect(self._clicked)
        theme_manager().theme_changed.connect(self._tint)

    def show_contents(self, entries: Iterable[ContentsEntry]) -> None:
        """List these entries; pages that were listed before are gone."""
        self._following = True
        self.clear()
        self._items.clear()
        for entry in entries:
            item = self._item(entry)
            self.addTopLevelItem(item)
            item.setExpanded(True)
        self._following = False
        self._tint()

    def follow(self, address: str) -> None:
        """Mark the page that is shown and unfold what it is in."""
        item = self._items.get(address)
        self._following = True
        if item is None:
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentItem(item)
            self.scrollToItem(item)
        self._following = False

    def _item(self, entry: ContentsEntry) -> QTreeWidgetItem:
        item = QTreeWidgetItem([entry.title])
        item.setData(0, _ADDRESS, entry.address)
        item.setToolTip(0, plain_tip(entry.title))
        if entry.address:
            self._items.setdefault(entry.address, item)
        for child in entry.entries:
            item.addChild(self._item(child))
        return item

    def _moved(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        address = item.data(0, _ADDRESS) if item is not None else ""
        if address and not self._following:
            self.page_wanted.emit(address)

    def _clicked(self, item: QTreeWidgetItem) -> None:
        if not item.data(0, _ADDRESS):
            item.setExpanded(not item.isExpanded())
        elif item.childCount():
            item.setExpanded(True)

    def _tint(self) -> None:
        """Write sections as captions, and everything in the colors of the theme."""
        theme = current_theme()
        for place in range(self.topLevelItemCount()):
            section = self.topLevelItem(place)
            if section is not None:
                section.setFont(0, ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
                section.setForeground(0, theme.color("text.primary"))
