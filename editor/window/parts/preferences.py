"""Apply what the user chose once for all, and open the window where it is chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from editor.basics.preferences import KEEP_WORK_AFTER, MEGABYTE, RECORDING_MEMORY, NumberPreference
from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost
from editor.window.parts.keys import WindowKeys
from editor.window.parts.recovery import WindowRecovery
from editor.window.parts.snippets import WindowSnippets

if TYPE_CHECKING:
    from editor.dialogs.preferences_window import PreferencesWindow


class WindowPreferences:
    """Let the user choose, keep it, and use it from the next moment at which it counts."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        self.commands, self.state = host.commands, host.state
        self._apply()

    def number(self, preference: NumberPreference) -> int:
        """Return the number that the user chose."""
        return preference.of(self.state)

    def set_number(self, preference: NumberPreference, number: int) -> None:
        """Keep a number and use it."""
        self.state.set(preference.key, number)
        self._apply()

    @property
    def trusted_folders(self) -> tuple[Path, ...]:
        """Return the folders whose Python modules run."""
        return self._host.workspace.trust.folders

    def withdraw_trust(self, folder: Path) -> None:
        """Trust a folder no longer; tell the user if the list cannot be written."""
        try:
            self._host.workspace.trust.withdraw(folder)
        except OSError as error:
            self._host.say(f"The list of trusted folders cannot be written: {error.strerror or error}.")

    @property
    def snippets(self) -> WindowSnippets:
        """Return what looks after the snippets."""
        return self._host.part(WindowSnippets)

    def edit_keys(self) -> None:
        """Open the editor of keys."""
        self._host.part(WindowKeys).show_editor()

    def show(self) -> PreferencesWindow:
        """Show the preferences, the window that is open or a new one."""
        from editor.dialogs.preferences_window import PreferencesWindow

        windows = self._host.widget.findChildren(PreferencesWindow)
        found = next((window for window in windows if window.isVisible()), None)
        shown = found or PreferencesWindow(self._host.widget, self)
        shown.show()
        shown.raise_()
        shown.activateWindow()
        return shown

    def _apply(self) -> None:
        self._host.part(WindowRecovery).autosave.write_after(self.number(KEEP_WORK_AFTER))
        self._host.run.time.limit = self.number(RECORDING_MEMORY) * MEGABYTE


def preference_commands(host: WindowHost) -> tuple[Command, ...]:
    """Return the command that opens the preferences."""

    def show() -> None:
        host.part(WindowPreferences).show()

    return (worded("edit.preferences", show),)
