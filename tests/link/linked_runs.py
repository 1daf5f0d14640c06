"""Let runners of executors play cases with a link to Mindloom, and run what they told again."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence

from graphs.kinds.builtin_registry import builtin_registry
from runtime.link.listener import LinkListener
from runtime.link.running_game import RunningGame
from tests.executors.engine_game import Json, first_difference, told_by_engine
from tests.executors.executor_runs import RUNNERS

TOKEN = "a token"
_PATIENCE = 60.0  # seconds in which a runner says something, so that one that hangs ends the test


def play_linked(cases: Sequence[Json], executor: str) -> tuple[list[Json], list[RunningGame]]:
    """Return what an executor prints of each case, and the games that Mindloom heard of."""
    listener = LinkListener(lambda wire: RunningGame(wire, TOKEN, builtin_registry(), lambda _: None, "test"))
    listener.open(0)
    command = [*RUNNERS[executor](), "--link", str(listener.address[1]), TOKEN]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as given, tempfile.TemporaryFile() as said:
        given.write("".join(f"{json.dumps(case)}\n" for case in cases))
        given.seek(0)
        with subprocess.Popen(command, stdin=given, stdout=said, stderr=subprocess.STDOUT) as runner:
            try:
                silent = 0.0
                while runner.poll() is None and silent < _PATIENCE:
                    silent = 0.0 if listener.poll(0.1) else silent + 0.1
            finally:
                runner.kill()
        listener.poll()
        said.seek(0)
        lines = said.read().decode("utf-8")
    games = list(listener.games)
    listener.close()
    assert runner.returncode == 0, f"{executor}: {lines[-2000:]}"
    return [json.loads(line) for line in lines.splitlines()], games


def linked_differences(cases: Sequence[Json], executor: str) -> list[str]:
    """Return where a runner with a link does something else than the engine, or Mindloom than the game."""
    printed, games = play_linked(cases, executor)
    found = [
        f"{case['id']}: {difference}"
        for case, came in zip(cases, printed, strict=True)
        if (difference := first_difference(told_by_engine(case), came.get("ticks", came.get("refused"))))
    ]
    by_name = {game.name: game for game in games}
    return found + [
        difference for case in cases if (difference := _rerun_difference(by_name[case["id"]], case))
    ]


def _rerun_difference(game: RunningGame, case: Json) -> str:
    """Return where the minds of a game did something else when they were run again, "" for nowhere."""
    session = game.session
    assert session is not None
    if len(session.log) != len(case["ticks"]):
        return f"{case['id']}: {len(session.log)} ticks came, and there were {len(case['ticks'])}; {game.ended}"
    for number in range(len(session.log)):
        if not game.can_step:
            return f"{case['id']}: a program did not come"
        session.step()
        if session.cast.difference is not None:
            return f"{case['id']}, tick {number}: {session.cast.difference}"
    return ""
