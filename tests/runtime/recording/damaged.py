"""Recordings that are damaged, each in one way, and what is said of each."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from runtime.history.recording.recorded_run import RecordedRun
from runtime.history.recording.recording_file import recording_to_bytes
from tests.runtime.session_of import move_player, sample_session

Damage = Callable[[bytes], bytes]
TICKS = 40
BOMB = 60_000_000


class DamagedCase(NamedTuple):
    """Hold one way to damage a recording: the part it is told of, and words that must be there."""

    name: str
    damage: Damage
    where: str
    said: str


@cache
def whole() -> bytes:
    """Return a recording of the tank in which the player moves: it takes transitions and leaves notes."""
    run = RecordedRun(sample_session("tank"))
    for _ in range(TICKS):
        move_player(run.session)
        run.step()
    return recording_to_bytes(run.recording, run.session)


def changed(name: str, change: Callable[[bytes], bytes], how: int = zipfile.ZIP_DEFLATED) -> Damage:
    """Return how to change what one part says."""

    def damage(data: bytes) -> bytes:
        file = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
            for part in old.namelist():
                content = old.read(part)
                new.writestr(part, change(content) if part == name else content, how)
        return file.getvalue()

    return damage


def put(name: str, content: bytes) -> Damage:
    """Return how to put something else in the place of a part."""
    return changed(name, lambda _content: content)


def other(name: str, change: Callable[[Any], object]) -> Damage:
    """Return how to change the JSON value that a part holds."""

    def changes(content: bytes) -> bytes:
        value = json.loads(content)
        new = change(value)
        return json.dumps(value if new is None else new, separators=(",", ":")).encode()

    return changed(name, changes)


def entry(name: str, offset: int, form: str, value: int, *, local: int | None = None) -> Damage:
    """Return how to change a field of a part's entry in the directory, and of its own header."""

    def damage(data: bytes) -> bytes:
        bytes_ = bytearray(data)
        at = data.rfind(name.encode()) - 46
        struct.pack_into(form, bytes_, at + offset, value)
        if local is not None:
            (begin,) = struct.unpack_from("<I", data, at + 42)
            struct.pack_into(form, bytes_, begin + local, value)
        return bytes(bytes_)

    return damage


def in_part(name: str, change: Callable[[bytearray, int], None]) -> Damage:
    """Return how to change the packed bytes of a part."""

    def damage(data: bytes) -> bytes:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.getinfo(name)
        bytes_ = bytearray(data)
        change(bytes_, info.header_offset + 30 + len(name))
        return bytes(bytes_)

    return damage


def _garbled(data: bytearray, at: int) -> None:
    data[at : at + 12] = b"\xff" * 12


def _array(shape: str, dtype: str = "<u4", body: bytes = b"") -> bytes:
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + body


def _set(*keys: object) -> Callable[[Any], None]:
    *path, value = keys

    def change(whole_value: Any) -> None:
        for key in path[:-1]:
            whole_value = whole_value[key]
        whole_value[path[-1]] = value

    return change


def _huge(value: Any) -> None:
    value["ticks"] = 10**10


def _both_huge(data: bytes) -> bytes:
    data = other("recording.json", _huge)(data)
    return changed("codes.npy", lambda _: _array("(10000000000, 3)"))(data)


NOTES, OUTCOMES, CODES, HEADER = "notes.jsonl", "outcomes.json", "codes.npy", "recording.json"
_FIRST = f"{NOTES}, line 1"


def _note(**said: object) -> Damage:
    return put(NOTES, json.dumps({"tick": 1, **said}).encode() + b"\n")


def _input(**said: object) -> Damage:
    return _note(inputs=[said])


