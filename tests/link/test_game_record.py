"""Records of games: kept while they run, read again, and used as recordings."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from graphs.files.document_file import FileProblem
from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.recording.recorded_run import RecordedRun
from runtime.link.game_record import (
    RecordWriter,
    is_game_record,
    open_any_recording,
    save_any_recording,
)
from runtime.link.linked_session import LinkedSession
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from tests.executors.random_cases import random_case, sample_programs
from tests.link.test_linked_session import session_of, take
from tests.link.told_game import ToldGame

NAME, PROGRAM = next(sample_programs())
TICKS = 30
GAME = GameBehaviors(builtin_registry(), ActionLibrary({}), builtin_conditions())


def played() -> tuple[LinkedSession, RecordedRun]:
    """Return the session of a game, and its run to the end."""
    case = random_case(f"record {NAME}", PROGRAM, TICKS)
    game = ToldGame(case)
    session = session_of(game, PROGRAM)
    for number, given in enumerate(case["ticks"]):
        take(session, game.told_tick(given, key=number == 12))
    session.begin_at(0)
    run = RecordedRun(session)
    for _ in range(TICKS):
        run.step()
    return session, run


def outcomes(run_or_recording: Any) -> list[Any]:
    recording = getattr(run_or_recording, "recording", run_or_recording)
    return [
        [recording.outcome(agent, tick) for agent in recording.cast.minds]
        for tick in range(recording.first_tick, recording.end_tick)
    ]


def refusal_of(path: Path) -> str:
    """Return why a file is refused, "" where it is not."""
    try:
        open_any_recording(path, GAME)
    except FileProblem as problem:
        return problem.message
    return ""


def test_a_record_that_is_saved_opens_with_the_same_outcomes(tmp_path: Path) -> None:
    session, run = played()
    path = tmp_path / "run.trace"
    save_any_recording(path, run.recording, session)
    assert is_game_record(path)
    opened = open_any_recording(path, GAME)
    assert outcomes(opened.recording) == outcomes(run)
    assert opened.session.tick == opened.recording.first_tick


def test_a_record_written_while_the_game_runs_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    session, run = played()
    path = tmp_path / "run.trace"
    with path.open("wb") as stream:
        writer = RecordWriter(stream)
        writer.begin(session)
        writer.follow(session)
    # It was not ended, as its writer was killed; then even its last bytes are lost.
    assert outcomes(open_any_recording(path, GAME).recording) == outcomes(run)
    path.write_bytes(path.read_bytes()[:-40])
    opened = open_any_recording(path, GAME).recording
    assert 0 < opened.end_tick <= TICKS
    assert outcomes(opened) == outcomes(run)[: opened.end_tick]


def test_an_exact_seek_into_a_record_gives_what_was(tmp_path: Path) -> None:
    session, run = played()
    path = tmp_path / "run.trace"
    save_any_recording(path, run.recording, session)
    opened = open_any_recording(path, GAME)
    again = RecordedRun(opened.session, recording=opened.recording)
    for tick in (25, 3, 14, 13, 29, 0):
        frames = list(again.go_to(tick))
        assert frames[-1].tick == tick


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["{}"],
        ['{"frame":"hello"}'],
        ['{"frame":"hello","link":1,"token":"","rate":60,"format":"mindloom-game-record","version":9}'],
        ['{"frame":"hello","link":1,"token":"","rate":60,"format":"mindloom-game-record","version":1}'],
        [
            '{"frame":"hello","link":1,"token":"","rate":60,"format":"mindloom-game-record","version":1}',
            '{"frame":"program","hash":"x","name":"y","program":{}}',
        ],
        [
            '{"frame":"hello","link":1,"token":"","rate":60,"format":"mindloom-game-record","version":1}',
            '{"frame":"tick","tick":0,"agents":{"a":{"mind":"unknown","save":{}}}}',
        ],
        [
            '{"frame":"hello","link":1,"token":"","rate":60,"format":"mindloom-game-record","version":1}',
            "[" * 9000,
        ],
    ],
)
def test_what_is_no_record_is_refused_in_words(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "run.trace"
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    assert refusal_of(path)


def test_damaged_bytes_are_refused_in_words(tmp_path: Path) -> None:
    session, run = played()
    path = tmp_path / "run.trace"
    save_any_recording(path, run.recording, session)
    whole = path.read_bytes()
    for place in range(20, len(whole), max(len(whole) // 40, 1)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        refusal_of(path)


def test_the_token_of_a_game_is_in_no_record(tmp_path: Path) -> None:
    session, run = played()
    path = tmp_path / "run.trace"
    save_any_recording(path, run.recording, session)
    header = json.loads(gzip.decompress(path.read_bytes()).split(b"\n")[0])
    assert header["token"] == ""
