"""Watch the files of what is open, and tell when one has other bytes than were read or written here."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from graphs.files.document_file import FileProblem, read_file


class WatchedFiles(QObject):
    """Know for each open session its file and the bytes that this program last read or wrote there."""

    changed = Signal(object)
    """Carries the session whose file has other bytes now; writes of the same bytes are nobody's news."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._files: dict[QObject, Path] = {}
        self._bytes: dict[QObject, bytes] = {}
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._look)

    def know(self, session: QObject, data: bytes) -> None:
        """Take note of bytes just read from a session's file, or about to be written to it."""
        self._bytes[session] = data

    def known(self, session: QObject) -> bytes | None:
        """Return the bytes of a session's file as far as this program has read or written them."""
        return self._bytes.get(session)

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
        self._bytes.pop(session, None)
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
            if data != self._bytes.get(session):
                self._bytes[session] = data
                self.changed.emit(session)
