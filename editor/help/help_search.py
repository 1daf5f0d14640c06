"""Search all help pages for words, and list what was found.

A page is found when it has all the words of what is asked, each at the beginning of a word of the page. Pages
whose title has them come first, then those with a heading that has them, then the rest by how often.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from editor.help.help_library import KINDS, file_addresses, heading_slug, help_folder, page_title
from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.row_painting import RowDelegate, paint_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.help_pages import action_page, condition_page, kind_page

MOST_HITS = 60
_AROUND = 14
"""Letters kept before the first word found, few since the list is narrow."""
_SHORTEST = 2


@dataclass(frozen=True)
class HelpHit:
    """Hold a page that was found: its address and title, a piece of its text, and the heading above that."""

    address: str
    title: str
    piece: str
    heading: str


@dataclass(frozen=True)
class _SearchedPage:
    address: str
    title: str
    lines: tuple[tuple[str, str], ...]
    """Each line as plain text, with the heading above it."""


class HelpSearch:
    """Search pages, which are read once when first asked."""

    def __init__(self, addresses: Iterable[str], read: Callable[[str], str | None]) -> None:
        self._addresses, self._read = tuple(addresses), read
        self._pages: tuple[_SearchedPage, ...] | None = None

    def find(self, asked: str) -> tuple[HelpHit, ...]:
        """Return the pages that have all words, the best first; none for less than two letters."""
        words = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in asked.split()]
        if len(asked.strip()) < _SHORTEST or not words:
            return ()
        if self._pages is None:
            texts = ((address, self._read(address)) for address in self._addresses)
            self._pages = tuple(_searched(address, text) for address, text in texts if text)
        ranked = [(rank, page) for page in self._pages if (rank := _rank(page, words)) is not None]
        ranked.sort(key=lambda found: (found[0], found[1].title))
        return tuple(_hit(page, words) for _, page in ranked[:MOST_HITS])


def plain_text(line: str) -> str:
    """Return a line of Markdown as it reads: without marks, links as their words."""
    line = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", line)
    line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
    line = re.sub(r"^\s*(?:[-*>]|\d+\.)\s+|^#+\s*", "", line)
    line = re.sub(r"[*`]|\\(?=\|)", "", line).strip()
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        line = "" if all(set(cell) <= set("-:") for cell in cells) else " · ".join(filter(None, cells))
    return "" if line.startswith("```") or line == "---" else line


def _searched(address: str, text: str) -> _SearchedPage:
    title, heading = "", ""
    lines = []
    for line in text.splitlines():
        plain = plain_text(line)
        if line.startswith("# ") and not title:
            title = plain
            continue
        if re.match(r"#{2,6} ", line):
            heading = plain
        if plain:
            lines.append((plain, heading))
    return _SearchedPage(address, title or address, tuple(lines))


def _rank(page: _SearchedPage, words: list[re.Pattern[str]]) -> tuple[int, int] | None:
    """Return a place for sorting, smaller is better; None for a page that lacks a word."""
    if all(word.search(page.title) for word in words):
        return 0, len(page.title)
    count = 0
    for word in words:
        own = sum(len(word.findall(line)) for line, _ in page.lines) + bool(word.search(page.title))
        if own == 0:
            return None
        count += own
    headings = {heading for _, heading in page.lines}
    in_heading = any(all(word.search(heading) for word in words) for heading in headings)
    together = any(all(word.search(line) for word in words) for line, _ in page.lines)
    return (1 if in_heading else 2 if together else 3), -count


def _hit(page: _SearchedPage, words: list[re.Pattern[str]]) -> HelpHit:
    """Return the page with the first of its lines that has the most of the words."""
    best, heading, most = "", "", 0
    if all(word.search(page.title) for word in words) and page.lines:
        return HelpHit(page.address, page.title, page.lines[0][0], "")
    for line, above in page.lines:
        here = sum(bool(word.search(line)) for word in words)
        if here > most:
            best, heading, most = line, above, here
    if not most:
        best = page.lines[0][0] if page.lines else ""
    return HelpHit(page.address, page.title, _piece(best, words), heading)


def _piece(line: str, words: list[re.Pattern[str]]) -> str:
    """Return what is around the first word in a long line."""
    places = [found.start() for word in words if (found := word.search(line))]
    start = min(places, default=0)
    if start <= _AROUND:
        return line
    cut = line.find(" ", start - _AROUND)
    return f"… {line[cut + 1 if 0 <= cut < start else start :]}"


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


_KINDS_PAGE = "Nodes"


@dataclass(frozen=True, slots=True)
class HelpPlace:
    """Hold a page or a heading of one: its words, where it is ("" for a page of a file), its address."""

    title: str
    page: str
    address: str


def help_places(registry: Registry) -> tuple[HelpPlace, ...]:
    """Return the pages that are in files with their headings, then the pages of kinds and actions."""
    return (*_places_of_files(str(help_folder())), *_places_of_kinds(registry))


@lru_cache(maxsize=1)
def _places_of_files(_folder: str) -> tuple[HelpPlace, ...]:
    return tuple(place for address in file_addresses() for place in _places_of(address, _read(address)))


def _read(address: str) -> str:
    return (help_folder() / f"{address}.md").read_text(encoding="utf-8")


def _places_of(address: str, text: str) -> Iterator[HelpPlace]:
    title = plain_text(page_title(text)) or address
    yield HelpPlace(title, "", address)
    is_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code and re.match(r"#{2,6} ", line):
            words = plain_text(line)
            yield HelpPlace(words, title, f"{address}#{heading_slug(words)}")


def _places_of_kinds(registry: Registry) -> Iterator[HelpPlace]:
    for kind in registry.kinds.values():
        yield HelpPlace(kind.title, _KINDS_PAGE, f"{KINDS}{kind_page(kind)}")
    for action in registry.actions.values():
        yield HelpPlace(action.title, "Actions", f"{KINDS}{action_page(action.id)}")
    for condition in registry.conditions.values():
        yield HelpPlace(condition.title, "Conditions", f"{KINDS}{condition_page(condition.id)}")
