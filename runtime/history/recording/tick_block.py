"""Hold a stretch of ticks: codes and poses in compact arrays, notes where there are any."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from runtime.history.recording.pose_store import PoseStore
from runtime.history.recording.tick_notes import NO_NOTES, TickNotes

BLOCK_TICKS = 256
"""How many ticks a block holds: about four seconds at 60 steps per second."""

_MOST_SHORT = 65535

Codes = NDArray[np.uint16] | NDArray[np.uint32]


class TickBlock:
    """Hold up to `BLOCK_TICKS` ticks from `first` on.

    `codes` is (ticks, brains), of 16 bits until a code needs more.
    """

    def __init__(self, first: int, brain_count: int, agent_count: int, *, wide: bool = False) -> None:
        self.first = first
        self.count = 0
        codes: Codes = np.zeros((BLOCK_TICKS, brain_count), np.uint16)
        self._codes = codes.astype(np.uint32) if wide else codes
        self._agent_count = agent_count
        self._poses = PoseStore(agent_count)
        self._notes: dict[int, TickNotes] = {}
        self._note_bytes = 0

    @property
    def end(self) -> int:
        """Return the tick after the last one held."""
        return self.first + self.count

    @property
    def is_full(self) -> bool:
        """Tell whether no more ticks fit in."""
        return self.count == BLOCK_TICKS

    @property
    def codes(self) -> Codes:
        """Return the codes of all ticks held, (ticks, brains)."""
        return self._codes[: self.count]

    @property
    def notes(self) -> dict[int, TickNotes]:
        """Return the notes by tick, for the ticks that left any."""
        return self._notes

    @property
    def byte_count(self) -> int:
        """Return about how many bytes of memory this takes."""
        return self._codes.nbytes + self._poses.byte_count + self._note_bytes

    def add(self, codes: list[int], most: int, poses: NDArray[np.uint16], notes: TickNotes | None) -> None:
        """Take one tick more; `most` is the highest code there is."""
        self._widen(most)
        self._codes[self.count] = codes
        self._poses.add(poses)
        if notes is not None:
            self._notes[self.end] = notes
            self._note_bytes += notes.byte_count
        self._count_on(1)

    def extend(
        self, codes: NDArray[np.int64], most: int, poses: NDArray[np.uint16], notes: Mapping[int, TickNotes]
    ) -> None:
        """Take several ticks more, no more than fit in: codes (ticks, brains), poses (ticks, agents, 3)."""
        self._widen(most)
        self._codes[self.count : self.count + len(codes)] = codes
        for line in poses:
            self._poses.add(line)
        self._notes.update(notes)
        self._note_bytes += sum(one.byte_count for one in notes.values())
        self._count_on(len(codes))

    def _widen(self, most: int) -> None:
        if most > _MOST_SHORT and self._codes.dtype == np.uint16:
            self._codes = self._codes.astype(np.uint32)

    def _count_on(self, ticks: int) -> None:
        self.count += ticks
        if self.is_full:
            self._poses.close()

    def poses_at(self, tick: int) -> NDArray[np.uint16]:
        """Return the coded poses of a tick, (agents, 3)."""
        return self._poses[tick - self.first]

    def notes_at(self, tick: int) -> TickNotes:
        """Return the notes of a tick."""
        return self._notes.get(tick, NO_NOTES)

    def up_to(self, tick: int) -> TickBlock:
        """Return a copy that ends with `tick`, which lies in it, and can be gone on with."""
        block = TickBlock(
            self.first, self._codes.shape[1], self._agent_count, wide=self._codes.dtype == np.uint32
        )
        for at in range(self.first, tick + 1):
            row = self._codes[at - self.first]
            block.add(row.tolist(), 0, self.poses_at(at), self._notes.get(at))
        return block

    def begun_at(self, tick: int) -> TickBlock:
        """Return a copy that begins with `tick`, which lies in it, and can be gone on with."""
        block = TickBlock(tick, self._codes.shape[1], self._agent_count, wide=self._codes.dtype == np.uint32)
        block.count = self.end - tick
        block._codes[: block.count] = self.codes[tick - self.first :]
        for at in range(tick, self.end):
            block._poses.add(self.poses_at(at))
        block._notes = {at: notes for at, notes in self._notes.items() if at >= tick}
        block._note_bytes = sum(notes.byte_count for notes in block._notes.values())
        return block
