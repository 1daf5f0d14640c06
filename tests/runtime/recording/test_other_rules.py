"""Recordings of other rules: shown as they were recorded, never run again, and that is said (rule 1.5)."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording import RULES
from runtime.history.recording.recording_file import OpenedRecording, recording_to_bytes
from runtime.history.recording.rerun import CannotRunAgain, run_again
from runtime.history.why.logged_ticks import LoggedTicks
from tests.runtime.recording.damaged import other, whole
from tests.runtime.recording.test_recording_file import GAME
from tests.runtime.recording.whole_counts import recording_from_bytes

HELP = Path(__file__).parents[3] / "resources" / "help" / "semantics.md"


def of_rules(number: object) -> bytes:
    """Return a recording made by rules of that number, as such files say it; None for one without."""
    said = {} if number is None else {"rules": number}
    return other(
        "recording.json", lambda header: {**{k: v for k, v in header.items() if k != "rules"}, **said}
    )(whole())


def header_of(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found: dict[str, Any] = json.loads(archive.read("recording.json"))
    return found


def opened(number: object) -> OpenedRecording:
    return recording_from_bytes(of_rules(number), GAME)


def test_1_5_a_recording_carries_the_number_of_the_rules_of_this_page():
    assert recording_from_bytes(whole(), GAME).recording.rules == RULES == 2
    assert f"These are the rules number {RULES}:" in HELP.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("number", "words"), [(None, "an older Mindloom, by rules number 1"), (9, "a newer")]
)
def test_1_5_a_recording_of_other_rules_is_shown_as_recorded_and_not_run_again(number, words):
    found, own = opened(number), recording_from_bytes(whole(), GAME)
    for tick in (0, 20, 39):
        ours, theirs = found.recording.frame(tick), own.recording.frame(tick)
        assert (ours.brains, ours.inputs) == (theirs.brains, theirs.inputs)
        assert np.array_equal(ours.poses, theirs.poses)
    with pytest.raises(CannotRunAgain, match=words):
        list(run_again(found.recording, found.session, 5, 9))
    run = RecordedRun(found.session, recording=found.recording)
    with pytest.raises(CannotRunAgain, match=words):
        run.step()
    with pytest.raises(CannotRunAgain, match=words):
        list(run.go_to(20))
    agent = next(iter(found.session.brains))
    with pytest.raises(CannotRunAgain, match=words):
        LoggedTicks(found.recording, found.session.at_start(), agent).frame(3)
    assert found.session.tick == 0


@pytest.mark.parametrize("number", [None, 2, 9])
def test_1_5_a_recording_keeps_its_number_when_it_is_saved_again_and_is_shortened(number):
    found = opened(number)
    assert found.recording.rules == found.recording.up_to(10).rules == (number or 1)
    assert header_of(recording_to_bytes(found.recording, found.session)).get("rules") == number


def test_1_5_another_future_from_the_start_of_one_of_older_rules_is_of_these():
    found = opened(None)
    run = RecordedRun(found.session, recording=found.recording)
    assert run.branch().rules == 1
    for _ in range(5):
        run.step()
    assert (run.recording.rules, run.recording.end_tick) == (RULES, 5)
    assert sum(1 for _ in run.go_to(2)) > 0
