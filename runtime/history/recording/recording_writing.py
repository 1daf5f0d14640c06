"""Write a recording: the bytes of its archive, the same for the same recording."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import chain
from math import prod

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

from graphs.basics.plain_json import JsonObject
from graphs.files.document_file import document_to_bytes
from graphs.model import Document
from graphs.worlds.model.world_file import world_to_bytes
from runtime.history.recording.outcome_table import NOT_TICKED
from runtime.history.recording.recording import Recording
from runtime.history.recording.recording_archive import most_text
from runtime.history.recording.recording_parts import (
    CODES,
    FORMAT,
    HEADER,
    NOTES,
    OUTCOMES,
    POSES,
    VERSION,
    WORLD,
    NameMinds,
    document_hash,
    document_part,
    input_to_json,
)
from runtime.history.recording.tick_block import BrainNotes, TickNotes
from runtime.records.trace_frame import EventRecord, SwapRecord
from runtime.session.programs import MindPrograms
from runtime.session.session import Session

_BRAINS = TypeAdapter(tuple[tuple[str, BrainNotes], ...])
_EVENTS = TypeAdapter(tuple[EventRecord, ...])
_SWAPS = TypeAdapter(tuple[SwapRecord, ...])


def recording_to_bytes(recording: Recording, session: Session) -> bytes:
    """Return the bytes of the file of a recording of `session`'s run."""
    parts = _Parts(recording, session)
    data = parts.archive(zipfile.ZIP_DEFLATED)
    if parts.text_bytes > most_text(len(data)):
        # So much that packs to so little would be refused when it is opened.
        data = parts.archive(zipfile.ZIP_STORED)
    return data


class _Parts:
    """Hold what goes into the parts of a file; the long ones are made while they are written."""

    def __init__(self, recording: Recording, session: Session) -> None:
        self._recording = recording
        self._sets: list[MindPrograms] = []
        self._documents: dict[str, bytes] = {}
        segments = [(segment.first_tick, self._name_minds(segment.minds)) for segment in recording.segments]
        for _, notes in recording.all_notes():
            for asked in notes.inputs:
                input_to_json(asked, self._name_minds)
        minds = [
            {file: self._keep(document) for file, document in sorted(programs.documents.items())}
            for programs in self._sets
        ]
        header = {
            "format": FORMAT,
            "version": VERSION,
            "cast": asdict(recording.cast),
            "first_tick": recording.first_tick,
            "ticks": self._ticks,
            "segments": segments,
            "minds": minds,
            **({"rules": recording.rules} if recording.rules != 1 else {}),
        }
        self._texts = {HEADER: _line(header), WORLD: world_to_bytes(session.document)}
        self._texts |= {document_part(name): self._documents[name] for name in sorted(self._documents)}
        self.text_bytes = 0

    def archive(self, packed: int) -> bytes:
        """Return the archive; `packed` is the method for what is JSON. It counts `text_bytes`."""
        cast = self._recording.cast
        large = self._ticks * len(cast.agents) > _LARGE
        self.text_bytes = sum(map(len, self._texts.values()))
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for name, text in self._texts.items():
                _put(archive, name, (text,), packed)
            _put(archive, OUTCOMES, self._counted(self._outcomes()), packed, large=large)
            _put_array(archive, CODES, "<u4", (self._ticks, len(cast.minds)), self._codes())
            _put_array(archive, POSES, "<u2", (self._ticks, len(cast.agents), 3), self._poses())
            _put(archive, NOTES, self._counted(self._notes()), packed, large=large)
        return file.getvalue()

    @property
    def _ticks(self) -> int:
        return self._recording.end_tick - self._recording.first_tick

    def _counted(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Yield pieces of JSON that are parsed one by one."""
        for piece in pieces:
            self.text_bytes = max(self.text_bytes, len(piece))
            yield piece

    def _outcomes(self) -> Iterator[bytes]:
        separator = b"["
        for code in self._used().tolist():
            entry: object = None
            if code != NOT_TICKED:
                outcomes, status, ended, taken = self._recording.table[code]
                entry = [outcomes.hex(), int(status), ended, list(taken)]
            yield separator + _line(entry)
            separator = b","
        yield b"[]" if separator == b"[" else b"]"

    def _used(self) -> NDArray[np.int64]:
        """Return the codes that are used, ascending: their places are the codes of the file."""
        used = np.zeros(len(self._recording.table), bool)
        for block in self._recording.blocks:
            used[block.codes] = True
        return np.flatnonzero(used)

    def _codes(self) -> Iterator[bytes]:
        used = self._used()
        places = np.zeros(len(self._recording.table), "<u4")
        places[used] = np.arange(len(used))
        for block in self._recording.blocks:
            yield places[block.codes].tobytes()

    def _poses(self) -> Iterator[bytes]:
        for block in self._recording.blocks:
            for tick in range(block.first, block.end):
                yield block.poses_at(tick).astype("<u2").tobytes()

    def _notes(self) -> Iterator[bytes]:
        for tick, notes in self._recording.all_notes():
            yield _line({"tick": tick, **_notes_json(notes, self._name_minds)}) + b"\n"

    def _name_minds(self, minds: MindPrograms) -> str:
        for place, known in enumerate(self._sets):
            if known is minds:
                return str(place)
        self._sets.append(minds)
        return str(len(self._sets) - 1)

    def _keep(self, document: Document) -> str:
        data = document_to_bytes(document)
        name = document_hash(data)
        self._documents[name] = data
        return name


_LARGE = 10_000_000
"""Of so many poses on, parts may need the sizes of 64 bits that an archive declares beforehand."""

_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all parts, so that the same recording gives the same bytes."""


def _put(
    archive: zipfile.ZipFile,
    name: str,
    pieces: Iterable[bytes],
    packed: int,
    *,
    size: int = 0,
    large: bool = False,
) -> None:
    info = zipfile.ZipInfo(name, _DATE)
    info.compress_type, info.file_size = packed, size
    with archive.open(info, "w", force_zip64=large) as stream:
        for piece in pieces:
            stream.write(piece)


def _put_array(
    archive: zipfile.ZipFile, name: str, dtype: str, shape: tuple[int, ...], rows: Iterable[bytes]
) -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": dtype, "fortran_order": False, "shape": shape})
    size = header.tell() + prod(shape) * np.dtype(dtype).itemsize
    _put(archive, name, chain((header.getvalue(),), rows), zipfile.ZIP_DEFLATED, size=size)


def _notes_json(notes: TickNotes, name_minds: NameMinds) -> JsonObject:
    parts: JsonObject = {
        "brains": _BRAINS.dump_python(notes.brains, mode="json"),
        "events": _EVENTS.dump_python(notes.events, mode="json"),
        "swaps": _SWAPS.dump_python(notes.swaps, mode="json"),
        "inputs": [input_to_json(each, name_minds) for each in notes.inputs],
    }
    return {name: part for name, part in parts.items() if part}


def _line(value: object) -> bytes:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "replace")
