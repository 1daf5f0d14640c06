"""Hold a stretch of ticks: codes and poses in compact arrays, notes where there are any."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphs.expressions.types import Value
from runtime.basics.values import Vector
from runtime.records.brain_frames import told_frames
from runtime.records.trace_frame import (
    BrainFrame,
    EventRecord,
    RunError,
    SwapRecord,
    TraceFrame,
    VariableWrite,
)
from runtime.session.inputs import SessionInput

CHUNK_TICKS = 32
"""How many ticks are packed together: few enough to unpack at once, enough for motion to repeat itself."""

_FAST = 1

PoseCodeArray = NDArray[np.uint16]

_STEPS = 65535.0
_TURN = 65536.0
_NEVER = object()
BLOCK_TICKS = 256
"""How many ticks a block holds: about four seconds at 60 steps per second."""
Codes = NDArray[np.unsignedinteger[Any]]


class PoseStore:
    """Take the coded poses (agents, 3) of one tick after the other.

    Whole chunks are packed as what differs from going on straight: second differences, small where no one
    turns, low bytes apart from high ones.
    """

    def __init__(self, agent_count: int) -> None:
        self._wide: tuple[NDArray[np.intp], int] | None = None
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
        codes = self._own(index)
        if self._wide is None:
            return codes
        places, count = self._wide
        wide = np.zeros((count, 3), np.uint16)
        wide[places] = codes
        return wide

    def widened(self, places: NDArray[np.intp], agent_count: int) -> PoseStore:
        """Return a store of more agents that shares what is packed; `places` are those of the agents here.

        Agents that are not here are at 0. It takes no more ticks.
        """
        store = copy(self)
        own = self._wide[0] if self._wide is not None else np.arange(len(places))
        store._wide = (places[own], agent_count)  # noqa: SLF001 - its own class
        return store

    def _own(self, index: int) -> PoseCodeArray:
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


@dataclass(frozen=True, slots=True)
class BrainNotes:
    """Hold what one brain did in one tick beside its outcomes.

    `writes` are those that changed the value of a variable that is no float and no vector, with the writer.
    """

    errors: tuple[RunError, ...] = ()
    writes: tuple[VariableWrite, ...] = ()
    expired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TickNotes:
    """Hold what one tick left beside outcomes and poses; most ticks leave nothing.

    `brains` are by agent. `inputs` are what was asked of the session before the step.
    """

    brains: tuple[tuple[str, BrainNotes], ...] = ()
    events: tuple[EventRecord, ...] = ()
    swaps: tuple[SwapRecord, ...] = ()
    inputs: tuple[SessionInput, ...] = ()

    @property
    def byte_count(self) -> int:
        """Return about how many bytes of memory this takes."""
        brains = sum(300 + 180 * (len(each.errors) + len(each.writes)) for _, each in self.brains)
        records: list[SessionInput | EventRecord | SwapRecord | RunError | VariableWrite]
        records = [*self.events, *self.inputs, *self.swaps]
        for _, brain in self.brains:
            records += (*brain.errors, *brain.writes)
        texts = sum(_text_bytes(getattr(record, name)) for record in records for name in record.__slots__)
        many = 250 * len(self.events) + 250 * len(self.inputs) + 300 * len(self.swaps)
        return 200 + brains + many + texts


def _text_bytes(value: object) -> int:
    if isinstance(value, tuple):
        return sum(map(_text_bytes, value))
    return len(value) if isinstance(value, str) else 0


NO_NOTES = TickNotes()
"""What most ticks leave."""


class NoteTaker:
    """Take the notes of one frame after the other; it remembers the last value of each variable."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], object] = {}

    @classmethod
    def after(cls, taken: Iterable[TickNotes]) -> NoteTaker:
        """Return one that goes on after notes already taken."""
        taker = cls()
        for notes in taken:
            taker.remember(notes)
        return taker

    def remember(self, notes: TickNotes) -> None:
        """Go on after notes that were taken elsewhere."""
        for agent, brain in notes.brains:
            self._values.update({(agent, write.variable): write.value for write in brain.writes})
            self._values.update({(agent, trigger): False for trigger in brain.expired})

    def take(self, frame: TraceFrame) -> TickNotes | None:
        """Return what a frame leaves, None for nothing."""
        brains: list[tuple[str, BrainNotes]] = []
        for brain in told_frames(frame.brains):
            if brain.writes or brain.errors or brain.expired:
                notes = self._of_brain(brain.agent, brain)
                if notes is not None:
                    brains.append((brain.agent, notes))
        if brains or frame.events or frame.swaps or frame.inputs:
            return TickNotes(
                tuple(brains), frame.events, frame.swaps, cast("tuple[SessionInput, ...]", frame.inputs)
            )
        return None

    def _of_brain(self, agent: str, brain: BrainFrame) -> BrainNotes | None:
        writes = tuple(write for write in brain.writes if self._changes(agent, write.variable, write.value))
        if not (writes or brain.errors or brain.expired):
            return None
        for trigger in brain.expired:
            self._values[agent, trigger] = False
        return BrainNotes(brain.errors, writes, brain.expired)

    def _changes(self, agent: str, variable: str, value: Value) -> bool:
        if isinstance(value, (float, tuple)):
            return False
        key = (agent, variable)
        if self._values.get(key, _NEVER) == value:
            return False
        self._values[key] = value
        return True


