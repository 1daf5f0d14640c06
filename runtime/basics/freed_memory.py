"""Keep memory that arrays gave back for the next ones."""

from __future__ import annotations

import ctypes
import sys

LARGE_ARRAY = 16 << 20
"""Bytes from which on an array gets memory of its own from the system."""
MOST_KEPT = 64 << 20
"""Bytes of freed memory at the end of the heap that are kept."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3


def keep_freed_memory() -> None:
    """Let the C library of Linux keep what large arrays free, for this whole process.

    As it is set it hands arrays of a few hundred kilobytes back to the system, which clears their pages
    before each next use: a twentieth of a step of ten thousand agents. Other libraries stay as they are.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        tune = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return  # Not the GNU library.
    tune(_MMAP_THRESHOLD, LARGE_ARRAY)
    tune(_TRIM_THRESHOLD, MOST_KEPT)
