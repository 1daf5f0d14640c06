"""Keep whole states of a session now and then: what exact seeks start from (rule 7.3)."""

from __future__ import annotations

import copyreg
import io
import pickle
import zlib
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import starmap
from operator import attrgetter
from typing import Any

import numpy as np

from runtime.basics.host import Request
from runtime.history.recording.state_columns import Columns, GroupedColumns
from runtime.minds.program.machines import MachineMemorySnapshot
from runtime.session.inputs import SessionInput
from runtime.session.programs import ProgramSegment
from runtime.session.snapshot import BrainSnapshot, SessionSnapshot
from runtime.worlds.requests.steering_requests import CompiledRequest

_FAST, _SMALL = 1, 3
_SAMPLE = 2048
_NOISE = 6
"""So many bytes of a float hardly repeat: its lower ones, as machines keep them that this runs on."""
_PRESSED, _PARTED = b"p", b"f"


_State = tuple[SessionSnapshot, GroupedColumns[CompiledRequest], tuple[str, ...], Columns[BrainSnapshot]]
"""What is packed; of what there is one or several for every agent, columns."""


@dataclass(frozen=True, slots=True)
class KeyFrame:
    """Hold a session after the steps before `tick`, packed.

    It never leaves the process: a saved recording makes its key frames again, so that reading a file runs
    nothing.
    """

    tick: int
    segments: tuple[ProgramSegment, ...]
    applied: tuple[SessionInput, ...]
    packed: bytes
    arrays: tuple[tuple[bytes, int], ...] = ()

    @classmethod
    def of(cls, snapshot: SessionSnapshot) -> KeyFrame:
        """Pack a snapshot. The minds are shared, not copied; what the last step showed is left out."""
        requests = replace(snapshot.world.requests, compiled=())
        world = replace(snapshot.world, last_step=None, requests=requests)
        state, arrays = _pickled(
            (
                replace(snapshot, segments=(), applied=(), world=world, brains={}),
                GroupedColumns.of(CompiledRequest, snapshot.world.requests.compiled),
                tuple(snapshot.brains),
                Columns.of(BrainSnapshot, tuple(snapshot.brains.values())),
            )
        )
        packed = zlib.compress(state, _SMALL)
        return cls(snapshot.tick, snapshot.segments, snapshot.applied, packed, arrays)

    def snapshot(self) -> SessionSnapshot:
        """Return the snapshot."""
        arrays = starmap(unpacked_array, self.arrays)
        state: _State = pickle.loads(zlib.decompress(self.packed), buffers=arrays)  # noqa: S301
        rest, compiled, agents, brains = state
        requests = replace(rest.world.requests, compiled=compiled.groups())
        return replace(
            rest,
            segments=self.segments,
            applied=self.applied,
            brains=dict(zip(agents, brains.records(), strict=True)),
            world=replace(rest.world, requests=requests),
        )

    @property
    def byte_count(self) -> int:
        """Return about how many bytes of memory this takes."""
        return len(self.packed) + sum(len(array) for array, _ in self.arrays) + 200


def _by_fields(kind: type) -> Callable[[object], tuple[type, tuple[object, ...]]]:
    """Return how to pickle a dataclass as a call with its fields, several times as fast as it does itself."""
    names = [field.name for field in fields(kind)]
    values = attrgetter(*names)
    return lambda each: (kind, values(each))


_MANY = (Request, MachineMemorySnapshot)
"""What there may be one of, or several, for every agent."""

_HOW: dict[type, Callable[..., Any]] = dict(copyreg.dispatch_table)
_HOW |= {kind: _by_fields(kind) for kind in _MANY}


def _pickled(state: _State) -> tuple[bytes, tuple[tuple[bytes, int], ...]]:
    """Return a state without its arrays, and those, packed, each with its size."""
    file, buffers = io.BytesIO(), list[pickle.PickleBuffer]()
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append)
    pickler.dispatch_table = _HOW
    pickler.dump(state)
    arrays = [buffer.raw() for buffer in buffers]
    return file.getvalue(), tuple((packed_array(array), len(array)) for array in arrays)


def packed_array(array: memoryview) -> bytes:
    """Return the bytes of an array behind a mark: packed, or parted where that would save little.

    Of floats such as places the signs, exponents and first digits alone are packed, for the rest is noise.
    """
    sample, is_small = array[:_SAMPLE], len(array) < _SAMPLE
    if is_small or len(array) % 8 or len(zlib.compress(sample, _FAST)) < 0.8 * _SAMPLE:
        return _PRESSED + zlib.compress(array, _FAST)
    parted = np.frombuffer(array, np.uint8).reshape(-1, 8)
    return _PARTED + parted[:, :_NOISE].tobytes() + zlib.compress(parted[:, _NOISE:].T.tobytes(), _FAST)


def unpacked_array(packed: bytes, size: int) -> bytearray:
    """Return the `size` bytes of an array that was packed."""
    if packed[:1] == _PRESSED:
        return bytearray(zlib.decompress(packed[1:]))
    count = size // 8
    parted = np.empty((count, 8), np.uint8)
    noise, rest = packed[1 : 1 + count * _NOISE], packed[1 + count * _NOISE :]
    parted[:, :_NOISE] = np.frombuffer(noise, np.uint8).reshape(count, _NOISE)
    parted[:, _NOISE:] = np.frombuffer(zlib.decompress(rest), np.uint8).reshape(-1, count).T
    return bytearray(parted.tobytes())


class KeyFrames:
    """Hold the key frames of a recording in ascending order of their ticks."""

    def __init__(self, frames: tuple[KeyFrame, ...] = ()) -> None:
        self._frames = list(frames)
        self._ticks = [frame.tick for frame in frames]
        self.byte_count = sum(frame.byte_count for frame in frames)

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def ticks(self) -> tuple[int, ...]:
        """Return the ticks there is a key frame before."""
        return tuple(self._ticks)

    def add(self, frame: KeyFrame) -> None:
        """Take one more; one of the same tick is replaced."""
        place = bisect_right(self._ticks, frame.tick)
        if place and self._ticks[place - 1] == frame.tick:
            self.byte_count -= self._frames[place - 1].byte_count
            self._frames[place - 1] = frame
        else:
            self._frames.insert(place, frame)
            self._ticks.insert(place, frame.tick)
        self.byte_count += frame.byte_count

    def before(self, tick: int) -> KeyFrame | None:
        """Return the last key frame from which `tick` can be stepped to, None for none."""
        place = bisect_right(self._ticks, tick)
        return self._frames[place - 1] if place else None

    def up_to(self, tick: int) -> KeyFrames:
        """Return those that a run which goes on after `tick` shares: none is later than its next step."""
        return KeyFrames(tuple(self._frames[: bisect_right(self._ticks, tick + 1)]))

    def drop_before(self, tick: int) -> None:
        """Forget those of ticks before `tick`."""
        place = bisect_right(self._ticks, tick - 1)
        self.byte_count -= sum(frame.byte_count for frame in self._frames[:place])
        del self._frames[:place], self._ticks[:place]
