"""Put recovery into a window: keep what is not saved, and offer what an earlier run left behind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from editor.basics.plain_markdown import plain_markdown
from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.world_session import WorldSession
from editor.documents.unsaved.autosave import Autosave, KeptWork
from editor.documents.unsaved.recovery_folder import RecoveryFolder, SideHeader
from editor.widgets.banner import BannerButton, BannerContent
from editor.window.frame.window_host import WindowHost
from editor.window.parts.comparison import WindowComparison
from graphs.files.document_file import FileProblem, document_to_bytes
from graphs.model import Document
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX
from graphs.worlds.model.world_file import WorldDocument, world_to_bytes

if TYPE_CHECKING:
    from editor.dialogs.recovery_page import RecoveryPage
    from editor.documents.unsaved.recoverable import Recoverable

STEP = "Recover unsaved work"
"""What the step that brings back unsaved work is called."""


@dataclass(frozen=True)
class _Recovered:
    """Remember of a session that it shows recovered work."""

    piece: Recoverable
    disk: Document | WorldDocument | None


class WindowRecovery(QObject):
    """Own the keeping and recovering of unsaved work in one window."""

    banner_changed = Signal()
    """Tells that another banner of recovered work applies."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._window, self._pages = host, host.pages
        self.folder = RecoveryFolder(host.state.folder)
        self.autosave = Autosave(self.folder, self)
        self.pieces: list[Recoverable] = []
        """What an earlier run left behind, as far as the user has not decided about it."""
        self._discarded: list[Recoverable] = []
        self._recovered: dict[QObject, _Recovered] = {}
        self._page: RecoveryPage | None = None
        self._has_ended = False
        self.autosave.failed.connect(self._tell_failure)
        self.autosave.written.connect(self._written)
        host.workspace.session_opened.connect(self._watch_document)
        host.workspace.session_closed.connect(self._forget)
        host.shelf.session_opened.connect(self._watch_world)
        host.shelf.session_closed.connect(self._forget)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._state_changed)

    # ---- keeping

    def _watch_document(self, session: DocumentSession) -> None:
        workspace = self._window.workspace

        def header() -> SideHeader:
            return SideHeader("document", session.file_name, _text(session.path))

        self.autosave.watch(
            session,
            KeptWork(
                lambda: session.current_document,
                lambda: not session.is_saved and not session.read_only_reason,
                header,
                lambda whole: document_to_bytes(_document(whole)),
                lambda: workspace.files.base_hash(session),
            ),
        )
        session.edited.connect(lambda: self.autosave.note_change(session))
        session.saved_changed.connect(lambda: self._saved_changed(session))

    def _watch_world(self, session: WorldSession) -> None:
        window = self._window

        def header() -> SideHeader:
            document = window.follower.document_of(session)
            made_for = "" if document is None else _text(document.path) or document.file_name
            folder = _text(session.folder)
            return SideHeader(
                "world", session.file_name, _text(session.path), folder=folder, made_for=made_for
            )

        self.autosave.watch(
            session,
            KeptWork(
                lambda: session.world,
                lambda: not session.is_saved and session.is_touched,
                header,
                lambda whole: world_to_bytes(_world(whole)),
                lambda: window.shelf.files.base_hash(session),
            ),
        )
        session.world_changed.connect(lambda _before: self.autosave.note_change(session))
        session.saved_changed.connect(lambda: self._saved_changed(session))

    def _saved_changed(self, session: DocumentSession | WorldSession) -> None:
        self.autosave.note_change(session)
        if session.is_saved:
            self._settle(session)

    def _forget(self, session: QObject) -> None:
        self.autosave.forget(session)
        self._settle(session)

    def _settle(self, session: QObject) -> None:
        """Drop the side file that recovered work came from: it is saved, or given up knowingly."""
        recovered = self._recovered.pop(session, None)
        if recovered is not None:
            self._remove_file(recovered.piece)
            self.banner_changed.emit()

    def _written(self, session: QObject) -> None:
        """Drop the old side file of recovered work as soon as an own one holds it."""
        recovered = self._recovered.get(session)
        if recovered is not None:
            self._remove_file(recovered.piece)

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state != Qt.ApplicationState.ApplicationActive and not self._has_ended:
            self.autosave.write_now()

    def _tell_failure(self, reason: str) -> None:
        self._window.area.toast.refuse(
            f"Changes that are not saved cannot be kept: {reason}", "Save your work; nothing else holds it."
        )

    def finish(self) -> None:
        """End well: the user has been asked about everything."""
        if not self._has_ended:
            self._has_ended = True
            for piece in self._discarded:
                self._remove_file(piece)
            self.autosave.finish()

    def leave(self) -> None:
        """End without an answer of the user; what is not saved is offered at the next start."""
        if not self._has_ended:
            self._has_ended = True
            self.autosave.leave()

    # ---- offering

    def commands(self) -> tuple[Command, ...]:
        """Return the command that shows what was found once more."""
        return (worded("file.recover", self.show, enabled=lambda: bool(self.pieces or self._discarded)),)

    def offer(self) -> int:
        """Look for what earlier runs left behind, show it if there is any, and return how much there is."""
        from editor.documents.unsaved.recoverable import recoverable

        for leftover in self.folder.leftovers():
            piece = recoverable(leftover)
            if piece.is_news:
                self.pieces.append(piece)
            else:
                self._remove_file(piece)
        self.show()
        return len(self.pieces)

    def show(self) -> None:
        """Show the page of what was found, if there is anything."""
        if not self.pieces and not self._discarded:
            return
        if self._page is None:
            from editor.dialogs.recovery_page import RecoveryPage

            page = self._page = RecoveryPage()
            page.recover_wanted.connect(self.recover)
            page.compare_wanted.connect(lambda piece: self.compare(piece))
            page.discard_wanted.connect(self.discard)
            page.bring_back_wanted.connect(self.bring_back)
            page.recover_all_wanted.connect(self.recover_all)
            page.later_wanted.connect(self._pages.close)
        self._page.show_pieces(self.pieces, self._discarded)
        self._pages.show(self._page)

    def recover_all(self) -> None:
        """Recover everything there is, documents before the worlds that name them."""
        pieces = [piece for piece in self.pieces if not piece.problem]
        for piece in sorted(pieces, key=lambda each: each.world is not None):
            self.recover(piece)

    def recover(self, piece: Recoverable) -> None:
        """Open a piece of unsaved work as unsaved changes of its file, or without a file."""
        session: DocumentSession | WorldSession | None = None
        if piece.document is not None:
            session = self._recover_document(piece, piece.document)
        elif piece.world is not None:
            session = self._recover_world(piece, piece.world)
        if session is None:
            return
        self._drop(piece)
        self._recovered[session] = _Recovered(piece, piece.on_disk)
        self.autosave.note_change(session)
        self.autosave.write_now()
        self.banner_changed.emit()
        if self.pieces:
            self.show()

    def discard(self, piece: Recoverable) -> None:
        """Give up a piece of unsaved work; it can return until the window closes, when its side file goes."""
        self._drop(piece)
        self._discarded.append(piece)
        self.show()

    def bring_back(self, piece: Recoverable) -> None:
        """Offer again what was discarded."""
        self._discarded = [each for each in self._discarded if each is not piece]
        self.pieces.append(piece)
        self.show()

    def _recover_document(self, piece: Recoverable, document: Document) -> DocumentSession:
        window, path = self._window, piece.header.file
        session: DocumentSession | None = None
        if path is not None:
            try:
                session = window.workspace.open(path)
            except FileProblem:
                session = None
        if session is None or session.read_only_reason:
            name = piece.header.name.removesuffix(DOCUMENT_SUFFIX)
            session = window.workspace.new(document, name)
            session.history.mark_unsaved()
            session.saved_changed.emit()
        else:
            if piece.disk == "changed":
                window.workspace.files.know_hash(session, piece.header.base)
            session.apply(STEP, lambda _: document, select=())
        window.area.open_session(session)
        return session

    def _recover_world(self, piece: Recoverable, world: WorldDocument) -> WorldSession:
        window, path = self._window, piece.header.file
        if path is not None:
            try:
                session = window.shelf.open(path)
            except FileProblem:
                session = None
            if session is not None:
                if piece.disk == "changed":
                    window.shelf.files.know_hash(session, piece.header.base)
                session.apply(STEP, lambda _: world, select=())
                window.open_file(path)
                return session
        document = self._document_for(piece.header)
        window.area.open_session(document)
        session = window.follower.new_world(document)
        session.apply(STEP, lambda _: world, select=())
        window.follower.world_edited(session)
        return session

    def _document_for(self, header: SideHeader) -> DocumentSession:
        """Return the document that an untitled world was made for, a new one if it is gone."""
        workspace = self._window.workspace
        for session in workspace.sessions:
            if header.made_for in (_text(session.path), session.file_name):
                return session
        if header.made_for:
            try:
                return workspace.open(Path(header.made_for))
            except FileProblem:
                pass
        return workspace.new()

    def _drop(self, piece: Recoverable) -> None:
        self.pieces = [each for each in self.pieces if each is not piece]

    def _remove_file(self, piece: Recoverable) -> None:
        try:
            self.folder.discard(piece.leftover)
        except OSError as error:
            self._tell_failure(error.strerror or str(error))

    def compare(self, piece: Recoverable) -> None:
        """Show how unsaved work differs from its file; the work can be recovered from there."""
        from editor.comparison.comparison_page import PageButton
        from graphs.worlds.model.world_difference import world_difference

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
        is_open = piece not in self.pieces
        button = PageButton("Recover", lambda: self.recover(piece), "Open it as unsaved changes.")
        window.part(WindowComparison).with_document(
            session,
            piece.on_disk,
            "on disk",
            new=None if is_open else piece.document,
            new_title="now" if is_open else f"unsaved work from {piece.when}",
            buttons=() if is_open else (button,),
        )

    # ---- the banner over recovered work

    def banner(self, session: DocumentSession | None) -> BannerContent | None:
        """Return what the banner says of a document with recovered work, None for any other."""
        recovered = self._recovered.get(session) if session is not None else None
        if session is None or recovered is None:
            return None
        piece = recovered.piece
        keep = BannerButton("Keep", lambda: self._keep(session), "It stays an unsaved change.", primary=True)
        buttons = [keep]
        if isinstance(recovered.disk, Document):
            help_text = "Mark on the canvas what differs from the file."
            buttons.insert(0, BannerButton("Compare", lambda: self.compare(piece), help_text))
        if session.path is not None:
            undo = "Go back to what the file holds; a step that can be undone."
            buttons.insert(0, BannerButton("Discard", lambda: self._give_up(session), undo))
        note = piece.summary
        if piece.disk == "changed":
            note = f"{note}; the file has changed on disk since"
        return BannerContent("recovery", f"Recovered unsaved work from {piece.when}", note, tuple(buttons))

    def _keep(self, session: DocumentSession) -> None:
        """Leave the recovered work as the unsaved change it is; the own side file holds it by now or soon."""
        recovered = self._recovered.get(session)
        self.autosave.write_now()
        if recovered is not None:
            self._recovered.pop(session, None)
            self._discarded.append(recovered.piece)
        self.banner_changed.emit()

    def _give_up(self, session: DocumentSession) -> None:
        recovered = self._recovered.pop(session, None)
        if recovered is None:
            return
        self._discarded.append(recovered.piece)
        try:
            self._window.workspace.reload(session)
        except FileProblem as problem:
            self._window.area.toast.refuse(problem.message, problem.remedy)
        self.banner_changed.emit()


def _text(path: Path | None) -> str:
    return str(path) if path is not None else ""


def _document(whole: object) -> Document:
    assert isinstance(whole, Document)
    return whole


def _world(whole: object) -> WorldDocument:
    assert isinstance(whole, WorldDocument)
    return whole
