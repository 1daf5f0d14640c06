"""Keep the collector of cyclic garbage away from where it is in the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from threading import RLock, get_ident

YOUNG_OBJECTS_BETWEEN = 700
"""So many new objects may come between two collections of them, as Python has it by itself."""

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


class _OnlyIn:
    """Let every collection of other threads find nothing; the next full one of this thread finds it."""

    def __init__(self) -> None:
        self.thread = get_ident()
        self.put_off = 0
        self._freezing = iter(gc.freeze, "never")

    def __call__(self, phase: str, info: Mapping[str, int]) -> None:
        if get_ident() == self.thread:
            if phase == "stop" and info["generation"] == 2:
                self.put_off = 0
            return
        if phase == "stop":
            gc.unfreeze()
            return
        self.put_off += 1
        # What is frozen is not looked at. A call, unlike a step of an iterator, may be followed by a turn of
        # another thread, whose new objects would not be frozen.
        for _ in self._freezing:
            return


def collect_only_in_this_thread() -> None:
    """Let cyclic garbage be destroyed in the calling thread alone, whichever thread collects, and how.

    Objects of Qt must be destroyed in the thread of the window. A collection in any other thread, by itself
    or by `gc.collect()`, leaves everything to the next full one in this thread. Asking again moves the duty
    to the thread that asks.
    """
    for callback in gc.callbacks:
        if isinstance(callback, _OnlyIn):
            callback.thread = get_ident()
            return
    gc.callbacks.append(_OnlyIn())


def _put_off() -> int:
    """Return how many collections of other threads were put off since the last full one."""
    return sum(callback.put_off for callback in gc.callbacks if isinstance(callback, _OnlyIn))


def leave_full_collections_to_idle_moments() -> None:
    """Let full collections, 100 ms each beside a thousand agents, hardly ever come by themselves.

    Whoever asks for it has to call `collect_if_due` when nothing is in a hurry.
    """
    gc.set_threshold(YOUNG_OBJECTS_BETWEEN, gc.get_threshold()[1], MIDDLE_COLLECTIONS_BETWEEN)


def collect_if_due(least: int = 10) -> bool:
    """Collect everything if so many middle collections were made or put off; tell whether that was done."""
    if gc.get_count()[2] + _put_off() < least or not gc.isenabled():
        return False
    gc.collect()
    return True
