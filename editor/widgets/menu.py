"""Menus with round corners, and menus in which typed letters go to the entry that has them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

_FLAT = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint


class Menu(QMenu):
    """Offer entries in a plate with a rim; the system adds no frame and no shadow."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        clear_corners(self)

    def offer(self, title: str, run: Callable[[], object]) -> QAction:
        """Add an entry that does something; return its action."""
        action = self.addAction(title)
        action.triggered.connect(lambda _checked=False: run())
        return action

    def open_at(self, place: QPoint) -> None:
        """Show the menu at a place of the screen; it is gone once it is closed."""
        self.aboutToHide.connect(self.deleteLater)
        self.popup(place)

    def open_below(self, widget: QWidget, gap: int = 0) -> None:
        """Show the menu below a widget."""
        self.open_at(widget.mapToGlobal(QPoint(0, widget.height() + gap)))


def clear_corners(menu: QMenu) -> None:
    """Let a menu that something else made look like the others; call it before the menu is shown."""
    menu.setWindowFlags(menu.windowFlags() | _FLAT)
    menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


PAUSE = 1200
"""Milliseconds after which letters begin a new word."""


class TypeAheadMenu(Menu):
    """Walk long lists by typing. Arrows, Enter and Esc do what they do in every menu."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._typed = ""
        self._since = QElapsedTimer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add a letter to the word that is looked for."""
        letter = event.text()
        is_plain = len(letter) == 1 and letter.isprintable() and (letter != " " or bool(self._typed))
        if not is_plain:
            super().keyPressEvent(event)
            return
        if self._since.isValid() and self._since.elapsed() > PAUSE:
            self._typed = ""
        self._since.start()
        self._typed += letter.lower()
        found = self.entry_for(self._typed)
        if found is not None:
            self.setActiveAction(found)

    def entry_for(self, typed: str) -> QAction | None:
        """Return the first entry that begins with a text, else the first that has it, None for neither."""
        wanted = typed.replace("_", " ")
        named = [
            (action.text().replace("&", "").lower().replace("_", " "), action) for action in self.actions()
        ]
        for fits in (str.startswith, str.__contains__):
            for text, action in named:
                if fits(text, wanted) and action.isEnabled():
                    return action
        return None
