"""Write a trace as JSON lines: a header, then one line per step."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from runtime.minds.program.program import Program
from runtime.records.trace_frame import BrainFrame, TraceFrame


def header_line(programs: Mapping[str, Program], agents: tuple[str, ...], rate: int, seed: int) -> str:
    """Return the line that says what the rows of each agent's outcome bytes are."""
    rows = {
        agent: [[row.family.value, row.path, row.graph, row.node] for row in program.rows]
        for agent, program in programs.items()
    }
    return _line(
        {"format": "mindloom-trace", "version": 1, "rate": rate, "seed": seed, "agents": agents, "rows": rows}
    )


def frame_line(frame: TraceFrame) -> str:
    """Return the line of one step."""
    return _line(
        {
            "tick": frame.tick,
            "poses": [[float(value) for value in row] for row in frame.poses],
            "brains": {agent: _brain(brain) for agent, brain in frame.brains.items()},
            "events": [
                [event.agent, event.name, dict(event.payload), event.handled] for event in frame.events
            ],
        }
    )


def _brain(brain: BrainFrame) -> dict[str, object]:
    result: dict[str, object] = {"status": brain.status.name, "outcomes": brain.outcomes.hex()}
    if brain.taken:
        result["taken"] = list(brain.taken)
    if brain.errors:
        result["errors"] = [[error.row, error.message] for error in brain.errors]
    if brain.writes:
        result["writes"] = {write.variable: write.value for write in brain.writes}
    if brain.expired:
        result["expired"] = list(brain.expired)
    if brain.ended:
        result["ended"] = True
    return result


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


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
