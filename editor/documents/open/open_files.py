"""Keep what is open for editing: by path, read and saved whole, watched for changes from outside."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from editor.documents.open.edit_session import EditSession
from editor.documents.open.sample_files import is_sample
from graphs.edits.history import Whole
from graphs.files.document_file import FileProblem, read_file, write_whole
from graphs.files.whole_file import ABSENT, content_hash, remove_abandoned_parts

Session = TypeVar("Session", bound=EditSession[Any, Any, Any])
"""How a document of the sort is open."""


class NotSaved(ValueError):
    """Say why something cannot be saved there, and what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


@dataclass(frozen=True)
class OpenedFile(Generic[Whole]):
    """Hold a document as read, the very bytes of its file, and why it may not be changed, if so."""

    document: Whole
    data: bytes
    read_only_reason: str = ""


class OpenFiles(QObject, Generic[Whole, Session]):
    """Own the open documents of one sort and their files.

    `session_opened` and `session_closed` carry a session, `changed_on_disk` one whose file is no longer what
    was read or written last.
    """

    session_opened = Signal(object)
    session_closed = Signal(object)
    changed_on_disk = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sessions: list[Session] = []
        self._untitled = 0
        self.files = WatchedFiles(self)
        self.files.changed.connect(self.changed_on_disk)

    def open(self, path: Path) -> Session:
        """Open the document at `path`, or return the session that has it open.

        Raises `FileProblem` when the file cannot be used; nothing is opened then.
        """
        resolved = path.resolve()
        for session in self.sessions:
            if session.path is not None and session.path.resolve() == resolved:
                return session
        remove_abandoned_parts(resolved.parent)
        opened = self._read(resolved)
        session = self._session_of(opened.document, resolved)
        session.read_only_reason = opened.read_only_reason
        self.files.know(session, opened.data)
        self.files.watch(session, resolved)
        self._add(session)
        if not is_sample(resolved):
            self.remember(resolved)
        return session

    def needs_new_name(self, session: Session) -> bool:
        """Tell whether saving has to ask for a name: no file yet, a bundled sample, or read-only."""
        return session.path is None or is_sample(session.path) or bool(session.read_only_reason)

    def save(self, session: Session, path: Path | None = None, over: str | None = None) -> Path:
        """Save whole or not at all, at `path` or at the session's own file, and return where.

        `over` is the hash of what may be written over in the own file though it was changed outside. What
        the document names in other files it names from its new folder too.

        Raises `NotSaved` without a file name, or where the document must not be written, and `FileChanged`
        when the own file was changed outside.
        OSError
            When the disk refuses.
        """
        target, former = path or session.path, session.path
        if target is None:
            raise NotSaved(f"{self.WHAT} has no file name yet.", "Save it under a name.")
        target = target.resolve()
        is_own = former is not None and target == former.resolve()
        whole = self._whole_for(session, target, is_own)
        data = self._to_bytes(whole)
        base = self.files.base_hash(session) if over is None else over
        write_whole(target, data, based_on=base if is_own else None)
        self.files.know(session, data)
        self._take_written(session, whole, target, is_own)
        session.mark_saved(target)
        self.files.watch(session, target)
        self.remember(target)
        return target

    def reload(self, session: Session) -> None:
        """Take over what the file says now, as a step that can be undone. Raises FileProblem."""
        if session.path is None:
            return
        opened = self._read(session.path)
        self.files.know(session, opened.data)
        session.replace_from_disk(opened.document)
        session.read_only_reason = opened.read_only_reason

    def close(self, session: Session) -> None:
        """Close a document without asking; the caller has asked."""
        self.sessions.remove(session)
        self.files.forget(session)
        session.stop_checking()
        self.session_closed.emit(session)
        session.deleteLater()

    def file_renamed(self, session: Session, path: Path) -> None:
        """Note that the file of a document has another name now; its content is the same."""
        session.path = path
        self.files.watch(session, path)
        session.saved_changed.emit()

    def unsaved(self) -> tuple[Session, ...]:
        """Return the documents with changes that no file holds."""
        return tuple(session for session in self.sessions if not session.is_saved)

    def discard_changes(self) -> None:
        """Take every document as it is for saved, for pictures and tests that end without asking."""
        for session in self.sessions:
            session.history.mark_saved()

    def remember(self, path: Path) -> None:
        """Put a file first among the recent ones, where such a list is kept."""

    # --- what each sort of document says

    WHAT = "The document"

    def _read(self, path: Path) -> OpenedFile[Whole]:
        """Read a file; raise FileProblem."""
        raise NotImplementedError

    def _session_of(self, whole: Whole, path: Path) -> Session:
        raise NotImplementedError

    def _whole_for(self, session: Session, target: Path, is_own: bool) -> Whole:
        """Return the document as it is written to `target`; raise NotSaved."""
        raise NotImplementedError

    def _to_bytes(self, whole: Whole) -> bytes:
        raise NotImplementedError

    def _take_written(self, session: Session, whole: Whole, target: Path, is_own: bool) -> None:
        """Let the session hold what was written."""
        raise NotImplementedError

    # --- what all have in common

    def _name_for(self, name: str) -> str:
        """Return what a document without a file is called."""
        self._untitled += 1
        return name or ("untitled" if self._untitled == 1 else f"untitled-{self._untitled}")

    def _add(self, session: Session) -> None:
        self.sessions.append(session)
        self.session_opened.emit(session)


