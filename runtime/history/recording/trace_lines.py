"""Write a trace as JSON lines: a header, then one line per step."""

from __future__ import annotations

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
