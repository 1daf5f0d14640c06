"""Keep the theme in use and tell everyone when it changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from editor.theme.tokens import THEME_NAMES, Theme, load_theme

SYSTEM = "system"
"""The choice that follows the light or dark setting of the operating system."""

THEME_CHOICES = (SYSTEM, *THEME_NAMES)
"""Every name that `set_theme` takes, in the order of the menu."""


class ThemeManager(QObject):
    """Own the choice of theme. `theme_changed` carries the new `Theme` after it became current."""

    theme_changed = Signal(object)

    def __init__(self, choice: str = "dark") -> None:
        super().__init__()
        self.choice = choice
        """What the user chose: a theme's name or `system`."""
        self.theme = load_theme(_resolve(choice))
        """The theme in use."""
        self._follows_system = False

    def set_theme(self, choice: str) -> Theme:
        """Use the theme `choice` (`system`, `light`, `dark`, `high_contrast`) from now on.

        Raises:
            ValueError: if there is no such choice; nothing changes then.
        """
        if choice not in THEME_CHOICES:
            raise ValueError(f"no theme {choice!r}; choose one of {', '.join(THEME_CHOICES)}")
        self.choice = choice
        if choice == SYSTEM:
            self._watch_system()
        self._use(load_theme(_resolve(choice)))
        return self.theme

    def _watch_system(self) -> None:
        if not self._follows_system and QGuiApplication.instance() is not None:
            QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)
            self._follows_system = True

    def _system_changed(self) -> None:
        if self.choice == SYSTEM:
            self._use(load_theme(_resolve(SYSTEM)))

    def _use(self, theme: Theme) -> None:
        if theme is not self.theme:
            self.theme = theme
            self.theme_changed.emit(theme)


def _resolve(choice: str) -> str:
    if choice != SYSTEM:
        return choice
    if QGuiApplication.instance() is None:
        return "dark"
    is_light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
    return "light" if is_light else "dark"


_manager: ThemeManager | None = None


def theme_manager() -> ThemeManager:
    """Return the one theme manager of this process, made on first use."""
    global _manager
    if _manager is None:
        _manager = ThemeManager()
    return _manager


def current_theme() -> Theme:
    """Return the theme in use; cheap enough to call in every paint."""
    return theme_manager().theme


def set_theme(choice: str) -> Theme:
    """Switch to `system`, `light`, `dark` or `high_contrast` and return the theme now in use."""
    return theme_manager().set_theme(choice)
