"""Hold a folder for as long as this program runs: the system lets go of it, however the program ends."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from graphs.files.plain_file import plain_file

LOCK_NAME = "in-use"


class FolderLock:
    """Own the lock file of one folder. Without Qt.

    A lock is taken at the operating system, not by the file being there, so that a program that was killed
    holds nothing and a process number used again means nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_NAME
        self._stream: IO[bytes] | None = None

    def take(self) -> bool:
        """Take the lock; False when another program has it. Raises OSError where no file can be made."""
        if self._stream is not None:
            return True
        stream = plain_file(self.path).open("ab")
        try:
            _lock(stream)
        except OSError:
            stream.close()
            return False
        self._stream = stream
        return True

    def release(self) -> None:
        """Let go of the lock and remove its file."""
        if self._stream is None:
            return
        # Windows removes no open file, so that the file goes last.
        self._stream.close()
        self._stream = None
        self.path.unlink(missing_ok=True)


def _lock(stream: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
