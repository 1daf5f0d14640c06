"""Keeping recordings in files: nothing is lost, bad files are refused, reading runs nothing."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np
import pytest

from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.recording.comparison import first_divergence
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import open_recording, recording_to_bytes, save_recording
from runtime.history.recording.rerun import run_again
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from tests.runtime.session_of import move_player, replace_document, sample_session

GAME = GameBehaviors(builtin_registry(), builtin_library(), ConditionLibrary())


def swapped_run(name: str, ticks: int) -> RecordedRun:
    """Return a run in which the player moves and the mind is exchanged for one with another note."""
    run = RecordedRun(sample_session(name))
    session = run.session
    for tick in range(ticks):
        move_player(session)
        if tick == ticks // 2:
            mind = session.mind_of(next(iter(session.brains))) or ""
            document = session.segments[-1].minds.documents[mind]
            root = document.root
            assert root is not None
            graph = document.graphs[root]
            changed = graph.model_copy(update={"title": "Another"})
            replace_document(
                session, mind, document.model_copy(update={"graphs": {**document.graphs, root: changed}})
            )
        run.step()
    return run


@pytest.mark.parametrize("name", ["tank", "soldier", "attack_or_flee"])
def test_a_recording_read_back_is_the_one_that_was_kept(tmp_path, name):
    run = swapped_run(name, 300)
    file = tmp_path / "run.trace"
    save_recording(file, run.recording, run.session)
    opened = open_recording(file, GAME)
    again = opened.recording
    assert (again.first_tick, again.end_tick) == (0, 300)
    assert [segment.first_tick for segment in again.segments] == [0, 150]
    assert first_divergence(run.recording, again) is None or [
        type(each).__name__ for each in again.notes(150).inputs
    ] == ["SwapMinds"]
    for tick in range(300):
        ours, theirs = run.recording.frame(tick), again.frame(tick)
        assert theirs.brains == ours.brains
        assert theirs.events == ours.events
        assert np.array_equal(theirs.poses, ours.poses)
    frames = list(run_again(again, opened.session, 299, 299))
    assert len(frames) == 300
    assert opened.session.state_hash() == run.session.state_hash()


def test_the_same_run_gives_the_same_bytes():
    first, second = (swapped_run("tank", 80) for _ in range(2))
    assert recording_to_bytes(first.recording, first.session) == recording_to_bytes(
        second.recording, second.session
    )


def broken(data: bytes, name: str, change) -> bytes:
    """Return the archive with one part changed, or left out where the change gives None."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        for part in old.namelist():
            content = old.read(part)
            if part == name:
                content = change(content)
            if content is not None:
                new.writestr(part, content)
    return file.getvalue()


def with_version(content: bytes) -> bytes:
    return json.dumps({**json.loads(content), "version": 99}).encode()


@pytest.mark.parametrize(
    ("part", "change", "said"),
    [
        ("recording.json", lambda content: None, "This is no recording"),
        ("recording.json", lambda content: b"[]", "This is no recording"),
        ("recording.json", with_version, "of version 99"),
        ("codes.npy", lambda content: content[:50], "damaged"),
        ("codes.npy", lambda content: None, "damaged"),
        ("outcomes.json", lambda content: b"[]", "damaged"),
        ("notes.jsonl", lambda content: b'{"tick": 1, "inputs": [{"input": "Nonsense"}]}\n', "no input"),
        ("notes.jsonl", lambda content: b'{"tick": 1, "inputs": [{"input": "SetPose"}]}\n', "SetPose"),
        ("poses.npy", lambda content: b"", "damaged"),
    ],
)
def test_a_damaged_recording_is_refused_with_the_reason(tmp_path, part, change, said):
    run = swapped_run("tank", 20)
    file = tmp_path / "run.trace"
    file.write_bytes(broken(recording_to_bytes(run.recording, run.session), part, change))
    with pytest.raises(FileProblem, match=said) as caught:
        open_recording(file, GAME)
    assert caught.value.path == file
    assert caught.value.remedy


def test_a_document_that_is_not_what_it_was_is_refused(tmp_path):
    run = swapped_run("tank", 20)
    data = recording_to_bytes(run.recording, run.session)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        name = next(each for each in archive.namelist() if each.startswith("documents/"))
    file = tmp_path / "run.trace"
    file.write_bytes(broken(data, name, lambda content: content.replace(b"tank", b"kant")))
    with pytest.raises(FileProblem, match="not what it was"):
        open_recording(file, GAME)


@pytest.mark.parametrize("content", [b"", b"{}", b"PK\x03\x04nonsense"])
def test_another_file_is_no_recording(tmp_path, content):
    file = tmp_path / "run.trace"
    file.write_bytes(content)
    with pytest.raises(FileProblem, match=r"no recording.*\.trace"):
        open_recording(file, GAME)


def test_a_mind_that_pickles_code_cannot_ride_in_an_array(tmp_path):
    run = swapped_run("tank", 20)
    evil = io.BytesIO()
    np.save(evil, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    file = tmp_path / "run.trace"
    data = recording_to_bytes(run.recording, run.session)
    file.write_bytes(broken(data, "codes.npy", lambda content: evil.getvalue()))
    with pytest.raises(FileProblem, match="damaged"):
        open_recording(file, GAME)


class _GivenUp(Exception):
    """Raised by whoever wants to read no further."""


def test_reading_says_how_far_it_is_and_can_be_given_up_at_any_point(tmp_path):
    run = swapped_run("tank", 120)
    file = tmp_path / "run.trace"
    save_recording(file, run.recording, run.session)
    shares: list[float] = []
    assert open_recording(file, GAME, shares.append).recording.end_tick == 120
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert len(shares) > 8
    assert max(shares) <= 1.0

    def give_up(share: float) -> None:
        if share > 0.5:
            raise _GivenUp

    with pytest.raises(_GivenUp):
        open_recording(file, GAME, give_up)
