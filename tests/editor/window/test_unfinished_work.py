"""A window that closes gives up what it still has under way, and the collector of garbage comes back."""

from __future__ import annotations

import gc
from threading import Event

from editor.basics import slices
from editor.basics.slices import LongWork, StepsInSlices, beside_window
from editor.documents.open import document_session
from editor.documents.open.sample_files import samples_folder


def test_work_beside_the_window_ends_when_it_closes(window):
    may_end = Event()
    work = LongWork(window)
    done: list[object] = []
    work.run_steps("Waiting", beside_window(may_end.wait), done.append)
    window.close()
    assert not work.is_busy
    may_end.set()
    assert done == []


def test_a_search_that_waits_for_a_file_ends_with_the_window(window):
    may_end = Event()
    steps = StepsInSlices(window)
    steps.begin(beside_window(may_end.wait))
    assert steps.is_under_way
    window.close()
    assert not steps.is_under_way
    may_end.set()


def test_the_check_of_a_large_document_ends_with_the_window(window, monkeypatch):
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(document_session, "SMALL", 5)
    window.open_file(samples_folder() / "tank.mind.json")
    assert not gc.isenabled()
    window.close()
    assert gc.isenabled()
