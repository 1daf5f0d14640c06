"""How far a batch is, in words that suit slow batches and fast ones."""

from __future__ import annotations

import pytest

from editor.command_line.simulate_progress import ProgressLine
from runtime.trials.batches.batch_run import BatchProgress


@pytest.mark.parametrize(
    ("done", "seconds", "words"),
    [
        (0, 5.0, "0 of 1,000 runs"),
        (100, 10.0, "100 of 1,000 runs · 10.0 runs/s · 1 min 30 s left"),
        (1, 15.0, "1 of 1,000 runs · 4.0 runs/min · 4 h 9 min left"),
    ],
)
def test_the_pace_is_told_by_the_second_or_by_the_minute(done, seconds, words):
    line = ProgressLine(1000, 0)
    assert line.text(BatchProgress(done, 1000), seconds) == words


def test_what_an_earlier_call_played_is_no_part_of_the_pace(capsys):
    line = ProgressLine(1000, 400)
    assert "400 of 1,000 runs are there" in capsys.readouterr().err
    words = line.text(BatchProgress(500, 1000), 50.0)
    assert words == "500 of 1,000 runs · 2.0 runs/s · 4 min 10 s left"
