"""Fill the logs anew with what a recording holds, when another run is shown than was followed; no Qt."""

from __future__ import annotations

from functools import partial

from editor.running.run_log import RunLog
from editor.running.transition_log import TransitionLog
from graphs.model import Document
from runtime.history.recording.outcome_table import NOT_TICKED
from runtime.history.recording.recording import Recording
from runtime.minds.program.program import Program
from runtime.records.trace_frame import BrainFrame, TraceFrame

MOST_LOOKS = 300_000
"""So many outcomes of brains are looked through at most: of a large crowd only the last ticks are logged."""


def fill_logs(recording: Recording, transitions: TransitionLog, log: RunLog) -> None:
    """Log the transitions taken and the errors of a recording's ticks, the last ones of a large crowd."""
    agents = max(1, len(recording.cast.minds))
    first = max(recording.first_tick, recording.end_tick - MOST_LOOKS // agents)
    transitions.clear()
    log.forget_from(recording.first_tick)
    for block in recording.blocks:
        for tick in range(max(first, block.first), block.end):
            brains = _brains(recording, tick, block.codes[tick - block.first].tolist())
            if not brains:
                continue
            frame = TraceFrame(tick, brains, recording.poses(tick), ())
            transitions.add_frame(
                frame,
                partial(_program, recording, tick),
                partial(_mind, recording, tick),
            )
            if recording.segment_at(tick) is recording.segments[-1]:
                log.add_frame(frame)


def _brains(recording: Recording, tick: int, codes: list[int]) -> dict[str, BrainFrame]:
    """Return the frames of those brains that took a transition or erred."""
    noted = dict(recording.notes(tick).brains)
    found: dict[str, BrainFrame] = {}
    for agent, code in zip(recording.cast.minds, codes, strict=True):
        notes = noted.get(agent)
        if code == NOT_TICKED or not (recording.table[code].taken or (notes is not None and notes.errors)):
            continue
        frame = recording.brain_frame(agent, tick)
        if frame is not None:
            found[agent] = frame
    return found


def _program(recording: Recording, tick: int, agent: str) -> Program | None:
    return recording.program(agent, tick)


def _mind(recording: Recording, tick: int, agent: str) -> tuple[str, Document] | None:
    name = recording.cast.minds[agent].partition("#")[0]
    return name, recording.segment_at(tick).minds.documents[name]
