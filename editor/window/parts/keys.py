"""Let the user choose keys in one window: keep them, show them wherever keys are named."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from editor.basics.user_state import UserState
from editor.commands.command import Command
from editor.commands.registry import CommandRegistry
from editor.dialogs.key_editor_window import KeyEditorWindow
from editor.window.commands.menu_tables import MENUS
from editor.window.commands.menus import menu_letter

STATE_KEY = "keys"
"""Where the user's state holds the keys that were chosen, by command."""


class WindowKeys(QObject):
    """Open the editor of keys and keep what is chosen in it."""

    def __init__(self, window: QWidget, commands: CommandRegistry, state: UserState) -> None:
        super().__init__(window)
        self._window, self._commands, self._state = window, commands, state
        commands.add((self._command(),))
        commands.keys_changed.connect(self._keep)

    def show_editor(self, command_id: str = "") -> KeyEditorWindow:
        """Show the editor of keys, the one that is open or a new one, at a command."""
        found = next((one for one in self._window.findChildren(KeyEditorWindow) if one.isVisible()), None)
        editor = found or KeyEditorWindow(self._window, self._commands, map(menu_letter, MENUS))
        editor.show()
        editor.raise_()
        editor.activateWindow()
        if command_id:
            editor.show_command(command_id)
        return editor

    def _command(self) -> Command:
        return Command(
            "help.edit_keys",
            "Change keys…",
            lambda: _ignore(self.show_editor()),
            "Give commands other keys, and see which keys clash.",
            "keyboard",
        )

    def _keep(self) -> None:
        self._state.set(STATE_KEY, self._commands.own_keys())


def _ignore(_window: KeyEditorWindow) -> None:
    """Drop an answer that a menu has no use for."""
