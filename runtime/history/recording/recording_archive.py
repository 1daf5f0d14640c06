"""Read the archive of a recording piece by piece, and never more of a part than it may have.

What a file declares is not trusted: sizes are compared with what must be there before anything is unpacked,
and counted again while it is.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from math import prod
from typing import IO

import numpy as np
from numpy.typing import NDArray

TEXT_BYTES, TEXT_SHARE = 4 * 1024 * 1024, 4
"""JSON that is read at once has at most so many bytes, and so many more for each byte of the file.

Values take some twenty times as much memory as their text, which may pack to next to nothing.
"""

_PIECE = 1 << 20
_MAGIC = b"\x93NUMPY\x01\x00"
_MOST_HEADER = 1024
_SHAPE = rb"\((\d{1,15}(?:, \d{1,15}){0,3}),?\)"
_ARRAY = re.compile(rb"\{'descr': '(\S{2,4})', 'fortran_order': False, 'shape': " + _SHAPE + rb", \}\s*")
_ENCRYPTED_OR_PATCHED = 0x1 | 0x20 | 0x40
_FAULTS = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, NotImplementedError, RuntimeError, OverflowError),
)
"""What unpacking a damaged archive raises."""


class DamagedRecording(Exception):
    """Say what is wrong with a recording, what was expected, and in which part of it."""

    def __init__(self, where: str, said: str) -> None:
        super().__init__(f"{where}: {said}")
        self.where = where
        self.said = said


class NotInArchive(DamagedRecording):
    """Say that a part is not there, or that there is no archive at all."""


def most_text(file_bytes: int) -> int:
    """Return how many bytes of JSON a recording of this size may hold at most, notes and outcomes apart."""
    return TEXT_BYTES + TEXT_SHARE * file_bytes


class RecordingArchive:
    """Give the parts of an archive; all methods raise `DamagedRecording`."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        """Open an archive of `size` bytes."""
        try:
            self._zip = zipfile.ZipFile(file)
        except _FAULTS as fault:
            raise NotInArchive("", f"It is no archive ({fault}).") from None
        self._most_text = most_text(size)
        self._text_read = 0

    def size(self, name: str) -> int:
        """Return how many bytes a part declares to have."""
        return self._part(name).file_size

    def text(self, name: str) -> bytes:
        """Return a part that is parsed at once; all of them together are bounded."""
        self._text_read += self.size(name)
        self.check_text(name, self._text_read)
        return b"".join(self.pieces(name))

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a part, as many as it declares."""
        part = self._part(name)
        left = part.file_size
        try:
            with self._zip.open(part) as stream:
                while piece := stream.read(_PIECE):
                    left -= len(piece)
                    yield piece
        except _FAULTS as fault:
            raise DamagedRecording(name, f"It cannot be unpacked ({fault}).") from None
        if left:
            said = f"It ends after {part.file_size - left:,} of {part.file_size:,} bytes."
            raise DamagedRecording(name, said)

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a part, each of which is parsed at once."""
        rest = b""
        for piece in self.pieces(name):
            *whole, rest = (rest + piece).split(b"\n")
            yield from whole
            self.check_text(name, len(rest))
        if rest:
            yield rest

    def check_text(self, name: str, size: int) -> None:
        """Refuse a part of which more than there may be would be parsed at once."""
        if size > self._most_text:
            most = f"at most {self._most_text:,} in a file of this size"
            said = f"There are {size:,} bytes of JSON; expected {most}."
            raise DamagedRecording(name, said)

    def rows(self, name: str, dtype: str, shape: tuple[int, ...]) -> ArrayRows:
        """Return the rows of an array, which must be of this type and shape."""
        return ArrayRows(self, name, dtype, shape)

    def _part(self, name: str) -> zipfile.ZipInfo:
        try:
            part = self._zip.getinfo(name)
        except KeyError:
            raise NotInArchive(name, "The part is not there.") from None
        if part.flag_bits & _ENCRYPTED_OR_PATCHED:
            raise DamagedRecording(name, "The part is encrypted or a patch; expected one that is neither.")
        if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            said = f"The part is packed by method {part.compress_type}; expected 8 (deflated) or 0 (stored)."
            raise DamagedRecording(name, said)
        return part


class ArrayRows:
    """Read an array a few rows at a time; nothing is allocated by what its header says."""

    def __init__(self, archive: RecordingArchive, name: str, dtype: str, shape: tuple[int, ...]) -> None:
        self._name = name
        self._dtype = np.dtype(dtype)
        self._row = shape[1:]
        self._left = shape[0]
        self._pieces = archive.pieces(name)
        self._buffer = bytearray()
        header = self._check_header(dtype, shape)
        size, expected = archive.size(name), header + prod(shape) * self._dtype.itemsize
        if size != expected:
            said = f"It has {size:,} bytes; expected {expected:,} for an array of shape {shape}."
            raise DamagedRecording(name, said)

    def take(self, count: int) -> NDArray[np.generic]:
        """Return the next rows; with the last of them it is seen to that nothing follows."""
        data = self._take(count * prod(self._row) * self._dtype.itemsize)
        self._left -= count
        if self._left == 0:
            for _ in self._pieces:
                pass
        return np.frombuffer(data, self._dtype).reshape(count, *self._row)

    def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            piece = next(self._pieces, b"")
            if not piece:
                raise DamagedRecording(self._name, "It ends too early; expected an array.")
            self._buffer += piece
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def _check_header(self, dtype: str, shape: tuple[int, ...]) -> int:
        """Refuse a header of any other array; return its length."""
        begin = self._take(len(_MAGIC) + 2)
        length = int.from_bytes(begin[len(_MAGIC) :], "little")
        header = self._take(length) if begin.startswith(_MAGIC) and length <= _MOST_HEADER else b""
        found = _ARRAY.fullmatch(header)
        if found is not None:
            said_shape = tuple(map(int, found[2].split(b",")))
            if (found[1].decode(), said_shape) == (dtype, shape):
                return len(begin) + length
        shown = header[:80].decode("ascii", "replace").strip()
        expected = f"expected an array of type {dtype!r} and shape {shape}"
        raise DamagedRecording(self._name, f"The header is {shown!r}; {expected}.")
