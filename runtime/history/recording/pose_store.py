"""Keep coded poses of a stretch of ticks in a third of their size, any tick of it read in a millisecond."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

from runtime.basics.values import Vector

CHUNK_TICKS = 32
"""How many ticks are packed together: few enough to unpack at once, enough for motion to repeat itself."""

_FAST = 1

PoseCodeArray = NDArray[np.uint16]


class PoseStore:
    """Take the coded poses (agents, 3) of one tick after the other.

    Whole chunks are packed as what differs from going on straight: second differences, small where nobody
    turns, low bytes apart from high ones.
    """

    def __init__(self, agent_count: int) -> None:
        self._open = np.zeros((CHUNK_TICKS, agent_count, 3), np.uint16)
        self._packed: list[bytes] = []
        self._count = 0
        self._unpacked: tuple[int, PoseCodeArray] | None = None

    def __len__(self) -> int:
        return self._count

    @property
    def byte_count(self) -> int:
        """Return about how many bytes of memory this takes."""
        return sum(len(chunk) for chunk in self._packed) + self._open.nbytes

    def add(self, codes: PoseCodeArray) -> None:
        """Take one tick more."""
        place = self._count % CHUNK_TICKS
        if self._count and place == 0:
            self._pack_open()
        self._open[place] = codes
        self._count += 1

    def close(self) -> None:
        """Pack what is left when no more ticks come."""
        if self._count and self._count % CHUNK_TICKS == 0 and len(self._packed) * CHUNK_TICKS < self._count:
            self._pack_open()
            self._open = self._open[:0]

    def __getitem__(self, index: int) -> PoseCodeArray:
        """Return the codes of a tick, counted from the first taken."""
        if not 0 <= index < self._count:
            raise IndexError(index)
        chunk, place = divmod(index, CHUNK_TICKS)
        if chunk >= len(self._packed):
            newest: PoseCodeArray = self._open[place]
            return newest
        if self._unpacked is None or self._unpacked[0] != chunk:
            self._unpacked = (chunk, unpack(self._packed[chunk], self._open.shape[1]))
        codes: PoseCodeArray = self._unpacked[1][place]
        return codes

    def _pack_open(self) -> None:
        self._packed.append(pack(self._open))


def pack(codes: PoseCodeArray) -> bytes:
    """Return the codes (ticks, agents, 3) of a whole chunk, packed."""
    steps = np.ascontiguousarray(codes.transpose(2, 0, 1))
    for _ in range(2):
        steps[:, 1:] -= steps[:, :-1].copy()
    signed = steps.view(np.int16)
    folded = ((signed << 1) ^ (signed >> 15)).astype(np.uint16)
    return zlib.compress(np.stack((folded & 0xFF, folded >> 8)).astype(np.uint8).tobytes(), _FAST)


def unpack(packed: bytes, agent_count: int) -> PoseCodeArray:
    """Return the codes (ticks, agents, 3) of a whole chunk."""
    halves = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(2, 3, CHUNK_TICKS, agent_count)
    folded = halves[0].astype(np.uint16) | (halves[1].astype(np.uint16) << 8)
    steps = (folded >> 1) ^ (-(folded & 1).astype(np.int16)).view(np.uint16)
    for _ in range(2):
        np.cumsum(steps, axis=1, dtype=np.uint16, out=steps)
    codes: PoseCodeArray = steps.transpose(1, 2, 0)
    return codes


_STEPS = 65535.0
_TURN = 65536.0


class PoseCodes:
    """Turn poses of one map into 16-bit numbers and back.

    A place is exact to 1/131070 of the map's side, a heading to 0.003 degrees.
    """

    def __init__(self, size: Vector) -> None:
        self._scale = np.array([_STEPS / max(size[0], 1e-9), _STEPS / max(size[1], 1e-9), _TURN / 360.0])

    def encode(self, poses: NDArray[np.float64]) -> NDArray[np.uint16]:
        """Return the codes of poses, one row (x, y, heading in degrees) per agent."""
        scaled = np.rint(poses * self._scale)
        np.clip(scaled[:, :2], 0.0, _STEPS, out=scaled[:, :2])
        scaled[:, 2] %= _TURN
        codes: NDArray[np.uint16] = scaled.astype(np.uint16)
        return codes

    def decode(self, codes: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Return the poses that codes stand for, of the same shape."""
        poses: NDArray[np.float64] = codes / self._scale
        return poses
