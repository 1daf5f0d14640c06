"""`mindloom record --link :PORT --out R.trace`: keep what a game tells of its minds, without a window."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from editor.command_line.known_registry import known_registry
from editor.documents.open.messages import FOUND_PROBLEMS, WELL, WRONG_USE, print_error, print_line
from graphs.files.document_file import FileProblem, load_document
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.time_ticks import MOST_TICKS
from runtime.export.export_document import ExportOptions, export_document
from runtime.export.program_json import ProgramFiles
from runtime.history.recording.recording_file import SUFFIX
from runtime.link.game_programs import GameProgram
from runtime.link.game_record import RecordWriter
from runtime.link.listener import DEFAULT_PORT, LOOPBACK, LinkListener
from runtime.link.running_game import RunningGame
from runtime.link.wire import Wire
from runtime.minds.program.problems import CompileError

TOKEN_VARIABLE = "MINDLOOM_TOKEN"
POLL = 0.05
"""Seconds that one look at the connections waits for something to come."""


@dataclass(frozen=True)
class RecordWish:
    """Say what is to be recorded: where it waits, the file, the documents of the minds, and for how long."""

    address: str
    port: int
    out: Path
    minds: tuple[Path, ...]
    ticks: int | None
    force: bool

    @classmethod
    def of(cls, chosen: argparse.Namespace) -> RecordWish:
        """Return what was asked for; raise ValueError for an address that is none."""
        host, _, port = str(chosen.link).rpartition(":")
        if not port.isdigit() or int(port) > 65535:
            raise ValueError(f"{chosen.link!r:.60} is no address; write :{DEFAULT_PORT}, or HOST:PORT")
        return cls(host or LOOPBACK, int(port), chosen.out, tuple(chosen.minds), chosen.ticks, chosen.force)


def run_record(chosen: argparse.Namespace) -> int:
    """Record one game until it ends; return 0, 1 where it was lost, 2 where it could not be recorded."""
    try:
        wish = RecordWish.of(chosen)
        programs = [_read(path) for path in wish.minds]
    except ValueError as error:
        print_error(f"error: {error}.")
        return WRONG_USE
    except FileProblem as problem:
        print_error(f"{problem.path}: error: {problem.message} {problem.remedy}")
        return WRONG_USE
    given = os.environ.get(TOKEN_VARIABLE, "")
    token = given or secrets.token_urlsafe(16)
    if wish.out.suffix != SUFFIX:
        print_error(f"{wish.out}: error: The record must end in {SUFFIX}. Rename it.")
        return WRONG_USE
    try:
        with wish.out.open("wb" if wish.force else "xb") as stream:
            return _Recording(wish, token, programs, stream).run(told=bool(given))
    except FileExistsError:
        print_error(f"{wish.out}: error: A file is there. Name another, or write over it with --force.")
    except OSError as error:
        print_error(f"{wish.out}: error: It cannot be recorded: {error.strerror or error}.")
    return WRONG_USE


MakeProgram = Callable[[int], GameProgram | None]
"""Return the program of a document for so many ticks a second, None where it has errors."""


def _read(path: Path) -> MakeProgram:
    document, registry = load_document(path), known_registry(path, None)

    def program(rate: int) -> GameProgram | None:
        try:
            export = export_document(document, registry, ExportOptions(rate=rate))
        except CompileError:
            return None
        return GameProgram(path.name, ProgramFiles(export.data, export.names), document)

    return program


class _Recording:
    """Wait for one game and write down what it tells."""

    def __init__(self, wish: RecordWish, token: str, programs: list[MakeProgram], stream: IO[bytes]) -> None:
        self._wish, self._token, self._programs = wish, token, programs
        self._writer = RecordWriter(stream)
        self._listener = LinkListener(self._made)

    def run(self, *, told: bool) -> int:
        """Record until the game ends or Ctrl-C; `told` tells that the token is known."""
        self._listener.open(self._wish.port, self._wish.address)
        try:
            host, port = self._listener.address
            token = "" if told else f" with the token {self._token}"
            print_line(f"Waiting for a game at {host}:{port}{token}")
            return self._follow()
        except KeyboardInterrupt:
            return self._end("Mindloom was asked to stop.")
        finally:
            self._listener.close()

    def _follow(self) -> int:
        begun = False
        while True:
            self._listener.poll(POLL)
            if self._listener.closed:
                print_error(f"error: {self._listener.closed}")
                return WRONG_USE
            if not self._listener.games:
                continue
            game = self._listener.games[0]
            session = game.session
            assert session is not None
            if not begun and (len(session.log) or game.ended):
                self._writer.begin(session)
                begun = True
                print_line(f"Recording {game.name}")
            if begun:
                self._writer.follow(session)
            if game.ended or len(session.log) >= (self._wish.ticks or MOST_TICKS):
                return self._end(game.ended)

    def _end(self, why: str) -> int:
        if not self._listener.games:
            print_error("error: No game came.")
            return WRONG_USE
        game = self._listener.games[0]
        assert game.session is not None
        self._writer.end()
        log = game.session.log
        print_line(f"{len(log):,} ticks from {log.first_tick:,} on in {self._wish.out}. {why}".rstrip())
        return WELL if len(log) else FOUND_PROBLEMS

    def _made(self, wire: Wire) -> RunningGame:
        return RunningGame(wire, self._token, builtin_registry(), self._find, "record")

    def _find(self, program: str, rate: int) -> GameProgram | None:
        made = (make(rate) for make in self._programs)
        return next((each for each in made if each is not None and each.hash == program), None)
