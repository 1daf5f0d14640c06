"""Write files so that a reader sees the old bytes or the new, and nothing changed outside is lost."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from graphs.files.abandoned_parts import part_names, remove_abandoned_parts
from graphs.files.plain_file import plain_file

ABSENT = ""
"""What a save is based on where there was no file."""


class FileChanged(OSError):
    """Say that a file is not the one that a save was based on; nothing was written.

    `found` is the hash of what is there now, `ABSENT` for nothing.
    """

    def __init__(self, path: Path, based_on: str, found: str) -> None:
        if found == ABSENT:
            words = "it was deleted, moved or renamed since it was read"
        elif based_on == ABSENT:
            words = "a file of this name has come into being"
        else:
            words = "another program changed it since it was read"
        super().__init__(errno.EEXIST, words, str(path))
        self.found = found


def content_hash(data: bytes) -> str:
    """Return what tells one content of a file from another."""
    return hashlib.sha256(data).hexdigest()


def write_whole(path: Path, data: bytes, *, based_on: str | None = None) -> None:
    """Write `data` to `path`, whole or not at all; see `whole_file`. Raises OSError."""
    with whole_file(path, based_on=based_on) as stream:
        stream.write(data)


@contextmanager
def whole_file(path: Path, *, based_on: str | None = None) -> Iterator[IO[bytes]]:
    """Write what is written to the stream to `path`, whole or not at all.

    The bytes go to a file beside it, are forced to disk, and take the name in one step when the block ends
    well. A link is followed and stays, permissions are kept, and what a shell hands over in place of a file
    is written to as it is. `based_on` is the hash of what the file held when it was read, or `ABSENT`; None
    writes over whatever is there.

    Raises
    ------
    FileChanged
        When the file holds something else than `based_on` by now.
    OSError
        When the disk refuses, the file is write-protected, or it is a pipe, a socket or a device.
    """
    mode = _mode_of(plain_file(path))
    if mode is not None and not stat.S_ISREG(mode):
        with plain_file(path).open("wb") as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))
    if mode is not None and not (mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "it is write-protected", str(path))
    remove_abandoned_parts(target.parent)
    handle, part = _new_part(target)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(_usual_mode() if mode is None else stat.S_IMODE(mode) & 0o777)
        if based_on is not None and (found := _hash_on_disk(target)) != based_on:
            raise FileChanged(path, based_on, found)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _new_part(target: Path) -> tuple[int, Path]:
    prefix, suffix = part_names(target.name)
    try:
        handle, name = tempfile.mkstemp(prefix=prefix, suffix=suffix, dir=target.parent)
    except FileNotFoundError as error:
        raise FileNotFoundError(error.errno, f"there is no folder {target.parent}", str(target)) from None
    except PermissionError as error:
        words = f"nothing can be written into the folder {target.parent}"
        raise PermissionError(error.errno, words, str(target)) from None
    return handle, Path(name)


def _mode_of(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _hash_on_disk(target: Path) -> str:
    try:
        with plain_file(target).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        return ABSENT


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
