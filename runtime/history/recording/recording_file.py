"""Keep a recording in a file (`*.trace`): everything that was recorded, with the documents it was made of.

The file is a zip archive of plain parts; reading one runs nothing.

| part | what it holds |
|---|---|
| `recording.json` | format, version, number of the rules, who is in it, segments, first tick, how many |
| `world.json` | the world document |
| `documents/HASH.json` | each version of each mind, by the hash of its canonical bytes |
| `outcomes.json` | what the codes stand for: outcome bytes, result, ended, transitions taken |
| `codes.npy`, `poses.npy` | (ticks, brains) codes and (ticks, agents, 3) coded poses |
| `notes.jsonl` | events, changed values, errors and inputs of the ticks that have any, one line each |

Key frames are not kept: whoever opens it runs it again from the start
(`runtime.history.recording.rerun`), and is told where the game's own code does something else by now.

Long parts are written and read a stretch at a time, so that a recording takes little more memory on its way
than it has when it is there. What is loaded and saved again has the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

import numpy as np

from graphs.basics.json_text import JsonTextError, parse_json
from graphs.files.document_file import FileProblem, document_from_bytes, write_whole
from graphs.files.plain_file import NotAFile, plain_file
from graphs.model import Document
from graphs.worlds.model.world_file import world_from_bytes
from runtime.history.recording.key_frames import KeyFrame
from runtime.history.recording.outcome_table import NOT_TICKED
from runtime.history.recording.recording import MEMORY_LIMIT, Cast, Recording
from runtime.history.recording.recording_archive import DamagedRecording, NotInArchive, RecordingArchive
from runtime.history.recording.recording_parts import (
    CODES,
    FORMAT,
    HEADER,
    POSES,
    VERSION,
    WORLD,
    NoteReader,
    OutcomeCheck,
    RecordingHeader,
    document_hash,
    document_part,
    read_header,
    read_outcomes,
)
from runtime.history.recording.recording_writing import recording_to_bytes as recording_to_bytes
from runtime.history.recording.tick_block import TickNotes
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.session.programs import ProgramSegment
from runtime.session.session import Session

SUFFIX = ".trace"

MOST_MEMORY = MEMORY_LIMIT * 9 // 8
"""How many bytes of memory a recording in a file may take: what one under way may, and its last block."""

ROOM_FOR_KEY_FRAMES = MEMORY_LIMIT // 4
"""How many bytes one that was read may take more, so that going through it lets go of nothing."""

_CELLS = 200_000
"""How many poses are read at once, some milliseconds of work."""

_RECORD_AGAIN = "Take the file from a copy, or record the run again; nothing in it was used."

Made = TypeVar("Made")


@dataclass(frozen=True)
class OpenedRecording:
    """Hold a recording read from a file and a session of its world at the start of the run."""

    recording: Recording
    session: Session


def save_recording(
    path: Path, recording: Recording, session: Session, *, based_on: str | None = None
) -> None:
    """Write a recording of `session`'s run, as `whole_file` does.

    Raises OSError, and `FileProblem` for one that could not be opened again; nothing is written then.
    """
    _check_memory(recording, path)
    write_whole(path, recording_to_bytes(recording, session), based_on=based_on)


def open_recording(
    path: Path, game: GameBehaviors, pass_point: Callable[[float], None] | None = None
) -> OpenedRecording:
    """Read a recording, with `game`'s actions and conditions to run it again.

    `pass_point` is called again and again with the share done, 0 to 1, so that a long one can be read in
    slices, or given up by an exception of its own. Raises `FileProblem` for what is no recording,
    `CompileError` and `WorldRefused` where its minds or its world cannot run by now.
    """
    with _opened_file(path) as stream:
        return _read(stream, game, path, pass_point)


def _check_memory(recording: Recording, path: Path | None, more: int = 0) -> None:
    """Refuse a recording that takes more memory than one in a file may; `more` bytes are to come."""
    taken = recording.byte_count - recording.key_frames.byte_count + more
    if taken > MOST_MEMORY:
        said = f"The recording takes {taken:,} bytes of memory; one in a file may take {MOST_MEMORY:,}."
        raise FileProblem(path, "", said, "Record a shorter run, or fewer agents.")


def _opened_file(path: Path) -> IO[bytes]:
    """Open a file whose parts are read in any order; raise `FileProblem` for any other."""
    try:
        if path.is_dir():
            raise FileProblem(path, "", "This is a folder.", "Name a recording in it.")
        return plain_file(path).open("rb")
    except NotAFile as error:
        said = f"The recording cannot be read: {error.strerror}."
        raise FileProblem(path, "", said, f"Name a *{SUFFIX} file.") from None
    except ValueError:
        raise FileProblem(None, "", f"{str(path)!r} cannot be the name of a file.", "Check it.") from None
    except FileNotFoundError:
        said = "There is no such recording."
        raise FileProblem(path, "", said, "Check the spelling and the folder.") from None
    except OSError as error:
        said = f"The recording cannot be read: {error.strerror}."
        raise FileProblem(path, "", said, "Check its permissions.") from None


def _read(
    stream: IO[bytes], game: GameBehaviors, path: Path | None, pass_point: Callable[[float], None] | None
) -> OpenedRecording:
    try:
        return _Reader(stream, path, _Progress(pass_point)).read(game)
    except DamagedRecording as damage:
        said = f"The recording is damaged: {damage.said}"
        raise FileProblem(path, damage.where, said, _RECORD_AGAIN) from None


class _Progress:
    """Tell whoever reads in slices how far it is; rows, notes and ticks count alike."""

    EVERY = 16
    """Steps between two points."""

    def __init__(self, pass_point: Callable[[float], None] | None) -> None:
        self._pass_point = pass_point
        self._done, self._expected, self._waited = 0, 1, 0

    def expect(self, ticks: int, minds: Iterable[Mapping[str, Document]]) -> None:
        """Expect so many ticks, each with its notes, and the rows of these minds; pass the first point."""
        nodes = sum(
            len(graph.nodes)
            for documents in minds
            for mind in documents.values()
            for graph in mind.graphs.values()
        )
        self._expected = max(1, 2 * ticks + nodes)
        self._pass()

    def step(self, count: int = 1) -> None:
        """Note that some steps more are done."""
        before, self._done = self._done, self._done + count
        if before // self.EVERY != self._done // self.EVERY:
            self._pass()

    def wait(self) -> None:
        """Note a step that was not expected."""
        self._waited += 1
        if self._waited % self.EVERY == 0:
            self._pass()

    def _pass(self) -> None:
        if self._pass_point is not None:
            self._pass_point(min(1.0, self._done / self._expected))


class _Reader:
    """Read one recording; raise `DamagedRecording` and `FileProblem`."""

    def __init__(self, stream: IO[bytes], path: Path | None, progress: _Progress) -> None:
        self._path, self._progress = path, progress
        size = stream.seek(0, os.SEEK_END)
        try:
            self._archive = RecordingArchive(stream, size)
            self._header = self._read_header(self._archive.text(HEADER))
        except NotInArchive:
            raise self._no_recording() from None
        self._documents: dict[str, Document] = {}

    def read(self, game: GameBehaviors) -> OpenedRecording:
        """Return the recording, with a session at the start of its run."""
        header = self._header
        world = self._made(WORLD, self._archive.text(WORLD), world_from_bytes)
        minds = [{file: self._document(name) for file, name in mind.items()} for mind in header.minds]
        self._progress.expect(header.ticks, minds)
        session = Session.open(
            world,
            minds[header.places[0]],
            game.registry,
            game.actions,
            conditions=game.conditions,
            seed=header.cast.seed,
            each_row=self._progress.step,
            errors_fail=True,
        )
        cast = Cast.of(session)
        if cast != header.cast:
            said = f"The agents, minds, rate or size of the cast are not those of {WORLD}; expected the same."
            raise DamagedRecording(HEADER, said)
        sets = [session.segments[0].minds]
        for documents in minds[1:]:
            sets.append(session.compiled_with(documents, self._progress.step, known=sets))
        segments = tuple(
            ProgramSegment(first, sets[place])
            for (first, _), place in zip(header.segments, header.places, strict=True)
        )
        limit = MOST_MEMORY + ROOM_FOR_KEY_FRAMES
        recording = Recording(cast, segments, limit, start=header.first_tick, rules=header.rules)
        if recording.first_tick == 0:
            recording.add_key_frame(KeyFrame.of(session.snapshot()))
        self._take_ticks(recording, NoteReader(self._archive, header, sets))
        return OpenedRecording(recording, session)

    def _take_ticks(self, recording: Recording, reader: NoteReader) -> None:
        """Let a recording take all ticks, a stretch of some milliseconds at a time."""
        header, cast = self._header, recording.cast
        outcomes = read_outcomes(self._archive, self._progress.wait)
        table = recording.table
        own = np.array(
            [NOT_TICKED if outcome is None else table.code_of(outcome) for outcome in outcomes], np.int64
        )
        check = OutcomeCheck(outcomes, cast)
        codes = self._archive.rows(CODES, "<u4", (header.ticks, len(cast.minds)))
        poses = self._archive.rows(POSES, "<u2", (header.ticks, len(cast.agents), 3))
        notes = reader.notes(self._progress.step)
        waiting = next(notes, None)
        end = header.first_tick + header.ticks
        starts = [*(first for first, _ in header.segments), end]
        most = max(1, _CELLS // max(1, len(cast.agents)))
        while recording.end_tick < end:
            tick = recording.end_tick
            stop = min(tick + min(most, recording.room), *(start for start in starts if start > tick))
            lines = codes.take(stop - tick).astype(np.int64)
            check.check(lines, recording.segment_at(tick).minds, tick)
            found: dict[int, TickNotes] = {}
            more = 0
            while waiting is not None and waiting[0] < stop:
                found[waiting[0]] = waiting[1]
                more += waiting[1].byte_count
                _check_memory(recording, self._path, more)
                waiting = next(notes, None)
            recording.take_stretch(own[lines], poses.take(stop - tick).astype(np.uint16), found)
            _check_memory(recording, self._path)
            self._progress.step(stop - tick)

    def _read_header(self, data: bytes) -> RecordingHeader:
        try:
            value = parse_json(data)
        except JsonTextError as error:
            raise DamagedRecording(HEADER, str(error)) from None
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise self._no_recording(HEADER)
        version = value.get("version")
        if version != VERSION:
            said = f"The recording is of version {version!r:.40}; this program reads {VERSION}."
            raise FileProblem(self._path, f"{HEADER}.version", said, "Open it with a newer Mindloom.")
        return read_header(data)

    def _no_recording(self, where: str = "") -> FileProblem:
        return FileProblem(self._path, where, "This is no recording.", f"Name a *{SUFFIX} file.")

    def _document(self, name: str) -> Document:
        """Return a version of a mind by its hash, which must be that of its bytes; one for each hash."""
        if name not in self._documents:
            part = document_part(name)
            data = self._archive.text(part)
            if document_hash(data) != name:
                raise DamagedRecording(part, "The mind is not what it was; expected that of its name.")
            self._documents[name] = self._made(part, data, document_from_bytes)
        return self._documents[name]

    def _made(self, part: str, data: bytes, make: Callable[[bytes, Path | None], Made]) -> Made:
        """Return what a part of a format of its own holds; what is wrong with it is told with the part."""
        try:
            return make(data, self._path)
        except FileProblem as problem:
            where = f"{part}: {problem.where}" if problem.where else part
            raise FileProblem(self._path, where, problem.message, problem.remedy) from None
