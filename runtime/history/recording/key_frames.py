"""Keep whole states of a session now and then: what exact seeks start from (rule 7.3)."""

from __future__ import annotations

import copyreg
import io
import pickle
import zlib
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

from runtime.basics.host import Request
from runtime.minds.program.machines import MachineMemorySnapshot
from runtime.session.inputs import SessionInput
from runtime.session.programs import ProgramSegment
from runtime.session.snapshot import BrainSnapshot, SessionSnapshot
from runtime.worlds.requests.steering_requests import CompiledRequest

_FAST = 1


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

    @classmethod
    def of(cls, snapshot: SessionSnapshot) -> KeyFrame:
        """Pack a snapshot. The minds are shared, not copied; what the last step showed is left out."""
        world = replace(snapshot.world, last_step=None)
        state = _pickled(replace(snapshot, segments=(), applied=(), world=world))
        return cls(snapshot.tick, snapshot.segments, snapshot.applied, zlib.compress(state, _FAST))

    def snapshot(self) -> SessionSnapshot:
        """Return the snapshot."""
        state: SessionSnapshot = pickle.loads(zlib.decompress(self.packed))  # noqa: S301
        return replace(state, segments=self.segments, applied=self.applied)

    @property
    def byte_count(self) -> int:
        """Return about how many bytes of memory this takes."""
        return len(self.packed) + 200


def _by_fields(kind: type) -> Callable[[object], tuple[type, tuple[object, ...]]]:
    """Return how to pickle a dataclass as a call with its fields, several times as fast as it does itself."""
    names = [field.name for field in fields(kind)]
    values = attrgetter(*names)
    return lambda each: (kind, values(each))


_MANY = (Request, BrainSnapshot, MachineMemorySnapshot, CompiledRequest)
"""What there is one of, or several, for every agent."""

_HOW: dict[type, Callable[..., Any]] = dict(copyreg.dispatch_table)
_HOW |= {kind: _by_fields(kind) for kind in _MANY}


def _pickled(state: SessionSnapshot) -> bytes:
    file = io.BytesIO()
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _HOW
    pickler.dump(state)
    return file.getvalue()


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
