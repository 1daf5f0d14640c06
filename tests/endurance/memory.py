"""Measure the memory of this process again and again, and tell whether it stays where it was after a warm-up.

What is measured is the resident set after two full collections, once the C library was asked to hand what is
free back to the system: so it is what is held, and what lies free between it.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ALLOWED_MB = 5.0
"""So far memory may go up or down after the warm-up."""


def can_measure() -> bool:
    """Tell whether this system says how much memory a process holds."""
    return Path("/proc/self/statm").exists()


def resident_mb(process: int | str = "self") -> float:
    """Return the resident set of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def held_mb() -> float:
    """Return the resident set of this process in MB, without garbage."""
    gc.collect()
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    return resident_mb()


@dataclass(frozen=True)
class Row:
    """Hold one line of the results: what was done how often, and where memory stood after the warm-up.

    `lowest` and `highest` are how far memory went below and above that afterwards, `last` where it ended,
    all in MB. `wrong` says what else was wrong, "" for nothing.
    """

    part: str
    subject: str
    amount: str
    seconds: float
    warm: float
    lowest: float
    highest: float
    last: float
    wrong: str = ""

    @property
    def is_flat(self) -> bool:
        """Tell whether memory stayed within what is allowed."""
        return self.lowest >= -ALLOWED_MB and self.highest <= ALLOWED_MB


@dataclass
class MemoryWatch:
    """Take the memory `marks` times on the way; what is taken in the first `warm_up` part does not count."""

    warm_up: float = 0.1
    marks: int = 60
    held: Callable[[], float] = held_mb
    taken: list[tuple[float, float]] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def mark(self, done: int, whole: int) -> None:
        """Take the memory if it is time to, now that `done` of `whole` are done."""
        if done % max(1, whole // self.marks) == 0:
            self.taken.append((done / whole, self.held()))

    def row(self, part: str, subject: str, amount: str, wrong: str = "") -> Row:
        """Return what was measured."""
        after = [held for share, held in self.taken if share >= self.warm_up] or [0.0]
        warm, moved = after[0], [held - after[0] for held in after]
        seconds = time.monotonic() - self.began
        return Row(part, subject, amount, seconds, warm, min(moved), max(moved), moved[-1], wrong)