class WatchedFiles(QObject):
    """Know for each open session its file, the bytes seen there last, and those that the session is based on.

    The two are the same until another program changes the file.
    """

    changed = Signal(object)
    """Carries the session whose file has other bytes now; writes of the same bytes are no news."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._files: dict[QObject, Path] = {}
        self._seen: dict[QObject, bytes] = {}
        self._base: dict[QObject, bytes] = {}
        self._base_hash: dict[QObject, str] = {}
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._look)

    def know(self, session: QObject, data: bytes) -> None:
        """Take note of what a session is based on: bytes just read from its file, or written to it."""
        self._seen[session] = self._base[session] = data
        self._base_hash[session] = content_hash(data)

    def know_hash(self, session: QObject, base: str) -> None:
        """Take note that a session is based on bytes of which the hash alone is known."""
        self._base.pop(session, None)
        self._base_hash[session] = base

    def accept_change(self, session: QObject) -> None:
        """Take what was seen last as known: the user goes on with the own version and writes over it."""
        if session in self._seen:
            self.know(session, self._seen[session])

    def base(self, session: QObject) -> bytes | None:
        """Return the bytes that a session is based on, None if they are not known."""
        return self._base.get(session)

    def base_hash(self, session: QObject) -> str:
        """Return the hash of what a session is based on, `ABSENT` where it has no file."""
        return self._base_hash.get(session, ABSENT)

    def watch(self, session: QObject, path: Path) -> None:
        """Watch the file of a session, in place of the one it had before."""
        former = self._files.get(session)
        if former is not None and former != path:
            self._watcher.removePath(str(former))
        self._files[session] = path
        if str(path) not in self._watcher.files():
            self._watcher.addPath(str(path))

    def forget(self, session: QObject) -> None:
        """Watch the file of a session no longer."""
        for known in (self._seen, self._base, self._base_hash):
            known.pop(session, None)
        path = self._files.pop(session, None)
        if path is not None:
            self._watcher.removePath(str(path))

    def _look(self, name: str) -> None:
        """Look at a file that something happened to; writes that replace a file end the watch of its name."""
        for session, path in list(self._files.items()):
            if str(path) != name:
                continue
            self.watch(session, path)
            try:
                data = read_file(path)
            except FileProblem:
                continue
            if data != self._seen.get(session):
                self._seen[session] = data
                self.changed.emit(session)
