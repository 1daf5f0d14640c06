"""Keep what a game told in a file, and read it again: frames, one a line, packed by gzip.

| line | holds |
|---|---|
| the first | `hello`, without its token, with `format` and `version` |
| `program`, `document`, `table` | a program, the document it was exported from, the table of an exchange |
| `tick` | a tick, as the game told it |

A file that was not ended, as its writer was killed, is read up to its last whole tick.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.files.document_file import FileProblem, document_from_bytes, document_to_bytes
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import write_whole
from graphs.kinds.declarations.registry import Registry
from runtime.export.program_json import ProgramFiles
from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording import Recording
from runtime.history.recording.recording_file import OpenedRecording, open_recording, save_recording
from runtime.history.recording.rerun import CannotRunAgain
from runtime.link.frames import MOST_FRAME_BYTES, GameTick, Hello, LinkFault, read_frame, write_frame
from runtime.link.game_programs import GameProgram, GamePrograms
from runtime.link.linked_session import LinkedSession, ticks_at_hand
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.session.session import Session

FORMAT, VERSION = "mindloom-game-record", 1
MOST_UNPACKED = 2 * 1024 * 1024 * 1024
_MAGIC = b"\x1f\x8b"
_NO_RECORD = "This is no record of a game."


def lines_before_ticks(session: LinkedSession) -> Iterator[bytes]:
    """Yield the lines of a record that come before its ticks."""
    hello = session.game
    told: JsonObject = {
        "executor": hello.executor,
        "format": FORMAT,
        "game": hello.game,
        "link": hello.link,
        "outline": [[x, y] for x, y in hello.outline],
        "rate": hello.rate,
        "seed": hello.seed,
        "token": "",
        "version": VERSION,
    }
    yield write_frame("hello", **told)
    for program in session.known_programs.all:
        yield from lines_of(program)
    for table in session.known_programs.tables:
        yield write_frame("table", table=table)


def lines_of(program: GameProgram) -> Iterator[bytes]:
    """Yield the lines that tell of a program."""
    files: dict[str, JsonValue] = {"program": program.files.program, "names": program.files.names}
    yield write_frame("program", hash=program.hash, name=program.name, **files)
    if program.document is not None:
        document = json.loads(document_to_bytes(program.document))
        yield write_frame("document", hash=program.hash, document=document)


def save_any_recording(path: Path, recording: Recording, session: Session) -> None:
    """Write a run, of a game as its record; raise OSError, and `FileProblem` as `save_recording` does."""
    if not isinstance(session, LinkedSession):
        save_recording(path, recording, session)
        return
    lines = [*lines_before_ticks(session), *session.log.texts()]
    write_whole(path, gzip.compress(b"\n".join(lines) + b"\n", 6, mtime=0))


class RecordWriter:
    """Write a record while a game runs: what was written last may be lost with the process, no more."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Write to a new file that is open."""
        self._stream = stream
        self._packer = zlib.compressobj(6, zlib.DEFLATED, 31)
        self._ticks = 0
        self._programs = 0
        self._tables = 0

    def begin(self, session: LinkedSession) -> None:
        """Write what comes before ticks."""
        self._put(*lines_before_ticks(session))
        self._programs, self._tables = len(session.known_programs.all), len(session.known_programs.tables)

    def follow(self, session: LinkedSession) -> None:
        """Write what was told since the last time."""
        for program in session.known_programs.all[self._programs :]:
            self._put(*lines_of(program))
        for table in session.known_programs.tables[self._tables :]:
            self._put(write_frame("table", table=table))
        self._programs, self._tables = len(session.known_programs.all), len(session.known_programs.tables)
        fresh = list(session.log.texts(self._ticks))
        self._put(*fresh)
        self._ticks += len(fresh)

    def _put(self, *lines: bytes) -> None:
        if lines:
            data = self._packer.compress(b"".join(line + b"\n" for line in lines))
            self._stream.write(data + self._packer.flush(zlib.Z_SYNC_FLUSH))
            self._stream.flush()

    def end(self) -> None:
        """End the file."""
        self._stream.write(self._packer.flush())
        self._stream.flush()


def is_game_record(path: Path) -> bool:
    """Tell whether a file begins like the record of a game."""
    try:
        with plain_file(path).open("rb") as stream:
            return stream.read(2) == _MAGIC
    except OSError:
        return False


