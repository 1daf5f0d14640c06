"""Put into a window what looks after documents beside the canvas: unsaved work and its recovery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from editor.area_pages import AreaPages
from editor.commands.command import Command
from editor.commands.desk_commands import desk_commands
from editor.recovery.window_recovery import WindowRecovery
from editor.window_session import WindowSession

if TYPE_CHECKING:
    from editor.main_window import MainWindow


class WindowDesk:
    """Own the pages over the canvas and those who show them."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.pages = AreaPages(window.area)
        self.recovery = WindowRecovery(window, self.pages, window.state.folder, window)
        self.last_session = WindowSession(window)

    def commands(self) -> Iterator[Command]:
        """Yield the commands of all of them."""
        yield from self.recovery.commands()
        yield from self.last_session.commands()
        yield from desk_commands(self._window)

    def connect(self) -> None:
        """Take up what the window has made after the desk: its banners."""
        banners = self._window.banners
        banners.add("recovery", self.recovery.banner)
        self.recovery.banner_changed = banners.refresh

    def start(self, *, restores: bool = False) -> bool:
        """Restore the last session if asked, and offer what an earlier run left behind.

        The window is shown by now. Returns whether a session was restored.
        """
        restored = restores and self.last_session.restore()
        self.recovery.offer()
        return restored

    def finish(self) -> None:
        """End well: the user has been asked about everything."""
        self.last_session.keep()
        self.recovery.finish()
