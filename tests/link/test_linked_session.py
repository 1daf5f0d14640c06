"""Minds of a game run again in Mindloom on what the game tells: the same bytes in each tick."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.program_json import ProgramFiles
from runtime.history.recording.recorded_run import RecordedRun
from runtime.link.frames import GameTick, Hello, LinkFault, read_frame
from runtime.link.game_programs import GameProgram, GamePrograms
from runtime.link.linked_session import LinkedSession
from tests.example_counts import daily
from tests.executors.random_cases import SORTS, random_case, random_programs, sample_programs
from tests.executors.random_orders import with_orders
from tests.link.told_game import ToldGame

TICKS = 40


def session_of(game: ToldGame, program: dict[str, Any]) -> LinkedSession:
    """Return a session of a game that knows its program."""
    hello = read_frame(json.dumps(game.hello("")))
    assert isinstance(hello, Hello)
    programs = GamePrograms()
    programs.add(GameProgram("guard.mind.json", ProgramFiles(program, None)))
    return LinkedSession(hello, programs, builtin_registry())


def take(session: LinkedSession, frame: dict[str, Any]) -> None:
    """Let a session hold the next tick of its game."""
    text = json.dumps(frame).encode()
    tick = read_frame(text)
    assert isinstance(tick, GameTick)
    session.log.add(tick, text)


def differences(case: dict[str, Any], *, every: int = 15) -> list[str]:
    """Play a case in a game and again in Mindloom; return where it is not the same."""
    game = ToldGame(case)
    session = session_of(game, case["program"])
    found = []
    for number, given in enumerate(case["ticks"]):
        take(session, game.told_tick(given, key=number > 0 and number % every == 0))
        frame = session.step()
        for mind in game.minds:
            if frame.brains[mind.agent].outcomes != bytes(mind.brain.outcomes):
                found.append(f"{case['id']} tick {number}: {mind.agent}")
            if session.variables(mind.agent) != {
                name: mind.brain.state.read(slot) for name, slot in mind.brain.program.variables.items()
            }:
                found.append(f"{case['id']} tick {number}: variables of {mind.agent}")
        if session.cast.difference is not None:
            found.append(f"{case['id']}: {session.cast.difference}")
            break
    return found


def test_samples_run_again_with_the_same_bytes() -> None:
    for name, program in sample_programs():
        assert not differences(random_case(f"link {name}", program, TICKS))


@pytest.mark.deep
@pytest.mark.parametrize("sort", SORTS)
def test_random_minds_run_again_with_the_same_bytes(sort: str) -> None:
    for number, program in enumerate(random_programs(sort, daily(6, deep=12), 22)):
        assert not differences(random_case(f"link {sort} {number}", program, TICKS))


@pytest.mark.deep
@pytest.mark.parametrize("sort", SORTS)
def test_minds_that_are_ordered_things_run_again_with_the_same_bytes(sort: str) -> None:
    for number, program in enumerate(random_programs(sort, daily(5, deep=8), 71)):
        case = with_orders(random_case(f"ordered {sort} {number}", program, TICKS))
        assert not differences(case, every=4)


def test_minds_left_alone_for_want_of_time_show_what_the_game_told_until_they_join_at_a_save() -> None:
    for name, program in list(sample_programs())[:8]:
        case = random_case(f"hurried {name}", program, 30)
        watched = case["agents"][0]
        game = ToldGame(case)
        session = session_of(game, program)
        session.begin_at(0)
        run = RecordedRun(session)
        for number, given in enumerate(case["ticks"]):
            take(session, game.told_tick(given, key=number == 20))
            session.watch([watched])
            session.cast.is_hurried = 5 <= number < 12
            frame = run.step()
            for mind in game.minds:
                assert frame.brains[mind.agent].outcomes == bytes(mind.brain.outcomes), (name, number)
                slots = mind.brain.program.variables.items()
                now = {each: mind.brain.state.read(slot) for each, slot in slots}
                if mind.agent == watched or not 5 <= number < 20:
                    assert session.variables(mind.agent) == now
        assert session.cast.difference is None
        for tick in (3, 25, 8, 14, 29, 11):
            assert list(run.go_to(tick))[-1].tick == tick


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([], "agents.a.curves: Value error, curves.urge: Expected 1 to 64 points"),
        ([[1, 0], [0, 0]], "The points do not rise in x."),
        ([[0, "NaN"]], "curves.urge[0]: Expected a number"),
    ],
)
def test_a_table_that_is_none_is_no_part_of_a_frame(points: list[Any], words: str) -> None:
    with pytest.raises(LinkFault) as caught:
        read_frame(json.dumps({"frame": "tick", "tick": 0, "agents": {"a": {"curves": {"urge": points}}}}))
    assert words in str(caught.value)
