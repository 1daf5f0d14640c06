"""Keep the collector of cyclic garbage away from where it is in the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MIDDLE_COLLECTIONS_BETWEEN = 1_000
"""So many collections of what is not quite young may pass before a full one comes by itself."""


@contextmanager
def collection_paused() -> Iterator[None]:
    """Collect no cycles meanwhile; what was on is on again afterwards.

    A state of a thousand brains is tens of thousands of tuples. Each time so many are made, the collector
    would look through them again and again, and now and then through everything there is.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
