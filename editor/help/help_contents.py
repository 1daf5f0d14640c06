"""Read the table of contents of the help from its first page, and show it as a tree.

The first page is the only source: each of its headings of the second level is a section, each link of a list
below it is a page. What the kinds and the samples have more is listed under their own pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from editor.help.help_library import (
    FIRST_PAGE,
    KINDS,
    KINDS_INDEX,
    SAMPLES,
    file_addresses,
    links_of,
    page_text,
    page_title,
)
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme, theme_manager
from graphs.kinds.declarations.registry import Registry

SAMPLES_INDEX = f"{SAMPLES}index"
MORE = "More"


@dataclass(frozen=True)
class ContentsEntry:
    """Hold a line of the contents: its title, the page's address ("" for a heading), what is below it."""

    title: str
    address: str = ""
    entries: tuple[ContentsEntry, ...] = field(default=())


def help_contents(registry: Registry) -> tuple[ContentsEntry, ...]:
    """Return the sections of the contents in order; pages named nowhere are in one more section."""
    text = page_text(FIRST_PAGE, registry) or ""
    sections = [
        ContentsEntry(title, entries=tuple(_entry(line, registry) for line in lines if links_of(line)))
        for title, lines in _sections(text, "- ")
    ]
    named = {entry.address for section in sections for entry in all_entries((section,))} | {FIRST_PAGE}
    left = [address for address in file_addresses() if address not in named]
    if left:
        more = [
            ContentsEntry(page_title(page_text(address, registry) or "") or address, address)
            for address in left
        ]
        sections.append(ContentsEntry(MORE, entries=tuple(more)))
    return tuple(section for section in sections if section.entries)


def all_entries(entries: Iterable[ContentsEntry]) -> list[ContentsEntry]:
    """Return entries with everything below them, in the order they are listed."""
    found: list[ContentsEntry] = []
    for entry in entries:
        found += [entry, *all_entries(entry.entries)]
    return found


def _entry(line: str, registry: Registry) -> ContentsEntry:
    link = links_of(line)[0]
    address = link.target.removesuffix(".md")
    if address == KINDS_INDEX:
        return ContentsEntry(link.words, address, _groups(address, KINDS, "| ", registry))
    if address == SAMPLES_INDEX:
        return ContentsEntry(link.words, address, _groups(address, SAMPLES, "- ", registry))
    return ContentsEntry(link.words, address)


def _groups(address: str, folder: str, mark: str, registry: Registry) -> tuple[ContentsEntry, ...]:
    """Return the sections of a page that lists the pages of a folder, each with its pages."""
    groups = []
    for title, lines in _sections(page_text(address, registry) or "", mark):
        links = [links_of(line)[0] for line in lines if links_of(line)]
        pages = (ContentsEntry(link.words, folder + link.target.removesuffix(".md")) for link in links)
        groups.append(ContentsEntry(title, entries=tuple(pages)))
    return tuple(group for group in groups if group.entries)


def _sections(text: str, mark: str) -> list[tuple[str, list[str]]]:
    """Return each heading of the second level with the lines below it that begin with a mark."""
    sections: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("## "):
            sections.append((line[3:].strip(), []))
        elif sections and line.startswith(mark):
            sections[-1][1].append(line)
    return sections


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
