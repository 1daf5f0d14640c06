"""Write what no file of the user holds yet into side files, a moment after it came about."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from editor.documents.unsaved.recovery_folder import RecoveryFolder, SideHeader

WRITE_AFTER = 1500
"""Milliseconds from the first edit that no side file holds until one is written: with the writing itself, no
more than two seconds of work are ever lost."""


@dataclass(eq=False)
class KeptWork:
    """Say how to keep one open document or world.

    `whole` returns it as a frozen value, `needs_keeping` whether its own file lacks something, `header` what
    it is, `to_bytes` writes a value as its file would, `base` returns the hash of the file that its changes
    began with.
    """

    whole: Callable[[], object]
    needs_keeping: Callable[[], bool]
    header: Callable[[], SideHeader]
    to_bytes: Callable[[object], bytes]
    base: Callable[[], str]
    key: str = ""
    written: object = field(default=None, repr=False)


class Autosave(QObject):
    """Keep the sessions given to it, until each is saved, closed or undone to what its file holds.

    Values are frozen, so that they are turned into bytes and written in a thread of its own, one after the
    other. `failed` carries why a side file could not be written, once until writing works again; `written`
    carries a session of which a side file holds everything.
    """

    failed = Signal(str)
    written = Signal(object)
    _done = Signal(str, str)

    def __init__(self, folder: RecoveryFolder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self._kept: dict[QObject, KeptWork] = {}
        self._count = 0
        self._writing = 0
        self._told_failure = False
        self._writer: ThreadPoolExecutor | None = None
        self._timer = QTimer(self, singleShot=True, interval=WRITE_AFTER)
        self._timer.timeout.connect(self.write_now)
        self._done.connect(self._note_done)

    def write_after(self, milliseconds: int) -> None:
        """Write side files so long after the first edit from now on."""
        self._timer.setInterval(milliseconds)

    @property
    def is_due(self) -> bool:
        """Tell whether side files will be written in a moment."""
        return self._timer.isActive()

    def watch(self, session: QObject, kept: KeptWork) -> None:
        """Keep a session from now on; tell `note_change` of its changes."""
        self._count += 1
        kept.key = f"{self._count:04d}-{kept.header().kind}"
        self._kept[session] = kept

    def forget(self, session: QObject) -> None:
        """Keep a session no longer: it was closed, and the user asked about its changes."""
        kept = self._kept.pop(session, None)
        if kept is not None:
            self._remove(kept)

    def note_change(self, session: QObject) -> None:
        """Take note of an edit, or of a save: the moment runs from the first edit, others delay nothing."""
        kept = self._kept.get(session)
        if kept is None:
            return
        if not kept.needs_keeping():
            self._remove(kept)
        elif kept.whole() is not kept.written and not self._timer.isActive():
            self._timer.start()

    def write_now(self) -> None:
        """Write what there is to write without waiting, as when the user turns to another program."""
        self._timer.stop()
        if self._writing:
            # A disk that is slower than the user gets one task after the other, not a queue of them.
            self._timer.start()
            return
        for kept in self._kept.values():
            whole = kept.whole()
            if kept.needs_keeping() and whole is not kept.written:
                self._writing += 1
                kept.written = whole
                self._submit(partial(self._write, kept.key, _job_of(kept, self.folder)))

    def finish(self) -> None:
        """End well: the user was asked about every change, so that nothing needs to be kept."""
        self._end(self.folder.clear)

    def leave(self) -> None:
        """End without an answer of the user: what was not saved is written and stays for the next start."""
        if self._writer is not None:
            self._writer.submit(lambda: None).result()
            self._writing = 0
        self.write_now()
        self._end(self.folder.release)

    def _end(self, last: Callable[[], None]) -> None:
        self._timer.stop()
        if self._writer is not None:
            self._writer.submit(last)
            self._writer.shutdown(wait=True)
            self._writer = None
        else:
            last()
        self._timer.stop()
        self._kept.clear()

    def _remove(self, kept: KeptWork) -> None:
        if kept.written is not None:
            kept.written = None
            self._submit(lambda: self.folder.remove(kept.key))

    def _submit(self, task: Callable[[], None]) -> Future[None]:
        if self._writer is None:
            self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="autosave")
        return self._writer.submit(task)

    def _write(self, key: str, job: Callable[[], None]) -> None:
        """Write one side file; runs in the thread of the writer, which holds no session: it is Qt's."""
        try:
            job()
        except (OSError, ValueError) as error:
            words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self._done.emit(key, words)
        else:
            self._done.emit(key, "")

    def _note_done(self, key: str, trouble: str) -> None:
        self._writing -= 1
        session = next((session for session, kept in self._kept.items() if kept.key == key), None)
        if trouble:
            if session is not None:
                self._kept[session].written = None
            if not self._told_failure:
                self._told_failure = True
                self.failed.emit(trouble)
            return
        self._told_failure = False
        if session is not None:
            self.note_change(session)
            self.written.emit(session)


def _job_of(kept: KeptWork, folder: RecoveryFolder) -> Callable[[], None]:
    """Return what the writer has to do; everything it needs is read now, on the thread of the window."""
    key, header, whole, base, to_bytes = kept.key, kept.header(), kept.whole(), kept.base(), kept.to_bytes
    time = datetime.now(UTC).astimezone().isoformat(timespec="seconds")

    def write() -> None:
        folder.write(key, replace(header, time=time, base=base), to_bytes(whole))

    return write