def open_any_recording(
    path: Path, game: GameBehaviors, pass_point: Callable[[float], None] | None = None
) -> OpenedRecording:
    """Read a recording, or the record of a game, whose minds are run again on what it told.

    `pass_point` and what is raised are those of `open_recording`.
    """
    if not is_game_record(path):
        return open_recording(path, game, pass_point)
    pass_point = pass_point or (lambda share: None)
    session = read_record(path, game.registry, lambda share: pass_point(share / 2))
    run = RecordedRun(session)
    try:
        while ready := ticks_at_hand(session):
            run.step()
            pass_point(1 - ready / (2 * len(session.log)))
    except CannotRunAgain as fault:
        raise FileProblem(path, f"tick {session.tick}", str(fault), "Record the game again.") from None
    if session.tick < session.log.end_tick:
        said = "A program that minds think with is not in the record."
        raise FileProblem(path, f"tick {session.tick}", said, "Record the game again.")
    return OpenedRecording(run.recording, session.at_start())


def read_record(path: Path, registry: Registry, pass_point: Callable[[float], None]) -> LinkedSession:
    """Return a session at the start of a record; raise `FileProblem` for what is none."""
    lines = _lines(path, pass_point)
    hello = _hello(path, next(lines, b""))
    programs = GamePrograms()
    session = LinkedSession(hello, programs, registry)
    told: dict[str, GameProgram] = {}
    for number, line in enumerate(lines, 2):
        try:
            _take_line(line, session, told)
        except LinkFault as fault:
            raise FileProblem(path, f"line {number}", str(fault), "Record the game again.") from None
        except (KeyError, TypeError, ValueError) as fault:
            said = f"The line cannot be read: {fault}."
            raise FileProblem(path, f"line {number}", said, "Record the game again.") from None
    if not len(session.log):
        raise FileProblem(path, "", "The record holds no tick.", "Record a game that ticks its minds.")
    session.begin_at(session.log.first_tick)
    return session


def _hello(path: Path, line: bytes) -> Hello:
    try:
        hello = read_frame(line)
        header = json.loads(line)
    except (LinkFault, ValueError) as fault:
        raise FileProblem(path, "line 1", f"{_NO_RECORD} {fault}", "Name a *.trace file.") from None
    if not isinstance(hello, Hello) or header.get("format") != FORMAT:
        raise FileProblem(path, "line 1", _NO_RECORD, "Name a *.trace file.")
    if header.get("version") != VERSION:
        said = f"It is of version {header.get('version')!r:.20}; this Mindloom reads {VERSION}."
        raise FileProblem(path, "line 1", said, "Open it with a newer Mindloom.")
    return hello


def _take_line(line: bytes, session: LinkedSession, told: dict[str, GameProgram]) -> None:
    if line.startswith(b'{"frame":"table"'):
        session.known_programs.know_table(json.loads(line)["table"])
        return
    if line.startswith(b'{"frame":"document"'):
        value = json.loads(line)
        program = session.known_programs[str(value["hash"])]
        document = document_from_bytes(json.dumps(value["document"]).encode())
        session.known_programs.add(GameProgram(program.name, program.files, document))
        return
    if line.startswith(b'{"frame":"program"'):
        value = json.loads(line)
        files = ProgramFiles(value["program"], value.get("names"))
        session.known_programs.add(GameProgram(str(value["name"])[:200], files))
        return
    frame = read_frame(line)
    if isinstance(frame, GameTick):
        session.log.add(frame, line)


def _lines(path: Path, pass_point: Callable[[float], None]) -> Iterator[bytes]:
    """Yield the whole lines of a record; one that was not ended is read as far as it goes."""
    unpacker, rest, count = zlib.decompressobj(31), b"", 0
    try:
        size = max(path.stat().st_size, 1)
        with plain_file(path).open("rb") as stream:
            while piece := stream.read(1 << 16):
                data = unpacker.decompress(piece)
                count += len(data)
                if count > MOST_UNPACKED:
                    said = f"It unpacks to more than {MOST_UNPACKED // 2**20:,} MB."
                    raise FileProblem(path, "", said, "Record a shorter run.")
                *whole, rest = (rest + data).split(b"\n")
                yield from whole
                if len(rest) > MOST_FRAME_BYTES:
                    raise FileProblem(path, "", "A line is too long for a frame.", "Record the game again.")
                pass_point(min(stream.tell() / size, 1.0))
    except zlib.error as error:
        raise FileProblem(path, "", f"It cannot be unpacked ({error}).", "Record the game again.") from None
    except OSError as error:
        raise FileProblem(path, "", f"It cannot be read: {error.strerror or error}.") from None
