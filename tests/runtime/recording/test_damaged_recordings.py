"""Damaged recordings: each is refused in words before memory is taken, whatever sizes it declares."""

from __future__ import annotations

import tracemalloc

import pytest

from editor.command_line.main import main
from graphs.files.document_file import FileProblem
from runtime.history.recording.recording_file import open_recording
from tests.runtime.recording.damaged import CASES, TICKS, whole
from tests.runtime.recording.test_recording_file import GAME

MOST_MEMORY = 24_000_000
"""Bytes that refusing a recording may take at its most: far below what any of them declares or unpacks to."""


def test_the_recording_that_is_damaged_can_be_read(tmp_path):
    file = tmp_path / "whole.trace"
    file.write_bytes(whole())
    assert open_recording(file, GAME).recording.end_tick == TICKS


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_damage_is_refused_with_what_where_and_what_to_do(tmp_path, capsys, case):
    file = tmp_path / "run.trace"
    file.write_bytes(case.damage(whole()))
    tracemalloc.start()
    try:
        with pytest.raises(FileProblem) as caught:
            open_recording(file, GAME)
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.path == file
    assert caught.value.where == case.where
    assert case.said in caught.value.message
    assert caught.value.remedy
    assert taken < MOST_MEMORY
    assert main(["trace", "info", str(file)]) == 2
    out, said = capsys.readouterr()
    assert not out
    assert said.count("\n") == 1
    assert f"{file}: {case.where}: error: " in said
    assert case.said in said
