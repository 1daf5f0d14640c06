"""Find and remove the parts of files that killed programs left behind.

A file is written beside its place as `.name.PID-XXXXXXXX.part` and then renamed. The number is the process
that writes it, so that a part whose process is gone belongs to nobody.
"""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

OLD_AFTER = 60
"""Seconds after which a part may be abandoned: by then another machine's clock or process does not matter."""

_LONGEST_NAME = 48
"""How many letters of a file's name its part repeats: names of parts must not become too long."""

_PART = re.compile(r"\..+\.(\d{1,9})-[a-z0-9_]{8}\.part")


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
