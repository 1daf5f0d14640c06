"""Watch the files of what is open, know what each was read or written as, and tell when one changes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from graphs.files.document_file import FileProblem, read_file
from graphs.files.whole_file import ABSENT, content_hash


class WatchedFiles(QObject):
    """Know for each open session its file, the bytes seen there last, and those that the session is based on.

    The two are the same until another program changes the file.
    """

    changed = Signal(object)
    """Carries the session whose file has other bytes now; writes of the same bytes are nobody's news."""

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
