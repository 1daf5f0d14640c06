"""The collector stays away from states being packed, and full collections wait for idle moments."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from threading import Thread, get_ident

import pytest

from runtime.basics.garbage_collection import (
    CollectorHold,
    collect_if_due,
    collect_only_in_this_thread,
    collection_paused,
    leave_full_collections_to_idle_moments,
)


@pytest.fixture(autouse=True)
def only_new_objects() -> Iterator[None]:
    """Let collections look at what a test makes alone: a whole run of tests has a million objects."""
    gc.freeze()
    yield
    gc.unfreeze()


def test_nothing_is_collected_while_paused_and_all_is_as_before_afterwards():
    began: list[str] = []
    gc.callbacks.append(lambda phase, _info: began.append(phase))
    try:
        with collection_paused():
            kept = [[number] for number in range(5_000)]
            assert not gc.isenabled()
            during = list(began)
        assert during == []
        assert gc.isenabled()
        gc.disable()
        with pytest.raises(ValueError, match="5000"), collection_paused():
            raise ValueError(len(kept))
        assert not gc.isenabled()
    finally:
        gc.callbacks.pop()
        gc.enable()


def test_holds_may_overlap_in_any_order_and_the_last_one_brings_the_collector_back():
    first, second = CollectorHold(), CollectorHold()
    first.release()
    assert not gc.isenabled()
    first.release()
    assert not gc.isenabled(), "released twice, it counts once"
    second.release()
    assert gc.isenabled()


def test_a_hold_that_is_dropped_is_released():
    hold = CollectorHold()
    assert not gc.isenabled()
    del hold
    assert gc.isenabled()


def test_a_full_collection_is_due_after_middle_ones_and_only_when_asked_for():
    leave_full_collections_to_idle_moments()
    gc.collect()
    assert not collect_if_due()
    full: list[int] = []
    gc.callbacks.append(
        lambda phase, info: full.append(1) if (phase, info["generation"]) == ("stop", 2) else None
    )
    try:
        for _ in range(20):
            gc.collect(1)
        assert not full
        assert collect_if_due()
        assert full
        assert not collect_if_due()
        for _ in range(20):
            gc.collect(1)
        gc.disable()
        assert not collect_if_due(), "somebody keeps the collector away"
    finally:
        gc.callbacks.pop()
        gc.enable()


class _Knot:
    """Hold itself, so that only the collector can destroy it, and tell in which thread that was."""

    def __init__(self, destroyed_in: list[int]) -> None:
        self.knot = self
        self.ribbon = weakref.finalize(self, lambda: destroyed_in.append(get_ident()))


def _in_another_thread(work: Callable[[], object]) -> None:
    thread = Thread(target=work)
    thread.start()
    thread.join()


def _collect_by_itself() -> None:
    kept = [[number] for number in range(300_000)]
    assert kept


@pytest.mark.parametrize("collect", [gc.collect, _collect_by_itself], ids=["asked for", "by itself"])
def test_what_another_thread_collects_is_left_to_the_thread_that_collects(collect):
    collect_only_in_this_thread()
    gc.collect()
    destroyed_in: list[int] = []
    kept = _Knot(destroyed_in)
    _Knot(destroyed_in)
    _in_another_thread(collect)
    assert not destroyed_in
    assert gc.get_freeze_count() == 0
    gc.collect()
    assert destroyed_in == [get_ident()], "the other is still in use"
    assert kept.knot is kept


def test_collections_of_other_threads_make_one_due_in_an_idle_moment():
    collect_only_in_this_thread()
    gc.collect()
    assert not collect_if_due()
    _in_another_thread(lambda: [gc.collect(0) for _ in range(20)])
    assert collect_if_due()
    assert not collect_if_due()