class TickBlock:
    """Hold up to `BLOCK_TICKS` ticks from `first` on.

    `codes` is (ticks, brains), of 8 bits until a code needs more.
    """

    def __init__(self, first: int, brain_count: int, agent_count: int, *, most: int = 0) -> None:
        """Begin with no tick; `most` is a code that there may be."""
        self.first = first
        self.count = 0
        self._codes: Codes = np.zeros((BLOCK_TICKS, brain_count), np.min_scalar_type(most))
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
        self._note_bytes += sum(note.byte_count for note in notes.values())
        self._count_on(len(codes))

    def _widen(self, most: int) -> None:
        if most > self._most:
            self._codes = self._codes.astype(np.min_scalar_type(most))

    @property
    def _most(self) -> int:
        """Return the highest code there is room for."""
        return int(np.iinfo(self._codes.dtype).max)

    def _count_on(self, ticks: int) -> None:
        self.count += ticks
        if self.is_full:
            self._poses.close()

    def widened(self, brains: Sequence[int], agents: Sequence[int], counts: tuple[int, int]) -> TickBlock:
        """Return the same ticks with more brains and agents, who did not tick, and can be gone on with.

        `brains` and `agents` are the places of those that are here, `counts` how many there are of both.
        """
        block = TickBlock(self.first, *counts, most=self._most)
        block._codes[:, list(brains)] = self._codes
        block.count, block._notes, block._note_bytes = self.count, self._notes, self._note_bytes
        block._poses = self._poses.widened(np.array(agents, np.intp), counts[1])
        if not self.is_full:
            kept, block._poses = block._poses, PoseStore(counts[1])
            for place in range(self.count):
                block._poses.add(kept[place])
        return block

    def poses_at(self, tick: int) -> NDArray[np.uint16]:
        """Return the coded poses of a tick, (agents, 3)."""
        return self._poses[tick - self.first]

    def notes_at(self, tick: int) -> TickNotes:
        """Return the notes of a tick."""
        return self._notes.get(tick, NO_NOTES)

    def up_to(self, tick: int) -> TickBlock:
        """Return a copy that ends with `tick`, which lies in it, and can be gone on with."""
        block = TickBlock(self.first, self._codes.shape[1], self._agent_count, most=self._most)
        for at in range(self.first, tick + 1):
            row = self._codes[at - self.first]
            block.add(row.tolist(), 0, self.poses_at(at), self._notes.get(at))
        return block

    def begun_at(self, tick: int) -> TickBlock:
        """Return a copy that begins with `tick`, which lies in it, and can be gone on with."""
        block = TickBlock(tick, self._codes.shape[1], self._agent_count, most=self._most)
        block.count = self.end - tick
        block._codes[: block.count] = self.codes[tick - self.first :]
        for at in range(tick, self.end):
            block._poses.add(self.poses_at(at))
        block._notes = {at: notes for at, notes in self._notes.items() if at >= tick}
        block._note_bytes = sum(notes.byte_count for notes in block._notes.values())
        return block
