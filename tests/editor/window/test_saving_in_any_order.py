"""A seeded piece of the soak of saving; `tests/soak/saving.py` does more, its table is beside it."""

from __future__ import annotations

import os

import pytest

from tests.editor.documents.killed_saves import kills
from tests.editor.window.interleaved_saves import interleavings


def test_two_editors_and_an_outside_writer_lose_nothing(qapp, tmp_path):
    counts = interleavings(tmp_path, 3, seed=70)
    assert counts["interleavings"] == 3
    assert counts["saves: merge"] > 0


@pytest.mark.skipif(os.name != "posix", reason="kills by signals")
def test_a_killed_save_leaves_no_half_file_and_nothing_behind(qapp, tmp_path):
    counts = kills(tmp_path, 9, seed=7)
    assert sum(times for name, times in counts.items() if name.startswith("kills: ")) == 9
