"""Let executors play cases with a link, and run the same minds in Mindloom on what comes by it."""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from runtime.export.export_document import Export, export_document
from runtime.export.program_json import ProgramFiles
from runtime.link.game_programs import GameProgram
from runtime.link.linked_session import ticks_at_hand
from runtime.link.listener import LinkListener
from runtime.link.running_game import FindProgram, RunningGame
from runtime.link.wire import Wire
from tests.executors.engine_game import Json
from tests.executors.executor_runs import RUNNERS
from tests.other_programs import path_of
from tests.runtime.lone_brain import document, tree

TOKEN = "a token of tests"
LONGEST = 300
"""Polls without anything that came, of a tenth of a second each, before a run is given up."""


class Listening:
    """Wait for games as Mindloom does; `games` are all that came, in their order."""

    def __init__(self, find: FindProgram | None = None) -> None:
        self.games: list[RunningGame] = []
        self.find: FindProgram = find or (lambda program, rate: None)
        self.clients: list[socket.socket] = []
        self.listener = LinkListener(self._made)
        self.listener.open(0)

    @property
    def port(self) -> int:
        """Return where it waits."""
        return self.listener.address[1]

    def _made(self, wire: Wire) -> RunningGame:
        game = RunningGame(wire, TOKEN, builtin_registry(), self.find, "tests")
        self.games.append(game)
        return game

    def __enter__(self) -> Listening:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.close()
        self.listener.close()


def curved_mind(curve: str = "urge") -> Export:
    """Return a mind that feels a curve of `x`, and fails where that is 3 or less."""
    root = {"kind": "sequence", "children": ["feel", "ask"]}
    feel = {"kind": "set", "actions": [f"felt = curve {curve}(x)"]}
    nodes = {"root": root, "feel": feel, "ask": {"kind": "condition", "test": "felt > 3"}}
    shape = {"shape": "points", "points": [[0, 0], [4, 8]], "high": 4}
    variables = {name: {"type": "float"} for name in ("x", "felt")}
    given = document({"g": tree(nodes)}, variables=variables, curves={curve: shape})
    return export_document(given, builtin_registry())


def frames_in(buffer: bytes) -> tuple[list[Json], bytes]:
    """Return the frames that came by TCP as far as they are whole, and the bytes that are left."""
    found = []
    while len(buffer) >= 4 and len(buffer) >= 4 + (length := int.from_bytes(buffer[:4], "big")):
        found.append(json.loads(buffer[4 : 4 + length]))
        buffer = buffer[4 + length :]
    return found, buffer


def linked_command(executor: str, port: int) -> list[str]:
    """Return the command that plays cases with a link; what it needs and is not here skips the test."""
    if executor.startswith("lua"):
        path_of("lua-socket")
    return [*RUNNERS[executor](), "--link", str(port), TOKEN]


Edit = Callable[[RunningGame, Json], None]
"""Do something to a game that plays a case; it is called whenever something may have come."""


def differences_by_link(
    cases: Sequence[Json], executor: str, edit: Edit = lambda game, case: None
) -> list[str]:
    """Return where a mind in Mindloom does something else than that of the game, case by case."""
    by_id = {case["id"]: case for case in cases}
    programs = {case["program"]["hash"]: case["program"] for case in cases}

    def find(program: str, rate: int) -> GameProgram | None:
        found = programs.get(program)
        return GameProgram("guard.mind.json", ProgramFiles(found, None)) if found else None

    with (
        Listening(find) as listening,
        tempfile.TemporaryFile("w+", encoding="utf-8") as given,
        tempfile.TemporaryFile("w+", encoding="utf-8") as out,
    ):
        given.write("".join(f"{json.dumps(case)}\n" for case in cases))
        given.seek(0)  # a file, as a game reads on only when it was welcome
        process = subprocess.Popen(linked_command(executor, listening.port), stdin=given, stdout=out)
        idle = 0
        while process.poll() is None and idle < LONGEST:
            idle = 0 if listening.listener.poll(0.1) else idle + 1
            for game in listening.games:
                if game.session is not None:
                    edit(game, by_id[game.name])
        process.kill()
        out.seek(0)
        told = {line["id"]: line for line in map(json.loads, out)}
    by_name = {game.name: game for game in listening.games}
    return [
        found for case in cases if (found := _difference(case, told.get(case["id"]), by_name.get(case["id"])))
    ]


def _difference(case: Json, told: Json | None, game: RunningGame | None) -> str:
    name = case["id"]
    if told is None or game is None or game.session is None:
        return f"{name} was not played"
    if "refused" in told:
        return ""
    session, ticks = game.session, told["ticks"]
    if len(session.log) != len(ticks):
        return f"{name}: {len(session.log)} of {len(ticks)} ticks came: {game.ended}"
    for number, tick in enumerate(ticks):
        if not ticks_at_hand(session):
            return f"{name}: the program of tick {number} did not come"
        frame = session.step()
        for agent, each in tick["agents"].items():
            if list(frame.brains[agent].outcomes) != each["outcomes"]:
                return f"{name} tick {number}: {agent}"
    difference: Any = session.cast.difference
    return f"{name}: {difference}" if difference else ""
