"""Show the help pages: those of kinds made from their records, others from the files of the application."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from editor.chrome.page_browser import PageBrowser
from editor.help_pictures import page_picture
from editor.resource_files import resource_path
from graphs.kinds.help_pages import page_markdown
from graphs.kinds.registry import Registry

_KINDS = "help:/kinds/"
_Resource = QTextDocument.ResourceType


def page_address(page: str) -> QUrl:
    """Return the address of a help page: of a kind by its name, of another file with a slash in front."""
    return QUrl(f"help:{page}.md" if page.startswith("/") else f"{_KINDS}{page}.md")


class HelpBrowser(PageBrowser):
    """Show help pages by their address and follow the links between them.

    Pages of kinds, actions and conditions are written from `registry` when they are shown, so those of a game
    have theirs too; pictures are painted in the theme in use.
    """

    def __init__(self, registry: Registry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.registry = registry
        self.sourceChanged.connect(self._shown)

    def open_page(self, page: str) -> None:
        """Show the page of this name."""
        self.setSource(page_address(page), _Resource.MarkdownResource)

    def open_file(self, name: str) -> None:
        """Show a page that stands in a file of the application."""
        self.setSource(QUrl(f"help:/{name}.md"), _Resource.MarkdownResource)

    @property
    def page(self) -> str:
        """Return the name of the page shown; that of a file for other pages."""
        return PurePosixPath(unquote(self.source().path())).stem

    def loadResource(self, kind: int, address: QUrl | str) -> object:  # noqa: N802
        """Return a page or a picture; a page that says so where there is none."""
        address = self.source().resolved(QUrl(address))
        path = PurePosixPath(unquote(address.path()))
        if kind == _Resource.ImageResource.value:
            return page_picture(path.stem, self.registry, self.devicePixelRatioF())
        if address.scheme() == "help":
            text = self._text_of(path)
            return text if text is not None else f"# No such page\n\nThere is no help on `{path.stem}`."
        return None

    def _text_of(self, path: PurePosixPath) -> str | None:
        if path.parent.name == "kinds":
            return page_markdown(path.stem, self.registry)
        file = resource_path("help", path.name)
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def _shown(self, address: QUrl) -> None:
        self.style_page()
        if re.fullmatch(r"\d+(\.\d+)*", address.fragment()):
            self._show_rule(address.fragment())

    def _show_rule(self, number: str) -> None:
        """Show the paragraph that begins with the number of a rule at the top."""
        block = self.document().begin()
        while block.isValid() and not block.text().startswith(f"{number} "):
            block = block.next()
        if block.isValid():
            self.moveCursor(QTextCursor.MoveOperation.End)
            self.setTextCursor(QTextCursor(block))
            top = self.document().documentLayout().blockBoundingRect(block).top()
            self.verticalScrollBar().setValue(round(top) - 12)