CASES = (
    DamagedCase("null for a note", put(NOTES, b"null\n"), _FIRST, "Expected an object; found null"),
    DamagedCase("tick 1e999", put(NOTES, b'{"tick":1e999}\n'), _FIRST, "1e999 is too large"),
    DamagedCase("9,000 brackets", put(NOTES, b"[" * 9000), _FIRST, "deeper than 100 levels"),
    DamagedCase("9,000 brackets in outcomes", put(OUTCOMES, b"[" * 9000), OUTCOMES, "expected an outcome"),
    DamagedCase("9,000 brackets in the header", put(HEADER, b"[" * 9000), HEADER, "deeper than 100 levels"),
    DamagedCase("a tick that was not run", put(NOTES, b'{"tick":40}\n'), _FIRST, "before 40"),
    DamagedCase(
        "a tick twice", put(NOTES, b'{"tick":7}\n{"tick":7}\n'), f"{NOTES}, line 2", "expected one after 7"
    ),
    DamagedCase("text for a tick", put(NOTES, b'{"tick":"7"}\n'), _FIRST, "Expected a whole number"),
    DamagedCase("an unknown field", _note(nonsense=1), _FIRST, "nonsense"),
    DamagedCase("a number that is none", put(NOTES, b'{"tick":1,"x":NaN}\n'), _FIRST, "NaN"),
    DamagedCase("an unknown input", _input(input="Nonsense"), _FIRST, "'Nonsense' is no input"),
    DamagedCase("an input without its fields", _input(input="SetPose"), _FIRST, "SetPose"),
    DamagedCase("minds that are not there", _input(input="SwapMinds", minds="-1"), _FIRST, "are not there"),
    DamagedCase(
        "an input for nobody", _input(input="AskTick", agent="nobody"), _FIRST, "'nobody' is no agent"
    ),
    DamagedCase(
        "a result nothing ends with",
        _input(input="ForceResult", agent="tank_1", node_path="x", result=1),
        _FIRST,
        "expected SUCCESS, FAILURE, SKIPPED",
    ),
    DamagedCase(
        "a row that is not there",
        _note(brains=[["tank_1", {"errors": [{"row": 10**9, "message": "x"}]}]]),
        _FIRST,
        "has no row 1000000000",
    ),
    DamagedCase("notes of nobody", _note(brains=[["x", {}]]), _FIRST, "'x' is no agent"),
    DamagedCase("no array", put(CODES, b"\x93NUMPY\x01\x00\xff\xff{"), CODES, "expected an array of type"),
    DamagedCase(
        "a header that is no array's",
        changed(CODES, lambda content: content[:10] + b"(" * 118 + content[128:]),
        CODES,
        "expected an array of type '<u4' and shape (40, ",
    ),
    DamagedCase(
        "another type", changed(CODES, lambda content: content.replace(b"<u4", b"<f4")), CODES, "'<f4'"
    ),
    DamagedCase("objects in an array", put(CODES, _array("(1,)", "|O")), CODES, "'|O'"),
    DamagedCase("10^10 rows", put(CODES, _array("(10000000000, 3)")), CODES, "(10000000000, 3)"),
    DamagedCase("10^10 rows and ticks", _both_huge, CODES, "expected 120,000,000,128 for an array"),
    DamagedCase(
        "fewer rows", changed(CODES, lambda content: content[:-12]), CODES, "an array of shape (40, "
    ),
    DamagedCase("damaged deflate", in_part(CODES, _garbled), CODES, "cannot be unpacked"),
    DamagedCase("damaged outcomes", in_part(OUTCOMES, _garbled), OUTCOMES, "cannot be unpacked"),
    DamagedCase("another checksum", entry(NOTES, 16, "<I", 7, local=14), NOTES, "cannot be unpacked"),
    DamagedCase("unknown compression", entry(NOTES, 10, "<H", 93, local=8), NOTES, "method 93; expected 8"),
    DamagedCase(
        "bzip2", changed("world.json", bytes, zipfile.ZIP_BZIP2), HEADER, "method 12; expected 8 (deflated)"
    ),
    DamagedCase("encryption", entry(CODES, 8, "<H", 1, local=6), CODES, "encrypted"),
    DamagedCase("a patch", entry(CODES, 8, "<H", 32, local=6), CODES, "a patch"),
    DamagedCase(
        "a size that lies", entry(NOTES, 24, "<I", 10**9), NOTES, "ends after 520 of 1,000,000,000 bytes"
    ),
    DamagedCase("brackets that unpack to much", put(NOTES, b"[" * BOMB), NOTES, "bytes of JSON"),
    DamagedCase("blanks that unpack to much", put(OUTCOMES, b" " * BOMB), OUTCOMES, "bytes of JSON"),
    DamagedCase(
        "a world that unpacks to much", put("world.json", b" " * BOMB), "world.json", "bytes of JSON"
    ),
    DamagedCase(
        "a line after another", put(NOTES, b'{"tick":0}\n' * (BOMB // 11)), f"{NOTES}, line 2", "after 0"
    ),
    DamagedCase(
        "short outcomes",
        other(OUTCOMES, lambda value: [each and [each[0][:-2], *each[1:]] for each in value]),
        OUTCOMES,
        "one for each row of its mind",
    ),
    DamagedCase(
        "long outcomes",
        other(OUTCOMES, lambda value: [item and [item[0] + "00", *item[1:]] for item in value]),
        OUTCOMES,
        "one for each row of its mind",
    ),
    DamagedCase(
        "half a byte",
        other(OUTCOMES, lambda value: [thing and [thing[0][:-1], *thing[1:]] for thing in value]),
        OUTCOMES,
        "half a byte",
    ),
    DamagedCase(
        "an outcome that no node has",
        other(
            OUTCOMES, lambda value: [element and ["f7" + element[0][2:], *element[1:]] for element in value]
        ),
        OUTCOMES,
        "the outcome 247, which no machine has",
    ),
    DamagedCase(
        "a transition that is none",
        other(OUTCOMES, lambda value: [visit and [*visit[:3], [0]] for visit in value]),
        OUTCOMES,
        "Row 0 was taken, which is no transition",
    ),
    DamagedCase("no outcomes", put(OUTCOMES, b"[]"), CODES, "stands for nothing"),
    DamagedCase("an outcome twice", other(OUTCOMES, lambda value: value * 2), OUTCOMES, "there twice"),
    DamagedCase("a segment without minds", other(HEADER, _set("minds", [])), HEADER, "minds"),
    DamagedCase(
        "segments of other minds", other(HEADER, _set("segments", [[0, "5"]])), HEADER, "of the minds 5"
    ),
    DamagedCase("segments that come late", other(HEADER, _set("segments", [[3, "0"]])), HEADER, "begin at"),
    DamagedCase("another cast", other(HEADER, _set("cast", "rate", 7)), HEADER, "not those of world.json"),
    DamagedCase("fewer ticks than none", other(HEADER, _set("ticks", -1)), HEADER, "ticks"),
    DamagedCase(
        "a world that is none", put("world.json", b"[]"), "world.json: format", "not a Mindloom world"
    ),
)
