"""Keep a recording in a file (`*.trace`): everything that was recorded, with the documents it was made of.

The file is a zip archive of plain parts; reading one runs nothing.

| part | what it holds |
|---|---|
| `recording.json` | format, version, who is in it, its segments, the first tick and how many |
| `world.json` | the world document |
| `documents/HASH.json` | each version of each mind, by the hash of its canonical bytes |
| `outcomes.json` | what the codes stand for: outcome bytes, result, ended, transitions taken |
| `codes.npy`, `poses.npy` | (ticks, brains) codes and (ticks, agents, 3) coded poses |
| `notes.jsonl` | events, changed values, errors and inputs of the ticks that have any, one line each |

Key frames are not kept: whoever opens it runs it again from the start (`runtime.recording.rerun`), and is
told where the game's own code does something else by now.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from graphs.files.document_file import (
    FileProblem,
    document_from_bytes,
    document_to_bytes,
    read_file,
    write_whole,
)
from graphs.model import Document
from graphs.model.base import JsonValue
from graphs.plain_json import JsonObject
from runtime.actions.game_behaviors import GameBehaviors
from runtime.hot_swap.swap_record import SwapRecord
from runtime.recording.input_values import UnknownInput, input_from_json, input_to_json
from runtime.recording.key_frames import KeyFrame
from runtime.recording.outcome_table import BrainOutcome
from runtime.recording.recording import Cast, Recording
from runtime.recording.tick_notes import BrainNotes, TickNotes
from runtime.session import Session
from runtime.session_programs import MindPrograms
from runtime.session_segments import Segment
from runtime.status import Status
from runtime.trace.trace_frame import EventRecord
from runtime.worlds.world_file import WorldDocument, world_from_bytes, world_to_bytes

FORMAT = "mindloom-recording"
VERSION = 1
SUFFIX = ".trace"
MOST_BYTES = 2 * 1024**3
"""How many bytes a recording may unpack to."""


_BRAINS = TypeAdapter(tuple[tuple[str, BrainNotes], ...])
_EVENTS = TypeAdapter(tuple[EventRecord, ...])
_SWAPS = TypeAdapter(tuple[SwapRecord, ...])


@dataclass(frozen=True)
class OpenedRecording:
    """Hold a recording read from a file and a session of its world at the start of the run."""

    recording: Recording
    session: Session


def save_recording(path: Path, recording: Recording, session: Session) -> None:
    """Write a recording of `session`'s run, whole or not at all; raise OSError."""
    write_whole(path, recording_to_bytes(recording, session))


def recording_to_bytes(recording: Recording, session: Session) -> bytes:
    """Return the bytes of the file of a recording: the same for the same recording."""
    documents: dict[str, Document] = {}
    sets: list[MindPrograms] = []
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:

        def name_minds(minds: MindPrograms) -> str:
            for place, known in enumerate(sets):
                if known is minds:
                    return str(place)
            sets.append(minds)
            return str(len(sets) - 1)

        segments = [(one.first_tick, name_minds(one.minds)) for one in recording.segments]
        notes = [_line({"tick": tick, **_notes_json(one, name_minds)}) for tick, one in recording.all_notes()]
        minds = [
            {file: _keep(document, documents) for file, document in sorted(one.documents.items())}
            for one in sets
        ]
        ticks = range(recording.first_tick, recording.end_tick)
        header = {
            "format": FORMAT,
            "version": VERSION,
            "cast": asdict(recording.cast),
            "first_tick": recording.first_tick,
            "ticks": len(ticks),
            "segments": segments,
            "minds": minds,
        }
        _put(archive, "recording.json", _line(header).encode())
        _put(archive, "world.json", world_to_bytes(session.document))
        for name, document in sorted(documents.items()):
            _put(archive, f"documents/{name}.json", document_to_bytes(document))
        codes = [block.codes.astype(np.uint32) for block in recording.blocks]
        used, places = np.unique(np.concatenate(codes), return_inverse=True) if codes else _NOTHING
        _put(archive, "outcomes.json", _line(_outcomes(recording, used)).encode())
        _put(archive, "codes.npy", _array(places.reshape(len(ticks), -1).astype(np.uint32)))
        poses = [block.poses_at(tick) for block in recording.blocks for tick in range(block.first, block.end)]
        _put(archive, "poses.npy", _array(np.array(poses, np.uint16)))
        _put(archive, "notes.jsonl", "".join(f"{line}\n" for line in notes).encode())
    return file.getvalue()


