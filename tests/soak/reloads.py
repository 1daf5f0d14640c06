"""Let games go on with edited minds while they run: `python3 dev.py soak reloads --count 50`.

Each game plays some ticks of a random mind in a language, is held, is sent the mind after some edits with the
table that carries it over, and goes on. It must answer, have the outcomes that the engine has after the same
exchange, and be the same in Mindloom, which runs it again on what it tells.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any

from graphs.basics.json_text import JsonObject
from runtime.embedding.upgrade_table import upgrade_table
from runtime.export.program_json import ProgramFiles
from runtime.link.game_programs import GameProgram, mind_of
from runtime.link.linked_session import ticks_at_hand
from runtime.link.running_game import RunningGame
from tests.executors.engine_game import EngineGame, Json
from tests.executors.executor_runs import RUNNERS, can_run
from tests.executors.random_cases import random_case
from tests.executors.random_upgrades import SORTS, versions
from tests.link.linked_runs import Listening, linked_command

BEFORE, TICKS = 6, 16
LANGUAGES = tuple(name for name in RUNNERS if name != "gdscript")
MILLISECONDS = 1000


class Reload:
    """Hold one game: a mind, what it becomes, and what happens around it."""

    def __init__(self, number: int, pair: Sequence[Any], start: int) -> None:
        old, new = (ProgramFiles(each.data, each.names) for each in pair)
        self.case = random_case(f"reload {start} {number}", pair[0].data, TICKS)
        for tick in self.case["ticks"][BEFORE:]:
            for sort in ("set", "shared", "post"):  # the new version may not know what the old one did
                tick.pop(sort, None)
        self.programs = {each.program["hash"]: GameProgram("mind.json", each) for each in (old, new)}
        self.fresh = self.programs[new.program["hash"]]
        self.table: JsonObject = upgrade_table(old, new)

    @property
    def asks_for_more(self) -> bool:
        """Tell whether the new version needs actions that the game of the old one lacks."""
        before, now = (set(mind_of(each).needs.actions) for each in self.programs.values())
        return bool(now - before)

    def engine_told(self) -> list[Json]:
        """Return what the engine's own game does: saved, carried over, and gone on with."""
        game = EngineGame(self.case)
        told = [game.tick(given) for given in self.case["ticks"][:BEFORE]]
        save = game.minds.save()
        rest = {**self.case, "program": self.fresh.files.program, "restore": save, "upgrades": [self.table]}
        after = EngineGame(rest)
        for sort, values in _answers(self.case["ticks"][:BEFORE]).items():
            after.answers.take({sort: values})
        return [*told, *(after.tick(given) for given in self.case["ticks"][BEFORE:])]


def _answers(ticks: Sequence[Json]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for tick in ticks:
        for sort, values in tick.get("answers", {}).items():
            found.setdefault(sort, {}).update(values)
    return found


def reloads(count: int, start: int) -> Iterator[Reload]:
    """Yield so many, trees and machines by turns."""
    pairs = [versions(sort, max(count // 2 + 1, 12), start) for sort in range(len(SORTS))]
    for number in range(count):
        yield Reload(number, pairs[number % 2][number // 2], start)


def played(reload: Reload, language: str) -> tuple[list[Json], RunningGame, float]:
    """Return what a game in a language told, Mindloom's end of it, and the seconds until it answered."""
    asked = answered = 0.0
    games: list[RunningGame] = []

    def find(program: str, rate: int) -> GameProgram | None:
        if listening.games and not games:  # asked right behind the welcome: the game gets both at once
            games.append(listening.games[0])
            games[0].step(BEFORE)
        return reload.programs.get(program)

    with (
        Listening(find) as listening,
        tempfile.TemporaryFile("w+", encoding="utf-8") as given,
        tempfile.TemporaryFile("w+", encoding="utf-8") as out,
    ):
        given.write(f"{json.dumps(reload.case)}\n")
        given.seek(0)
        process = subprocess.Popen(
            linked_command(language, listening.port), stdin=given, stdout=out, text=True
        )
        while process.poll() is None:
            listening.listener.poll(0.02)
            for game in games:
                if game.is_held and not asked:
                    asked = time.perf_counter()
                    game.swap(reload.fresh, reload.table)
                if (game.swapped or game.refusals) and not answered:
                    answered = time.perf_counter()
                    game.resume()
        out.seek(0)
        told = json.loads(out.readline())
    return told.get("ticks", []), games[0], answered - asked


def fault_of(reload: Reload, language: str) -> tuple[str, float]:
    """Return what is wrong with a reload, "" for nothing, and the seconds until it was answered."""
    told, game, seconds = played(reload, language)
    if bool(game.refusals) is not reload.asks_for_more or bool(game.swapped) is reload.asks_for_more:
        return f"swapped: {game.swapped}, refused: {game.refusals}", seconds
    # A game that refused, as it lacks what the new version needs, goes on with the old one untouched.
    wanted_ticks = [] if reload.asks_for_more else reload.engine_told()
    for number, (wanted, came) in enumerate(zip(wanted_ticks, told, strict=not reload.asks_for_more)):
        for agent, each in wanted["agents"].items():
            if came["agents"][agent]["outcomes"] != each["outcomes"]:
                return f"tick {number}: {agent} has other outcomes than the engine", seconds
    session = game.session
    assert session is not None
    while ticks_at_hand(session):
        session.step()
    if session.cast.difference or len(session.log) != TICKS:
        return f"{len(session.log)} ticks, {session.cast.difference}", seconds
    return "", seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all reloads in each language; return 1 if any goes wrong, else 0."""
    parser = argparse.ArgumentParser(prog="dev.py soak reloads", description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="reloads in each language (50)")
    parser.add_argument("--seed", type=int, default=1, help="where to begin (1)")
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, help="which (all that are here)")
    asked = parser.parse_args(arguments)
    every = list(reloads(asked.count, asked.seed))
    failed = 0
    for language in asked.language or [name for name in LANGUAGES if can_run(name)]:
        times, wrong = [], 0
        for number, reload in enumerate(every):
            fault, seconds = fault_of(reload, language)
            times.append(seconds * MILLISECONDS)
            if fault:
                print(f"{language} {number}: {fault}", flush=True)
                wrong += 1
        times.sort()
        middle = times[len(times) // 2]
        told = f"{len(every)} reloads, {wrong} wrong"
        print(f"{language}: {told}; answered in {middle:.0f} ms, at most {times[-1]:.0f}", flush=True)
        failed += wrong
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
