"""Damage zip archives: parts changed, bombs, lying directories, arrays that declare other shapes."""

from __future__ import annotations

import io
import struct
import zipfile
from random import Random

import numpy as np

from tests.mutations.json_texts import mutated_bytes, mutated_json

_DATE = (1980, 1, 1, 0, 0, 0)
_CENTRAL, _LOCAL = b"PK\x01\x02", b"PK\x03\x04"
_FIELDS = {
    # Name: place in the entry of the central directory, place in the local header, form.
    "version": (6, 4, "<H"),
    "flags": (8, 6, "<H"),
    "compression": (10, 8, "<H"),
    "crc": (16, 14, "<I"),
    "packed size": (20, 18, "<I"),
    "size": (24, 22, "<I"),
    "name length": (28, 26, "<H"),
}
_BOMBS = (b"[", b"[],", b"{}\n", b" ", b"\0", b'{"tick":0}\n', b"\n", b'"', b"null,", b"9")
BOMB_BYTES = 100_000_000


def mutated_archive(data: bytes, rng: Random) -> bytes:
    """Return the bytes of an archive with something wrong in it."""
    act = rng.randrange(10)
    if act == 0:
        return mutated_bytes(data, rng)
    if act <= 2:
        return _with_other_directory(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    place = rng.randrange(len(parts))
    name, content = parts[place]
    if act == 3:
        parts = _with_other_parts(parts, place, rng)
    elif act == 4 and rng.random() < 0.3:
        parts[place] = (name, _bomb(content, rng))
        return _packed(parts, zipfile.ZIP_DEFLATED)
    else:
        parts[place] = (name, _mutated_part(name, content, rng))
    return _packed(parts, rng.choice(_METHODS))


_METHODS = (zipfile.ZIP_DEFLATED,) * 6 + (zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def _packed(parts: list[tuple[str, bytes]], how: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, how)
    return file.getvalue()


def _mutated_part(name: str, content: bytes, rng: Random) -> bytes:
    if rng.random() < 0.15:
        return mutated_bytes(content, rng)
    if name.endswith(".npy"):
        return _mutated_array(content, rng)
    if rng.random() < 0.2:
        return _with_other_digits(content, rng)
    if name.endswith(".jsonl"):
        lines = content.split(b"\n")
        place = rng.randrange(len(lines))
        lines[place] = mutated_json(lines[place], rng)
        if rng.random() < 0.1:
            lines.insert(place, rng.choice((b"", lines[place], b"null")))
        return b"\n".join(lines)
    return mutated_json(content, rng)


def _with_other_digits(content: bytes, rng: Random) -> bytes:
    """Return a text in which some digits are others: it can be read, and says something that is not so."""
    places = [at for at, byte in enumerate(content) if byte in b"0123456789abcdef"]
    changed = bytearray(content)
    for at in rng.sample(places, min(len(places), rng.choice((1, 1, 2, 10)))):
        changed[at] = rng.choice(b"0123456789f")
    return bytes(changed)


def _mutated_array(content: bytes, rng: Random) -> bytes:
    """Return an array of another shape, type or content; or one whose header says so."""
    array = np.load(io.BytesIO(content))
    act = rng.randrange(6)
    if act == 0:
        body = bytearray(content)
        at = rng.randrange(128, max(129, len(body)))
        body[at : at + 2] = rng.choice((b"\xff\xff", b"\x00\x00", b"\x01\x80"))
        return bytes(body)
    if act == 1:
        return _saved(array.astype(rng.choice(("u1", "u2", "u8", "i4", "f8", "c16", "?", ">u4", "U3"))))
    if act == 2:
        return _saved(rng.choice((array[:-1], array.T, array[:, :-1], array.ravel(), array[:0], array[None])))
    header = f"{{'descr': {rng.choice(_TYPES)}, 'fortran_order': {rng.choice(_ORDERS)}, 'shape': "
    header += f"{rng.choice((array.shape, *_SHAPES))}, }}"
    if rng.random() < 0.2:
        header = rng.choice(
            ("", "{}", "(" * 5000, "[" * 200, "__import__('os')", "{'descr': 1}", "0" * 60000)
        )
    text = header.encode().ljust(117) + b"\n"
    length = rng.choice((len(text),) * 5 + (0, 65535))
    return (
        b"\x93NUMPY"
        + bytes((rng.choice((1, 1, 1, 2, 9)), 0))
        + struct.pack("<H", length)
        + text
        + (content[128:] if rng.random() < 0.8 else b"")
    )


_TYPES = ("'<u4'", "'<u4'", "'<u2'", "'<u2'", "'|O'", "'<f8'", "'V100000000'", "'S1000000000'", "''", "[]")
_ORDERS = ("False", "False", "False", "True", "0", "'x'")
_SHAPES = (
    (10**10, 3),
    (10**10, 1),
    (10**10, 2, 3),
    (2**63, 2**63),
    (-1, 3),
    (0,),
    (),
    (10**18,),
    (1,) * 60,
    "(1e9, 1)",
    "(True, 1)",
    "None",
    "(1, 2",
)


def _saved(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def _bomb(content: bytes, rng: Random) -> bytes:
    """Return much that packs to little, behind what the part began with or alone."""
    unit = rng.choice(_BOMBS)
    begin = rng.choice((b"", content[: content.find(b"\n") + 1], content[:128], b"[", b'{"format":'))
    return begin + unit * (rng.choice((BOMB_BYTES, BOMB_BYTES // 20)) // len(unit))


def _with_other_parts(parts: list[tuple[str, bytes]], place: int, rng: Random) -> list[tuple[str, bytes]]:
    name, content = parts[place]
    act = rng.randrange(4)
    if act == 0:
        return parts[:place] + parts[place + 1 :]
    if act == 1:
        other = rng.choice(("../x", "/x", "x" * 60000, "", "documents/..", "a\\b", "notes.jsonl/", "é"))
        return [*parts[:place], (other, content), *parts[place + 1 :]]
    if act == 2:
        at = rng.randrange(len(parts))
        parts[place], parts[at] = (name, parts[at][1]), (parts[at][0], content)
        return parts
    return parts + [(f"more/{number}", b"x") for number in range(rng.choice((1, 2000)))]


def _with_other_directory(data: bytes, rng: Random) -> bytes:
    """Return an archive whose directory, local headers or end say something else."""
    changed = bytearray(data)
    entries = _places_of(data, _CENTRAL)
    locals_ = _places_of(data, _LOCAL)
    entry = rng.choice(entries)
    in_central, in_local, form = _FIELDS[rng.choice(tuple(_FIELDS))]
    most = 0xFFFF if form == "<H" else 0xFFFFFFFF
    value = rng.choice((0, 1, 8, 9, 12, 14, 93, 99, 2048, most, most - 1, most // 2, rng.randrange(most)))
    struct.pack_into(form, changed, entry + in_central, value)
    if rng.random() < 0.7:
        (start,) = struct.unpack_from("<I", data, entry + 42)
        struct.pack_into(form, changed, start + in_local, value)
    if rng.random() < 0.2:
        offset = rng.choice((0, len(data), most, rng.choice(locals_)))
        struct.pack_into("<I", changed, entry + 42, offset)
    if rng.random() < 0.1:
        end = data.rfind(b"PK\x05\x06")
        struct.pack_into("<H", changed, end + rng.choice((8, 10, 12, 14, 16, 18, 20)), rng.randrange(0x10000))
    return bytes(changed)


def _places_of(data: bytes, mark: bytes) -> list[int]:
    found = []
    at = data.find(mark)
    while at >= 0:
        found.append(at)
        at = data.find(mark, at + 1)
    return found