_NOTHING = (np.zeros(0, np.uint32), np.zeros(0, np.int64))


def open_recording(
    path: Path, game: GameBehaviors, pass_point: Callable[[float], None] | None = None
) -> OpenedRecording:
    """Read a recording, with `game`'s actions and conditions to run it again.

    `pass_point` is called again and again with the share done, 0 to 1, so that a long one can be read in
    slices, or given up by an exception of its own. Raises `FileProblem` for what is no recording,
    `CompileError` and `WorldRefused` where its minds or its world cannot run by now.
    """
    return recording_from_bytes(read_file(path), game, path, pass_point)


def recording_from_bytes(
    data: bytes,
    game: GameBehaviors,
    path: Path | None = None,
    pass_point: Callable[[float], None] | None = None,
) -> OpenedRecording:
    """Read the bytes of a recording; see `open_recording`."""
    reader = _Reader(data, path)
    header = reader.header()
    try:
        return _open(reader, header, game, _Progress(pass_point))
    except _DAMAGES as error:
        if isinstance(error, (ValidationError, UnknownInput)):
            detail = str(error).splitlines()[0]
        else:
            detail = f"{type(error).__name__}: {error}"
        raise FileProblem(path, "", f"The recording is damaged ({detail}).", _RECORD_ANEW) from error


_DAMAGES = (KeyError, ValueError, TypeError, IndexError, EOFError, zipfile.BadZipFile, zlib.error)
_RECORD_ANEW = "Record the run again; nothing in the file was used."


def _open(reader: _Reader, header: JsonObject, game: GameBehaviors, progress: _Progress) -> OpenedRecording:
    cast = TypeAdapter(Cast).validate_python(header["cast"])
    world = reader.world()
    read = cache(reader.document)
    minds = [
        {file: read(name) for file, name in one.items()}
        for one in TypeAdapter(list[dict[str, str]]).validate_python(header["minds"])
    ]
    segments = TypeAdapter(list[tuple[int, int]]).validate_python(header["segments"])
    progress.expect(header["ticks"], minds)
    session = Session.open(
        world,
        minds[segments[0][1]],
        game.registry,
        game.actions,
        conditions=game.conditions,
        seed=cast.seed,
        each_row=progress.step,
        errors_fail=True,
    )
    sets = [session.segments[0].minds]
    sets += [session.compiled_with(one, progress.step) for one in minds[1:]]
    recording = Recording(
        cast,
        tuple(Segment(first, sets[place]) for first, place in segments),
        start=TypeAdapter(int).validate_python(header["first_tick"]),
    )
    if recording.first_tick == 0:
        recording.add_key_frame(KeyFrame.of(session.snapshot()))
    recording.take_all(
        reader.outcomes(),
        reader.array("codes.npy"),
        reader.array("poses.npy"),
        reader.notes(sets, progress.step),
        progress.step,
    )
    return OpenedRecording(recording, session)


class _Progress:
    """Tell whoever reads in slices how far it is; rows, notes and ticks count alike."""

    EVERY = 16
    """Steps between two points."""

    def __init__(self, pass_point: Callable[[float], None] | None) -> None:
        self._pass_point = pass_point
        self._done, self._expected = 0, 1

    def expect(self, ticks: JsonValue, minds: Iterable[Mapping[str, Document]]) -> None:
        """Expect so many ticks, each with its notes, and the rows of these minds; pass the first point."""
        nodes = sum(
            len(graph.nodes) for one in minds for mind in one.values() for graph in mind.graphs.values()
        )
        self._expected = max(1, 2 * int(ticks) + nodes if isinstance(ticks, int) else nodes)
        if self._pass_point is not None:
            self._pass_point(0.0)

    def step(self) -> None:
        """Note that one step more is done."""
        self._done += 1
        if self._pass_point is not None and self._done % self.EVERY == 0:
            self._pass_point(min(1.0, self._done / self._expected))


