"""Hash a trace, so that two runs can be told to be the same, byte for byte (SEMANTICS 1.5)."""

from __future__ import annotations

import hashlib

from runtime.records.trace_frame import BrainFrame, TraceFrame


class TraceHash:
    """Take frames in order and give the hash of all of them."""

    def __init__(self) -> None:
        self._digest = hashlib.blake2b(digest_size=16)

    def add(self, frame: TraceFrame) -> None:
        """Take one frame."""
        self._digest.update(frame_bytes(frame))

    def hexdigest(self) -> str:
        """Return the hash of the frames taken so far, 32 hexadecimal digits."""
        return self._digest.hexdigest()


def frame_bytes(frame: TraceFrame) -> bytes:
    """Return the bytes of a frame that two equal runs share: logs of watched agents are left out."""
    parts = [frame.tick.to_bytes(8, "little"), frame.poses.tobytes()]
    for agent, brain in sorted(frame.brains.items()):
        parts += [agent.encode(), b"\0", brain.outcomes, _sparse(brain)]
    events = [(event.agent, event.name, event.payload, event.handled) for event in frame.events]
    parts.append(repr(events).encode())
    return b"".join(parts)


def _sparse(brain: BrainFrame) -> bytes:
    errors = [(error.row, error.message) for error in brain.errors]
    writes = [
        (write.variable, write.value, write.row)
        for write in brain.writes
        if not isinstance(write.value, (float, tuple))
    ]
    parts = (int(brain.status), brain.ended, brain.taken, errors, writes)
    return repr((*parts, brain.expired) if brain.expired else parts).encode()
