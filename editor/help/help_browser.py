"""Show the help pages: those of kinds made from their records, others from the files of the application."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QImage, QResizeEvent, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from editor.basics.resource_files import resource_path
from editor.help.help_examples import page_picture
from editor.help.help_library import KINDS, heading_slug, page_text
from editor.theme.fonts import scaled
from editor.theme.theme_manager import current_theme
from editor.widgets.page_browser import PageBrowser
from graphs.kinds.declarations.registry import Registry

COMMAND = "command"
"""The scheme of links that run a command, as in `command:sample.tank`."""
_CODE = re.compile(r"[EWI]\d+")
"""A code of a check, which the help explains in the row of a table."""
_ABOVE_ROW = 120
"""How much of a page is shown above a row that is gone to, px."""
_Resource = QTextDocument.ResourceType


def page_address(page: str) -> QUrl:
    """Return the address of a help page: of a kind by its name, of another file with a slash in front."""
    return QUrl(f"help:{page}.md" if page.startswith("/") else f"help:/{KINDS}{page}.md")


def address_of(page: QUrl) -> str:
    """Return where a page is below the help folder, without ending."""
    return unquote(page.path()).removeprefix("/").removesuffix(".md")


class HelpBrowser(PageBrowser):
    """Show help pages by their address and follow the links between them.

    Pages of kinds, actions and conditions are written from `registry` when they are shown, so those of a game
    have theirs too; their pictures are painted in the theme in use. Links to commands are handed on, links to
    the web open outside.
    """

    command_wanted = Signal(str)
    """Carries the id of a command that a link names."""

    def __init__(self, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.registry = registry
        self.setOpenLinks(False)
        self.anchorClicked.connect(self.follow)
        self.sourceChanged.connect(self._shown)
        self._width, self._loading = 0, False

    def open_page(self, page: str) -> None:
        """Show the page of this name."""
        self.setSource(page_address(page), _Resource.MarkdownResource)

    def open_file(self, name: str) -> None:
        """Show a page by its address; what is behind a `#` names a heading of it."""
        name, mark, heading = name.partition("#")
        self.setSource(QUrl(f"help:/{name}.md{mark}{heading}"), _Resource.MarkdownResource)

    def follow(self, link: QUrl) -> None:
        """Go where a link of the page leads."""
        if link.scheme() == COMMAND:
            self.command_wanted.emit(link.path())
        elif link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)
        else:
            address = self.source().resolved(link)
            self.setSource(address, _Resource.MarkdownResource)

    @property
    def page(self) -> str:
        """Return the name of the page shown; that of a file for other pages."""
        return PurePosixPath(self.address).name

    @property
    def address(self) -> str:
        """Return where the page shown is below the help folder, without ending."""
        return address_of(self.source())

    def show_words(self, asked: str) -> None:
        """Bring the first place that has one of the words into view and select it."""
        self.moveCursor(QTextCursor.MoveOperation.Start)
        found = any(self.find(words) for words in (asked, *sorted(asked.split(), key=len, reverse=True)))
        if found:
            cursor = self.textCursor()
            top = self.document().documentLayout().blockBoundingRect(cursor.block()).top()
            self.verticalScrollBar().setValue(round(top) - scaled(60))

    def loadResource(self, kind: int, address: QUrl | str) -> object:  # noqa: N802
        """Return a page or a picture; a page that says so where there is none."""
        address = self.source().resolved(QUrl(address))
        path = PurePosixPath(unquote(address.path()))
        if kind == _Resource.ImageResource.value:
            return self._picture(path)
        if address.scheme() == "help":
            text = page_text(path.with_suffix("").as_posix().removeprefix("/"), self.registry)
            return text if text is not None else f"# No such page\n\nThere is no help on `{path.stem}`."
        return None

    def doSetSource(self, address: QUrl | str, kind: _Resource = _Resource.UnknownResource) -> None:  # noqa: N802
        """Show a page; that its scroll bar comes or goes meanwhile is no reason to show it again."""
        self._loading = True
        super().doSetSource(address, kind)
        self._loading = False
        self._width = self.viewport().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show pictures as wide as there is room."""
        super().resizeEvent(event)
        if self._loading or not self.isVisible() or self.viewport().width() == self._width:
            return
        self._width = self.viewport().width()
        if "\ufffc" in self.document().toRawText():
            self.refresh()

    def _picture(self, path: PurePosixPath) -> QImage | None:
        if path.parent.name == "kinds":
            image = page_picture(path.stem, self.registry, self.devicePixelRatioF())
        else:
            image = QImage(str(_picture_file(path)))
        bar = 0 if self.verticalScrollBar().isVisible() else self.verticalScrollBar().sizeHint().width()
        room = self.viewport().width() - bar - 2 * scaled(20) - 2
        if image is None or image.isNull() or room < scaled(80):
            return image
        if image.deviceIndependentSize().width() <= room:
            return image
        ratio = self.devicePixelRatioF()
        shown = image.scaledToWidth(round(room * ratio), Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        return shown

    def _shown(self, address: QUrl) -> None:
        self.style_page()
        if re.fullmatch(r"\d+(\.\d+)*", address.fragment()):
            self._show_block(lambda text, _level: text.startswith(f"{address.fragment()} "))
        elif _CODE.fullmatch(address.fragment()):
            self._show_row(address.fragment())
        elif address.fragment():
            self._show_block(lambda text, level: bool(level) and heading_slug(text) == address.fragment())

    def _show_row(self, code: str) -> None:
        """Show the row of a table that begins with a code, on a wash."""
        block = self._show_block(lambda text, _level: text.strip() == code)
        cursor = QTextCursor(block) if block is not None else QTextCursor()
        table = cursor.currentTable()
        if table is None:
            return
        row = table.cellAt(cursor).row()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() - scaled(_ABOVE_ROW))
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            form = cell.format()
            form.setBackground(current_theme().color("accent.wash"))
            cell.setFormat(form)

    def _show_block(self, is_wanted: Callable[[str, int], bool]) -> QTextBlock | None:
        """Show the first paragraph of which `is_wanted` holds, by its text and heading level, at the top.

        Returns it, None where there is none.
        """
        block = self.document().begin()
        while block.isValid() and not is_wanted(block.text(), block.blockFormat().headingLevel()):
            block = block.next()
        if not block.isValid():
            return None
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.setTextCursor(QTextCursor(block))
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(round(top) - 12)
        return block


def _picture_file(path: PurePosixPath) -> Path:
    """Return the file of a page's picture: the dark one, where there is one, in all themes but the light."""
    parts = [part for part in path.parts if part not in ("/", "..")]
    file = resource_path("help", *parts)
    dark = file.with_name(f"{file.stem}-dark{file.suffix}")
    return dark if current_theme().name != "light" and dark.is_file() else file
