"""A menu whose corners are round on the screen too: what lies outside of them is clear."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

_FLAT = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint


class Menu(QMenu):
    """Offer entries in a plate with a rim; the system adds no frame and no shadow."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        clear_corners(self)


def clear_corners(menu: QMenu) -> None:
    """Let a menu that something else made look like the others; call it before the menu is shown."""
    menu.setWindowFlags(menu.windowFlags() | _FLAT)
    menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
