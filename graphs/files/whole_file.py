"""Write files so that a reader sees the old bytes or the new, and remove what killed programs left behind.

Find and remove the parts of files that killed programs left behind.

A file is written beside its place as `.name.PID-XXXXXXXX.part` and then renamed. The number is the process
that writes it, so that a part whose process is gone belongs to no one.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from graphs.files.plain_file import is_file, plain_file

OLD_AFTER = 60
"""Seconds after which a part may be abandoned: by then another machine's clock or process does not matter."""

_LONGEST_NAME = 48
"""How many letters of a file's name its part repeats: names of parts must not become too long."""

_PART = re.compile(r"\..+\.(\d{1,9})-[a-z0-9_]{8}\.part")

ABSENT = ""
"""What a save is based on where there was no file."""


def part_names(name: str) -> tuple[str, str]:
    """Return how the name of a part of the file `name` begins and ends; eight letters go between."""
    return f".{name[:_LONGEST_NAME]}.{os.getpid()}-", ".part"


def remove_abandoned_parts(folder: Path) -> None:
    """Remove the parts in a folder that are older than a minute and whose process is gone; never raises."""
    try:
        with os.scandir(folder) as entries:
            parts = [(entry, match) for entry in entries if (match := _PART.fullmatch(entry.name))]
    except OSError:
        return
    for entry, match in parts:
        try:
            is_old = time.time() - entry.stat(follow_symlinks=False).st_mtime > OLD_AFTER
            if is_old and entry.is_file(follow_symlinks=False) and not _is_running(int(match[1])):
                Path(entry.path).unlink()
        except OSError:
            continue


def _is_running(process: int) -> bool:
    if sys.platform == "win32":
        return _is_running_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _is_running_on_windows(process: int) -> bool:
    """Tell by a handle: `os.kill` would end the process there."""
    if sys.platform != "win32":
        return True
    import ctypes

    query_limited_information, access_denied = 0x1000, 5
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    handle = kernel.OpenProcess(query_limited_information, False, process)
    if not handle:
        return ctypes.get_last_error() == access_denied
    kernel.CloseHandle(handle)
    return True


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


def base_unasked(path: Path, data: bytes) -> str:
    """Return what `data` may replace with no one asked: a file with the same bytes, else none."""
    return content_hash(data) if is_file(path) and plain_file(path).read_bytes() == data else ABSENT


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
