"""Keep the collector of cyclic garbage away from where it is in the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from threading import RLock

MIDDLE_COLLECTIONS_BETWEEN = 1_000
"""So many collections of what is not quite young may pass before a full one comes by itself."""


@dataclass
class _Held:
    """How many holds there are, and whether the collector was on before the first of them."""

    lock: AbstractContextManager[bool] = field(default_factory=RLock)
    count: int = 0
    was_on: bool = False


_HELD = _Held()


class CollectorHold:
    """Keep the collector away until this is released; it comes back when the last hold is gone.

    Holds may overlap in any order, and in several threads. One that is dropped is released with it.
    """

    def __init__(self) -> None:
        with _HELD.lock:
            if not _HELD.count:
                _HELD.was_on = gc.isenabled()
                gc.disable()
            _HELD.count += 1
        self._is_held = True

    def release(self) -> None:
        """Let the collector come back as far as this hold is concerned; a second time does nothing."""
        with _HELD.lock:
            if not self._is_held:
                return
            self._is_held = False
            _HELD.count -= 1
            if not _HELD.count and _HELD.was_on:
                gc.enable()

    def __del__(self) -> None:
        if getattr(self, "_is_held", False):
            self.release()


@contextmanager
def collection_paused() -> Iterator[None]:
    """Collect no cycles meanwhile; what was on is on again afterwards.

    A state of a thousand brains is tens of thousands of tuples. Each time so many are made, the collector
    would look through them again and again, and now and then through everything there is.
    """
    hold = CollectorHold()
    try:
        yield
    finally:
        hold.release()


def leave_full_collections_to_idle_moments() -> None:
    """Let full collections, 100 ms each beside a thousand agents, hardly ever come by themselves.

    Whoever asks for it has to call `collect_if_due` when nothing is in a hurry.
    """
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, MIDDLE_COLLECTIONS_BETWEEN)


def collect_if_due(least: int = 10) -> bool:
    """Collect everything if so many middle collections were made since; tell whether that was done."""
    if gc.get_count()[2] < least or not gc.isenabled():
        return False
    gc.collect()
    return True
