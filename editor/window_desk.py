"""Put into a window what looks after documents beside the canvas: unsaved work and its recovery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from editor.area_pages import AreaPages
from editor.commands.command import Command
from editor.recovery.window_recovery import WindowRecovery

if TYPE_CHECKING:
    from editor.main_window import MainWindow


class WindowDesk:
    """Own the pages over the canvas and those who show them."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.pages = AreaPages(window.area)
        self.recovery = WindowRecovery(window, self.pages, window.state.folder, window)

    def commands(self) -> Iterator[Command]:
        """Yield the commands of all of them."""
        yield from self.recovery.commands()

    def connect(self) -> None:
        """Take up what the window has made after the desk: its banners."""
        banners = self._window.banners
        banners.add("recovery", self.recovery.banner)
        self.recovery.banner_changed = banners.refresh

    def start(self) -> None:
        """Offer what an earlier run left behind, once the window is shown."""
        self.recovery.offer()

    def finish(self) -> None:
        """End well: the user has been asked about everything."""
        self.recovery.finish()
