"""Offer icon buttons and icon labels that keep the color of the theme in use."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SIGNAL, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from editor.theme.icons import icon, icon_size, pixmap
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme, theme_manager


class IconButton(QToolButton):
    """Show an icon on a quiet square of 28 px; the tooltip names what it does."""

    def __init__(
        self,
        icon_name: str,
        tooltip: str,
        run: Callable[[], None] | None = None,
        *,
        size: int = 16,
        side: int = 28,
        token: str = "text.secondary",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon_name, self._size, self._token = icon_name, size, token
        self.setFixedSize(side, side)
        self.setIconSize(icon_size(size))
        self.setToolTip(plain_tip(tooltip))
        self.setAccessibleName(tooltip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if run is not None:
            self.clicked.connect(lambda _checked=False: run())
        theme_manager().theme_changed.connect(self._tint)
        self._tint()

    def set_icon_name(self, name: str, token: str | None = None) -> None:
        """Show another icon, or the same in another color."""
        if (name, token or self._token) != (self._icon_name, self._token):
            self._icon_name, self._token = name, token or self._token
            self._tint()

    def _tint(self) -> None:
        self.setIcon(icon(self._icon_name, self._token, self._size))


class ActionButton(QToolButton):
    """Show a command's action as an icon button, or with its words."""

    def __init__(
        self,
        action: QAction,
        *,
        words: bool = False,
        size: int = 18,
        side: int = 30,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setDefaultAction(action)
        self.setIconSize(icon_size(size))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if words:
            self.setProperty("role", "secondary")
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self.setFixedHeight(side)
        else:
            self.setFixedSize(side, side)

    def actionEvent(self, event: QActionEvent) -> None:
        """Follow the action: Qt listens to it once more at each change, so it stops listening first.

        Seen in Qt 6.11. A day of changes took 8 MB, and each change took longer than the one before.
        """
        if event.type() == QEvent.Type.ActionChanged:
            # The stubs do not know that no slot means all of them.
            QObject.disconnect(event.action(), SIGNAL("changed()"), self, None)  # type: ignore[call-overload]
        super().actionEvent(event)


class IconLabel(QWidget):
    """Show one icon in a token's color; it follows the theme by itself."""

    def __init__(self, name: str, token: str = "text.secondary", size: int = 16) -> None:
        super().__init__()
        self._name, self._token, self._side = name, token, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(size, size)

    def set_icon(self, name: str, token: str) -> None:
        """Show another icon."""
        self._name, self._token = name, token
        self.update()

    def sizeHint(self) -> QSize:
        """Return the icon's own size."""
        return QSize(self._side, self._side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the icon."""
        if self._name:
            painter = QPainter(self)
            color = current_theme().color(self._token)
            painter.drawPixmap(0, 0, pixmap(self._name, self._side, color, self.devicePixelRatioF()))
