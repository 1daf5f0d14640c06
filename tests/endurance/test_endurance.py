"""Seeded slices of the endurance soak: memory is held as in the hour, and what the parts find is found."""

from __future__ import annotations

import pytest

from tests.endurance import autosaves, batches, documents, samples, undo
from tests.endurance.memory import ALLOWED_MB, MemoryWatch, Row, can_measure
from tests.soak.endurance import keep, kept_rows, table

pytestmark = pytest.mark.skipif(not can_measure(), reason="no /proc on this system")


def test_the_session_of_a_sample_holds_no_more_memory_after_a_while() -> None:
    row = samples.alone("basic_guard", 4, MemoryWatch(marks=4))
    assert row.is_flat, row


def test_documents_that_are_opened_and_closed_leave_nothing(qapp) -> None:
    row = documents.documents("files", 24, MemoryWatch(0.5, marks=2))
    assert row.is_flat, row


def test_windows_play_save_undo_and_go_on(qapp) -> None:
    watch = MemoryWatch(marks=1)
    for row in (
        samples.in_window("math_tree", 2, watch),
        autosaves.autosaves("", 10, watch),
        undo.undo("basic_guard", 2, watch, steps=6),
    ):
        assert row.wrong == ""


def test_a_killed_batch_goes_on_to_the_same_bytes() -> None:
    row = batches.batches("math_tree", 20, between=10)
    assert row.wrong == ""


def test_memory_that_grows_is_told() -> None:
    held = iter([10.0, 50.0, 52.0, 50.0 + ALLOWED_MB + 0.1, 51.0])
    watch = MemoryWatch(0.25, held=lambda: next(held))
    for done in range(5):
        watch.mark(done, 4)
    row = watch.row("samples", "some", "4 min")
    assert (row.warm, row.lowest, round(row.highest, 3), row.last) == (50.0, 0.0, ALLOWED_MB + 0.1, 1.0)
    assert not row.is_flat
    assert "| not flat |" in table([row])


def test_a_result_takes_the_place_of_the_older_one_of_its_name(tmp_path) -> None:
    file = tmp_path / "endurance.tsv"
    first = Row("undo", "tank", "10 cycles", 1.0, 50.0, 0.0, 9.0, 9.0)
    other = Row("undo", "wolf", "10 cycles", 1.0, 50.0, 0.0, 1.0, 1.0, "other bytes")
    again = Row("undo", "tank", "20 cycles", 2.0, 50.0, -1.0, 1.0, 0.5)
    for row in (first, other, again):
        keep(row, file)
    assert kept_rows(file) == {("undo", "tank"): again, ("undo", "wolf"): other}
    assert "1 of 2 are flat and right." in file.with_suffix(".md").read_text("utf-8")
