"""Refuse what has the name of a file and is none: whoever opens a pipe may wait for ever."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

_HANDED_OVER = re.compile(r"(/dev|/proc/self)/fd/\d+|/dev/std(in|out)")
"""What a shell opened for this program, as in `mindloom diff <(git show …) FILE`: open already."""

_WORDS = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"))


class NotAFile(OSError):
    """Say that there is, or can be, no file where one is expected."""


def plain_file(path: Path) -> Path:
    """Return `path`, so that it can be opened without waiting for another program.

    The empty device and what a shell hands over pass, since git and shells name them in place of files.

    Raises
    ------
    NotAFile
        For a pipe, a socket or a device, and for a name that no file can have. Nothing is opened.
    OSError
        When it cannot be looked at. That nothing is there is told by whoever opens it.
    """
    if str(path) == os.devnull or _HANDED_OVER.fullmatch(str(path)):
        return path
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return path
    except ValueError:
        raise NotAFile(errno.EINVAL, f"{str(path)!r} cannot be the name of a file") from None
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return path
    what = next((words for is_one, words in _WORDS if is_one(mode)), "a device")
    raise NotAFile(errno.EINVAL, f"it is {what}, not a file")


def is_file(path: Path) -> bool:
    """Tell whether a file is there; False as well where it may not be looked at, or the name cannot be."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_there(path: Path) -> bool:
    """Tell whether anything is there; False as well where it may not be looked at, or the name cannot be."""
    try:
        return path.exists()
    except OSError:
        return False