class _Reader:
    """Read the parts of the archive."""

    def __init__(self, data: bytes, path: Path | None) -> None:
        self._path = path
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except zipfile.BadZipFile:
            raise self._no_recording() from None
        if sum(part.file_size for part in self._archive.infolist()) > MOST_BYTES:
            said = f"The recording unpacks to more than {MOST_BYTES:,} bytes."
            raise FileProblem(path, "", said, "Record a shorter run.")

    def _no_recording(self, where: str = "") -> FileProblem:
        return FileProblem(self._path, where, "This is no recording.", f"Name a *{SUFFIX} file.")

    def header(self) -> JsonObject:
        """Return the header; raise `FileProblem` for another format or a newer version."""
        try:
            value = json.loads(self._archive.read("recording.json"))
        except (KeyError, ValueError, zipfile.BadZipFile):
            raise self._no_recording() from None
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise self._no_recording("recording.json")
        if value.get("version") != VERSION:
            said = f"The recording is of version {value.get('version')!r}; this program reads {VERSION}."
            raise FileProblem(self._path, "recording.json.version", said, "Open it with a newer Mindloom.")
        return value

    def world(self) -> WorldDocument:
        """Return the world document."""
        return world_from_bytes(self._archive.read("world.json"), self._path)

    def document(self, name: str) -> Document:
        """Return a version of a mind by its hash, which must be that of its bytes."""
        data = self._archive.read(f"documents/{name}.json")
        if _hash(data) != name:
            raise ValueError(f"a document is not what it was: {name}")
        return document_from_bytes(data)

    def array(self, name: str) -> NDArray[np.generic]:
        """Return an array."""
        found: NDArray[np.generic] = np.load(io.BytesIO(self._archive.read(name)), allow_pickle=False)
        return found

    def outcomes(self) -> list[BrainOutcome | None]:
        """Return what the codes stand for, None for a brain that did not tick."""
        lines = json.loads(self._archive.read("outcomes.json"))
        return [
            None
            if line is None
            else BrainOutcome(bytes.fromhex(line[0]), Status(line[1]), bool(line[2]), tuple(line[3]))
            for line in lines
        ]

    def notes(self, sets: list[MindPrograms], each_line: Callable[[], None]) -> Mapping[int, TickNotes]:
        """Return the notes by tick; `sets` are the minds that inputs name."""
        found: dict[int, TickNotes] = {}
        for line in self._archive.read("notes.jsonl").decode().splitlines():
            each_line()
            value = json.loads(line)
            found[int(value["tick"])] = TickNotes(
                _BRAINS.validate_python(value.get("brains", [])),
                _EVENTS.validate_python(value.get("events", [])),
                _SWAPS.validate_python(value.get("swaps", [])),
                tuple(input_from_json(one, lambda name: sets[int(name)]) for one in value.get("inputs", [])),
            )
        return found


def _notes_json(notes: TickNotes, name_minds: object) -> JsonObject:
    parts: JsonObject = {
        "brains": _BRAINS.dump_python(notes.brains, mode="json"),
        "events": _EVENTS.dump_python(notes.events, mode="json"),
        "swaps": _SWAPS.dump_python(notes.swaps, mode="json"),
        "inputs": [input_to_json(one, name_minds) for one in notes.inputs],  # type: ignore[arg-type]
    }
    return {name: part for name, part in parts.items() if part}


def _outcomes(recording: Recording, used: Iterable[np.generic]) -> list[object]:
    found: list[object] = []
    for code in used:
        if not int(code):
            found.append(None)
            continue
        outcomes, status, ended, taken = recording.table[int(code)]
        found.append([outcomes.hex(), int(status), ended, list(taken)])
    return found


def _keep(document: Document, documents: dict[str, Document]) -> str:
    name = _hash(document_to_bytes(document))
    documents[name] = document
    return name


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _array(values: NDArray[np.generic]) -> bytes:
    file = io.BytesIO()
    np.save(file, values, allow_pickle=False)
    return file.getvalue()


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a part with a fixed date, so that the same recording gives the same bytes."""
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
