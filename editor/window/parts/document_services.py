"""Put into a window what looks after documents beside the canvas: unsaved work and its recovery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGraphicsView

from editor.basics.plain_markdown import plain_markdown
from editor.commands.command import Command
from editor.comparison.comparison_page import PageButton
from editor.documents.unsaved.recoverable import Recoverable
from editor.map.editing.world_disk_banner import WorldDiskBanner
from editor.window.commands.file_extra_commands import desk_commands
from editor.window.frame.area_pages import AreaPages
from editor.window.parts.comparison import WindowComparison
from editor.window.parts.drops import WindowDrops
from editor.window.parts.file_merge import FileMerge
from editor.window.parts.folder import WindowFolder
from editor.window.parts.history import WindowHistory
from editor.window.parts.past import WindowPast
from editor.window.parts.recovery import WindowRecovery
from editor.window.parts.session import WindowSession
from graphs.model import Document
from graphs.worlds.model.world_difference import world_difference
from graphs.worlds.model.world_file import WorldDocument

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow


class WindowDesk(QObject):
    """Own the pages over the canvas and those who show them."""

    needs_window_changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._has_ended = False
        self.pages = AreaPages(window.area)
        self.recovery = WindowRecovery(window, self.pages, window.state.folder, window)
        self.last_session = WindowSession(window)
        self.comparison = WindowComparison(window, self.pages)
        self.history = WindowHistory(window)
        self.past = WindowPast(window.workspace, window.run, window.follower, self)
        self.folder = WindowFolder(window)
        self.drops = WindowDrops(window, self.folder.show)
        application = QGuiApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.leave)

    @property
    def needs_window(self) -> bool:
        """Tell whether there is something to see in the window though no document is open."""
        return self.pages.page is not None or self.folder.was_asked

    def commands(self) -> Iterator[Command]:
        """Yield the commands of all of them."""
        yield from self.recovery.commands()
        yield from self.last_session.commands()
        yield from self.comparison.commands()
        yield from desk_commands(self._window)

    def take_up(self) -> None:
        """Take up what the window has made after the desk: its banners."""
        self.history.follow_worlds()
        for view in self._window.findChildren(QGraphicsView):
            self.drops.watch(view)
        banners = self._window.banners
        banners.add("recovery", self.recovery.banner)
        self.recovery.banner_changed = banners.refresh
        self.recovery.compare = self._compare_recovered
        banners.compare = self.comparison.with_saved
        banners.keep_version = self.past.keep
        banners.compare_then = self._compare_then
        self.past.changed.connect(banners.refresh)
        self._watch_world_files()
        merging = FileMerge(self._window, self.comparison)
        self._window.files.merge = merging.merge_document
        self._window.world.saving.merge = merging.merge_world
        for signal in (self.pages.opened, self.pages.closed):
            signal.connect(self._window.commands.refresh)
            signal.connect(self.needs_window_changed)
        self.folder.asked.connect(self.needs_window_changed)

    def _compare_then(self) -> None:
        """Compare the version that ran at the tick shown with the newest."""
        session = self._window.session
        if session is not None and session.is_looking_back:
            self.comparison.with_document(session, session.document, f"at {self._window.run.tick_words}")

    def _watch_world_files(self) -> None:
        """Say in a banner when the file of an edited world changes."""
        window, saving = self._window, self._window.world.saving
        show_page, refresh = window.show_page, window.banners.refresh
        current = window.follower.session_of_run
        on_disk = self.world_disk = WorldDiskBanner(
            window.shelf, current, saving.reload, show_page, refresh, self
        )
        saving.note_conflict = on_disk.note
        window.banners.add("world_disk", on_disk.content)
        window.run.world_changed.connect(refresh)

    def start(self, *, restores: bool = False) -> bool:
        """Restore the last session if asked, and offer what an earlier run left behind.

        The window is shown by now. Returns whether a session was restored.
        """
        restored = restores and self.last_session.restore()
        self.recovery.offer()
        return restored

    def finish(self) -> None:
        """End well: the user has been asked about everything."""
        if not self._has_ended:
            self._has_ended = True
            self.last_session.keep()
            self.recovery.finish()

    def leave(self) -> None:
        """End without an answer of the user: what is open and not saved is kept for the next start."""
        if not self._has_ended:
            self._has_ended = True
            self.last_session.keep()
            self.recovery.leave()

    def _compare_recovered(self, piece: Recoverable) -> None:
        """Show how unsaved work differs from its file; the work can be recovered from there."""
        window, file = self._window, piece.header.file
        if isinstance(piece.on_disk, WorldDocument) and piece.world is not None:
            lines = world_difference(piece.on_disk, piece.world)
            rows = (f"- {plain_markdown(line)}" for line in lines)
            page = "\n".join([f"# {plain_markdown(piece.header.name)}", "", *rows])
            window.show_page("Unsaved work — Mindloom", page)
            return
        if not isinstance(piece.on_disk, Document) or file is None or not window.open_file(file):
            return
        session = window.session
        if session is None:
            return
        is_open = piece not in self.recovery.pieces
        button = PageButton("Recover", lambda: self.recovery.recover(piece), "Open it as unsaved changes.")
        self.comparison.with_document(
            session,
            piece.on_disk,
            "on disk",
            new=None if is_open else piece.document,
            new_title="now" if is_open else f"unsaved work from {piece.when}",
            buttons=() if is_open else (button,),
        )
