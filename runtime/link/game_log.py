"""Keep the ticks of a game as they came, packed, and give any of them again."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from runtime.link.frames import GameTick, LinkFault, read_frame

BLOCK = 64
"""How many ticks are packed together."""

_FAST = 1


class GameLog:
    """Hold the `tick` frames of a game in order; the first may have any number."""

    def __init__(self) -> None:
        self.first_tick = 0
        self._packed: list[bytes] = []
        self._open: list[bytes] = []
        self._unpacked: tuple[int, list[bytes]] = (-1, [])
        self._read: dict[int, GameTick] = {}
        self.byte_count = 0

    def __len__(self) -> int:
        return len(self._packed) * BLOCK + len(self._open)

    def __contains__(self, tick: int) -> bool:
        return self.first_tick <= tick < self.end_tick

    @property
    def end_tick(self) -> int:
        """Return the tick after the last one held."""
        return self.first_tick + len(self)

    def add(self, tick: GameTick, text: bytes) -> None:
        """Take the next tick and the text it was read from; raise `LinkFault` where ticks are missing."""
        if not len(self):
            self.first_tick = tick.tick
        elif tick.tick != self.end_tick:
            raise LinkFault(f"Tick {tick.tick} came behind tick {self.end_tick - 1}; some are missing.")
        text = text.replace(b"\n", b" ")  # of JSON only the space between values can hold any
        self._open.append(text)
        self.byte_count += len(text)
        self._keep(tick)
        if len(self._open) == BLOCK:
            packed = zlib.compress(b"\n".join(self._open), _FAST)
            self.byte_count += len(packed) - sum(map(len, self._open))
            self._packed.append(packed)
            self._open.clear()

    def __getitem__(self, tick: int) -> GameTick:
        """Return a tick; raise IndexError for one that is not held."""
        if tick not in self:
            raise IndexError(tick)
        found = self._read.get(tick)
        if found is None:
            block, place = divmod(tick - self.first_tick, BLOCK)
            if self._unpacked[0] != block or block == len(self._packed):
                self._unpacked = (block, self._texts(block))
            found = _tick_of(self._unpacked[1][place])
            self._keep(found)
        return found

    def _keep(self, tick: GameTick) -> None:
        """Keep a tick that was read, in the place of the one that was read the longest ago."""
        self._read[tick.tick] = tick
        if len(self._read) > BLOCK:
            del self._read[next(iter(self._read))]

    def texts(self, begin: int = 0) -> Iterator[bytes]:
        """Yield the text of each tick in order, from the one on that `begin` are before."""
        for block in range(begin // BLOCK, len(self._packed) + 1):
            yield from self._texts(block)[max(begin - block * BLOCK, 0) :]

    def _texts(self, block: int) -> list[bytes]:
        if block == len(self._packed):
            return list(self._open)
        return zlib.decompress(self._packed[block]).split(b"\n")


def _tick_of(text: bytes) -> GameTick:
    tick = read_frame(text)
    assert isinstance(tick, GameTick)
    return tick
