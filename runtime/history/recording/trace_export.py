"""Write a trace as JSON lines, or a recording as Chrome trace events."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping

import numpy as np

from graphs.kinds.declarations.registry import Registry
from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import Stretch, held_codes, outcome_matrix, stretches
from runtime.history.recording.row_words import RowWords
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import BrainFrame, TraceFrame

_MICROSECONDS = 1_000_000


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


def chrome_trace(recording: Recording, registry: Registry) -> str:
    """Return the JSON text: a process per agent, a track per state and running leaf, events as instants.

    Times are in microseconds of simulated time; a span lasts to the end of its last tick.
    """
    events = [
        event
        for place, agent in enumerate(recording.cast.minds)
        for event in _of_agent(recording, registry, agent, place + 1)
    ]
    return json.dumps(
        {"traceEvents": events, "displayTimeUnit": "ms"}, ensure_ascii=False, separators=(",", ":")
    )


def _of_agent(recording: Recording, registry: Registry, agent: str, process: int) -> Iterator[object]:
    yield {"ph": "M", "pid": process, "name": "process_name", "args": {"name": agent}}
    mind = recording.cast.minds[agent].partition("#")[0]
    microseconds = _MICROSECONDS / recording.cast.rate
    for stretch in stretches(recording, agent, recording.first_tick, recording.end_tick):
        document = recording.segment_at(stretch.first).minds.documents[mind]
        words = RowWords(stretch.program, document, registry)
        for row, first, end in _spans(recording, agent, stretch):
            yield {
                "ph": "X",
                "pid": process,
                "tid": row,
                "name": words.title(row),
                "cat": stretch.program.rows[row].family.value,
                "ts": round(first * microseconds),
                "dur": round((end - first) * microseconds),
                "args": {"first_tick": first, "last_tick": end - 1, "path": stretch.program.rows[row].path},
            }
    for tick, notes in recording.all_notes():
        for event in notes.events:
            if event.agent == agent:
                at = round(tick * microseconds)
                yield {"ph": "i", "s": "p", "pid": process, "tid": 0, "name": event.name, "ts": at}


def _spans(recording: Recording, agent: str, stretch: Stretch) -> Iterator[tuple[int, int, int]]:
    """Return (row, first tick, tick after the last) of everything that was active or running.

    It lasts until the agent's mind ticks again.
    """
    distinct, places = np.unique(held_codes(recording, agent, stretch), return_inverse=True)
    matrix = outcome_matrix(recording, distinct, len(stretch.program.rows))
    for row in stretch.program.rows:
        column = matrix[:, row.index]
        if row.is_added:
            continue
        if row.family is RowFamily.STATE:
            on = np.isin(column, (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED))
        elif row.family is RowFamily.TREE_NODE and not row.children:
            on = (column & RESULT_MASK == NodeOutcome.RUNNING) & (column & HALTED == 0)
        else:
            continue
        ticks = np.concatenate(([False], on[places], [False]))
        edges = np.flatnonzero(ticks[1:] != ticks[:-1])
        for first, end in edges.reshape(-1, 2).tolist():
            yield row.index, stretch.first + first, stretch.first + end
