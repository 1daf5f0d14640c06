"""Put comparisons into a window: what is compared with what, the page, the list, the commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from editor.basics.slices import LongWork, StepsInSlices, beside_window
from editor.commands.command import Command, worded
from editor.documents.folders.git_versions import NoGitVersion, committed_bytes, is_in_work_tree
from editor.documents.open.document_session import DocumentSession
from editor.window.frame.window_host import WindowHost
from editor.window.parts.places import WindowPlaces
from graphs.files.document_file import FileProblem, opened_from_bytes, read_file
from graphs.model import Document
from graphs.model.document import empty_document

if TYPE_CHECKING:
    from editor.comparison.comparison_page import ComparisonPage, PageButton
    from editor.panels.document.differences_panel import DifferencesPanel

FOLLOW_AFTER = 200
"""Milliseconds from an edit until the comparison shows it."""

AT_ONCE = 100_000
"""Files of no more bytes than this are read while the window waits."""


@dataclass
class _Shown:
    """Remember what is compared: a session's document, or `new` in its place, against `old`."""

    session: DocumentSession
    old: Document
    old_title: str
    new: Document | None
    new_title: str
    buttons: tuple[PageButton, ...]


class WindowComparison(QObject):
    """Own the comparisons of one window."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._window, self._pages = host, host.pages
        self.page: ComparisonPage | None = None
        """The page of the comparison, None before the first one."""
        self._shown: _Shown | None = None
        self._task = StepsInSlices(self)
        self.work = LongWork(self)
        self._soon = QTimer(self, singleShot=True, interval=FOLLOW_AFTER)
        self._soon.timeout.connect(self.refresh)
        self._pages.closed.connect(self._page_closed)
        host.workspace.session_opened.connect(self._watch)

    @property
    def is_open(self) -> bool:
        """Tell whether a comparison is shown."""
        return self.page is not None and self._pages.page is self.page

    # ---- what can be compared

    def with_saved(self) -> None:
        """Compare the document in view with what its file holds."""
        session = self._window.session
        if session is not None and session.path is not None:
            self._with_file(session, session.path, "on disk")

    def with_file(self) -> None:
        """Compare the document in view with another file that the user picks."""
        session = self._window.session
        if session is None:
            return
        for path in self._window.dialogs.ask_open(self._window.workspace.folder())[:1]:
            self._with_file(session, path, path.name)

    def with_commit(self) -> None:
        """Compare the document in view with its last commit; git is asked beside the window."""
        session = self._window.session
        if session is None or session.path is None:
            return
        path = session.path
        self._window.say("Asking git for the last commit…")
        self._task.ask(lambda: _committed(path), lambda found: self._take_commit(session, found))

    def with_document(
        self,
        session: DocumentSession,
        old: Document,
        old_title: str,
        *,
        new: Document | None = None,
        new_title: str = "now",
        buttons: Sequence[PageButton] = (),
    ) -> None:
        """Compare a document, as it is now and after each edit, with another version of it.

        With `new` that is compared in the document's place.
        """
        if self._window.session is not session:
            self._window.area.open_session(session)
        self._shown = _Shown(session, old, old_title, new, new_title, tuple(buttons))
        if self.page is None:
            from editor.comparison.comparison_page import ComparisonPage

            page = self.page = ComparisonPage()
            page.row_wanted.connect(self.panel.show_current)
            page.close_wanted.connect(self._pages.close)
            page.open_wanted.connect(self._open)
            page.view.given_up.connect(self._pages.close)
            for work in (self.work, page.view.work):
                self._window.status_row.progress.watch(work)
        self.refresh()
        self._pages.show(self.page)
        self._window.panels.show_panel("differences")

    @property
    def panel(self) -> DifferencesPanel:
        """Return the list of what differs."""
        return self._window.part(differences_panel)

    def refresh(self) -> None:
        """Compare again."""
        shown = self._shown
        if shown is None or self.page is None:
            return
        page, session = self.page, shown.session
        new = shown.new if shown.new is not None else session.current_document
        from editor.comparison.comparison import FEW, DocumentComparison

        comparison = DocumentComparison(shown.old, new, shown.old_title, shown.new_title, session.registry)

        def show(_done: None) -> None:
            self.panel.show_rows(comparison.rows)
            page.show_comparison(session.file_name, comparison, shown.buttons)

        page.show_waiting(session.file_name, comparison)
        self.work.run_steps("Comparing", beside_window(comparison.prepare), show, self._pages.close)
        if comparison.size <= FEW:
            self.work.finish()

    def commands(self) -> tuple[Command, ...]:
        """Return the commands of comparisons."""

        def has_document() -> bool:
            return self._window.session is not None

        def has_file() -> bool:
            session = self._window.session
            return session is not None and session.path is not None

        def has_commits() -> bool:
            session = self._window.session
            return session is not None and session.path is not None and is_in_work_tree(session.path)

        return (
            worded("compare.saved", self.with_saved, enabled=has_file),
            worded("compare.file", self.with_file, enabled=has_document),
            worded("compare.commit", self.with_commit, enabled=has_commits),
            worded("difference.next", lambda: self._step(1), enabled=lambda: self.is_open),
            worded("difference.previous", lambda: self._step(-1), enabled=lambda: self.is_open),
            worded("difference.close", self._pages.close, enabled=lambda: self.is_open),
        )

    # ---- inside

    def _with_file(self, session: DocumentSession, path: Path, title: str) -> None:
        """Compare with a file; a large one is read beside the window."""
        if _size_of(path) <= AT_ONCE:
            self._take_file(session, path, title, _read(path))
        else:
            self._task.ask(lambda: _read(path), lambda found: self._take_file(session, path, title, found))

    def _take_file(
        self, session: DocumentSession, path: Path, title: str, found: Document | FileProblem
    ) -> None:
        if session not in self._window.workspace.sessions:
            return
        if isinstance(found, FileProblem):
            place = f"{path.name}: {found.where}: " if found.where else f"{path.name}: "
            self._window.area.toast.refuse(f"{place}{found.message}", found.remedy)
            return
        self.with_document(session, found, title)

    def _take_commit(self, session: DocumentSession, found: Document | FileProblem | NoGitVersion) -> None:
        if session not in self._window.workspace.sessions:
            return
        if isinstance(found, NoGitVersion):
            self._window.area.toast.refuse(found.message, found.remedy)
            return
        if isinstance(found, FileProblem):
            reason = f"The last commit of {session.file_name} cannot be read: {found.message}"
            self._window.area.toast.refuse(reason, found.remedy)
            return
        self._window.area.toast.hide()
        self.with_document(session, found, "last commit")

    def _watch(self, session: DocumentSession) -> None:
        session.document_changed.connect(lambda _change: self._changed(session))

    def _changed(self, session: DocumentSession) -> None:
        shown = self._shown
        if shown is not None and shown.session is session and shown.new is None and self.is_open:
            self._soon.start()

    def go_to(self, row: int) -> None:
        """Show a difference by its number in the list."""
        if self.page is not None and self.is_open:
            self.page.go_to(row)

    def _step(self, step: int) -> None:
        if self.page is not None and self.is_open:
            self.page.step(step)

    def _open(self, graph: str, element: str) -> None:
        """Leave the comparison for the document itself, at what was double-clicked."""
        shown = self._shown
        if shown is not None and graph in shown.session.document.graphs:
            self._pages.close()
            self._window.part(WindowPlaces).go_to_element(graph, element)

    def _page_closed(self, page: object) -> None:
        if page is self.page:
            self._soon.stop()
            self.work.drop()
            self._shown = None
            self.panel.show_nothing()
            if self.page is not None:
                self.page.show_nothing()
        self._window.commands.refresh()


def differences_panel(host: WindowHost) -> DifferencesPanel:
    """Return the list of what differs."""
    from editor.panels.document.differences_panel import DifferencesPanel

    panel = DifferencesPanel()
    panel.picked.connect(host.part(WindowComparison).go_to)
    return panel


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _read(path: Path) -> Document | FileProblem:
    try:
        return opened_from_bytes(read_file(path), path).document
    except FileProblem as problem:
        return problem


def _committed(path: Path) -> Document | FileProblem | NoGitVersion:
    try:
        found = committed_bytes(path)
        return opened_from_bytes(found, path).document if found.strip() else empty_document()
    except (NoGitVersion, FileProblem) as trouble:
        return trouble
