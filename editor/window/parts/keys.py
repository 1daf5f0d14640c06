"""Let the user choose keys in one window: keep them, show them wherever keys are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.command import Command
from editor.window.frame.menu_tables import MENUS
from editor.window.frame.menus import menu_letter
from editor.window.frame.window_host import WindowHost

if TYPE_CHECKING:
    from editor.dialogs.key_editor_window import KeyEditorWindow

STATE_KEY = "keys"
"""Where the user's state holds the keys that were chosen, by command."""


class WindowKeys:
    """Open the editor of keys and keep what is chosen in it."""

    def __init__(self, host: WindowHost) -> None:
        self._window, self._commands, self._state = host.widget, host.commands, host.state
        self._commands.keys_changed.connect(self._keep)

    def show_editor(self, command_id: str = "") -> KeyEditorWindow:
        """Show the editor of keys, the one that is open or a new one, at a command."""
        from editor.dialogs.key_editor_window import KeyEditorWindow

        editors = self._window.findChildren(KeyEditorWindow)
        found = next((editor for editor in editors if editor.isVisible()), None)
        editor = found or KeyEditorWindow(self._window, self._commands, map(menu_letter, MENUS))
        editor.show()
        editor.raise_()
        editor.activateWindow()
        if command_id:
            editor.show_command(command_id)
        return editor

    def _keep(self) -> None:
        self._state.set(STATE_KEY, self._commands.own_keys())


def key_commands(host: WindowHost) -> tuple[Command, ...]:
    """Return the command that opens the editor of keys."""

    def edit() -> None:
        host.part(WindowKeys).show_editor()

    help_text = "Give commands other keys, and see which keys clash."
    return (Command("help.edit_keys", "Change keys…", edit, help_text, "keyboard"),)
